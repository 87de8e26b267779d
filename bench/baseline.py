"""Part 1's way of carrying a move, as its own site, so that old and new are measured in one run on one machine."""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
import tarfile

from bench.sites import Site
from tests.stack import ROOT

COMMIT = "b0ffaf2"  # the last one in which every move was a transaction of its own on Django's connection
NAME, TABLES = "part 1, closed loop, 20 matches", 20
TREE = ROOT / "var" / "bench" / f"part1-{COMMIT}"


def site() -> Site | None:
    """Return part 1's site, not yet started, two server processes as it was measured then; None without history."""
    if not (TREE / "manage.py").exists() and not _check_out():
        print(f"no baseline: commit {COMMIT} is not in this clone's history", file=sys.stderr)
        return None
    return Site(servers=2, tree=TREE)


def _check_out() -> bool:
    packed = subprocess.run(["git", "archive", COMMIT], cwd=ROOT, capture_output=True, check=False)  # noqa: S607
    if packed.returncode:
        return False
    shutil.rmtree(TREE, ignore_errors=True)
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
        archive.extractall(TREE, filter="data")
    return True
