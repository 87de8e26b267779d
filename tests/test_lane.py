"""What the SQLite lane leaves out and lets in is there: a test of another name would be forgotten without a word."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lane import EVERY_CASE, IN_FRONT, LET_IN, WORLDS

HERE = Path(__file__).parent
FILES = sorted(HERE.rglob("test_*.py"))


def test_every_file_that_the_lane_names_is_there():
    assert {path.stem for path in FILES} >= EVERY_CASE | IN_FRONT | WORLDS
    assert not EVERY_CASE & (IN_FRONT | WORLDS)


@pytest.mark.parametrize("name", sorted(LET_IN))
def test_what_is_let_in_is_a_test_of_a_file_that_stays_out(name):
    (path,) = [path for path in FILES if f"def {name.partition('[')[0]}(" in path.read_text(encoding="utf-8")]
    assert path.stem in IN_FRONT


@pytest.mark.sqlite_lane
@pytest.mark.parametrize("case", [1, 2])
def test_of_many_cases_the_first_runs_on_both(case, request):
    first = next(item for item in request.session.items if item.name.startswith(request.node.originalname))
    assert bool(request.node.get_closest_marker("same_on_both")) is (request.node is not first)
    assert case == 2 or request.node is first
