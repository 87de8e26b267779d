"""Who was first, when one player's socket is at the owner's process and the other's is not."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from games import instants, services
from games.clocks.beats import beat
from games.consumers import MatchConsumer
from games.log import storing
from games.models import Beat, Match
from games.serving.hub import hub
from games.serving.reactions import FRESH, LEAST, MOST, NOTHING, SAMPLES, UNKNOWN, Lags, Shown
from tests.games.conftest import ask, make_user, open_for
from tests.games.race_tables import MISS, answer, driven
from tests.games.socket_pages import Page, session_of

OTHER = "another-process"
LINE = 20.0  # ms
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_lane, pytest.mark.usefixtures("in_process")]


# --- pure ---


def test_what_somebody_saw_is_the_last_move_shown_and_how_long_before():
    shown = Shown()
    assert shown.sight(1_000) == NOTHING
    assert shown.at(NOTHING[0]) is None
    shown.note(7, 1_000)
    shown.note(8, 1_400)
    assert shown.sight(1_450) == (8, 50)
    assert (shown.at(7), shown.at(8), shown.at(9)) == (1_000, 1_400, None)
    for number in range(9, 200):
        shown.note(number, 2_000)
    assert shown.at(7) is None


def test_the_lag_of_a_process_is_the_most_that_its_last_requests_had():
    lags = Lags()
    assert lags.of(OTHER, 0) == UNKNOWN
    assert lags.most([], 0) == 0
    for lag in [4, 6, 5]:
        lags.note(OTHER, 0, lag)
    assert lags.of(OTHER, 0) == 6
    assert lags.most(["a third", OTHER], 0) == UNKNOWN
    for _ in range(SAMPLES):
        lags.note(OTHER, 0, 900)
    assert lags.of(OTHER, 0) == MOST
    for _ in range(SAMPLES):
        lags.note(OTHER, 0, -3)
    assert lags.of(OTHER, 0) == 0


def test_a_bad_moment_of_a_process_is_forgotten_after_some_seconds_of_better_ones():
    """Else everybody in a race would wait long after it: where little is played, for minutes."""
    lags = Lags()
    for _ in range(20):
        lags.note(OTHER, 1_000, 80)
    for each in range(LEAST):
        assert lags.of(OTHER, 1_000 + FRESH + 500 * each) == 80, "of so few nothing can be said"
        lags.note(OTHER, 1_000 + FRESH + 500 * each, 5)
    assert lags.of(OTHER, 1_000 + FRESH) == 80, "it was just now"
    assert lags.of(OTHER, 1_001 + FRESH) == 5


# --- through the door ---


def test_a_process_that_is_gone_is_forgotten():
    lags = Lags()
    for process in ("here", "gone"):
        lags.note(process, 0, 7)
    lags.keep({"here", "new"})
    assert (lags.of("here", 0), lags.of("gone", 0), lags.of("new", 0)) == (7, UNKNOWN, UNKNOWN)


@pytest.fixture
def race(db, monkeypatch):
    """Return what begins a race of two: race(game, ms until the clock's first move, which is due now)."""
    monkeypatch.setattr(MatchConsumer, "round_trip", lambda page, now: LINE)
    beat()

    def begin(game: str, due: int) -> tuple[Match, list[Any]]:
        people = [make_user(), make_user()]
        with monkeypatch.context() as before:
            before.setattr("games.services.now_ms", lambda: instants.now_ms() - due)
            match = open_for(people[0], game=game, options={})
            ask(match, people[1], "join")
            ask(match, people[1], "ready", ready=True)
            ask(match, people[0], "start")
        return match, people

    return begin


async def begun(match: Match) -> int:
    """Make this process the owner, let seat 1 be at another one, and play the clock's first move; return its number."""
    room = hub().rooms[match.id]
    await room.run(room.claim)
    hub().peers = {OTHER}
    await sync_to_async(Beat.objects.create)(name=f"s:{OTHER}", at=instants.now_ms() + 60_000, since=0)
    told = {"from": OTHER, "seats": [1], "watchers": 0, "ask": False, "lines": [(1, LINE)]}
    hub().receive({"kind": "presence", "match": match.id, **told})
    await sync_to_async(services.tick)(match.id)
    while room.loaded.moved_at < room.loaded.started_at + 1:
        await asyncio.sleep(0.01)
    return room.loaded.number


def sent(match: Match, user: Any, move: Any, saw: tuple[int, int], **more: Any) -> dict[str, Any]:
    """Return the message by which another process sends a move."""
    request = {"type": "move", "token": services.new_token(), "move": move}
    told = {"request": request, "user": user.pk, "arrived": instants.now_ms(), "saw": list(saw)}
    return {"kind": "ask", "match": match.id, "id": 1, "from": OTHER, **told, **more}


def moves_of(match: Match) -> list[Any]:
    return [entry for entry in storing.entries_after(match.id, 0) if entry.kind == "move" and entry.seat >= 0]


def test_a_grab_that_is_late_by_the_way_between_processes_wins_by_what_its_own_had_shown(race):
    match, people = race("red-handed", 3_000)
    page = Page(match.id, session_of(people[0]))

    async def play() -> None:
        number = await begun(match)
        await asyncio.sleep(0.4)
        await page.send({"type": "move", "token": "t1", "move": MISS})
        await asyncio.sleep(0.005)
        hub().receive(sent(match, people[1], MISS, (number, 300)))
        assert (await answer(page))["error"]["code"] == "too_late"

    driven(play, page)
    (entry,) = moves_of(match)
    first, second = entry.body["finish"]
    assert (entry.seat, first["seat"], first["arrived"], first["reaction"]) == (1, 1, 300, 280)
    assert second["arrived"] >= 395


def test_what_another_process_has_shown_does_not_count_for_who_has_a_page_here_too(race):
    match, people = race("red-handed", 3_000)
    pages = [Page(match.id, session_of(person)) for person in people]

    async def play() -> None:
        number = await begun(match)
        await asyncio.sleep(0.4)
        await pages[0].send({"type": "move", "token": "t1", "move": MISS})
        await asyncio.sleep(0.005)
        hub().receive(sent(match, people[1], MISS, (number, 300)))
        assert (await answer(pages[0]))["type"] == "accepted"

    driven(play, *pages)
    (entry,) = moves_of(match)
    assert entry.body["finish"][0]["seat"] == entry.seat == 0


def test_in_blitz_a_move_waits_for_one_that_was_made_earlier_at_another_process(race):
    match, people = race("blitz", 3_000)
    page = Page(match.id, session_of(people[0]))

    async def play() -> float:
        number = await begun(match)
        await asyncio.sleep(0.2)
        before = time.monotonic()
        await page.send({"type": "move", "token": "t1", "move": {"type": "turn"}})
        await asyncio.sleep(0.005)
        hub().receive(sent(match, people[1], {"type": "turn"}, (number, 150)))
        assert (await answer(page))["type"] == "accepted"
        return time.monotonic() - before

    waited = driven(play, page)
    assert [entry.seat for entry in moves_of(match)] == [1, 0]
    assert waited >= UNKNOWN / 1000 - 0.002


def test_in_blitz_nobody_waits_where_all_are_at_one_process(race):
    match, people = race("blitz", 3_000)
    pages = [Page(match.id, session_of(person)) for person in people]

    async def play() -> int:
        await sync_to_async(services.tick)(match.id)
        await pages[0].next("entry")
        room = hub().rooms[match.id]
        assert hub().lag(room) == 0
        return (await pages[0].ask({"type": "move", "token": "t1", "move": {"type": "turn"}}))["number"]

    assert driven(play, *pages) == moves_of(match)[0].number
