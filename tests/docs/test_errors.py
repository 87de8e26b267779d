"""The table of errors in docs/api.md: each code with the status that it is answered with, and none that is missing."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from accounts.refusals import Refused
from games.api_format import _CODES, status_of

ROOT = Path(__file__).parents[2]
RAISED = re.compile(
    r'(?:Refused|IllegalMove|MalformedMove|BadOptions)\(\s*"([a-z_]+)"|ValidationError\([^"]*".*code="(\w+)"'
)
ELSEWHERE = {  # no address of REST answers with these: they are staff's, of mails, of forms, and between our processes
    "already_claimed", "already_closed", "already_decided", "bad_notation", "no_numbers", "not_counted", "not_due",
}  # fmt: skip
PARTS = ("accounts/friends.py", "accounts/holidays.py")  # which refuse by ValidationError


def told() -> dict[str, int]:
    """Return the status of each code that the docs name."""
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8").split("## Errors")[1]
    rows = [line.split("|")[1:3] for line in text.splitlines() if re.match(r"\| [0-9]", line)]
    found = {}
    for statuses, codes in rows:
        names = re.findall(r"`([a-z_]+)`", re.sub(r"\([^)]*\)", "", codes))
        numbers = [int(number) for number in statuses.split(",")]
        numbers = numbers if len(numbers) > 1 else numbers * len(names)
        found |= dict(zip(names, numbers, strict=True))
    return found


def raised() -> set[str]:
    """Return the codes that the site refuses with."""
    found = set()
    for folder in ("accounts", "games", "matchmaking", "rules"):
        for path in (ROOT / folder).rglob("*.py"):
            place = path.relative_to(ROOT).as_posix()
            for refused, invalid in RAISED.findall(path.read_text(encoding="utf-8")):
                found |= {refused} if refused else {invalid} if place in PARTS else set()
    return found


def test_each_code_is_answered_with_the_status_that_is_told():
    wrong = {code: status for code, status in told().items() if status_of(Refused(code, "A sentence.")) != status}
    assert wrong == {}


def test_no_code_is_missing():
    known = {code for codes in _CODES.values() for code in codes.split()}
    assert len(raised()) > 40
    assert (known | raised()) - ELSEWHERE - told().keys() == set()


def test_a_move_that_can_be_read_and_is_not_allowed_is_no_bad_request():
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in (ROOT / "rules").rglob("*.py")]
    calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args]
    illegal = [call.args[0] for call in calls if isinstance(call.func, ast.Name) and call.func.id == "IllegalMove"]
    codes = {code.value for code in illegal if isinstance(code, ast.Constant)}
    assert "illegal_move" in codes
    assert [code for code in codes if status_of(Refused(code, "A sentence.")) == 400] == []
