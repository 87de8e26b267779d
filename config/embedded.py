"""The whole site as one process with nothing else to install: `python -m config.embedded`, `make run`.

The main thread serves pages and sockets; a Celery worker, the clock and the door for mail are threads beside it; bots
think in a process of their own and pictures of mails are drawn in another, and both end with this one; the database is
a SQLite file, and what Redis would carry stays in memory.
Killed at any moment, it loses no move that was answered: tasks lost with the memory are found again from the database.
"""

from __future__ import annotations

import argparse
import fcntl
import logging
import os
import socket
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from config.server import Server, address, bind

STOP_SECONDS = 1.5  # for the threads; with the server's own drain a stop stays under three
QUEUES = ["celery", "bots", "mail"]
MAIL_PORT = 8025
LOOPBACK = {"127.0.0.1", "::1", "localhost"}
logger = logging.getLogger(__name__)


class Crew:
    """The threads beside the server. When one of them fails the server stops too: never half alive."""

    def __init__(self) -> None:
        self._stopping = threading.Event()
        self._threads: list[threading.Thread] = []
        self._worker: Any = None
        self._thinker: Any = None
        self._server: Server | None = None
        self.failed = False

    def start(self, server: Server) -> None:
        """Start the clock, the worker and the door for mail."""
        self._server = server
        for work in (self._run_clock, self._run_worker, self._run_mail):
            thread = threading.Thread(target=self._watch, args=(work,), name=work.__name__.lstrip("_"), daemon=True)
            thread.start()
            self._threads.append(thread)

    def stop(self) -> None:
        """Ask the threads to end and wait for them a little; what a bot or a picture still takes is not waited for."""
        from games.mail.outgoing import drawing

        self._stopping.set()
        drawing.stop()
        if self._thinker is not None:
            self._thinker.stop()
        if self._worker is not None:
            self._threads.append(threading.Thread(target=self._worker.stop, daemon=True))
            self._threads[-1].start()
        deadline = time.monotonic() + STOP_SECONDS
        for thread in self._threads:
            thread.join(max(0.0, deadline - time.monotonic()))

    def _watch(self, work: Callable[[], None]) -> None:
        try:
            work()
        except Exception:
            logger.exception("A part of Quintet failed")
        if not self._stopping.is_set() and self._server is not None:
            self.failed = True
            self._server.should_exit = True

    def _run_clock(self) -> None:
        from games import clock

        clock.run(self._stopping)

    def _run_mail(self) -> None:
        from games.mail.incoming import smtp

        listener = _bind_mail()
        print(f"Mail programs of this machine reach it at SMTP port {listener.getsockname()[1]}", flush=True)
        smtp.run(listener, self._stopping)

    def _run_worker(self) -> None:
        from config.celery import app
        from games import thinkers

        self._thinker = thinkers.Child()  # so that no bot holds up the server, which shares this interpreter
        thinkers.use(self._thinker.ask)
        wish: dict[str, Any] = {"pool": "threads", "concurrency": 3, "queues": QUEUES}
        self._worker = app.WorkController(**wish, without_heartbeat=True, without_mingle=True, without_gossip=True)
        self._worker.start()


def _bind_mail() -> socket.socket:
    """Return a socket for mail, for this machine alone: at the usual port, or at any other if that one is taken."""
    try:
        return socket.create_server(("127.0.0.1", int(os.environ.get("MAIL_IN_PORT", MAIL_PORT))))
    except OSError:
        return socket.create_server(("127.0.0.1", 0))


def main() -> int:
    """Serve until Ctrl-C or SIGTERM; returns the exit status."""
    arguments = _arguments()
    listener = bind(arguments.host, arguments.port)
    _prepare_environment(arguments.host, address(listener))
    lock = _lock_folder()
    _prepare_django()
    crew = Crew()
    server = Server(drain_seconds=1, proxied=False, on_ready=lambda: _announce(listener, crew, server))
    server.run([listener])
    crew.stop()
    lock.close()
    return int(crew.failed)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="config.embedded")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    return parser.parse_args()


def _prepare_environment(host: str, site: str) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ.setdefault("SITE_URL", site)  # for links in mails
    os.environ.setdefault("CELERY_SKIP_CHECKS", "1")  # they take a second; `make check` runs them
    if host not in LOOPBACK:
        # Others can reach us now: our own names are fine, but nobody may read the mails of everybody.
        os.environ.setdefault("ALLOWED_HOSTS", ",".join(["localhost", "127.0.0.1", host, *_own_names()]))
        os.environ.setdefault("MAIL_PAGE", "off")


def _own_names() -> list[str]:
    name = socket.gethostname()
    try:
        return [name, *socket.gethostbyname_ex(name)[2]]
    except OSError:
        return [name]


def _prepare_django() -> None:
    import django
    from django.core.management import call_command
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    from config import checks

    django.setup()
    checks.refuse_unsafe()
    for chatty, level in (("celery", logging.WARNING), ("kombu.connection", logging.ERROR)):
        logging.getLogger(chatty).setLevel(level)
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        print("Preparing the database ...", flush=True)
        call_command("migrate", verbosity=0, interactive=False)
    connection.close()


def _lock_folder() -> Any:
    """Keep a second server off the same files, before it brings the database forward under the feet of the first.

    Memory carries the live updates, and it is not shared.
    """
    from django.conf import settings

    lock = (Path(settings.VAR_DIR) / "server.lock").open("w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise SystemExit(f"Quintet already runs on the files in {settings.VAR_DIR}. Stop it, or set VAR_DIR.") from None
    return lock


def _announce(listener: socket.socket, crew: Crew, server: Server) -> None:
    print(f"Quintet is ready: {address(listener)}   (Ctrl-C stops it)", flush=True)
    crew.start(server)


if __name__ == "__main__":
    try:
        status = main()
    except KeyboardInterrupt:  # before the server took over the signal
        status = 130
    logging.shutdown()
    sys.stdout.flush()
    os._exit(status)  # a bot's thread may still be thinking; all that was answered is on disk
