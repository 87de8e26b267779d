"""Signs that no text of a person holds, in addresses, queries and forms of every page: refused, never a fault of ours.

PostgreSQL takes no NUL, and cannot even look for one. What is sent to REST and sockets has tests of its own
(tests/games/test_bad_input.py); their addresses stand here too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import quote

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

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


def addresses(parts: list[URLPattern | URLResolver], sign: str, before: str = "") -> Iterator[str]:
    """Yield every address of the site that takes a text, with a sign in each text."""
    for part in parts:
        path = before + str(part.pattern).lstrip("^")
        if isinstance(part, URLResolver):
            yield from addresses(part.url_patterns, sign, path)
        elif re.search("<(str|path):|<[a-z_]+>", path) and "(?P" not in path:
            texts = re.sub("<(?:(?:str|path):)?[a-z_]+>", sign, path)
            yield "/" + re.sub("<int:[a-z_]+>", "1", re.sub("<slug:[a-z_]+>", "sequence", texts))


@pytest.mark.parametrize("sign", BAD.values(), ids=BAD)
def test_no_sign_in_an_address_is_a_fault_of_ours(sign, site):
    known = {name: str(place) for name, place in site.places.items()}
    paths = list(addresses(get_resolver().url_patterns, quote(sign, safe="")))
    assert len(paths) > 100, "of REST and of the admin too"
    paths += [
        path.format(**known | {name: quote(sign, safe="")}) for path in NAMED for name in re.findall(r"\{(\w+)\}", path)
    ]
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


def test_nobody_is_invited_by_a_name_with_a_nul(site):
    client, table = site.clients["player"], site.places["table"]
    chosen = {"seats": "2", "clock_kind": "per_move", "per_move": "60", "talk": "free"}
    with undone():
        told = client.post("/tables/new/diamoniak/?with=b%00ris", chosen | {"option_starter": '"random"'})
    assert told.status_code == 302, "the table stands"
    with undone():
        panel = client.post(f"/m/{table}/invite/?part", {"who": "b\0ris"})
    assert panel.status_code < 500
