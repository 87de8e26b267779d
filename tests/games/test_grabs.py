"""Grabs in a race, through the real consumer and hub: what waits for the photo finish, and what each is answered."""

from __future__ import annotations

import asyncio
import time

import pytest
from asgiref.sync import sync_to_async

from games import carrier, instants, live, services
from games.clocks.beats import beat
from games.consumers import MatchConsumer
from games.door.requests import BotMove
from games.log import storing
from games.models import Beat
from games.serving.hub import Hub
from games.serving.room import Room
from tests.games.conftest import make_user
from tests.games.race_tables import MISS, Json, Table, answer, assert_too_late, begun, driven, grab, told
from tests.games.socket_pages import Page, open_pages, session_of

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_lane, pytest.mark.usefixtures("in_process")]
PACE = 3_000
SOON = 0.12  # s: less than any window here is long
LONG, SHORT = 250.0, 20.0  # ms


@pytest.fixture
def deal(db, monkeypatch):
    """Return what deals a table: deal(seats, pace=…, bots=…)."""
    lines: dict[int, float] = {}
    monkeypatch.setattr(MatchConsumer, "round_trip", lambda page, now: lines.get(page.user_id))
    beat()

    def new(seats: int, *, pace: int = PACE, bots: int = 0) -> Table:
        people = [make_user() for _ in range(seats - bots)]
        with monkeypatch.context() as before:  # so that the first flip is due now
            before.setattr("games.services.now_ms", lambda: instants.now_ms() - pace)
            match = begun(people, seats, pace)
        services.tick(match.id)
        return Table(match, people, lines)

    return new


# --- the window ---


def test_a_grab_waits_for_the_longest_line_and_all_see_the_margins(deal):
    table = deal(2)
    table.set_lines(SHORT, LONG)
    anna, *_ = pages = [table.page(0), table.page(1), table.page(None)]

    async def play() -> tuple[float, list[Json]]:
        before = time.monotonic()
        await anna.send(grab("t1"))
        assert await anna.quiet(SOON) == []
        assert table.room.held
        number = (await answer(anna))["number"]
        waited = time.monotonic() - before
        entries = await told(*pages)
        assert [entry["number"] for entry in entries] == [number] * 3
        return waited, entries

    waited, entries = driven(play, *pages)
    assert 0.2 <= waited < 1  # 250 - 20 ms
    (entry,) = table.moves()
    (margin,) = entry.body["finish"]
    assert all(told["finish"] == [margin] for told in entries)
    assert (margin["seat"], margin["credit"]) == (0, 20)
    assert margin["reaction"] == max(150, margin["arrived"] - 20)
    assert [told["seat"] for told in entries] == [0, 0, 0]


def test_of_two_grabs_the_one_with_the_longer_line_may_win_and_the_other_is_told_so(deal):
    table = deal(2)
    table.set_lines(SHORT, LONG)
    anna, boris = pages = [table.page(0), table.page(1)]

    async def play() -> tuple[Json, Json]:
        await asyncio.sleep(0.45)  # both reactions are over the least that counts
        await anna.send(grab())
        assert await anna.quiet(0.08) == []
        await boris.send(grab())
        return await answer(anna), await answer(boris)

    lost, won = driven(play, *pages)
    assert won["type"] == "accepted"
    assert_too_late(lost, won["number"])
    (entry,) = table.moves()
    assert entry.seat == 1
    first, second = entry.body["finish"]
    assert (first["seat"], first["credit"]) == (1, 250)
    assert (second["seat"], second["credit"]) == (0, 20)
    assert first["reaction"] < second["reaction"]
    assert first["arrived"] > second["arrived"]


def test_when_everybody_has_grabbed_or_all_lines_are_equal_nobody_waits(deal):
    table = deal(3)
    table.set_lines(40, 40, 40)
    pages = [table.page(seat) for seat in range(3)]

    async def play() -> None:
        await pages[1].send(grab())
        assert (await answer(pages[1]))["type"] == "accepted"
        assert not table.room.held
        late = await pages[0].ask(grab())
        assert_too_late(late, table.room.loaded.number)

    driven(play, *pages)
    (entry,) = table.moves()
    assert [margin["seat"] for margin in entry.body["finish"]] == [1]


def test_a_line_that_nobody_has_measured_is_given_nothing_and_holds_up_nobody(deal):
    table = deal(2)
    anna, *_ = pages = [table.page(0), table.page(1)]

    async def play() -> None:
        assert (await anna.ask(grab()))["type"] == "accepted"
        assert not table.room.held

    driven(play, *pages)
    assert table.moves()[0].body["finish"][0]["credit"] == 0


