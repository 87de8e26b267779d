"""Who thinks for the bots: this process itself, or a process of its own where nobody may be held up (`Child`)."""

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

from games import thinking

PATIENCE = 5.0  # s: a bot that has not answered by then never will
START = 60.0  # s that the process may take until it listens, on a machine that is busy
ROOT = Path(__file__).resolve().parent.parent
Json = dict[str, Any]
Ask = Callable[[Json], Json]


class BotFailed(Exception):
    """A bot has raised in its process; the text is its traceback."""


class Child:
    """A process that thinks, one question at a time: started with the first, and again whenever it has died.

    It holds no lock of this process while it thinks, and ends with it, however that ends (games.thinking).
    """

    def __init__(self, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._stopped = False

    @property
    def pid(self) -> int | None:
        """The process, while there is one."""
        return self._process.pid if self._process else None

    def ask(self, question: Json) -> Json:
        """Return the answer (games.thinking.answer).

        Raises BotFailed, or TimeoutError and then has ended the process. If it died meanwhile another one is asked.
        """
        with self._lock:
            try:
                told = self._exchange(question)
            except (BrokenPipeError, EOFError):
                self._end()
                told = self._exchange(question)
        if "error" in told:
            raise BotFailed(told["error"])
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
            assert process.stdin is not None
            process.stdin.write(json.dumps(question).encode() + b"\n")
            told: Json = json.loads(_line(process, self._patience))
        except BaseException:  # whatever it still says is the answer to another question
            self._end()
            raise
        return told

    def _begin(self) -> subprocess.Popen[bytes]:
        self._process = _start()
        _line(self._process, START)
        return self._process


def _line(process: subprocess.Popen[bytes], patience: float) -> bytes:
    """Return the next line that a process says; raises TimeoutError, or EOFError once it has ended."""
    assert process.stdout is not None
    said, end = b"", time.monotonic() + patience
    while not said.endswith(b"\n"):
        if not select.select([process.stdout], [], [], max(0.0, end - time.monotonic()))[0]:
            raise TimeoutError(f"a bot has not answered within {patience:g} s")
        if not (more := os.read(process.stdout.fileno(), 65_536)):
            raise EOFError("the bots' process has ended")
        said += more
    return said


def _start() -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "games.thinking"]
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
