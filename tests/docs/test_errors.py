"""The table of errors in docs/api.md names what REST answers, each code beside the status that it comes with."""

from __future__ import annotations

import ast
import re

import pytest

from games import api_format
from games.errors import Refused
from tests.stack import ROOT

STATUSES = {status: set(codes.split()) for status, codes in api_format._CODES.items()}
UNFIT = 400  # what cannot be read


def told() -> dict[str, set[str]]:
    """Return the codes of each row, by the statuses that it is for."""
    table = (ROOT / "docs/api.md").read_text().partition("## Errors")[2]
    rows = re.findall(r"^\| (\d{3}(?:, \d{3})*) \| (.*) \|$", table, re.MULTILINE)
    return {statuses: set(re.findall(r"`([a-z_]+)`", codes)) for statuses, codes in rows}


def codes_of_illegal_moves() -> set[str]:
    """Return the codes with which the rules refuse moves that can be read."""
    trees = [ast.parse(path.read_text()) for path in (ROOT / "rules").rglob("*.py")]
    calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args]
    illegal = [call.args[0] for call in calls if isinstance(call.func, ast.Name) and call.func.id == "IllegalMove"]
    return {code.value for code in illegal if isinstance(code, ast.Constant)}


@pytest.mark.parametrize("status", STATUSES)
def test_each_status_has_its_codes_in_the_table(status):
    (row,) = [statuses for statuses in told() if str(status) in statuses]
    others = set().union(*(STATUSES[int(other)] for other in row.split(", ")))
    assert told()[row] == others


def test_a_move_that_can_be_read_and_is_not_allowed_is_no_bad_request():
    codes = codes_of_illegal_moves()
    assert "illegal_move" in codes
    assert [code for code in codes if api_format.status_of(Refused(code, "")) == UNFIT] == []
