"""A leaver's table, by the door alone: who is called absent, what the others may do about it, and the way back."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from games import frames
from games.clocks import alarms
from games.door import clocks, requests
from games.door.deciding import decide, order
from games.door.folding import RETURNS, fold
from games.door.guards import Asker
from games.door.loaded import Entry, Facts, Loaded, fresh, from_snapshot, to_snapshot
from games.errors import Refused
from rules import codec
from rules.registry import GAMES

NOW, GRACE = 10_000, 20_000
PER_MOVE = {"per_move": 60_000}


class Match:
    """A match of people on the first seats, and bots, that has just begun, with its whole log."""

    def __init__(self, slug: str = "sequence", people: int = 2, bots: int = 0, **facts: Any) -> None:
        game, seats = GAMES[slug], people + bots
        options = codec.options_from_json(game, {}, seats)
        chosen = {"clock": PER_MOVE, "pace": "live", "server_seed": b"s" * 32} | facts
        self.facts = Facts(
            match="m" * 16, game=game, options=options, seats=seats, teams=game.teams(options, seats),
            listed=True, watchers=True, opened_at=1_000, **chosen,
        )  # fmt: skip
        self.log: list[Entry] = []
        self.loaded = fresh(self.facts)
        for seat in range(people):
            self.add(self.entry("join", seat, {"user": 100 + seat, "salt": ""}, 2_000))
        for seat in range(people, seats):
            self.add(self.entry("bot", 0, {"seat": seat, "policy": "greedy"}, 2_000))
        self.add(self.entry("start", 0, {}, NOW))

    def entry(self, kind: str, seat: int, body: Any, at: int) -> Entry:
        return Entry(self.loaded.number + 1, kind, seat, body, at)

    def add(self, entry: Entry) -> None:
        fold(self.loaded, entry)
        self.log.append(entry)

    def ask(self, seat: int | None, request: requests.Asked, at: int = NOW) -> None:
        self.add(decide(self.loaded, Asker(-1 if seat is None else 100 + seat, seat, "t", ""), request, at))

    def order(self, request: requests.Ordered, at: int = NOW) -> None:
        self.add(order(self.loaded, request, at))

    @property
    def awaited(self) -> int:
        """The one seat that is to act."""
        (seat,) = self.loaded.must_act()
        return seat

    def leave(self) -> tuple[int, int]:
        """Let who is to act be called absent; returns their seat and the next one."""
        gone = self.awaited
        self.order(requests.Absent(gone, NOW - GRACE, NOW + GRACE))
        return gone, (gone + 1) % self.facts.seats

    def play(self, at: int = NOW) -> None:
        """Let who is to act make the first legal move."""
        game, seat = self.facts.game, self.awaited
        move = codec.move_to_json(game.legal_moves(self.loaded.state, seat)[0])
        wake = self.loaded.wakes[seat]
        if self.loaded.occupants[seat].bot:
            self.order(requests.BotMove(seat, move, self.loaded.number, wake), wake)
        else:
            self.ask(seat, requests.Play(token="t", move=move), at)

    def time_out(self) -> int:
        """Let the time of who is to act run out; returns their seat."""
        due = clocks.deadline(self.loaded)
        assert due is not None
        self.order(requests.TimeOut(), due[0] + 1)
        return due[1]

    def replayed(self) -> Loaded:
        again = fresh(self.facts)
        for entry in self.log:
            fold(again, replace(entry, move=None))
        return again


def claim(seat: int) -> requests.ClaimWin:
    return requests.ClaimWin(token="t", seat=seat)


def seat_bot(seat: int) -> requests.SeatBot:
    return requests.SeatBot(token="t", seat=seat)


TAKE_BACK = requests.TakeBack(token="t")
LATER = NOW + GRACE


def code(call: Any, *details: Any) -> str:
    with pytest.raises(Refused) as refusal:
        call(*details)
    return refusal.value.code


# --- who is absent ---


def test_only_a_person_who_is_to_act_is_called_absent_and_only_once() -> None:
    match = Match()
    gone, other = match.awaited, 1 - match.awaited
    assert code(match.order, requests.Absent(other, 1, LATER)) == "not_due"
    assert code(match.order, requests.Absent(gone, 1, NOW)) == "not_due"
    match.order(requests.Absent(gone, 1, LATER))
    assert match.loaded.absent == {str(gone): [1, LATER]}
    assert code(match.order, requests.Absent(gone, 1, LATER + 1)) == "not_due"


@pytest.mark.parametrize("slug", ["red-handed", "blitz"])
def test_nobody_is_absent_in_a_race(slug: str) -> None:
    match = Match(slug)
    assert {code(match.order, requests.Absent(seat, 1, LATER)) for seat in (0, 1)} == {"not_due"}


def test_no_bot_is_absent_and_by_mail_nobody() -> None:
    alone = Match(people=1, bots=1)
    while alone.awaited == 0:
        alone.play()
    assert code(alone.order, requests.Absent(1, 1, LATER)) == "not_due"
    by_mail = Match(pace="mail")
    assert code(by_mail.order, requests.Absent(by_mail.awaited, 1, LATER)) == "not_due"


def test_who_has_a_page_open_again_or_asks_for_something_is_back() -> None:
    match = Match()
    gone, _ = match.leave()
    match.order(requests.Back(gone))
    assert code(match.order, requests.Back(gone)) == "not_due"
    for request in (requests.OfferDraw(token="t"), None):
        match.leave()
        match.play() if request is None else match.ask(gone, request)
        assert not match.loaded.absent


def test_a_leaver_stays_absent_whatever_the_others_say() -> None:
    match = Match()
    gone, other = match.leave()
    match.ask(other, requests.OfferDraw(token="t"))
    assert list(match.loaded.absent) == [str(gone)]


def test_an_outage_of_ours_makes_the_others_wait_longer() -> None:
    match = Match()
    gone, _ = match.leave()
    match.order(requests.Outage(ms=7_000, until=NOW + 7_000), NOW + 7_000)
    assert match.loaded.absent[str(gone)][1] == LATER + 7_000


def test_the_frame_tells_who_is_absent_and_who_may_do_what() -> None:
    match = Match()
    gone, other = match.leave()
    seen = {seat: frames.frame(match.loaded, {}, seat) for seat in (gone, other, None)}
    assert all(frame["absent"] == [{"seat": gone, "since": NOW - GRACE, "until": LATER}] for frame in seen.values())
    extra = {seat: set(frame["may"]) & {"claim_win", "seat_bot", "take_back"} for seat, frame in seen.items()}
    assert extra == {gone: set(), other: {"claim_win", "seat_bot"}, None: set()}
    match.ask(other, seat_bot(gone), LATER)
    frame = frames.frame(match.loaded, {}, gone)
    assert frame["may"] == ["chat", "take_back"]
    assert frame["seats"][gone]["stand_in"] is True
    assert "absent" not in frame


# --- claims ---


def test_the_win_is_claimed_when_the_time_is_over_and_not_before() -> None:
    match = Match()
    gone, other = match.leave()
    assert code(match.ask, other, claim(gone), LATER - 1) == "too_early"
    match.ask(other, claim(gone), LATER)
    assert match.loaded.ended == {"by": "claim", "seat": gone}
    assert match.loaded.outcome.places[other] == 1
    assert match.loaded.outcome.places[gone] == 2
    assert code(match.ask, other, claim(gone), LATER) == "game_over"
    assert not match.loaded.absent
    assert match.replayed() == match.loaded


@pytest.mark.parametrize("request_for", [claim, seat_bot])
def test_nothing_is_claimed_from_who_is_there_or_not_to_act_nor_by_strangers(request_for: Any) -> None:
    match = Match()
    gone = match.awaited
    other = 1 - gone
    assert code(match.ask, other, request_for(gone), LATER) == "not_absent"
    assert code(match.ask, gone, request_for(other), LATER) == "not_absent"
    match.leave()
    assert code(match.ask, None, request_for(gone), LATER) == "not_a_player"
    assert code(match.ask, gone, request_for(gone), LATER) == "not_absent"
    assert code(match.ask, other, request_for(7), LATER) == "out_of_range"
    match.play(LATER)
    assert code(match.ask, other, request_for(gone), LATER) == "not_absent"


def test_nobody_wins_against_two_sides_by_the_absence_of_one() -> None:
    match = Match(people=3)
    gone, other = match.leave()
    assert "claim_win" not in frames.frame(match.loaded, {}, other)["may"]
    assert code(match.ask, other, claim(gone), LATER) == "not_allowed"
    match.ask(other, seat_bot(gone), LATER)
    assert match.loaded.status == "active"


def test_a_team_is_beaten_by_absence_only_when_nobody_of_it_plays() -> None:
    match = Match(people=4)
    gone, other = match.leave()
    mate = (gone + 2) % 4
    assert code(match.ask, other, claim(gone), LATER) == "not_allowed"
    assert frames.frame(match.loaded, {}, mate)["may"].count("seat_bot") == 1
    assert code(match.ask, mate, claim(gone), LATER) == "not_allowed"
    match.ask(mate, seat_bot(gone), LATER)
    while match.awaited != mate:
        match.play(LATER)
    at = match.loaded.at
    match.order(requests.Absent(mate, at, at + GRACE), at)
    match.ask(other, claim(mate), at + GRACE)
    assert [match.loaded.outcome.places[seat] for seat in (gone, mate, other, (other + 2) % 4)] == [2, 2, 1, 1]


# --- a bot in the seat, and the way back ---


def test_a_bot_plays_on_until_its_owner_takes_the_seat_back() -> None:
    match = Match()
    gone, other = match.leave()
    match.ask(other, seat_bot(gone), LATER)
    assert code(match.ask, other, seat_bot(gone), LATER) == "not_absent"
    assert code(match.ask, other, TAKE_BACK, LATER) == "not_allowed"
    assert code(match.ask, gone, requests.Resign(token="t"), LATER) == "gave_up"
    wake = match.loaded.wakes[gone]
    assert alarms.wanted(match.loaded)["bot", gone] == wake
    match.ask(gone, TAKE_BACK, LATER + 5)
    assert ("bot", gone) not in alarms.wanted(match.loaded)
    move = codec.move_to_json(match.facts.game.legal_moves(match.loaded.state, gone)[0])
    assert code(match.order, requests.BotMove(gone, move, match.loaded.number, wake), wake) == "not_due"
    assert clocks.deadline(match.loaded) == (LATER + 5 + PER_MOVE["per_move"], gone)
    match.play(LATER + 6)
    assert match.awaited == other
    assert match.replayed() == match.loaded


def test_a_stand_in_that_is_left_alone_wins_for_its_owner() -> None:
    match = Match()
    gone, other = match.leave()
    match.ask(other, seat_bot(gone), LATER)
    match.ask(other, requests.Resign(token="t"), LATER)
    assert match.loaded.outcome.places[gone] == 1
    assert match.loaded.outcome.places[other] == 2


def test_who_comes_back_has_some_time_on_a_clock_that_had_run_out() -> None:
    match = Match(people=3, clock={"main": 60_000, "increment": 0})
    gone = match.time_out()
    match.ask(gone, TAKE_BACK, match.loaded.at)
    assert match.loaded.left[gone] == clocks.WELCOME


def test_who_resigned_has_no_way_back() -> None:
    match = Match(people=3)
    match.ask(0, requests.Resign(token="t"))
    assert code(match.ask, 0, TAKE_BACK) == "not_allowed"
    assert "stand_in" not in frames.frame(match.loaded, {}, 0)["seats"][0]


def test_a_seat_is_taken_back_so_many_times_and_no_more() -> None:
    match = Match(people=3)
    gone = match.awaited
    for _ in range(RETURNS):
        assert match.time_out() == gone
        match.ask(gone, TAKE_BACK, match.loaded.at)
    match.time_out()
    assert code(match.ask, gone, TAKE_BACK, match.loaded.at) == "not_allowed"


# --- three sides and more ---


@pytest.mark.parametrize(("people", "bots"), [(3, 0), (2, 1), (1, 2)])
def test_with_three_sides_no_time_out_ends_the_match_for_anybody(people: int, bots: int) -> None:
    match, left = Match(people=people, bots=bots), set(range(people))
    while left:
        if match.awaited in left:
            gone = match.time_out()
            left.remove(gone)
            assert match.loaded.occupants[gone].stand_in
        else:
            match.play()
        assert match.loaded.status == "active"
    match.ask(0, TAKE_BACK, match.loaded.at)
    assert match.loaded.occupants[0].person
    assert match.replayed() == match.loaded


def test_in_a_race_of_three_who_is_idle_for_long_is_replaced_and_may_come_back() -> None:
    match = Match("blitz", people=2, bots=1)
    for _ in range(100):
        due, tick = clocks.deadline(match.loaded), clocks.tick_due(match.loaded)
        if due is not None:
            gone = match.time_out()
            break
        match.order(requests.Tick(), tick) if tick else pytest.fail("nobody is idle and nothing is due")
    assert match.loaded.status == "active"
    match.ask(gone, TAKE_BACK, match.loaded.at + 1)
    due = clocks.deadline(match.loaded)
    assert due is None or due[1] != gone or due[0] > match.loaded.at, "they are not out of time at once"


def test_who_is_out_of_time_between_two_sides_has_lost_as_ever() -> None:
    match = Match()
    gone = match.time_out()
    assert match.loaded.ended == {"by": "time", "seat": gone}


# --- whatever happens ---

KINDS = ["move"] * 6 + ["absent", "back", "claim", "seat_bot", "take_back", "time", "resign", "tick", "outage"]
calmly = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))


def story(draw: Any, match: Match, kind: str, seat: int, now: int) -> None:
    """Let one thing happen, if the door allows it."""
    loaded, other = match.loaded, draw(st.integers(0, match.facts.seats - 1))
    orders: dict[str, requests.Ordered] = {
        "absent": requests.Absent(seat, now - 1, now + 20_000), "back": requests.Back(seat),
        "time": requests.TimeOut(), "tick": requests.Tick(), "outage": requests.Outage(ms=6_000, until=now),
    }  # fmt: skip
    asked: dict[str, requests.Asked] = {
        "claim": claim(other), "seat_bot": seat_bot(other), "take_back": TAKE_BACK,
        "resign": requests.Resign(token="t"),
    }  # fmt: skip
    if kind in orders:
        match.order(orders[kind], now)
    elif kind in asked:
        match.ask(seat, asked[kind], now)
    elif moves := match.facts.game.legal_moves(loaded.state, seat):
        move = codec.move_to_json(draw(st.sampled_from(moves)))
        bot = requests.BotMove(seat, move, loaded.number, loaded.wakes[seat])
        person = requests.Play(token="t", move=move)
        match.order(bot, now) if loaded.occupants[seat].bot else match.ask(seat, person, now)


@pytest.mark.parametrize("slug", GAMES)
@calmly
@given(data=st.data())
def test_whoever_comes_and_goes_the_match_stays_whole(slug: str, data: st.DataObject) -> None:
    most = min(4, max(GAMES[slug].seats))
    seats = data.draw(st.sampled_from([seats for seats in GAMES[slug].seats if seats <= most]))
    people = data.draw(st.integers(1, seats))
    match, now = Match(slug, people, seats - people, server_seed=data.draw(st.binary(min_size=32, max_size=32))), NOW
    for _ in range(40):
        now += data.draw(st.sampled_from([0, 500, 3_000, 25_000, 70_000]))
        kind, seat = data.draw(st.sampled_from(KINDS)), data.draw(st.integers(0, seats - 1))
        try:
            story(data.draw, match, kind, seat, now)
        except Refused:
            continue
        check(match)
        if match.loaded.over:
            break
    assert match.replayed() == match.loaded


def awake(loaded: Loaded) -> set[int]:
    """Return the bots that have something to think of: in a race all of them, at all times."""
    bots = {seat for seat, occupant in enumerate(loaded.occupants) if occupant.bot}
    return bots if loaded.facts.game.race else loaded.bots_to_act()


def check(match: Match) -> None:
    loaded = match.loaded
    awaited = {str(seat) for seat in loaded.must_act() if loaded.occupants[seat].person}
    assert set(loaded.absent) <= awaited
    if not loaded.over:
        assert from_snapshot(loaded.facts, to_snapshot(loaded)) == loaded
        assert {seat for seat, wake in enumerate(loaded.wakes) if wake} == awake(loaded)
    assert all(not o.stand_in or (o.gave_up and o.user is not None) for o in loaded.occupants)
    assert all(o.person or o.bot or loaded.over for o in loaded.occupants), "somebody plays for every seat"
    if loaded.over and len(set(loaded.facts.teams)) > 2:
        assert loaded.ended["by"] in {"rules", "resign"}
    if loaded.over and loaded.ended["by"] != "rules":
        loser = loaded.ended["seat"]
        assert loaded.outcome.places[loser] == max(loaded.outcome.places)
