"""A race whose owner turns no cards any more is taken over by who has it open; the clock does it for the rest."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from games import carrier, instants, live, services
from games.clocks import beats, clock
from games.log import storing
from games.log.changes import Change
from games.models import Alarm, Beat, EntryRow, Match, MatchLive
from games.serving import actor
from games.serving.hub import Hub, hub
from games.serving.recorder import DjangoWriter
from tests.games.conftest import make_user, started, to_move
from tests.games.race_tables import MISS, Table, begun, driven
from tests.games.socket_pages import Page, session_of

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_lane]
PACE = 1_000
SOON = 50  # ms
OTHER = "another"
MISS_MOVE = {"type": "move", "token": "t1", "move": MISS}
SLACK = 0.4  # s that a busy machine may take longer


@pytest.fixture
def begin(in_process, monkeypatch) -> Callable[[int], Table]:
    """Return what begins a race of two that another process owns: begin(ms since its first cards were turned)."""
    monkeypatch.setattr(Hub, "serving", True)
    monkeypatch.setattr(live, "server", lambda: None)
    beats.beat()
    people = [make_user(), make_user()]

    def new(ago: int = 0) -> Table:
        monkeypatch.setattr("games.services.now_ms", lambda: instants.now_ms() - PACE - ago)
        match = begun(people, 2, PACE)
        monkeypatch.setattr("games.services.now_ms", lambda: instants.now_ms() - ago)
        services.tick(match.id)
        monkeypatch.setattr("games.services.now_ms", instants.now_ms)
        Beat.objects.create(name=f"s:{OTHER}", at=instants.now_ms() + 60_000, since=0)
        MatchLive.objects.filter(match=match).update(owner=OTHER)
        return Table(match, people, {})

    return new


@pytest.fixture
def race(begin) -> Table:
    return begin()


def flips(table: Table) -> list[Any]:
    return [entry for entry in storing.entries_after(table.match.id, 0) if entry.kind == "move"]


def owner(table: Table) -> str:
    return MatchLive.objects.get(match=table.match).owner


async def until(instant: int) -> None:
    await asyncio.sleep(max(0, instant - instants.now_ms()) / 1000)


def watched(table: Table, play) -> Any:
    """Let a page of this process look on meanwhile, and its hub know that the other process lives."""
    page = table.page(0)

    async def run() -> Any:
        hub().peers = {OTHER}
        try:
            return await play(page)
        finally:
            table.room.unwind()

    return driven(run, page)


def test_a_flip_that_its_owner_does_not_make_is_made_by_who_has_the_race_open_and_owns_it_then(race):
    due = flips(race)[0].at + PACE

    async def play(page) -> None:
        told = await page.next("entry")
        assert [event["type"] for event in told["events"]] == ["flipped"]
        assert race.room.owned
        again = await page.next("entry")
        assert again["at"] - told["at"] <= PACE + 1000 * SLACK, "now it is made when it is due"

    watched(race, play)
    late = flips(race)[1].at - due
    assert actor.AWAY <= late <= actor.AWAY + 1000 * SLACK
    assert owner(race) == live.process_id()


def test_an_owner_that_is_only_slow_keeps_the_race(race):
    due = flips(race)[0].at + PACE

    async def play(page) -> None:
        await until(due + SOON)
        await sync_to_async(services.tick)(race.match.id)
        await page.next("entry")
        await asyncio.sleep(actor.AWAY / 1000)
        assert not race.room.owned

    watched(race, play)
    assert len(flips(race)) == 2
    assert owner(race) == OTHER


def test_of_two_who_flip_at_once_the_number_judges_and_a_word_that_was_lost_is_made_up_for(race, monkeypatch):
    due, number = flips(race)[0].at + PACE, flips(race)[0].number

    async def play(page) -> None:
        await until(due + SOON)
        with monkeypatch.context() as silent:
            silent.setattr(live, "announce", lambda *_: None)
            await sync_to_async(services.tick)(race.match.id)
        told = await page.next("state", "entry")  # by the number that was lost, or by the look once a second
        assert told["frame"]["number"] == number + 1
        assert not race.room.owned

    watched(race, play)
    assert len(flips(race)) == 2
    assert owner(race) == OTHER


@pytest.mark.parametrize("owned", [True, False])
def test_time_for_which_we_were_away_is_given_back_before_the_clock_moves(begin, owned):
    race = begin(ago=8_000)
    now = instants.now_ms()
    Beat.objects.filter(name=beats.SERVERS).update(since=now, gap=6_500)
    MatchLive.objects.filter(match=race.match).update(owner=live.process_id() if owned else OTHER)

    async def play(page) -> None:
        while (await page.next("entry"))["kind"] != "move":
            pass

    watched(race, play)
    turned, pause, again = list(storing.entries_after(race.match.id, flips(race)[0].number - 1))[:3]
    assert (pause.kind, pause.body) == ("pause", {"ms": 6_500})
    assert again.at - turned.at >= PACE + 6_500
    assert owner(race) == live.process_id()


def test_in_a_turn_game_nobody_takes_over_what_a_living_process_owns(in_process, monkeypatch, anna, boris):
    monkeypatch.setattr(Hub, "serving", True)
    monkeypatch.setattr(live, "server", lambda: None)
    table = Table(started(anna, boris), [anna, boris], {})
    MatchLive.objects.filter(match=table.match).update(owner=OTHER)

    async def play(page) -> None:
        assert table.room._alarm is None

    watched(table, play)


# --- the clock process ---


@pytest.fixture
def races(time) -> list[Any]:
    """Three races, the second one's log unreadable, whose first flip is due now."""
    matches = [started(make_user(), make_user(), game="red-handed") for _ in range(3)]
    time.move(to=max(Alarm.objects.filter(kind="tick").values_list("due_at", flat=True)))
    return matches


