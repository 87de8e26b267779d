"""A NUL in an address, which PostgreSQL cannot even look for: nobody's fault but who typed it, and no alarm of ours."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from tests.games.conftest import make_user, open_for

pytestmark = pytest.mark.django_db
FAULT = 500


def addresses(parts: list[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    """Yield every address of the site that takes a text, with a NUL in each text."""
    for part in parts:
        path = before + str(part.pattern).lstrip("^")
        if isinstance(part, URLResolver):
            yield from addresses(part.url_patterns, path)
        elif re.search("<(str|path):|<[a-z_]+>", path) and "(?P" not in path:
            texts = re.sub("<(?:(?:str|path):)?[a-z_]+>", "a%00b", path)
            yield "/" + re.sub("<int:[a-z_]+>", "1", re.sub("<slug:[a-z_]+>", "sequence", texts))


def test_an_address_with_a_nul_is_none_of_ours():
    client, known = Client(raise_request_exception=False), sorted(set(addresses(get_resolver().url_patterns)))
    client.force_login(make_user("anna"))
    asked = [(ask, address) for address in known for ask in (client.get, client.post)]
    assert len(asked) > 100
    assert [address for ask, address in asked if ask(address).status_code >= FAULT] == []


def test_nobody_is_invited_by_a_name_with_a_nul():
    anna, client = make_user("anna"), Client(raise_request_exception=False)
    client.force_login(anna)
    chosen = {"seats": "2", "clock_kind": "per_move", "per_move": "60", "talk": "free"}
    told = client.post("/tables/new/diamoniak/?with=b%00ris", chosen | {"option_starter": '"random"'})
    assert told.status_code == 302, "the table stands"
    panel = client.post(f"/m/{open_for(anna).id}/invite/?part", {"who": "b\0ris"})
    assert panel.status_code < FAULT
