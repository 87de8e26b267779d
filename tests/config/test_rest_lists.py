"""Whatever list REST has is read with four queries at most: found by the document, so that none is missed."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import friends
from accounts.models import SanctionKind, User
from config import interface
from games import services
from matchmaking.models import Rating
from tests.games.conftest import anna, boris, clara, in_process, make_user, open_for, started
from tests.matchmaking.test_ratings import won as played
from tests.programs import Program
from tests.staff import laid

__all__ = ["anna", "boris", "clara", "in_process"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process")]
MOST = 4
# What is told of one match or person whole is no page of a list.
WHOLE = {"matches/{match_id}/steps", "matches/{match_id}/deal", "matches/{match_id}/ratings", "people/{name}"}


def lists() -> dict[str, list[str]]:
    """Return the addresses that answer with lists, and the names of these."""
    document = interface.document()
    shapes, found = document["components"]["schemas"], {}
    for path, known in document["paths"].items():
        if "get" in known:
            content = known["get"]["responses"]["200"]["content"]["application/json"]["schema"]
            shape = shapes[content["$ref"].rpartition("/")[2]] if "$ref" in content else content
            names = [name for name, told in shape.get("properties", {}).items() if told.get("type") == "array"]
            if names:
                found[path.removeprefix("/api/v1/")] = names
    return found


def tied(anna: User) -> None:
    """Let people ask anna, be asked, be friends and be blocked."""
    for number in range(3):
        asker, asked, blocked, friend = (make_user(f"{name}{number}") for name in ("ka", "kb", "kc", "kd"))
        friends.ask_friendship(asker, anna)
        friends.ask_friendship(anna, asked)
        friends.block_person(anna, blocked)
        friends.ask_friendship(friend, anna)
        friends.accept_friendship(anna, friend)


def filled(anna: User, boris: User) -> dict[str, Any]:
    """Fill every list for anna, and return what stands in the addresses."""
    tied(anna)
    for number in range(3):
        host, kind = make_user(f"host{number}"), ("talk", "name", "other")[number]
        assert Program(host).post(f"matches/{open_for(host).id}/invitations", who="anna").status_code == 200
        played(anna, boris)
        going_on = started(anna, make_user())
        services.say(going_on.id, anna, {"type": "chat", "token": f"c{number}", "text": "hello"})
        first = (timezone.now() + timedelta(days=10 * number + 1)).date()
        program = Program(anna)
        days = {"first": first.isoformat(), "last": first.isoformat()}
        report = {"token": f"r{number}", "about": "person", "person": "boris", "kind": kind, "text": "He shouts."}
        for path, body in (("account/holidays", days), ("reports", report)):
            assert program.post(path, body).status_code == 201
        laid(anna, SanctionKind.WARNING)
    own = open_for(anna)
    for who in ("boris", "host1"):
        assert Program(anna).post(f"matches/{own.id}/invitations", who=who).status_code == 200
    ticket = {"token": "q", "game": "sequence", "seats": 2, "bots_after": 30_000}
    assert Program(anna).post("tickets", ticket).status_code == 201
    Rating.objects.update(settled_until=2**62)
    return {
        "match_id": going_on.id,
        "name": "anna",
        "game": "blue-diamond",
        "own": own.id,
        "over": played(anna, make_user("ke")).id,
    }


def test_every_list_is_read_with_four_queries_at_most(anna, boris, settings):
    settings.LIMITS = dict.fromkeys(settings.LIMITS, (10**9, 60))
    places, program, dear, empty = filled(anna, boris), Program(anna), {}, set()
    program.get("account")  # the token's first use is noted
    for path, names in lists().items():
        at = {"invitations": "own", "ratings": "over"}.get(path.rpartition("/")[2], "match_id")
        with CaptureQueriesContext(connection) as asked:
            answer = program.get(path.format(**places | {"match_id": places[at]}))
        if path in WHOLE:
            continue
        assert answer.status_code == 200, path
        empty |= {f"{path}: {name}" for name in names if not answer.json().get(name)}
        if len(asked) > MOST:
            dear[path] = [query["sql"][:90] for query in asked]
    assert not empty  # else it says nothing
    assert not dear, sorted(dear)