def test_a_claim_without_the_filling_that_lost_is_too_late_as_well(deal):
    table = deal(2)
    table.set_lines(LONG, SHORT)
    anna, boris = pages = [table.page(0), table.page(1)]

    async def play() -> tuple[Json, Json]:
        await asyncio.sleep(0.45)
        body = grab()
        del body["move"]["filling"]
        await boris.send(body)
        await anna.send(grab())
        return await answer(anna), await answer(boris)

    won, lost = driven(play, *pages)
    assert won["type"] == "accepted"
    assert_too_late(lost, won["number"])


# --- repeats ---


def test_the_same_token_sent_again_while_it_waits_is_one_entry_with_equal_answers(deal):
    table = deal(2)
    table.set_lines(SHORT, LONG)
    pages = [table.page(0), table.page(1)]
    tab = table.page(0)  # anna's other tab

    async def play() -> list[Json]:
        for _ in range(3):
            await pages[0].send(grab("t1"))
        await tab.send(grab("t1"))
        assert await pages[0].quiet(SOON) == []
        answers = [await answer(pages[0]) for _ in range(3)] + [await answer(tab)]
        answers.append(await tab.ask(grab("t1")))  # long after
        return answers

    answers = driven(play, *pages, tab)
    (entry,) = table.moves()
    assert answers == [{"type": "accepted", "token": "t1", "number": entry.number}] * 5
    assert len(entry.body["finish"]) == 1


def test_a_token_that_comes_again_with_another_claim_while_it_waits_is_refused(deal):
    table = deal(2)
    table.set_lines(SHORT, LONG)
    pages = [table.page(0), table.page(1)]

    async def play() -> tuple[Json, Json]:
        await pages[0].send(grab("t1"))
        await pages[0].send(grab("t1", cards=[1, 0]))
        return await answer(pages[0]), await answer(pages[0])

    won, lost = driven(play, *pages)
    assert (won["type"], lost["type"], lost["error"]["code"]) == ("accepted", "refused", "id_reused")
    assert len(table.moves()) == 1


def test_the_first_grab_of_a_seat_counts_and_its_second_one_is_refused(deal):
    table = deal(2)
    table.set_lines(SHORT, LONG)
    pages = [table.page(0), table.page(1)]

    async def play() -> tuple[Json, Json]:
        await pages[0].send(grab("t1"))
        await asyncio.sleep(0.05)
        await pages[0].send(grab("t2"))
        return await answer(pages[0]), await answer(pages[0])

    first, second = driven(play, *pages)
    (entry,) = table.moves()
    assert (first["token"], first["number"]) == ("t1", entry.number)
    assert second["token"] == "t2"
    assert_too_late(second, entry.number)
    assert len(entry.body["finish"]) == 1


# --- what else happens while the window is open ---


def test_a_flip_that_falls_due_in_the_window_waits_for_the_decision(deal):
    table = deal(2, pace=800)
    table.set_lines(SHORT, LONG)
    pages = [table.page(0), table.page(1)]

    async def play() -> list[Json]:
        room = table.room
        await room.run(room.claim)
        await asyncio.sleep(max(0.0, (room.loaded.moved_at + 680 - instants.now_ms()) / 1000))
        room.desk.serving = True  # its clocks run here from now on
        room.wind()
        try:
            await pages[0].send(grab())
            return [await pages[1].next("entry") for _ in range(2)]
        finally:
            room.desk.serving = False
            room.unwind()

    first_flip = carrier.load(table.match.id).moved_at
    decision, flip = driven(play, *pages)
    assert "finish" in decision
    assert [event["type"] for event in flip["events"]] == ["flipped"]
    assert [flip["number"], flip["kind"]] == [decision["number"] + 1, "move"]
    assert flip["at"] >= first_flip + 680 + 230, "the window was over, and the flip long due"


def test_who_resigns_in_the_window_has_no_grab_and_the_others_still_have_theirs(deal):
    table = deal(3)
    table.set_lines(SHORT, SHORT, LONG)
    pages = [table.page(seat) for seat in range(3)]

    async def play() -> tuple[Json, Json]:
        await pages[0].send(grab())
        await pages[1].send(grab())
        resigned = await pages[0].ask({"type": "resign", "token": "r1"})
        assert resigned["token"] == "r1", "it is answered at once"
        assert table.room.held
        return await answer(pages[0]), await answer(pages[1])

    lost, won = driven(play, *pages)
    assert lost["error"]["code"] == "gave_up"
    assert won["type"] == "accepted"
    kinds = [(e.kind, e.seat) for e in storing.entries_after(table.match.id, 0)][-2:]
    assert kinds == [("take_over", 0), ("move", 1)]


