"""The process in which the embedded site's bots think: it answers as this one would, and outlives nobody."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import pytest

from games.bots import thinkers, thinking
from games.bots.thinkers import Child, ChildFailed
from rules import codec
from rules.chance import Chance
from rules.registry import GAMES
from tests.stack import ROOT

SECONDS = 30.0


def question(slug: str = "sequence", policy: str = "greedy", **more: object) -> dict[str, object]:
    game = GAMES[slug]
    options = codec.options_from_json(game, {}, 2)
    state = game.deal(options, 2, Chance(b"d" * 32))
    seat = min(game.must_act(state), default=0)
    known = {"game": slug, "state": codec.state_to_json(state), "seat": seat, "policy": policy}
    return known | {"seed": "ab" * 32, "ply": 3, "plan": game.race} | more


@pytest.fixture
def child() -> Iterator[Child]:
    found = Child(patience=SECONDS)
    yield found
    found.stop()


def gone(pid: int) -> bool:
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        listed = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False)
        if listed.stdout.strip()[:1] in ("", "Z"):
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize("slug", GAMES)
def test_it_answers_as_this_process_would(child, slug):
    for policy in ("greedy", "random"):
        assert child.ask(question(slug, policy)) == thinking.answer(question(slug, policy))
    assert child.pid not in (None, os.getpid())


def test_what_a_bot_raises_is_told_and_the_next_question_is_answered(child):
    with pytest.raises(ChildFailed, match="KeyError"):
        child.ask(question(policy="ruthless"))
    before = child.pid
    assert child.ask(question())["move"]
    assert child.pid == before


def test_one_that_was_killed_is_started_again_and_the_question_is_not_lost(child):
    child.ask(question())
    before = child.pid
    os.kill(before, signal.SIGKILL)
    assert child.ask(question())["move"]
    assert child.pid != before


def test_one_that_thinks_without_end_is_ended_and_the_next_question_is_answered(child):
    child.ask(question())
    before = child.pid
    os.kill(before, signal.SIGSTOP)  # it will never answer
    child._patience = 0.3
    with pytest.raises(TimeoutError):
        child.ask(question())
    assert gone(before)
    child._patience = SECONDS
    assert child.ask(question())["move"]


def test_questions_of_many_threads_each_get_their_own_answer(child):
    games, found = ["sequence", "diamoniak", "blue-diamond"] * 4, {}
    threads = [threading.Thread(target=lambda n=n: found.update({n: child.ask(question(games[n]))})) for n in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SECONDS)
    assert found == {n: thinking.answer(question(game)) for n, game in enumerate(games)}


def test_one_that_is_stopped_is_not_started_again(child):
    child.ask(question())
    before = child.pid
    child.stop()
    with pytest.raises((TimeoutError, EOFError, BrokenPipeError)):
        child.ask(question())
    assert gone(before)


PARENT = """
import sys
from games.bots.thinkers import Child
from tests.games.test_thinkers import question
child = Child()
child.ask(question())
print(child.pid, flush=True)
sys.stdin.read()
"""


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_it_ends_with_its_parent_however_that_ends(end):
    options = {"cwd": ROOT, "stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    command = [sys.executable, "-c", PARENT]
    parent = subprocess.Popen(command, env=os.environ | {"PYTHONPATH": str(ROOT)}, **options)
    pid = int(parent.stdout.readline())
    parent.send_signal(end)
    parent.wait(SECONDS)
    assert gone(pid)


def test_the_embedded_site_asks_it_and_no_other(monkeypatch, child):
    monkeypatch.setattr(thinkers, "_ask", thinkers._ask)  # put back afterwards
    monkeypatch.setattr(thinking, "answer", None)
    thinkers.use(child.ask)
    assert thinkers.ask(question())["move"]
