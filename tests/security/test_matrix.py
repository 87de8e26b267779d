"""Everybody gets what is theirs and nothing else: every address, socket and action, for eleven roles (E5)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from functools import partial
from typing import Any, get_args

import pytest
from asgiref.sync import async_to_sync
from django.core.cache import cache
from django.db import transaction
from django.test import Client

from accounts.models import Block, User
from config.asgi import sockets
from config.visitors import Visitors
from games.door import requests
from games.models import EntryRow
from tests.browser.pages import url_names
from tests.config.test_rest_matrix import NEEDS, OPEN
from tests.games.conftest import in_process, started
from tests.games.socket_pages import HOST, Page
from tests.games.stream_readers import Listener
from tests.security.matrix import LOOKING, MATRIX, OPEN_TO_BARRED, PEOPLE, STAFF, TABLE, WITHOUT_CSRF, Row
from tests.security.roles import ANONYMOUS, LOGGED_IN, MISSING, PLAY, READ, ROLES, Watch, World, world

__all__ = ["in_process"]
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_lane, pytest.mark.usefixtures("in_process")]
REFUSED = {401, 403, 404}
FACTORS, STANDING = "/accounts/2fa/", "/accounts/standing/"
AWAY = re.compile(
    "/accounts/(login/|standing/|2fa/$|2fa/reauthenticate/|reauthenticate/)|/staff/admin/login/"
)  # where who may not is led


@pytest.fixture
def site(settings) -> World:
    settings.LIMITS = dict.fromkeys(settings.LIMITS, (10**9, 60))
    settings.ACCOUNT_RATE_LIMITS, settings.ACCOUNT_REAUTHENTICATION_TIMEOUT = False, 10**9
    settings.MAIL_PAGE, settings.SECURITY_CONTACT = False, "holes@example.org"
    settings.EMAIL_BACKEND = "accounts.mailing.outbox.OutboxBackend"
    return world()


@contextmanager
def undone() -> Iterator[None]:
    """Take back whatever is done within; no atomic block, for in one there is no durable write."""
    point = transaction.savepoint()
    cache.clear()  # no counts of tries
    try:
        yield
    finally:
        transaction.savepoint_rollback(point)


def outcome(answer: Any) -> str:
    """Return "served", "refused", or what must not be."""
    led_away = answer.status_code == 302 and AWAY.match(answer.url)
    if led_away and answer.url == FACTORS and answer.request["REQUEST_METHOD"] == "POST":
        return "served"  # a factor was added or taken away, which the page shows
    if led_away and answer.url == STANDING and answer.request["PATH_INFO"].startswith(STANDING):
        return "served"  # what was done on one's standing shows there
    if answer.status_code in REFUSED or led_away:
        return "refused"
    return "served" if answer.status_code < 500 and answer.status_code not in (405, 429) else str(answer.status_code)


# --- pages ---


def test_every_address_has_a_row():
    assert {name for name in url_names() if not name.startswith("admin:")} == MATRIX.keys() & url_names()


def test_every_page_is_shown_to_those_of_its_row_and_nobody_else(site):
    before, faults = site.fingerprint(), []
    for name, row, role in _cases():
        if fault := _judged(site.clients[role].get(row.path.format(**site.places)), row.get, name, role):
            faults.append(f"{name} as {role}: {fault}")
    assert not faults, "\n".join(faults)
    assert site.fingerprint() == before  # to look changes nothing


def test_every_form_is_taken_from_those_of_its_row_and_nobody_else(site):
    watch, faults = Watch(site), []
    for name, row, role in _cases():
        with undone():
            kept = deepcopy(site.clients[role].cookies)
            answer = site.clients[role].post(row.path.format(**site.places), dict(row.body))
            site.clients[role].cookies = kept
            fault = _judged(answer, row.post, name, role)
            if not fault and role not in row.acts and answer.status_code < 400 and watch.has_changed():
                fault = "the player's things have changed"
        if fault:
            faults.append(f"{name} as {role}: {fault}")
    assert not faults, "\n".join(faults)
    assert not watch.differs()  # nor did anybody else's connection write


def test_what_is_written_of_the_players_is_seen_and_the_rest_is_not(site):
    watch, people = Watch(site), User.objects.order_by("pk")
    assert not watch.has_changed()
    for name, changed in (("stranger", False), ("player", True), ("stranger", False), ("player", True)):
        with undone():
            people.filter(pk=site.people[name].pk).update(email="another@example.org")
            assert watch.has_changed() is changed
    with undone():
        assert Block.objects.filter(blocker=site.people["player"]).delete()[0]
        assert watch.has_changed()
    assert not watch.differs()


def _cases() -> Iterator[tuple[str, Row, str]]:
    for name, row in _rows().items():
        for role in ROLES:
            yield name, row, role


def _rows() -> dict[str, Row]:
    """Return the rows of what is there: some pages hang on a setting."""
    return {name: row for name, row in MATRIX.items() if name in url_names()}


def _judged(answer: Any, may: frozenset[str] | None, name: str, role: str) -> str:
    """Return what is wrong with an answer, "" if nothing is."""
    found = outcome(answer)
    if may is None:
        wished = {"405", "refused"}  # pages that are not for somebody do not even say that
    else:
        wished = {"served" if role in may and not _is_kept_out(name, role) else "refused"}
    return "" if found in wished else f"{found}, not {wished} ({answer.status_code} {answer.get('Location', '')})"


def _is_kept_out(name: str, role: str) -> bool:
    return role == "banned" and name not in OPEN_TO_BARRED


def test_no_address_echoes_what_it_was_sent(site):
    for name, row in _rows().items():
        answer = site.clients["player"].trace(row.path.format(**site.places))
        assert answer.status_code in (302, 400, 403, 404, 405), name


def test_no_cache_keeps_what_is_somebodys_own(site):
    for name, row in _rows().items():
        if row.get and row.get <= PEOPLE and not name.startswith(("account_", "mfa_")):  # those are empty forms
            answer = site.clients["player" if "player" in row.get else "admin"].get(row.path.format(**site.places))
            told = answer.headers.get("Cache-Control", "")
            assert "no-store" in told or "no-cache" in told or answer.status_code >= 300, (name, told)


@pytest.mark.parametrize("place", ["match", "over", "mailed"])
def test_what_is_closed_to_somebody_and_what_there_is_not_are_the_same_bytes(place, site):
    rows = {name: row for name, row in _rows().items() if f"{{{place}}}" in row.path}
    assert rows
    for name, row in rows.items():
        for role in ROLES:
            for method in ("get", "post"):
                if role not in (getattr(row, method) or ROLES):
                    ask = partial(_bytes, getattr(site.clients[role], method), row)
                    closed, missing = (
                        ask(site.places | {place: match}, match) for match in (site.places[place], MISSING)
                    )
                    assert closed == missing, (name, role, method)
                    assert closed[0] in (302, 404)


def _bytes(ask: Any, row: Row, places: dict[str, Any], match: str) -> tuple[int, str]:
    with undone():
        answer = ask(row.path.format(**places), dict(row.body))
    text = f"{answer.headers.get('Location', '')} {answer.content.decode()}".replace(match, "ID")
    return answer.status_code, re.sub(
        r'(csrfmiddlewaretoken" value="|nonce="|data-waited="|data-matches=")[^"]+', "", text
    )


def test_every_form_is_refused_from_a_foreign_page(site):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(site.people["player"])
    passed, watch = set(), Watch(site)
    for name, row in _rows().items():
        with undone():
            answer = browser.post(row.path.format(**site.places), dict(row.body))
            changed = watch.has_changed()
            assert name in WITHOUT_CSRF or not changed, name
        if answer.status_code != 403 and row.post:
            passed.add(name)
    assert passed <= WITHOUT_CSRF
    assert not watch.differs()


# --- REST ---


@pytest.mark.parametrize("role", ROLES)
def test_rest_serves_each_role_what_is_theirs(role, site):
    wrong, watch = {}, Watch(site)
    for route, scope in NEEDS.items():
        method, path = route.split(" ")
        path = path.format(
            match_id=site.places["match"],
            name="player",
            game="sequence",
            ticket_id=site.places["ticket"],
            invitation_id=site.places["invitation"],
            holiday_id=site.places["holiday"],
            sanction_id=site.places["sanction"],
        )
        with undone():
            request = getattr(site.clients[role], method)
            answer = request(
                f"/api/v1/{path}", **({} if method == "get" else {"data": "{}", "content_type": "application/json"})
            )
            changed = watch.has_changed()
            assert role in ("player", PLAY) or not changed, route
        seen = role in STAFF and method == "post" and "{match_id}" in route  # they may know that there is a match
        refused = REFUSED | ({400} if seen else set())
        if (answer.status_code not in refused) != _may_rest(role, route, scope) or answer.status_code >= 500:
            wrong[route] = answer.status_code
    assert not wrong
    assert not watch.differs()


def _may_rest(role: str, route: str, scope: str) -> bool:
    if role in (READ, PLAY):
        return scope == role.split(maxsplit=1)[0]
    if _is_kept_out(route, role):
        return False
    if "{invitation_id}" in route or "{sanction_id}" in route:
        return role == "player"
    looks = LOOKING if method_of(route) == "get" and not route.endswith(("/invitations", "/mails")) else TABLE
    return (role in PEOPLE or route in OPEN) and (role in looks or "{match_id}" not in route)


def method_of(route: str) -> str:
    return route.split(" ", maxsplit=1)[0]


# --- streams, which stand in no URL conf ---


def _streamed(site: World, role: str, path: str) -> tuple[int, str]:
    """Return the status with which a stream begins and the type of its first line, or the code of the refusal."""
    key = site.clients[role].session.session_key if role in LOGGED_IN else ""
    bearer = site.bearers.get(role, "").removeprefix("Bearer ")
    stream = Listener(path, bearer, cookie=f"sessionid={key}" if key else "")

    async def begin() -> tuple[int, str]:
        told = await stream.open()
        if stream.status == 200:
            await stream.close()
        return stream.status, told["error"]["code"] if "error" in told else told["type"]

    return async_to_sync(begin)()


def test_streams_are_for_their_persons_programs_and_of_closed_matches_for_the_table_and_staff(site):
    refused = {"banned": (403, "barred"), PLAY: (403, "scope_missing")}
    for role in ROLES:
        nothing = refused.get(role, (404, "not_found"))
        own = refused.get(role, (401, "login_required") if role == ANONYMOUS else (200, "state"))
        assert _streamed(site, role, "stream") == own, role
        match = (200, "state") if role in {*LOOKING, READ} else nothing
        assert _streamed(site, role, f"matches/{site.places['match']}/stream") == match, role
        assert _streamed(site, role, f"matches/{MISSING}/stream") == nothing, role


# --- sockets ---


def test_the_socket_of_a_closed_match_lets_in_its_table_and_their_programs(site):
    def entered(role: str, match: str) -> tuple[bool, Any]:
        async def look(page: Page) -> tuple[bool, Any]:
            is_in = await page.open()
            told = await page.next() if is_in else None
            if page.closed_with is None and is_in:
                await page.close()
            return is_in, told if told is None or told["type"] == "close" else told["type"]

        return async_to_sync(look)(_socket(site, role, match))

    for role in ROLES:
        found, missing = entered(role, site.places["match"]), entered(role, MISSING)
        if role in {*LOOKING, READ}:
            assert found == (True, "state"), role
        else:
            code = 4403 if role == "banned" else 4404
            assert found == missing, role
            assert found in [(True, {"type": "close", "code": code}), (False, None)]


def _socket(site: World, role: str, match: str) -> Page:
    """Return the role's socket at a match, through all that stands before it in the server."""
    page = Page(match, (site.clients[role].session.session_key or "") if role in LOGGED_IN else "")
    bearer = site.bearers.get(role)
    headers = [(b"host", HOST.encode()), (b"authorization", bearer.encode())] if bearer else None
    page.connect(Visitors(sockets), headers)
    return page


