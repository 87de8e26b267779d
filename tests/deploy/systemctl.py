#!/usr/bin/env python3
"""A small stand-in for systemctl where systemd is not the first process: only for the test of docs/deploy.md.

Of our units it honours User, WorkingDirectory, Environment, EnvironmentFile, ExecStart, Type, Restart, KillSignal
(SIGTERM) and TimeoutStopSec. It ignores timers, all that shuts a process in, Nice, and the order of starting. Units of
packages are started by their old scripts in /etc/init.d. Standard library only: it runs before anything is installed.
"""

from __future__ import annotations

import os
import pwd
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

UNITS = Path("/etc/systemd/system")
RUNNING = Path("/run/quintet-runner")
LOGS = Path("/var/log/quintet-runner")
Unit = dict[str, list[str]]


def read(name: str) -> Unit:
    """Return the directives of one of our units by their names, %i and %% filled in."""
    stem, _, kind = name.rpartition(".")
    template, at, instance = stem.partition("@")
    found: Unit = {}
    for line in (UNITS / f"{template}{at}.{kind}").read_text().splitlines():
        key, equals, value = line.partition("=")
        if equals and not line.startswith(("#", ";")):
            found.setdefault(key, []).append(value.replace("%i", instance).replace("%%", "%"))
    return found


def environment(unit: Unit) -> dict[str, str]:
    """Return what systemd would give the process, and nothing of our own."""
    lines = list(unit.get("Environment", []))
    for path in unit.get("EnvironmentFile", []):
        lines += [line for line in Path(path).read_text().splitlines() if line and line[0] not in "#;"]
    pairs = (line.partition("=") for line in lines)
    values = {name: "".join(shlex.split(value)) if value[:1] in "'\"" else value for name, _, value in pairs}
    return {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin", **values}


def keep(name: str) -> None:
    """Run one service until SIGTERM, and start it again whenever it ends, as Restart=always does."""
    unit = read(name)
    stopping: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, _: stopping.append(number))
    while not stopping:
        process = launch(name, unit)
        while process.poll() is None and not stopping:
            time.sleep(0.1)
        if stopping:
            end(process, float(unit["TimeoutStopSec"][0]))
        elif unit.get("Restart") != ["always"]:
            return
        time.sleep(1)


def launch(name: str, unit: Unit) -> subprocess.Popen[bytes]:
    """Start the process as the unit says."""
    person = pwd.getpwnam(unit["User"][0])
    who = {"user": person.pw_uid, "group": person.pw_gid, "extra_groups": [person.pw_gid]}
    with (LOGS / name).open("ab") as log:
        return subprocess.Popen(
            shlex.split(unit["ExecStart"][0]), cwd=unit["WorkingDirectory"][0], env=environment(unit),
            stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True, **who,
        )  # fmt: skip


def end(process: subprocess.Popen[bytes], patience: float) -> None:
    """Ask the process to end; after TimeoutStopSec kill it and all it has started."""
    process.terminate()
    try:
        process.wait(patience)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)


def start(name: str) -> int:
    """Start a unit of ours, or a package's service; returns the exit status."""
    if name.endswith(".target"):
        return max(start(wanted) for line in read(name)["Wants"] for wanted in line.split())
    if not name.startswith("quintet"):
        script = Path("/etc/init.d") / name.removesuffix(".service")
        return subprocess.call([script, "restart"], stdout=sys.stderr) if script.exists() else 1
    for folder in (RUNNING, LOGS):
        folder.mkdir(exist_ok=True)
    if (RUNNING / name).exists():
        return 0
    unit = {} if name.endswith(".timer") else read(name)
    if name.endswith(".timer") or unit.get("Type") == ["oneshot"]:
        return launch(name, unit).wait() if unit else int(not (UNITS / name).exists())
    keeper = subprocess.Popen([sys.executable, __file__, "keep", name], start_new_session=True)
    (RUNNING / name).write_text(str(keeper.pid))
    return 0


def stop(name: str) -> int:
    """Stop a unit of ours and wait for its end; returns the exit status."""
    if name.endswith(".target"):
        return max(stop(wanted) for line in read(name)["Wants"] for wanted in line.split())
    note = RUNNING / name
    pid = int(note.read_text())
    os.kill(pid, signal.SIGTERM)
    while Path(f"/proc/{pid}").exists() and Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z":
        time.sleep(0.1)
    note.unlink()
    return 0


def restart(name: str) -> int:
    """Stop a unit of ours, and start it; a package's script does both. Returns the exit status."""
    return (name.startswith("quintet") and stop(name)) or start(name)


def main(arguments: list[str]) -> int:
    """Do what systemctl would with the few words that docs/deploy.md uses; anything else is an error."""
    match arguments:
        case ["daemon-reload"]:
            return 0
        case ["enable", "--now", *names] | ["start", *names]:
            return max(start(_full(name)) for name in names)
        case ["stop", *names]:
            return max(stop(_full(name)) for name in names)
        case ["restart", *names]:
            return max(restart(_full(name)) for name in names)
        case ["keep", name]:
            keep(name)
            return 0
    print(f"this stand-in does not know: systemctl {shlex.join(arguments)}", file=sys.stderr)
    return 2


def _full(name: str) -> str:
    return name if name.endswith((".service", ".target", ".timer")) else f"{name}.service"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
