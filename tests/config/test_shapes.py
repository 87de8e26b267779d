"""Both shapes of the site start, answer, survive SIGKILL and leave nothing behind."""

import asyncio
import fcntl
import http.client
import os
import signal
import socket
import subprocess
import sys
import time

import pytest

from tests.live.machine import Window, in_time
from tests.live.opponents import against
from tests.live.people import Person
from tests.services import free_port
from tests.stack import ROOT, Stack, running

pytestmark = pytest.mark.live


def status_of(url: str) -> int:
    connection = http.client.HTTPConnection(url.removeprefix("http://"), timeout=10)
    connection.request("GET", "/readyz")
    return connection.getresponse().status


def processes_of(stack: Stack) -> dict[int, str]:
    listed = subprocess.run(
        ["ps", "-Aww", "-o", "pgid=,pid=,stat=,args="], capture_output=True, text=True, check=True
    ).stdout
    rows = [line.split(None, 3) for line in listed.splitlines()]
    return {int(pid): args for group, pid, stat, args in rows if int(group) == stack.group and stat[0] != "Z"}


def parent_of(pid: int) -> int:
    return int(subprocess.run(["ps", "-o", "ppid=", "-p", str(pid)], capture_output=True, text=True, check=True).stdout)


def bare_environment() -> dict[str, str]:
    """Return our environment without any service."""
    return {key: value for key, value in os.environ.items() if key not in {"DATABASE_URL", "REDIS_URL"}}


def await_true(probe, seconds=60.0):
    deadline = time.monotonic() + seconds
    while not probe():
        assert time.monotonic() < deadline, "it did not become true in time"
        time.sleep(0.05)


@pytest.mark.parametrize("shape", ["production", pytest.param("embedded", marks=pytest.mark.alone)])
def test_a_stack_starts_again_on_its_database_after_a_power_cut_and_stops_cleanly_when_asked(shape):
    with running(shape, bare=True) as stack:
        before = stack.query("SELECT COUNT(*) FROM django_migrations WHERE app <> %s", ["none"])
        stack.kill()
        assert processes_of(stack) == {}
        stack.start()
        assert stack.query("SELECT COUNT(*) FROM django_migrations WHERE app <> %s", ["none"]) == before
        await_true(lambda: all(status_of(url) == 200 for url in stack.own_urls))
        window, asked = Window(stack.group), time.monotonic()
        assert stack.stop() == 0
        if shape == "embedded":
            took, slower = time.monotonic() - asked, window.slower(stack.group)
        assert processes_of(stack) == {}
    if shape == "embedded":
        in_time("the stop", took, 3 * slower)


def test_a_dead_server_is_started_again_while_the_other_answers(production_stack):
    victim = next(pid for pid, args in processes_of(production_stack).items() if "config.server" in args)
    os.kill(victim, signal.SIGKILL)
    assert status_of(production_stack.url) == 200
    await_true(lambda: sum("config.server" in args for args in processes_of(production_stack).values()) == 2)
    production_stack.await_answers()
    await_true(lambda: [status_of(url) for url in production_stack.own_urls] == [200, 200])


def test_nothing_outlives_a_killed_supervisor():
    with running("production") as stack:
        await_true(lambda: len(processes_of(stack)) >= 10)  # itself, 2 servers, clock, mail, worker, bots; 3 children
        os.kill(stack.group, signal.SIGKILL)
        await_true(lambda: processes_of(stack) == {})


def test_the_bots_process_of_the_embedded_site_is_started_again_and_ends_with_it():
    def thinkers():
        return [pid for pid, args in processes_of(stack).items() if "games.bots.thinking" in args]

    with running("embedded") as stack:
        asyncio.run(meet_a_bot(stack.url))
        await_true(thinkers)
        first = thinkers()[0]
        os.kill(first, signal.SIGKILL)
        asyncio.run(meet_a_bot(stack.url))
        await_true(lambda: thinkers() not in ([], [first]))  # another one thinks now
        os.kill(stack.group, signal.SIGKILL)
        await_true(lambda: processes_of(stack) == {})


async def meet_a_bot(url: str) -> None:
    """Begin a match against a bot of a race: it looks at the table at once."""
    await against(await Person.guest(url), "red-handed", "steady")


def test_children_of_a_killed_worker_end_too(production_stack):
    def workers():
        return {pid for pid, args in processes_of(production_stack).items() if " bots@" in args}

    await_true(lambda: len(workers()) >= 3)
    before = workers()
    os.kill(next(pid for pid in before if parent_of(pid) == production_stack.group), signal.SIGKILL)
    await_true(lambda: not workers() & before)
    await_true(lambda: len(workers()) >= 3)


def test_a_taken_port_is_one_sentence():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        command = [sys.executable, "-m", "config.embedded", "--port", str(taken.getsockname()[1])]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "cannot use 127.0.0.1" in done.stderr


def test_a_second_site_on_the_same_files_leaves_the_database_alone(tmp_path):
    with (tmp_path / "server.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        command = [sys.executable, "-m", "config.embedded", "--port", str(free_port())]
        environment = {**bare_environment(), "VAR_DIR": str(tmp_path)}
        done = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120, check=False
        )
    assert done.returncode == 1
    assert "already runs" in done.stderr
    assert not list(tmp_path.glob("*.sqlite3"))


def test_the_production_shape_names_what_is_missing():
    command = [sys.executable, "-m", "config.production", "--port", str(free_port())]
    done = subprocess.run(
        command, cwd=ROOT, env=bare_environment(), capture_output=True, text=True, timeout=30, check=False
    )
    assert done.returncode == 1
    assert "DATABASE_URL and REDIS_URL" in done.stderr


@pytest.mark.alone
def test_a_second_start_serves_a_page_within_five_seconds():
    with running("embedded") as stack:
        stack.stop()
        window, asked = Window(), time.monotonic()
        stack.start()
        took, slower = time.monotonic() - asked, window.slower(stack.group)
    in_time("the second start", took, 5 * slower)


def test_a_server_that_stops_with_notice_says_so_before_it_closes_anything():
    with running("production", environment={"DRAIN_NOTICE": "60"}) as stack:
        server = next(pid for pid, args in processes_of(stack).items() if "config.server" in args)
        os.kill(server, signal.SIGTERM)
        await_true(lambda: 503 in {status_of(url) for url in stack.own_urls}, 60)
        assert server in processes_of(stack)
        stack.kill()
