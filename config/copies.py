"""Parts of the site as copies of one process that has loaded all of it: each begins in a moment, and shares its memory.

To load the site takes seconds of a processor. What is loaded opens no connection and starts no thread, for neither
would go on in a copy, and nothing in it is one process's own: who that is, each draws when it begins to work.
"""

from __future__ import annotations

import gc
import importlib
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from subprocess import TimeoutExpired

from setproctitle import getproctitle, setproctitle

from config import celery_app, lifeline

ENDS = {signal.SIGTERM, signal.SIGINT}
LOADED = (  # what servers, workers and commands would each import
    "config.asgi",
    "config.urls",
    "config.server",
    "uvicorn.loops.auto",
    "celery.bin.celery",
    "celery.bin.worker",
    "celery.apps.worker",
    "celery.worker.components",
    "celery.worker.consumer",
    "celery.concurrency.prefork",
    "celery.concurrency.thread",
    "kombu.transport.redis",
    "games.clocks.clock",
    "games.serving.hub",
    "games.management.commands.clock",
    "django.core.management.commands.migrate",
)
_POLL = 0.02


def load() -> None:
    """Import all that the parts need, once."""
    getproctitle()  # it finds the place of the title only as long as the environment is the one at the start
    os.environ["DB_POOL"] = "off"  # a copy that has one makes its own
    for name in LOADED:
        importlib.import_module(name)
    celery_app.loader.import_default_modules()
    gc.collect()
    gc.freeze()  # else the first look for rubbish would write to every page of memory, and each copy had its own


class Copy:
    """A running copy; what it can be asked is what `subprocess.Popen` can be asked."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._status: int | None = None

    def poll(self) -> int | None:
        """Return the exit status, less than 0 for a signal, or None while it runs."""
        if self._status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            self._status = os.waitstatus_to_exitcode(status) if pid else None
        return self._status

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end; return the exit status, or raise TimeoutExpired."""
        deadline = time.monotonic() + (float("inf") if timeout is None else timeout)
        while (status := self.poll()) is None:
            if time.monotonic() > deadline:
                raise TimeoutExpired("a copy", timeout or 0.0)
            time.sleep(_POLL)
        return status

    def terminate(self) -> None:
        """Ask it to stop."""
        self._send(signal.SIGTERM)

    def kill(self) -> None:
        """End it."""
        self._send(signal.SIGKILL)

    def _send(self, number: signal.Signals) -> None:
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)


def start(command: list[str], environment: Mapping[str, str], *, held: int | None = None) -> Copy:
    """Start a copy that does what `python -m config.lifeline COMMAND` would, with an environment of its own.

    `held` is the end of the lifeline that is the parent's alone. In the copy this ends with SystemExit.
    """
    with _signals_wait():
        if pid := os.fork():
            return Copy(pid)
        _become(command, environment, held)
    main, path = _main_of(command[0])
    sys.argv = [path, *command[1:]]
    main()
    raise SystemExit


def do(command: list[str]) -> int:
    """Have a copy do a command that comes to an end; return its exit status."""
    return start(command, dict(os.environ)).wait()


@contextmanager
def _signals_wait() -> Iterator[None]:
    """Let no signal to end come while a copy still has its parent's handlers."""
    signal.pthread_sigmask(signal.SIG_BLOCK, ENDS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDS)


def _become(command: list[str], environment: Mapping[str, str], held: int | None) -> None:
    from config import logs, settings
    from config.database import database

    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # as config.lifeline has it
    os.environ.clear()
    os.environ.update(environment)
    setproctitle(" ".join([sys.executable, "-m", "config.lifeline", *command]))
    if held is not None:
        os.close(held)
        lifeline.follow(int(environment["LIFELINE_FD"]))
    logs.forget_part()
    fresh = database(settings.env, settings.VAR_DIR)
    settings.DATABASES["default"].update(fresh)  # which has a pool or none, as the environment says


def _main_of(name: str) -> tuple[Callable[[], object], str]:
    """Return what `python -m NAME` runs, and the path that it finds itself at."""
    module = importlib.import_module("celery.__main__" if name == "celery" else name)
    main = module.execute_from_command_line if name == "manage" else module.main
    return main, str(module.__file__)
