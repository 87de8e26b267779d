"""Whole server stacks as a person runs them, for the live and browser tests.

    with Stack("production") as stack:
        stack.url, stack.own_urls     # the shared port, and each ASGI process by itself
        stack.kill(); stack.start()   # SIGKILL of every process, then again on the same database

Each stack has a database (or a folder), a Valkey database, ports and a process group of its own.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Literal

from tests.commands import Commands, Done
from tests.services import free_port
from tests.stores import Postgres, SQLite

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 180.0  # 97 were seen beside busy neighbours
STOP_SECONDS = 20.0
Shape = Literal["production", "embedded"]
_lifeline, _held = os.pipe()  # only this process holds the second end


class Stack:
    """One running site of the given shape; a context manager that starts it and leaves nothing behind.

    `bare`: on a database without tables, as on the first day; else they are there (tests/stores.py).
    """

    def __init__(
        self, shape: Shape, *, port: int | None = None, environment: dict[str, str] | None = None, bare: bool = False
    ) -> None:
        self.shape = shape
        self.port = port or free_port()
        self.own_ports = [free_port(), free_port()] if shape == "production" else []
        self.folder = Path(tempfile.mkdtemp(prefix="stack-", dir=_parent_folder()))
        self._store = Postgres(bare=bare) if shape == "production" else SQLite(self.folder / "var", bare=bare)
        self._extra = environment or {}
        self._commands = Commands(self._environment(), self.folder)
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Stack:
        try:
            self.start()
        except BaseException:
            self._remove()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._remove()  # at once: that a site stops well when it is asked is proved in tests/config/test_shapes.py

    @property
    def url(self) -> str:
        """The address that people open, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def own_urls(self) -> list[str]:
        """An address for each server process by itself; the embedded shape has one."""
        return [f"http://127.0.0.1:{port}" for port in self.own_ports] or [self.url]

    def start(self) -> None:
        """Start every process and wait until each server answers; raises AssertionError with the log otherwise."""
        own = ["--own-ports", ",".join(map(str, self.own_ports))] if self.own_ports else []
        module = ["config.lifeline", f"config.{self.shape}"]  # the stack ends with the test run, however that ends
        command = [sys.executable, "-m", *module, "--port", str(self.port), *own]
        environment = {**self._environment(), "LIFELINE_FD": str(_lifeline)}
        options: dict[str, Any] = {"cwd": ROOT, "start_new_session": True, "pass_fds": [_lifeline]}
        with self._log_file.open("ab") as log:
            self._process = subprocess.Popen(command, env=environment, stdout=log, stderr=log, **options)
        self.await_answers()

    def await_answers(self) -> None:
        """Wait until each server answers; raises AssertionError with the log otherwise."""
        for url in (self.url, *self.own_urls):
            self._await(url)

    def kill(self) -> None:
        """SIGKILL every process of the stack at once, as a power cut would."""
        if self._process:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._await_group_gone()

    def stop(self) -> int:
        """Ask the stack to stop and wait until all of its processes are gone; returns the exit status."""
        if self._process is None or self._process.poll() is not None:
            return 0
        self._process.terminate()
        try:
            status = self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError(f"The {self.shape} stack did not stop:\n{self.logs()}") from None
        self._await_group_gone()
        return status

    def query(self, sql: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Run one statement with %s placeholders on the stack's database; returns its rows."""
        return self._store.query(sql, parameters)

    def manage(self, *arguments: str, check: bool = True) -> Done:
        """Run a management command on the stack's database; returns what it said.

        With `check` one that fails raises AssertionError with all that it said, and the end of the stack's log.
        """
        done = self._commands.run("manage.py", *arguments)
        if check and done.returncode:
            said = f"manage.py {' '.join(arguments)} ended with {done.returncode}:\n{done.stdout}\n{done.stderr}"
            raise AssertionError(f"{said}\n--- log of the {self.shape} stack ---\n{self.logs()}")
        return done

    def logs(self, lines: int = 80) -> str:
        """The end of what the stack's processes have written."""
        return "\n".join(self._log_file.read_text(errors="replace").splitlines()[-lines:])

    def tail(self) -> str:
        """The end of the same without the requests: what a failed test shows."""
        return "\n".join([line for line in self.logs(100_000).splitlines() if "quintet.access" not in line][-200:])

    @property
    def group(self) -> int:
        """The process group of the stack, which is also its first process."""
        return self._process.pid if self._process else 0

    @property
    def _log_file(self) -> Path:
        return self.folder / "log"

    @property
    def environment(self) -> dict[str, str]:
        """What leads to the stack's own data: DATABASE_URL, REDIS_URL … where it has them."""
        return self._store.environment()

    def _environment(self) -> dict[str, str]:
        plain = {key: value for key, value in os.environ.items() if key not in {"DATABASE_URL", "REDIS_URL"}}
        return {**plain, "VAR_DIR": str(self.folder / "var"), **self._store.environment(), **self._extra}

    def _await(self, url: str) -> None:
        deadline = time.monotonic() + START_SECONDS
        while not _answers(f"{url}/healthz"):
            ended = self._process is None or self._process.poll() is not None
            if ended or time.monotonic() > deadline:
                raise AssertionError(f"The {self.shape} stack did not come up at {url}:\n{self.logs()}")
            time.sleep(0.05)

    def _await_group_gone(self) -> None:
        deadline = time.monotonic() + STOP_SECONDS
        while _group_lives(self.group):
            if time.monotonic() > deadline:
                raise AssertionError(f"Processes of the {self.shape} stack stayed behind:\n{self.logs()}")
            time.sleep(0.02)

    def _remove(self) -> None:
        with suppress(ProcessLookupError):
            self.kill()
        self._commands.close()
        self._store.remove()
        shutil.rmtree(self.folder, ignore_errors=True)


@contextmanager
def running(shape: Shape, **options: Any) -> Iterator[Stack]:
    """Run a stack and, when the test fails, show the end of its log."""
    with Stack(shape, **options) as stack:
        try:
            yield stack
        except BaseException:
            print(f"--- log of the {shape} stack ---\n{stack.tail()}")
            raise


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:  # noqa: S310
            return bool(answer.status == 200)
    except OSError:
        return False


def _group_lives(group: int) -> bool:
    # `ps` and not signal 0, which also finds the dead whom nobody has waited for yet
    listed = subprocess.run(["ps", "-Ao", "pgid=,stat="], capture_output=True, text=True, check=True).stdout
    rows = (line.split() for line in listed.splitlines())
    return any(row[0] == str(group) and not row[1].startswith("Z") for row in rows)


def _parent_folder() -> str:
    folder = Path(os.environ["VAR_DIR"])  # inside the folder that the keeper of tests/services.py takes away
    folder.mkdir(parents=True, exist_ok=True)
    return str(folder)
