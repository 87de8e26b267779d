"""Whatever fits the document, and much that does not, is answered as the document says, and never with a fault of ours.

SOAK=1 makes fifty examples of each operation for each role; else all roles together have as many. FUZZ_SEED repeats
a run.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis.checks import CHECKS

from accounts import bot_accounts
from accounts.models import User
from games.models import Match
from tests.games.conftest import ask, in_process, make_user, open_for, started
from tests.games.socket_pages import session_of
from tests.programs import new_token

__all__ = ["in_process"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process")]
SOAK = bool(os.environ.get("SOAK"))
SEED = int(os.environ.get("FUZZ_SEED", random.randrange(10**6)))
NAMES = ("not_a_server_error", "status_code_conformance", "content_type_conformance", "response_schema_conformance")
CSRF = "a" * 32
EXAMPLES = 50
ROLES = ["nobody", "guest", "member", "reader", "bot"]


def headers_of(role: str, user: User) -> dict[str, str]:
    """Return what makes a request that of somebody in a role."""
    if role == "guest":
        cookie = f"sessionid={session_of(user)}; csrftoken={CSRF}"
        return {"Cookie": cookie, "X-CSRFToken": CSRF}
    scopes = ("read",) if role == "reader" else ()
    return {} if role == "nobody" else {"Authorization": f"Bearer {new_token(user, *scopes)}"}


def person_in(role: str) -> User:
    if role == "guest":
        return User.objects.create_user("Guest 1", is_guest=True)
    user = make_user(f"player-{role}")
    if role == "bot":
        bot_accounts.turn_into_bot(user, bot_accounts.owner_code(make_user()))
    return user


def matches_of(user: User) -> list[Match]:
    """Return an open table of somebody, a match that goes on, one that is over, and a closed one without them."""
    over = started(user, make_user())
    ask(over, user, "resign")
    return [open_for(user), started(user, make_user()), over, started(make_user(), make_user(), watchers=False)]


@pytest.fixture
def schema(monkeypatch, settings) -> Any:
    settings.LIMITS = dict.fromkeys(settings.LIMITS, (10**9, 60))
    settings.ALLOWED_HOSTS = ["localhost"]
    for signal in (request_started, request_finished):  # they would close the test's connection
        signal.disconnect(close_old_connections)
    yield schemathesis.openapi.from_wsgi("/api/v1/openapi.json", get_wsgi_application())
    request_started.connect(close_old_connections)
    request_finished.connect(close_old_connections)


@pytest.mark.parametrize("roles", [[role] for role in ROLES] if SOAK else [ROLES], ids=" ".join)
def test_every_operation_answers_as_the_document_says(roles, schema, db):
    print(f"FUZZ_SEED={SEED}")
    people = {role: person_in(role) for role in roles}
    matches = [match.id for user in people.values() for match in matches_of(user)]
    known = {"match_id": matches, "name": [user.username for user in people.values()], "game": ["sequence"]}
    headers = {role: headers_of(role, user) for role, user in people.items()}
    statuses: dict[str, Counter[int]] = {}
    for found in schema.get_all_operations():
        operation = found.ok()
        statuses[operation.label] = fuzz(operation, headers, known)
    assert len(statuses) > 20
    done = [label for label, seen in statuses.items() if any(status < 300 for status in seen)]
    assert len(done) >= 12, statuses  # it is not all refusals


def fuzz(operation: Any, headers: dict[str, dict[str, str]], known: dict[str, list[str]]) -> Counter[int]:
    """Try an operation so often and return the statuses that came."""
    checks, seen = CHECKS.get_by_names(list(NAMES)), Counter[int]()

    @seed(SEED)
    @settings(
        max_examples=EXAMPLES, database=None, deadline=None,
        phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(case=operation.as_strategy(), data=st.data())
    def examine(case: Any, data: Any) -> None:
        for name in case.path_parameters or {}:
            if name in known and data.draw(st.integers(0, 3)):
                case.path_parameters[name] = data.draw(st.sampled_from(known[name]))
        response = case.call(headers=headers[data.draw(st.sampled_from(sorted(headers)))])
        seen[response.status_code] += 1
        case.validate_response(response, checks=checks)

    run: Callable[[], None] = examine
    run()
    return seen
