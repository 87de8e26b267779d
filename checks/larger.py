"""Which test files do more with SOAK=1 than in a run of all tests, beside the proofs of promises."""

from __future__ import annotations

import re
from pathlib import Path

from checks.promises import PROVING

ROOT = Path(__file__).resolve().parent.parent
_READS = re.compile(r"environ\S*\(\"SOAK\"")
_IMPORTS = re.compile(r"^ *from (tests[\w.]*) import (\([^)]*\)|[^\n]*)", re.MULTILINE)
NOTES = {"tests.figures"}  # writes down whether it was set
LAST = "tests/browser/"  # whole matches, each on a page: hours


def larger() -> list[str]:
    """Return the test files that ask for SOAK, by themselves or by modules that they use; the longest last."""
    texts = {_name(path): path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("*.py")}
    asking = {name for name, text in texts.items() if _READS.search(text)} - NOTES
    used = {name: _used(text) for name, text in texts.items()}
    while more := {name for name, modules in used.items() if modules & asking} - asking - NOTES:
        asking |= more
    tests = [f"{name.replace('.', '/')}.py" for name in asking if name.rpartition(".")[2].startswith("test_")]
    return sorted(tests, key=lambda path: (path.startswith(LAST), path))


def _name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def _used(text: str) -> set[str]:
    """Return the modules of tests that a text may import, and names of theirs that look alike."""
    found = {(module, name) for module, names in _IMPORTS.findall(text) for name in re.findall(r"\w+", names)}
    return {module for module, _ in found} | {f"{module}.{name}" for module, name in found}


def without_proofs(path: str) -> list[str]:
    """Return pytest's arguments for a file without those of its tests that prove a promise."""
    return [path, *(f"--deselect={proof}" for proof in sorted(PROVING) if proof.startswith(f"{path}::"))]
