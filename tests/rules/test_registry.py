"""Games are found, not listed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from rules import registry
from rules.contract import Game

ROOT = Path(__file__).parents[2]
A_GAME = "from tests.rules.toy import Toy\nclass Other(Toy):\n    slug = '{slug}'\ngame = Other()\n"


def test_the_registered_games_are_known_by_their_slugs_in_order() -> None:
    assert list(registry.GAMES) == sorted(registry.GAMES)
    assert "sequence" in registry.GAMES
    for slug, game in registry.GAMES.items():
        assert isinstance(game, Game)
        assert registry.find(slug) is game
        assert game.name
        assert game.score_name
        assert game.idea
        assert game.minutes > 0


def test_an_unknown_game_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        registry.find("chess")


def test_a_new_folder_is_a_new_game_and_needs_nothing_else(tmp_path: Path) -> None:
    _add(tmp_path, "zebra", A_GAME.format(slug="zebra"))
    _add(tmp_path, "no_game", "")
    assert "['sequence', 'zebra']" in _listed(tmp_path).stdout


def test_two_games_of_one_name_are_refused(tmp_path: Path) -> None:
    _add(tmp_path, "zebra", A_GAME.format(slug="sequence"))
    answer = _listed(tmp_path)
    assert answer.returncode == 1
    assert "two games call themselves sequence" in answer.stderr


def test_the_rules_load_without_any_framework() -> None:
    code = "import sys, rules.__main__; print([m for m in sys.modules if m.split('.')[0] in ('django', 'msgspec')])"
    assert _python(code).stdout.strip() == "[]"


def _add(folder: Path, name: str, code: str) -> None:
    (folder / name).mkdir()
    (folder / name / "__init__.py").write_text(code)


def _listed(folder: Path) -> subprocess.CompletedProcess[str]:
    return _python(
        "import rules\n"
        f"rules.__path__.append({str(folder)!r})\n"
        "from rules import registry\n"
        "print([slug for slug in registry.GAMES if slug in ('sequence', 'zebra')])"
    )


def _python(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=False)