KINDS = sorted(kind.__struct_config__.tag for kind in get_args(requests.Asked))
FIELDS: dict[str, dict[str, Any]] = {
    "move": {"move": {"type": "pass"}}, "referee": {"move": {"type": "pass"}}, "kick": {"seat": 0},
    "seat_bot": {"seat": 0}, "ready": {"ready": True}, "here": {"here": True}, "slow": {"pace": "mail"},
}  # fmt: skip


def test_no_action_at_a_socket_changes_a_match_for_who_does_not_sit_there(site):
    watched = started(site.people["player"], site.people["opponent"])
    actions = [*KINDS, "chat", "rematch", "undo", "game.event", "chat_message", "quintet.messages"]
    outsiders = [role for role in ROLES if role not in {*TABLE, READ, PLAY, "banned"}]  # whose socket is closed
    before = EntryRow.objects.filter(match=watched).count()

    async def act(page: Page) -> list[str]:
        assert await page.open()
        codes = []
        for number, kind in enumerate(actions):
            answer = await page.ask({"type": kind, "token": f"t{number}", **FIELDS.get(kind, {})})
            assert answer["type"] == "refused", (kind, answer)
            codes.append(answer["error"]["code"])
        await page.close()
        return codes

    for role in outsiders:
        codes = async_to_sync(act)(_socket(site, role, watched.id))
        assert not {"try_again", "slow_down"} & set(codes), role
    assert EntryRow.objects.filter(match=watched).count() == before


def test_a_program_that_may_look_may_not_act_at_a_socket(site):
    async def act(page: Page) -> set[str]:
        assert await page.open()
        told = set()
        for number, kind in enumerate([*KINDS, "chat"]):
            answer = await page.ask({"type": kind, "token": f"t{number}", **FIELDS.get(kind, {})})
            told.add(answer["error"]["code"])
        await page.close()
        return told

    assert async_to_sync(act)(_socket(site, READ, site.places["match"])) == {"scope_missing"}


def test_a_readable_answer_of_rest_says_no_more_than_that_there_is_nothing(site):
    for role in ("stranger", "blocked"):
        answer = site.clients[role].get(f"/api/v1/matches/{site.places['match']}")
        assert json.loads(answer.content)["error"]["code"] == "not_found"
