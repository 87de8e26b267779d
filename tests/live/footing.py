"""What a site stands on, to be taken away from it: a PostgreSQL whose commits are on disk, and a Valkey.

Both are stopped hard and come back on the same ports, PostgreSQL with the same data.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, Any, Self
from urllib.parse import urlsplit

import psycopg

from bench.sites import Site
from tests.commands import Done
from tests.services import free_port, start_postgres, start_valkey, temporary_folder, valkey_process
from tests.stack import ROOT, Stack
from tests.stores import fill


class Footing:
    """A database and a Valkey of our own; a context manager that starts both."""

    def __init__(self) -> None:
        self._exits = ExitStack()
        self._folder = temporary_folder(self._exits)
        self._postgres = self._exits.enter_context(ExitStack())
        self._valkey = self._exits.enter_context(ExitStack())
        self.database, self.valkey = "", ""  # their addresses

    def __enter__(self) -> Self:
        try:
            self.start_postgres()
            fill(self.database)
            self.start_valkey()
        except BaseException:
            self._exits.close()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        self._exits.close()

    def start_postgres(self) -> None:
        """Start PostgreSQL and wait until it answers: after a hard stop it has recovered by then."""
        self.database = start_postgres(self._folder, self._postgres, durable=True, port=_port_of(self.database))

    def stop_postgres(self) -> None:
        """Stop PostgreSQL as a crash would: nobody is told, nothing is finished."""
        self._postgres.close()

    def start_valkey(self) -> None:
        """Start an empty Valkey."""
        self.valkey = start_valkey(self._folder, self._valkey, _port_of(self.valkey))

    def kill_valkey(self) -> None:
        """SIGKILL Valkey: what it held is gone."""
        os.kill(valkey_process(self.valkey), signal.SIGKILL)
        self._valkey.close()

    def accepts(self) -> bool:
        """Return whether PostgreSQL takes connections."""
        try:
            psycopg.connect(self.database, connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True


class Town(Site):
    """A site on its own footing and on all cores; each of its two servers has a port of its own."""

    def __init__(self, footing: Footing) -> None:
        self.footing = footing
        with _services_at(footing):
            super().__init__(servers=2)
        self.own_ports = [free_port(), free_port()]

    def __enter__(self) -> Town:
        super().__enter__()
        return self

    def start(self) -> None:
        """Start every process and wait until each server answers."""
        Stack.start(self)

    def manage(self, *arguments: str, check: bool = True) -> Done:
        """Run a management command; returns what it said."""
        return Stack.manage(self, *arguments, check=check)

    def _told_by(self, script: Path, *arguments: str) -> Any:
        """Run a script in the site's settings; return the JSON that it prints."""
        done = self._commands.run(str(script), *arguments)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def kill_servers(self) -> None:
        """SIGKILL every server process at once; the site starts them again."""
        for server in self.servers():
            os.kill(server, signal.SIGKILL)

    @contextmanager
    def script(self, path: str) -> Iterator[IO[str]]:
        """Run a script in the site's settings until its standard input closes, which this yields."""
        command = [sys.executable, "-P", path]
        environment = self._environment() | {"PYTHONPATH": str(ROOT)}
        with subprocess.Popen(command, cwd=ROOT, env=environment, stdin=subprocess.PIPE, text=True) as script:
            assert script.stdin is not None
            yield script.stdin

    @contextmanager
    def held(self) -> Iterator[None]:
        """Let no process of the site do anything for a while: what is compared stands still."""
        os.killpg(self.group, signal.SIGSTOP)
        try:
            yield
        finally:
            os.killpg(self.group, signal.SIGCONT)


@contextmanager
def town() -> Iterator[Town]:
    """Run a site on its own footing."""
    with Footing() as footing, Town(footing) as found:
        yield found


@contextmanager
def _services_at(footing: Footing) -> Iterator[None]:
    """Let what is made now use these services."""
    named = {"DATABASE_URL": footing.database, "REDIS_URL": footing.valkey, "STACK_TEMPLATE": ""}
    before = {name: os.environ.get(name) for name in named}
    os.environ.update(named)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def _port_of(url: str) -> int:
    return urlsplit(url).port or 0 if url else 0
