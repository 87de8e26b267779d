"""The production shape on one machine: `python -m config.production`, `make serve`.

Two ASGI servers behind one port, the bots, Celery workers for mail and for all else, and the clock, watched by this
process: one that dies is started again, SIGTERM drains all of them, and none outlives this process, however it ends
(config/lifeline.py).
Larger set-ups run the same commands under their own supervisor: docs/deploy.md.
"""

from __future__ import annotations

import argparse
import os
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from config import copies
from config.server import address, bind

ROOT = Path(__file__).resolve().parent.parent
TICK = 0.1
DRAIN_SECONDS = 18.0  # config/server.py: the notice, the sockets one by one, requests that are open, what waits
SOUND_AFTER = 10.0  # seconds after which a part counts as sound again, and is restarted without delay
LONGEST_DELAY = 10.0
MAILS_AT_ONCE = 4  # threads: a mail is nothing but waiting for somebody else's server
# Niceness of what gives way to the servers on a busy processor. For bots, for a table to be opened, and for the code in
# a mail somebody waits before a screen. At ten, beside two busy neighbours a core, a worker had got one second of
# processor of the three that it takes to start after 43 s, at five all three.
SOON, LATER = 5, 10


@dataclass
class Part:
    """One process of the site and how to start it."""

    name: str
    command: list[str]
    sockets: list[socket.socket] = field(default_factory=list)
    pooled: bool = False
    nice: int = 0
    metrics: int = 0  # the port of its page of measures
    process: subprocess.Popen[bytes] | copies.Copy | None = None
    started: float = 0.0
    delay: float = 0.0

    def start(self, lifeline: int, held: int) -> None:
        """Start the process with its sockets and the read end of the lifeline, of which we hold the other."""
        environment = {**os.environ, "LIFELINE_FD": str(lifeline), "DB_POOL": "on" if self.pooled else "off"}
        environment["PART"] = self.name
        if self.metrics:
            environment["METRICS_PORT"] = str(self.metrics)
        fds = [listener.fileno() for listener in self.sockets]
        command = [*self.command, *(f"--fd={fd}" for fd in fds)]
        if self.metrics:  # how a process counts is settled when it loads what counts
            module = [sys.executable, "-m", "config.lifeline"]
            self.process = subprocess.Popen([*module, *command], env=environment, cwd=ROOT, pass_fds=[lifeline, *fds])
        else:
            self.process = copies.start(command, environment, held=held)
        os.setpriority(os.PRIO_PROCESS, self.process.pid, os.getpriority(os.PRIO_PROCESS, 0) + self.nice)
        self.started = time.monotonic()

    def died(self) -> bool:
        """Return whether the process has ended."""
        return self.process is not None and self.process.poll() is not None

    def lived(self) -> float:
        """Return the seconds since the last start."""
        return time.monotonic() - self.started


