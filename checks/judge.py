"""Runs the proofs of what Quintet promises and writes what came of them into docs/reliability.md.

python -m checks.judge run                      short, within MINUTES (8); `make judge`
python -m checks.judge run --soak               full size, within --minutes; goes on where it was stopped; `make soak`
python -m checks.judge report LINES             what a run of all tests has noted (tests/run.sh); 1 unless all is kept
python -m checks.judge table                    the document anew, from docs/reliability.jsonl
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from checks.larger import larger, without_proofs
from checks.promises import PROMISES, PROVING
from checks.reliability import RESULTS, merged, write_document

ROOT = Path(__file__).resolve().parent.parent
VAR = ROOT / "var"
MINUTES, SOAK_MINUTES = 8.0, 240.0
TOGETHER = ["-n", "2", "--dist", "loadgroup", "--no-loadscope-reorder", "-m", "not alone"]
ALONE = ["-m", "alone"]
ONLY_PROOFS = 5  # pytest's status where nothing is left to run
Line = dict[str, Any]


def main() -> int:
    """Do what was asked for; returns the exit status."""
    parser = argparse.ArgumentParser(prog="checks.judge", description=__doc__)
    asked = parser.add_subparsers(dest="what", required=True)
    run = asked.add_parser("run")
    run.add_argument("--soak", action="store_true")
    run.add_argument("--minutes", type=float, default=0.0)
    run.add_argument("--only", default="", help="promises, as A1,B5, and nothing that is larger beside them")
    asked.add_parser("report").add_argument("lines", type=Path)
    asked.add_parser("table")
    wish = parser.parse_args()
    if wish.what == "run":
        chosen = tests_of(wish.only)
        if wish.soak:
            return soak(chosen, [] if wish.only else larger(), wish.minutes)
        return judge(chosen, wish.minutes)
    if wish.what == "report":
        return verdict(read(wish.lines), tests_of(""))
    write_document(read(RESULTS))
    return 0


def tests_of(only: str) -> list[str]:
    """Return the tests that prove the promises with these ids, or all, each once; SystemExit for an unknown id."""
    wanted = {name for name in only.split(",") if name} or {promise.id for promise in PROMISES}
    if unknown := wanted - {promise.id for promise in PROMISES}:
        raise SystemExit(f"There is no promise {', '.join(sorted(unknown))}.")
    return list(dict.fromkeys(proof for each in PROMISES if each.id in wanted for proof in each.proofs))


def judge(tests: list[str], minutes: float) -> int:
    """Prove all in the short form: what may run beside others first, then what is measured."""
    lines, until = VAR / "judge.jsonl", time.monotonic() + 60 * (minutes or MINUTES)
    VAR.mkdir(exist_ok=True)
    lines.unlink(missing_ok=True)
    for how in (TOGETHER, ALONE):
        run_pytest([*how, *tests], lines, until, {})
    return ended(lines, tests)


def soak(proofs: list[str], files: list[str], minutes: float) -> int:
    """Prove all at full size, one after the other, then run the other tests that are larger so, file by file.

    What a run that was stopped has done is not done again.
    """
    VAR.mkdir(exist_ok=True)
    lines, until = VAR / "soak.jsonl", time.monotonic() + 60 * (minutes or SOAK_MINUTES)
    ran = VAR / "soak.files"  # a file's name and its pytest's exit status
    done = {line["test"] for line in read(lines)} | statuses(ran).keys()
    if done >= {*proofs, *files}:  # the last one came to its end
        for path in (lines, ran):
            path.unlink(missing_ok=True)
        done = set()
    for number, test in enumerate(both := [*proofs, *files], 1):
        left = until - time.monotonic()
        if test in done or left <= 0:
            continue
        print(f"== {number} of {len(both)}: {test}, {left / 60:.0f} minutes left ==", flush=True)
        status = run_pytest(["-m", "live or not live", *without_proofs(test)], lines, until, {"SOAK": "1"})
        if test in files and status is not None:
            note(ran, test, status)
    return max(ended(lines, proofs), verdict_on_files(statuses(ran), files))


def note(ran: Path, file: str, status: int) -> None:
    """Write down how a file's tests ended."""
    with ran.open("a", encoding="utf-8") as told:
        told.write(f"{file} {status}\n")


def statuses(path: Path) -> dict[str, int]:
    """Return how each file's tests ended, as pytest's exit status."""
    rows = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return {name: int(status) for name, _, status in (row.partition(" ") for row in rows)}


def verdict_on_files(found: dict[str, int], files: list[str]) -> int:
    """Print which files' tests failed and which were not run; return 1 if there are any."""
    failed = [name for name in files if found.get(name, 0) not in {0, ONLY_PROOFS}]
    missing = [name for name in files if name not in found]
    for name in failed:
        print(f"FAILED    {name}")
    for name in missing:
        print(f"NOT RUN   {name}")
    return 1 if failed or missing else 0


def run_pytest(arguments: list[str], lines: Path, until: float, more: dict[str, str]) -> int | None:
    """Run pytest until it is done or the time is over; return its exit status, None if it had to be stopped."""
    environment = {**os.environ, **more, "FIGURES": str(lines)}
    command = [sys.executable, "-m", "pytest", "-q", *arguments]
    process = subprocess.Popen(command, cwd=ROOT, env=environment, start_new_session=True)  # noqa: S603 - ours
    try:
        return process.wait(max(1.0, until - time.monotonic()))
    except subprocess.TimeoutExpired:
        print("The time is over.", flush=True)
        return None
    finally:
        stop(process)


def stop(process: subprocess.Popen[bytes]) -> None:
    """End a pytest that still runs, as Ctrl-C would, so that it takes its servers away."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGINT)
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def ended(lines: Path, tests: list[str]) -> int:
    """Put what was found into the document; return the exit status."""
    write_document(merged(read(RESULTS), read(lines)))
    return verdict(read(lines), tests)


def verdict(lines: list[Line], tests: list[str]) -> int:
    """Print what is not kept and what was not looked at; return 1 if there is anything."""
    ran = {line["test"] for line in lines}
    held = {line["case"]: line["tries"] for line in lines if line["outcome"] == "passed"}
    bad = [line for line in lines if line["outcome"] != "passed" and line["tries"] >= held.get(line["case"], 0)]
    failed = {line["test"] for line in bad}  # without what was measured again and held then
    missing = [test for test in tests if test not in ran]
    for test in sorted(failed):
        print(f"NOT KEPT  {test}")
    for test in missing:
        print(f"NOT RUN   {test}")
    unproved = [promise.id for promise in PROMISES if not promise.proofs]
    print(f"{len(ran)} of {len(PROVING)} proofs ran, {len(failed)} failed; without a proof: {unproved or 'none'}")
    return 1 if failed or missing or unproved else 0


def read(path: Path) -> list[Line]:
    """Return the lines of a file; none if it is not there."""
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]


if __name__ == "__main__":
    sys.exit(main())
