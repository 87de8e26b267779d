"""Who thinks for the bots: this process itself, or a process of its own where nobody may be held up (`Child`).

Pictures of mails are drawn in such a process too (games.mail.outgoing.drawing).
"""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from games.bots import thinking

PATIENCE = 5.0  # s: a bot that has not answered by then never will
START = 60.0  # s that the process may take until it listens, on a machine that is busy
ROOT = Path(__file__).resolve().parents[2]
Json = dict[str, Any]
Ask = Callable[[Json], Json]


class ChildFailed(Exception):
    """What was asked of a process has raised there; the text is its traceback."""


class Child:
    """A process that thinks, one question at a time: started with the first, and again whenever it has died.

    It holds no lock of this process while it thinks, and ends with it, however that ends (games.bots.thinking).
    """

    def __init__(self, patience: float = PATIENCE, module: str = "games.bots.thinking") -> None:
        self._patience = patience
        self._module = module  # serves by games.bots.thinking.serve
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._stopped = False

    @property
    def pid(self) -> int | None:
        """The process, while there is one."""
        return self._process.pid if self._process else None

    def ask(self, question: Json) -> Json:
        """Return the answer (games.bots.thinking.answer).

        Raises ChildFailed, or TimeoutError and then has ended the process. If it died meanwhile another one is asked.
        """
        with self._lock:
            try:
                told = self._exchange(question)
            except (BrokenPipeError, EOFError):
                self._end()
                told = self._exchange(question)
        if "error" in told:
            raise ChildFailed(told["error"])
        answer: Json = told["answer"]
        return answer

    def stop(self) -> None:
        """End the process for good; who waits for an answer gets none. Waits for nobody."""
        self._stopped = True
        if process := self._process:
            process.kill()

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    pipe.close()
            process.wait()

    def _exchange(self, question: Json) -> Json:
        if self._stopped:
            raise TimeoutError("the site stops")
        try:
            process = self._process or self._begin()
            _tell(process, json.dumps(question).encode() + b"\n", self._patience)
            told: Json = json.loads(_line(process, self._patience))
        except BaseException:  # whatever it still says is the answer to another question
            self._end()
            raise
        return told

    def _begin(self) -> subprocess.Popen[bytes]:
        self._process = _start(self._module)
        _line(self._process, START)
        return self._process


def _tell(process: subprocess.Popen[bytes], question: bytes, patience: float) -> None:
    """Write a line to a process, however long; raises TimeoutError where it does not read."""
    assert process.stdin is not None
    pipe, rest, end = process.stdin.fileno(), memoryview(question), time.monotonic() + patience
    while rest:
        if not select.select([], [pipe], [], max(0.0, end - time.monotonic()))[1]:
            raise TimeoutError(f"no question taken within {patience:g} s")
        rest = rest[os.write(pipe, rest[: select.PIPE_BUF]) :]  # so much goes without waiting once there is room


def _line(process: subprocess.Popen[bytes], patience: float) -> bytes:
    """Return the next line that a process says; raises TimeoutError, or EOFError once it has ended."""
    assert process.stdout is not None
    said, end = b"", time.monotonic() + patience
    while not said.endswith(b"\n"):
        if not select.select([process.stdout], [], [], max(0.0, end - time.monotonic()))[0]:
            raise TimeoutError(f"no answer within {patience:g} s")
        if not (more := os.read(process.stdout.fileno(), 65_536)):
            raise EOFError("the process has ended")
        said += more
    return said


def _start(module: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", module]
    return subprocess.Popen(  # noqa: S603 - our own module
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
    )


_ask: Ask = thinking.answer


def use(ask: Ask) -> None:
    """Let all bots of this process be asked that way from now on."""
    global _ask  # noqa: PLW0603 - one a process
    _ask = ask


def ask(question: Json) -> Json:
    """Return a bot's answer; raises whatever went wrong with it."""
    return _ask(question)
