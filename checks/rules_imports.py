"""What import-linter cannot say of rules/, read from the source: `python -m checks.rules_imports`.

The rules import the standard library and themselves; no game imports another; the core names no game, so that a
sixth game is one new folder. Holds for games that do not exist yet.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

RULES = Path("rules")


def main() -> int:
    """Print each import that is not allowed; returns the exit status."""
    files = sorted(RULES.rglob("*.py"))
    games = {path.parent.name for path in RULES.glob("*/__init__.py")}
    faults = [fault for path in files for fault in faults_of(path, games)]
    print("\n".join(faults) or f"{len(files)} files of rules/ import what they may")
    return int(bool(faults) or not games)


def faults_of(path: Path, games: set[str]) -> Iterator[str]:
    """Yield a sentence for each import of a file that the rules do not allow."""
    own = path.parts[1] if path.parts[1] in games else None
    for line, name in _imports(path):
        top, _, rest = name.partition(".")
        game = rest.partition(".")[0]
        if top != "rules" and top not in sys.stdlib_module_names:
            yield f"{path}:{line} imports {name}: rules/ has the standard library only"
        elif top == "rules" and game in games and game != own:
            yield f"{path}:{line} imports {name}: " + ("no game imports another" if own else "the core names no game")


def _imports(path: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(path.read_text(), str(path))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = _absolute(path, node)
            yield from ((node.lineno, f"{module}.{alias.name}") for alias in node.names)


def _absolute(path: Path, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    package = list(path.parent.parts)[: len(path.parent.parts) - node.level + 1]
    return ".".join([*package, *filter(None, [node.module])])


if __name__ == "__main__":
    sys.exit(main())