class Supervisor:
    """Keeps the parts running until it is told to stop."""

    def __init__(self, parts: list[Part]) -> None:
        self._parts = parts
        # Only we hold the write end; kept as long as we live.
        self._lifeline, self._held = os.pipe()
        self._stopping = False

    def run(self, front: socket.socket) -> int:
        """Start all parts, restart those that die, drain on SIGTERM or Ctrl-C; returns the exit status."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._ask_to_stop)
        for part in self._parts:
            part.start(self._lifeline, self._held)
        status = 0 if self._await_ready(front) else 1
        while not self._stopping:
            self._restart_dead()
            time.sleep(TICK)
        self._drain()
        return status

    def _ask_to_stop(self, *_: object) -> None:
        self._stopping = True

    def _await_ready(self, front: socket.socket) -> bool:
        """Wait until the port answers; a part that dies before that is a mistake in the set-up, so stop."""
        while not self._stopping and not _answers(front):
            if dead := [part.name for part in self._parts if part.died()]:
                print(f"Quintet stops: {', '.join(dead)} could not start.", file=sys.stderr, flush=True)
                self._stopping = True
                return False
            time.sleep(TICK)
        if not self._stopping:
            print(f"Quintet is ready: {address(front)}", flush=True)
        return True

    def _restart_dead(self) -> None:
        for part in self._parts:
            if part.died() and part.lived() >= part.delay:
                part.delay = 0.0 if part.lived() > SOUND_AFTER else min(LONGEST_DELAY, part.delay * 2 + 1)
                print(f"Quintet starts {part.name} again; it had ended.", file=sys.stderr, flush=True)
                part.start(self._lifeline, self._held)

    def _drain(self) -> None:
        running = [part.process for part in self._parts if part.process and not part.died()]
        for process in running:
            process.terminate()
        deadline = time.monotonic() + DRAIN_SECONDS
        for process in running:
            try:
                process.wait(max(0.0, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def main() -> int:
    """Check the environment, bring the database up to date, run the parts."""
    arguments = _arguments()
    if missing := [name for name in ("DATABASE_URL", "REDIS_URL") if not os.environ.get(name)]:
        raise SystemExit(f"Set {' and '.join(missing)} first (docs/deploy.md). To just play, use: make run")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    front = bind(arguments.host, arguments.port)
    if "ALLOWED_HOSTS" not in os.environ:  # nobody but this machine: links in mails lead here
        os.environ.setdefault("SITE_URL", address(front))
    copies.load()
    if copies.do(["manage", "migrate", "--noinput", "--verbosity=0"]):  # looks at the settings too
        raise SystemExit("Quintet stops: the reason is above.")
    os.environ.setdefault("CELERY_SKIP_CHECKS", "1")  # they have just been made
    parts = [*_servers(front, arguments), *_backstage(arguments)]
    if first := int(os.environ.get("METRICS_PORT") or 0):
        for index, part in enumerate(parts):
            part.metrics = first + index
    return Supervisor(parts).run(front)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="config.production")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--servers", type=int, default=2, help="ASGI processes behind the port")
    parser.add_argument("--bots", type=int, default=2, help="processes in which bots think")
    parser.add_argument("--workers", type=int, default=1, help="processes for pairing, ratings and all else")
    parser.add_argument("--own-ports", default="", help="a further port for each ASGI process: 8101,8102")
    return parser.parse_args()


def _servers(front: socket.socket, arguments: argparse.Namespace) -> list[Part]:
    own = [bind("127.0.0.1", int(port)) for port in arguments.own_ports.split(",") if port]
    return [
        Part(f"server {index + 1}", ["config.server"], [front, *own[index : index + 1]], pooled=True)
        for index in range(arguments.servers)
    ]


def _backstage(arguments: argparse.Namespace) -> list[Part]:
    return [
        Part("bots", _worker("bots", arguments.bots), nice=SOON),
        Part("worker", _worker("celery", arguments.workers), nice=SOON),
        Part("mail", [*_worker("mail", MAILS_AT_ONCE), "--pool", "threads"], nice=SOON),
        Part("clock", ["manage", "clock"]),
        *_mail_doors(),
    ]


def _mail_doors() -> list[Part]:
    """Return the built-in mail server where the environment names a port for it (docs/deploy.md)."""
    port = os.environ.get("MAIL_IN_PORT", "")
    where = ["--host", os.environ.get("MAIL_IN_HOST", "127.0.0.1"), "--port", port]
    lmtp = ["--lmtp"] if os.environ.get("MAIL_IN_LMTP", "").lower() in {"1", "on", "true", "yes"} else []
    return [Part("mail door", ["manage", "mail_in", *where, *lmtp], nice=LATER)] if port else []


def _worker(queue: str, processes: int) -> list[str]:
    wish = ["--queues", queue, "--concurrency", str(processes), "--hostname", f"{queue}@%h", "--loglevel=WARNING"]
    return ["celery", "--quiet", "-A", "config", "worker", *wish, "--without-gossip", "--without-mingle"]


def _answers(front: socket.socket) -> bool:
    host, port = front.getsockname()[:2]
    try:
        socket.create_connection((host, port), timeout=1).close()
    except OSError:
        return False
    return True


if __name__ == "__main__":
    sys.exit(main())
