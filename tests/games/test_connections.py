"""Two seats of one connection: noted where hands are hidden and the result would count, and nowhere else."""

from __future__ import annotations

import json
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.test import Client, RequestFactory

from accounts.addresses import address_in, address_of
from accounts.models import User
from games.models import MARKS_KEPT, Match, MatchLive, SeatMark
from games.tables import connections
from rules.registry import GAMES
from tests.games.conftest import ask, open_for, started
from tests.games.socket_pages import Page, open_pages, session_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process")]


@pytest.fixture(autouse=True)
def nothing_noted() -> None:
    connections._noted.clear()


def visit(user: User, match: Match, address: str, browser: str = "", path: str = "/m/{}/") -> Any:
    client = Client(REMOTE_ADDR=address)
    client.force_login(user)
    if browser:
        client.cookies[connections.COOKIE] = browser
    return client.get(path.format(match.id))


def shared(match: Match, *people: User) -> bool:
    return connections.are_shared(match.id, [person.pk for person in people])


@pytest.mark.parametrize("slug", GAMES)
def test_it_matters_where_hands_are_hidden_and_the_result_counts(slug):
    assert connections.matters(slug, rated=True) == (slug == "sequence")
    assert not connections.matters(slug, rated=False)


@pytest.mark.parametrize("path", ["/m/{}/", "/api/v1/matches/{}", "/m/{}/ratings.json"])
def test_two_players_of_one_address_are_found_and_of_two_are_not(anna, boris, path):
    match = started(anna, boris, rated=True)
    visit(anna, match, "192.0.2.1", path=path)
    visit(boris, match, "192.0.2.2", path=path)
    assert not shared(match, anna, boris)
    visit(boris, match, "192.0.2.1", path=path)
    assert shared(match, anna, boris)


def test_two_players_of_one_browser_are_found_wherever_it_is(anna, boris):
    match = started(anna, boris, rated=True)
    cookie = visit(anna, match, "192.0.2.1").cookies[connections.COOKIE]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    visit(boris, match, "192.0.2.2", browser="another-browser")
    assert not shared(match, anna, boris)
    visit(boris, match, "192.0.2.3", browser=cookie.value)
    assert not shared(match, anna, boris)  # she had no mark yet when she looked
    visit(anna, match, "192.0.2.1", browser=cookie.value)
    assert shared(match, anna, boris)


@pytest.mark.parametrize("choices", [{"rated": False}, {"rated": True, "game": "blue-diamond"}])
def test_nothing_is_kept_and_no_mark_set_where_it_does_not_matter(anna, boris, choices):
    match = started(anna, boris, **choices)
    assert connections.COOKIE not in visit(anna, match, "192.0.2.1").cookies
    assert not SeatMark.objects.exists()


def test_nothing_is_kept_of_who_watches_nor_after_the_end(anna, boris, clara):
    match = started(anna, boris, rated=True)
    visit(clara, match, "192.0.2.1")
    assert not SeatMark.objects.exists()
    ask(match, anna, "resign")
    visit(anna, match, "192.0.2.1")
    assert not SeatMark.objects.exists()


def test_what_is_kept_tells_no_address_and_nothing_across_matches(anna, boris):
    for _ in range(2):
        visit(anna, started(anna, boris, rated=True), "192.0.2.1", browser="b" * 22)
    digests = list(SeatMark.objects.values_list("digest", flat=True))
    assert len(set(digests)) == 4
    assert "192.0.2.1" not in str(list(SeatMark.objects.values()))


def test_marks_go_a_day_after_the_end(anna, boris):
    match = started(anna, boris, rated=True)
    visit(anna, match, "192.0.2.1")
    connections.forget_marks()
    assert SeatMark.objects.exists()
    ask(match, anna, "resign")
    connections.forget_marks()
    assert SeatMark.objects.exists()
    at = MatchLive.objects.get(pk=match.pk).at
    MatchLive.objects.filter(pk=match.pk).update(at=at - MARKS_KEPT - 1_000)
    connections.forget_marks()
    assert not SeatMark.objects.exists()


def test_who_sits_down_by_rest_is_known_before_anybody_is_told(anna, boris):
    match = open_for(anna, rated=True)
    visit(anna, match, "192.0.2.1")
    client = Client(REMOTE_ADDR="192.0.2.1")
    client.force_login(boris)
    body = json.dumps({"type": "join", "token": "j1"})
    client.post(f"/api/v1/matches/{match.id}/requests", body, content_type="application/json")
    told = visit(anna, match, "192.0.2.1", path="/m/{}/ratings.json").json()
    assert told["state"] == "open"
    assert "will not count" in told["sentence"]


def test_a_socket_tells_its_connection_when_its_person_sits(anna, boris):
    match = open_for(anna, rated=True)

    async def scene() -> None:
        pages = [Page(match.id, session) for session in sessions]
        await open_pages(*pages)
        await pages[1].ask({"type": "join", "token": "j1"})
        for page in pages:
            await page.quiet()
            await page.close()

    sessions = [session_of(anna), session_of(boris)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connections, "ends_in", lambda scope: ("192.0.2.7", ""))
        async_to_sync(scene)()
    assert shared(match, anna, boris)


# --- addresses ---


@pytest.mark.parametrize(
    ("proxies", "forwarded", "peer", "known"),
    [
        (0, "", "192.0.2.1", "192.0.2.1"),
        (0, "198.51.100.9", "192.0.2.1", "192.0.2.1"),
        (1, "198.51.100.9", "192.0.2.1", "198.51.100.9"),
        (1, "203.0.113.5, 198.51.100.9", "192.0.2.1", "198.51.100.9"),
        (2, "203.0.113.5, 198.51.100.9", "192.0.2.1", "203.0.113.5"),
        (2, "198.51.100.9", "192.0.2.1", "192.0.2.1"),
        (1, "", "192.0.2.1", "192.0.2.1"),
        (0, "", "::ffff:192.0.2.1", "192.0.2.1"),
        (0, "", "nonsense", ""),
        (1, "nonsense", "192.0.2.1", ""),
    ],
)
def test_only_what_our_own_proxies_wrote_counts(settings, proxies, forwarded, peer, known):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    more = {"HTTP_X_FORWARDED_FOR": forwarded} if forwarded else {}
    assert address_of(RequestFactory().get("/", REMOTE_ADDR=peer, **more)) == known
    headers = [(b"x-forwarded-for", forwarded.encode())] if forwarded else []
    assert address_in({"headers": headers, "client": (peer, 1)}) == known


def test_a_line_of_version_six_is_known_by_what_its_devices_share():
    def of(text: str) -> str:
        return address_in({"headers": [], "client": (text, 1)})

    assert of("2001:db8:1:2::5") == of("2001:db8:1:2:abcd::9") != of("2001:db8:1:3::5")
