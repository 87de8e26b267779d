"""docs/rulings.md names a test for every ruling and every known bug, and each of them is there."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from rules import registry
from rules.contract import AnyGame

TESTS = Path(__file__).parent
DOCUMENT = (TESTS.parents[1] / "docs" / "rulings.md").read_text(encoding="utf-8")
NAMED = re.findall(r"`([\w/]+\.py)::(\w+)`", DOCUMENT)
ROWS = [line for line in DOCUMENT.splitlines() if re.match(r"\| (R|P|\d+) \|", line)]


@cache
def names_in(path: str) -> frozenset[str]:
    """Return the functions of a test file; its path is below this folder, or begins with `tests/`."""
    file = TESTS.parents[1] / path if path.startswith("tests/") else TESTS / path
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


@pytest.mark.parametrize(("path", "name"), NAMED, ids=[f"{path}::{name}" for path, name in NAMED])
def test_a_test_named_in_the_document_exists(path: str, name: str) -> None:
    assert name.startswith("test_")
    assert name in names_in(path)


def test_every_ruling_and_every_known_bug_names_a_test() -> None:
    assert ROWS
    assert all(re.search(r"`[\w/]+\.py::test_\w+`", row) for row in ROWS)


@pytest.mark.parametrize("game", registry.GAMES.values(), ids=registry.GAMES.keys())
def test_every_game_with_tests_of_its_own_has_a_part_of_its_own(game: AnyGame) -> None:
    if not (TESTS / registry.folder(game.slug)).is_dir():
        pytest.skip("a game that was only just put there")
    part = DOCUMENT.split(f"\n## {game.name}\n")[1].split("\n## ")[0]
    assert part.count("\n| R |") >= 5
