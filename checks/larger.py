"""Which test files do more with SOAK=1 than in a run of all tests, beside the proofs of promises."""

from __future__ import annotations

import re
from pathlib import Path

from checks.promises import PROVING

ROOT = Path(__file__).resolve().parent.parent
_READS = re.compile(r"environ\S*\(\"SOAK\"")
NOTES = {"tests.figures"}  # writes down whether it was set
LAST = "tests/browser/"  # whole matches, each on a page: hours


def larger() -> list[str]:
    """Return the test files that ask for SOAK, by themselves or by a module that they use; the longest last."""
    texts = {path.relative_to(ROOT): path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.py")}
    asking = {path for path, text in texts.items() if _READS.search(text)}
    helpers = {".".join(path.with_suffix("").parts) for path in asking if not path.name.startswith("test_")}
    helpers -= NOTES
    uses = re.compile(rf"^from (?:{'|'.join(map(re.escape, helpers))}) import", re.MULTILINE)
    found = {str(path) for path, text in texts.items() if path in asking or uses.search(text)}
    tests = [path for path in found if Path(path).name.startswith("test_")]
    return sorted(tests, key=lambda path: (path.startswith(LAST), path))


def without_proofs(path: str) -> list[str]:
    """Return pytest's arguments for a file without those of its tests that prove a promise."""
    return [path, *(f"--deselect={proof}" for proof in sorted(PROVING) if proof.startswith(f"{path}::"))]
