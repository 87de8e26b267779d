"""A whole site to be measured: the production shape with so many server processes, on cores of its own.

The services and everything that a site starts run on the cores that this process has at that moment.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tests import services
from tests.live.people import CROWDED
from tests.stack import ROOT, Stack

SITE, CLIENT = {0}, {1}  # cores
PREPARE, LATENESS = ROOT / "bench" / "prepare.py", ROOT / "bench" / "lateness.py"
TICK = os.sysconf("SC_CLK_TCK")
STARTED = 19  # where _stat has the instant at which a process was started
_lifeline, _held = os.pipe()  # only this process holds the second end


def pin(cores: set[int]) -> bool:
    """Keep this process, and those it starts from now on, to these cores where the system can do that."""
    with suppress(AttributeError, OSError):
        os.sched_setaffinity(0, cores)
        return True
    return False


def allow_many_sockets() -> None:
    """Let this process, and those it starts, open as many files as the system allows."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


@contextmanager
def services_on(cores: set[int]) -> Iterator[Path]:
    """Run PostgreSQL, with every commit on disk, and Valkey on these cores; yields the folder with their data."""
    pin(cores)
    with services.offered(durable=True) as environment:
        os.environ.update(environment)
        yield Path(environment["VAR_DIR"]).parent


class Site(Stack):
    """A running site. `tree` is the checkout that it is started from."""

    backstage: tuple[str, ...] = ("--workers", "1", "--bots", "1")

    def __init__(self, *, servers: int = 1, cores: set[int] = SITE, tree: Path = ROOT) -> None:
        self._servers, self._cores, self._tree = servers, cores, tree
        super().__init__("production", environment=CROWDED)
        self.own_ports = []

    def __enter__(self) -> Site:
        super().__enter__()
        return self

    def start(self) -> None:
        """Start every process on the site's cores, and go to the client's."""
        wish = ["--port", str(self.port), "--servers", str(self._servers), *self.backstage]
        command = [sys.executable, "-m", "config.lifeline", "config.production", *wish]
        environment = {**self._environment(), "LIFELINE_FD": str(_lifeline)}
        pin(self._cores)
        with self._log_file.open("ab") as log:
            options: dict[str, Any] = {"start_new_session": True, "pass_fds": [_lifeline], "stdout": log, "stderr": log}
            self._process = subprocess.Popen(command, cwd=self._tree, env=environment, **options)
        pin(CLIENT)
        self.await_answers()

    def prepare(self, game: str, *, seats: int, matches: int, tables: int = 0, **options: Any) -> list[dict[str, Any]]:
        """Return so many matches that have started, with their people's cookies (bench.prepare).

        A `clock` among the options is the matches' clock; with `start` false their hosts have still to start them.
        """
        chosen = {name: options.pop(name) for name in ("clock", "start") if name in options}
        wish = {
            "game": game,
            "options": options,
            "seats": seats,
            "matches": matches,
            "tables": tables or matches,
        }
        prepared: list[dict[str, Any]] = self._told_by(PREPARE, json.dumps(wish | chosen))
        return prepared

    def lateness(self) -> list[tuple[str, int, int]]:
        """Return (match, when, how late) of each flip of Red-Handed, each match's in order (bench.lateness)."""
        return [(match, at, late) for match, at, late in self._told_by(LATENESS)]

    def _told_by(self, script: Path, *arguments: str) -> Any:
        """Run a script in the site's settings; return the JSON that it prints."""
        command = [sys.executable, "-P", str(script), *arguments]
        environment = self._environment() | {"PYTHONPATH": str(self._tree), "DB_POOL": "off"}
        told = subprocess.run(command, cwd=self._tree, env=environment, stdout=subprocess.PIPE, check=True, timeout=300)
        return json.loads(told.stdout)

    def servers(self) -> list[int]:
        """Return the ASGI processes."""
        listing = ["ps", "-Aww", "-o", "pid=,pgid=,args="]  # ww: whole lines, however long the path of Python is
        told = subprocess.run(listing, capture_output=True, text=True, check=True).stdout
        rows = [line.split(None, 2) for line in told.splitlines()]
        return [int(pid) for pid, group, args in rows if group == str(self.group) and " config.server " in f"{args} "]

    def meter(self) -> Callable[[], dict[str, float]]:
        """Return what tells the processor time, in s, of the ASGI processes that run now and of everybody else."""
        servers = self.servers()
        return lambda: {"server": cpu_seconds(servers), "client": time.process_time(), **shared_seconds()}

    def manage(self, *arguments: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        """Run a management command of the site's own checkout; returns what it said."""
        command = [sys.executable, "manage.py", *arguments]
        told: dict[str, Any] = {"capture_output": True, "text": True, "timeout": 300}
        return subprocess.run(command, cwd=self._tree, env=self._environment(), check=check, **told)

    def kill_oldest(self) -> None:
        """SIGKILL the ASGI process that has run for longest, and so owns the most matches; the site starts it again."""
        oldest = min(self.servers(), key=lambda pid: int(_stat(pid)[STARTED]))
        os.kill(oldest, signal.SIGKILL)


def cpu_seconds(processes: list[int]) -> float:
    """Return the processor time that these have used."""
    return sum(sum(map(int, _stat(pid)[11:13])) for pid in processes) / TICK


def shared_seconds() -> dict[str, float]:
    """Return the processor time of our PostgreSQL, and on all cores of whoever does not stem from this process."""
    ticks = [int(field) for field in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
    family = _family()
    ours, database = sum(family.values()), sum(used for (_, name), used in family.items() if name == "postgres")
    return {"postgres": database / TICK, "others": (sum(ticks) - ticks[3] - ticks[4] - ours) / TICK}


def _family() -> dict[tuple[int, str], int]:
    """Return the ticks of this process and all that stems from it, the dead they have waited for included."""
    found = {}
    for path in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            found[int(path.name)] = _stat(int(path.name))
    family = {os.getpid()}
    while more := {pid for pid, fields in found.items() if int(fields[1]) in family} - family:
        family |= more
    return {(pid, _name(pid)): sum(map(int, found[pid][11:15])) for pid in family if pid in found}


def _name(pid: int) -> str:
    with suppress(OSError):
        return Path(f"/proc/{pid}/comm").read_text().strip()
    return ""


def _stat(pid: int) -> list[str]:
    """Return the fields of /proc/PID/stat from the third on."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
