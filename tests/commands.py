"""Commands on a stack's own data, as copies of a process that has loaded the site once: to load it takes seconds.

    commands = Commands(environment, folder)
    commands.run("manage.py", "replay")     # or another script, as Python would be told it
    commands.close()

The process is started with the first command and ends with its standard input.
"""

from __future__ import annotations

import json
import os
import runpy
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
COMMAND_SECONDS = 300  # 117 were seen beside busy neighbours
Done = subprocess.CompletedProcess[str]


class Commands:
    """Runs commands one after the other; `folder` holds what they say."""

    def __init__(self, environment: dict[str, str], folder: Path) -> None:
        self._environment, self._folder = environment | {"DB_POOL": "off"}, folder
        self._process: subprocess.Popen[str] | None = None
        self._turn = threading.Lock()

    def run(self, *command: str) -> Done:
        """Run a script with its arguments; return what it said. One that takes too long is ended by SIGALRM."""
        out, error = self._folder / "said", self._folder / "complained"
        with self._turn:
            status = self._ask({"command": command, "out": str(out), "error": str(error)})
            return Done(command, status, out.read_text(), error.read_text())

    def close(self) -> None:
        """End the process, and a command that still runs."""
        if self._process and self._process.stdin and self._process.stdout:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process.stdin.close()
            self._process.stdout.close()
            self._process = None

    def _ask(self, wish: dict[str, Any]) -> int:
        process = self._process = self._process or self._started()
        assert process.stdin and process.stdout
        process.stdin.write(json.dumps(wish) + "\n")
        process.stdin.flush()
        status = process.stdout.readline()
        assert status, "the process that runs commands has ended; it has said why"
        return int(status)

    def _started(self) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "tests.commands"]
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        return subprocess.Popen(command, cwd=ROOT, env=self._environment, start_new_session=True, **pipes)


def main() -> None:
    """Do what each line of standard input asks for in a copy of this process, and print its exit status."""
    from config import copies

    copies.load()
    for line in sys.stdin:
        if not (pid := os.fork()):
            become(json.loads(line))
        print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), flush=True)


def become(wish: dict[str, Any]) -> None:
    """Run the script in this process, and end it."""
    signal.alarm(COMMAND_SECONDS)
    for number, path in enumerate((os.devnull, wish["out"], wish["error"])):
        os.dup2(os.open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC), number)
    sys.argv = wish["command"]
    runpy.run_path(sys.argv[0], run_name="__main__")
    raise SystemExit


if __name__ == "__main__":
    main()
