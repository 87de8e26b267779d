"""Django's admin, address by address: nobody but staff gets in, and what is posted there changes no person's things."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import NoReverseMatch, URLPattern, get_resolver, reverse

from tests.games.conftest import in_process
from tests.security.matrix import STAFF
from tests.security.roles import ROLES, Watch, World, world
from tests.security.test_matrix import outcome, undone

__all__ = ["in_process"]
rooms = pytest.importorskip("accounts.admin.site").site
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_lane, pytest.mark.usefixtures("in_process")]
OPEN = {"login", "logout"}  # what leads to the site's own log-in and out
POSTED = {"post": "yes", "username": "X", "role": "administrator", "is_superuser": "on", "action": "delete_selected"}


def paths() -> Iterator[tuple[str, str]]:
    """Yield the name and path of every address of the admin, rows of each model filled in."""
    (inner,) = [part for part in get_resolver().url_patterns if getattr(part, "namespace", "") == "admin"]
    for pattern in _flat(inner.url_patterns):
        if pattern.name and pattern.name not in OPEN:
            for args in ([], ["1"], ["auth", "1"], ["accounts"]):
                try:
                    yield pattern.name, reverse(f"admin:{pattern.name}", args=args)
                except NoReverseMatch:
                    continue


def _flat(patterns: Any) -> Iterator[URLPattern]:
    for pattern in patterns:
        yield from _flat(pattern.url_patterns) if hasattr(pattern, "url_patterns") else [pattern]


@pytest.fixture
def site(settings) -> World:
    return world()


def test_the_admin_is_for_staff_alone(site):
    found = sorted(set(paths()))
    assert len(found) > 3 * len(rooms._registry)
    before = site.fingerprint()
    for name, path in found:
        for role in ROLES:
            if role not in STAFF:
                for answer in (site.clients[role].get(path), site.clients[role].post(path, POSTED)):
                    assert outcome(answer) in ("refused", "405"), (name, role, answer.status_code)
    assert site.fingerprint() == before


def test_nothing_that_staff_post_to_the_admin_without_a_reason_changes_anything(site):
    watch = Watch(site)
    player = str(site.people["player"].pk)
    actions = {str(action) for room in rooms._registry.values() for action in room.actions or []}
    for name, path in sorted(set(paths())):
        for role in STAFF:
            for action in ["delete_selected", *sorted(actions)]:
                with undone():
                    site.clients[role].post(path, POSTED | {"action": action, "_selected_action": player})
                    assert not watch.has_changed(), (path, role, action)
                if "changelist" not in name:
                    break
    assert not watch.differs()