def flips_of(match: Any) -> int:
    return EntryRow.objects.filter(match=match, kind="move").count()


def test_the_clock_turns_the_cards_of_many_races_with_one_commit(races, monkeypatch):
    monkeypatch.setattr(carrier, "carry_order", None)  # it does no race by itself
    told: list[str] = []
    monkeypatch.setattr(live, "publish", lambda match_id, entry: told.append(match_id))
    clock.do_due_alarms()
    assert [flips_of(match) for match in races] == [1, 1, 1]
    assert sorted(told) == sorted(match.id for match in races)


def test_a_race_that_cannot_be_read_stops_no_other(races):
    MatchLive.objects.filter(match=races[1]).update(snapshot={"format": "of another program"})
    EntryRow.objects.filter(match=races[1], number=2).update(kind="nonsense")
    clock.do_due_alarms()
    assert [flips_of(match) for match in races] == [1, 0, 1]


def test_a_race_whose_snapshot_is_of_another_program_is_replayed_and_goes_on(races):
    MatchLive.objects.filter(match=races[1]).update(snapshot={"format": "of another program"})
    clock.do_due_alarms()
    assert [flips_of(match) for match in races] == [1, 1, 1]


def test_where_the_statement_fails_each_race_is_done_by_itself(races, monkeypatch):
    monkeypatch.setattr(carrier, "_write", lambda changes: 1 // 0)
    clock.do_due_alarms()
    assert [flips_of(match) for match in races] == [1, 1, 1]


def test_the_owner_of_a_race_has_the_first_go_and_one_that_is_gone_has_none(races, time):
    Beat.objects.create(name=f"s:{OTHER}", at=time.now, since=0)
    MatchLive.objects.filter(match=races[0]).update(owner=OTHER)
    MatchLive.objects.filter(match=races[1]).update(owner="gone")
    clock.do_due_alarms()
    assert [flips_of(match) for match in races] == [0, 1, 1]
    time.move(clock.LATE)
    clock.do_due_alarms()
    assert [flips_of(match) for match in races] == [1, 1, 1]


def test_what_another_process_may_have_judged_by_now_is_not_judged_here_as_well(in_process, monkeypatch):
    """A process that was away for a while still has the request; the new owner may have refused its copy."""
    monkeypatch.setattr(Hub, "serving", True)
    monkeypatch.setattr(live, "server", lambda: None)
    beats.beat()
    people = [make_user(), make_user()]
    match = started(*people)
    mover, moves = to_move(match)
    page = Page(match.id, session_of(mover))
    write = DjangoWriter.write

    async def too_slow(writer: DjangoWriter, changes: list[Change]) -> list[bool]:
        monkeypatch.setattr(DjangoWriter, "write", write)
        await sync_to_async(_lose_to_another)(match)
        return [False for _ in changes]

    async def play() -> dict[str, Any]:
        await hub().rooms[match.id].claim()
        monkeypatch.setattr(DjangoWriter, "write", too_slow)
        return await page.ask({"type": "move", "token": "t1", "move": moves[0]})

    answer = driven(play, page)
    assert answer["error"]["code"] == "try_again"
    assert not EntryRow.objects.filter(match=match, token="t1").exists()


def test_an_owner_that_has_begun_since_the_last_look_is_not_taken_for_dead(race):
    """A server that has just started is in the database at once, and in the others' minds a second later."""

    async def play(page: Page) -> dict[str, Any]:
        hub().peers = set()
        await page.send(MISS_MOVE)
        await asyncio.sleep(0.1)
        return {"owner": race.room.owner}

    assert watched(race, play)["owner"] == OTHER
    assert owner(race) == OTHER


def _lose_to_another(match: Match) -> None:
    Beat.objects.create(name=f"s:{OTHER}", at=instants.now_ms() + 60_000, since=0)
    MatchLive.objects.filter(match=match).update(owner=OTHER)
