"""No long functions, no long files: `python -m checks.sizes` names those that are.

A limit nobody may pass, and a budget that nine of ten must keep, so that the exceptions stay exceptions.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

CODE = {".py", ".js", ".css", ".html"}


@dataclass(frozen=True, slots=True)
class Measure:
    """The length of one file or function, and where it is."""

    name: str
    lines: int


@dataclass(frozen=True, slots=True)
class Rule:
    """What is measured, the limit for each, the budget for nine of ten."""

    what: str
    limit: int
    budget: int

    def faults(self, measures: list[Measure]) -> Iterator[str]:
        """Yield a sentence for each measure over the limit, and one when too many are over the budget."""
        for measure in measures:
            if measure.lines > self.limit:
                yield f"{measure.name}: {measure.lines} lines; a {self.what} has at most {self.limit}"
        over = sorted((m for m in measures if m.lines > self.budget), key=lambda m: -m.lines)
        if len(over) * 10 > len(measures):
            names = ", ".join(f"{measure.name} ({measure.lines})" for measure in over)
            yield f"{len(over)} of {len(measures)} {self.what}s have over {self.budget} lines; 90 % must not: {names}"


FILES = Rule("file", limit=400, budget=300)
FUNCTIONS = Rule("function", limit=50, budget=25)


def main() -> int:
    """Print what is too long; returns the exit status."""
    paths = [path for path in _tracked() if path.suffix in CODE and "migrations" not in path.parts]
    files = [Measure(str(path), len(path.read_text().splitlines())) for path in paths]
    functions = [measure for path in paths if path.suffix == ".py" for measure in functions_of(path)]
    faults = [*FILES.faults(files), *FUNCTIONS.faults(functions)]
    print("\n".join(faults) or f"{len(files)} files and {len(functions)} functions, none too long")
    return int(bool(faults) or not functions)


def functions_of(path: Path) -> Iterator[Measure]:
    """Yield each function of a Python file, from `def` to its last line."""
    for node in ast.walk(ast.parse(path.read_text(), str(path))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield Measure(f"{path}:{node.lineno} {node.name}", (node.end_lineno or node.lineno) - node.lineno + 1)


def _tracked() -> list[Path]:
    """Return the files of the repository, also those that are new and not ignored."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()  # noqa: S603
    return [path for path in sorted(set(map(Path, listed))) if path.is_file()]


if __name__ == "__main__":
    sys.exit(main())