def test_a_match_that_ends_in_the_window_leaves_no_grab_without_an_answer(deal):
    table = deal(2)
    table.set_lines(SHORT, LONG)
    pages = [table.page(0), table.page(1)]

    async def play() -> Json:
        await pages[0].send(grab())
        assert (await pages[1].ask({"type": "resign", "token": "r1"}))["type"] == "accepted"
        return await answer(pages[0])

    assert driven(play, *pages)["error"]["code"] == "game_over"
    assert table.moves() == []


def test_a_grab_that_the_rules_refuse_is_refused_at_once_and_opens_no_window(deal):
    table = deal(2)
    table.set_lines(SHORT, LONG)
    page, other = table.page(0), table.page(1)

    async def play() -> list[str]:
        refused = [await page.ask(grab(cards=cards)) for cards in ([0, 99], [1, 1], [0], ["x"])]
        refused.append(await page.ask(grab(filling=7)))
        assert not table.room.held
        return [one["error"]["code"] for one in refused]

    assert driven(play, page, other) == ["illegal_move"] * 3 + ["bad_type", "illegal_move"]
    assert table.moves() == []


def test_a_watcher_cannot_grab(deal):
    table = deal(2)
    clara = make_user("clara")
    page = Page(table.match.id, session_of(clara))

    async def play() -> Json:
        return await page.ask(grab())

    assert driven(play, page)["error"]["code"] == "not_a_player"


# --- bots ---


def test_a_bots_grab_takes_its_chance_in_the_window(deal):
    table = deal(3, bots=1)
    table.set_lines(SHORT, LONG)
    pages = [table.page(0), table.page(1)]

    async def play() -> Json:
        room = table.room
        await room.run(room.claim)
        await sync_to_async(Beat.objects.create)(name=f"s:{live.process_id()}", at=instants.now_ms(), since=0)
        await asyncio.sleep(0.45)
        due = room.loaded.wakes[2]
        order = BotMove(seat=2, move=MISS, number=room.loaded.number, due=due)
        await pages[0].send(grab())
        await sync_to_async(services.play_bot_move)(table.match.id, order)
        await asyncio.sleep(0.05)
        assert table.room.held
        return await answer(pages[0])

    won = driven(play, *pages)
    (entry,) = table.moves()
    assert won["number"] == entry.number
    assert {margin["seat"]: margin["credit"] for margin in entry.body["finish"]} == {0: 20, 2: 0}


def test_a_bot_alone_wins_once_nobody_could_have_been_quicker(deal):
    table = deal(2, bots=1)
    table.set_lines(LONG)
    page = table.page(0)

    async def play() -> Json:
        room = table.room
        await room.run(room.claim)
        await sync_to_async(Beat.objects.create)(name=f"s:{live.process_id()}", at=instants.now_ms(), since=0)
        order = BotMove(seat=1, move=MISS, number=room.loaded.number, due=room.loaded.wakes[1])
        await sync_to_async(services.play_bot_move)(table.match.id, order)
        await asyncio.sleep(SOON)
        assert table.room.held
        return await page.next("entry")

    entry = driven(play, page)
    assert (entry["seat"], [margin["seat"] for margin in entry["finish"]]) == (1, [1])


# --- faults ---


def test_an_owner_that_dies_with_open_grabs_loses_none_for_they_are_sent_again(deal, monkeypatch):
    table = deal(2)
    table.set_lines(SHORT, LONG)
    page, again, other = table.page(0), table.page(0), table.page(1)

    async def play() -> Json:
        await page.send(grab("t1"))
        await asyncio.sleep(0.05)
        assert table.room.held
        die(table.room)
        monkeypatch.setattr(live, "_id", "another")
        live.register(asyncio.get_running_loop(), Hub())
        assert await page.quiet(0.3) == []
        await open_pages(again)
        answered = await again.ask(grab("t1"))
        await again.close()
        return answered

    answered = driven(play, page, other)
    (entry,) = table.moves()
    assert answered == {"type": "accepted", "token": "t1", "number": entry.number}
    assert carrier.load(table.match.id).number == entry.number
    assert storing.load_owned(table.match.id)[1] == "another"


def die(room: Room) -> None:
    """Have a room do nothing more, as if its process were gone."""
    assert room._window is not None
    room._window.close()
    room._window = None


def test_a_fault_of_ours_at_the_decision_costs_nobody_anything(deal, monkeypatch):
    table = deal(2)
    table.set_lines(SHORT, LONG)
    pages = [table.page(0), table.page(1)]

    async def play() -> tuple[Json, Json]:
        await pages[0].send(grab("t1"))
        await asyncio.sleep(0.05)
        with monkeypatch.context() as broken:
            broken.setattr("games.serving.grabs.margins", lambda _: 1 // 0)
            first = await answer(pages[0])
        return first, await pages[0].ask(grab("t1"))

    first, second = driven(play, *pages)
    assert first["error"]["code"] == "try_again"
    assert (second["type"], second["number"]) == ("accepted", table.moves()[0].number)
