"""Signs that no text of a person holds, in addresses, queries and forms of every page: refused, never a fault of ours.

PostgreSQL takes no NUL; REST and sockets have their own tests of it (tests/games/test_bad_input.py).
"""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest

from tests.games.conftest import in_process
from tests.rules.positions import SOAK
from tests.security.matrix import MATRIX
from tests.security.roles import ANONYMOUS, World
from tests.security.test_matrix import site, undone

__all__ = ["in_process", "site"]
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_lane, pytest.mark.usefixtures("in_process")]
BAD = {"NUL": "a\0b"}
if SOAK:
    BAD |= {"NUL alone": "\0", "a line": "a\nb", "an override": "a\u202eb", "too long": "a" * 3_000, "a word": "ab"}
ASKERS = (ANONYMOUS, "player", "admin") if SOAK else ("player", "admin")
NAMED = sorted({row.path for row in MATRIX.values() if "{" in row.path})
FIELDS = (
    "who", "name", "do", "words", "why", "reason", "answer", "text", "m", "match", "all", "session", "next", "level",
    "login", "email", "username", "password", "password1", "code", "kind", "days", "theme", "time_zone", "first",
)  # fmt: skip
QUERY = ("q", "who", "with", "like", "to", "m", "page", "game", "pace", "of", "state", "kind", "next", "result")


def faults(site: World, paths: list[str], sign: str, query: str = "") -> list[str]:
    """Ask for all these pages, and post to them, with a sign in every field; return what was answered as our fault."""
    found = []
    for path in paths:
        for role in ASKERS:
            client = site.clients[role]
            with undone():
                answers = [client.get(path + query), client.post(path, dict.fromkeys(FIELDS, sign))]
            found += [f"{path!r} as {role}: {answer.status_code}" for answer in answers if answer.status_code >= 500]
    return found


@pytest.mark.parametrize("sign", BAD.values(), ids=BAD)
def test_no_sign_in_an_address_is_a_fault_of_ours(sign, site):
    paths = [re.sub(r"\{\w+\}", quote(sign, safe=""), path) for path in NAMED]
    assert len(paths) > 30
    assert faults(site, paths, sign) == []


@pytest.mark.parametrize("sign", BAD.values(), ids=BAD)
def test_no_sign_in_a_query_or_a_form_is_a_fault_of_ours(sign, site):
    paths = sorted({row.path.format(**site.places) for row in MATRIX.values()})
    query = "?" + "&".join(f"{name}={quote(sign)}" for name in QUERY)
    assert faults(site, paths, sign, query) == []


def test_no_sign_in_the_reason_of_a_deed_of_the_admin_is_a_fault_of_ours(site):
    person = site.people["stranger"]
    for sign in BAD.values():
        body = {"confirmed": "1", "why": sign, "action": "log_out", "_selected_action": str(person.pk)}
        for path in (f"{person.pk}/do/log_out/", ""):
            with undone():
                answer = site.clients["admin"].post(f"/staff/admin/accounts/user/{path}", body)
            assert answer.status_code < 500, (path, sign)
