"""What holds of timers and bots' pauses whatever happens in whatever order: the door alone, without a database."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.door import clocks, requests
from games.door.deciding import Asker, decide, order, overdue
from games.door.folding import fold
from games.door.loaded import Entry, Facts, Loaded, fresh, from_snapshot, to_snapshot
from games.errors import Refused
from rules import codec
from rules.registry import GAMES

PEOPLE = (0, 1)  # the other seats are bots'
every_game = pytest.mark.parametrize("game", GAMES)
calmly = settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck))


def begun(slug: str, seed: bytes) -> Loaded:
    """Return a match of two people, on the first seats, and bots, that has just begun."""
    game = GAMES[slug]
    seats = max(seats for seats in game.seats if seats <= 4)
    options = codec.options_from_json(game, {}, seats)
    teams = game.teams(options, seats)
    facts = Facts("m" * 16, game, options, seats, teams, "live", {"per_move": 60_000}, True, True, seed, 1_000)
    loaded = fresh(facts)
    bodies = [("join", seat, {"user": seat, "salt": ""}) for seat in PEOPLE]
    bodies += [("bot", 0, {"seat": seat, "policy": "greedy"}) for seat in range(len(PEOPLE), seats)]
    for kind, seat, body in [*bodies, ("start", 0, {})]:
        fold(loaded, Entry(loaded.number + 1, kind, seat, body, 2_000))
    return loaded


def a_move(draw: Any, loaded: Loaded, seat: int) -> dict[str, Any]:
    return codec.move_to_json(draw(st.sampled_from(loaded.facts.game.legal_moves(loaded.state, seat))))


def next_entry(draw: Any, loaded: Loaded, now: int) -> Entry | None:
    """Return something that may come now: a person's or a bot's move, the clock's, an outage given back, an offer."""
    bots = [seat for seat, wake in enumerate(loaded.wakes) if 0 < wake <= now and loaded.may_act(seat)]
    people = [seat for seat in PEOPLE if loaded.may_act(seat)]
    what = draw(st.sampled_from(["tick", "outage", "offer", *["move"] * 4 * bool(people), *["bot"] * 4 * bool(bots)]))
    try:
        if what == "move":
            seat = draw(st.sampled_from(people))
            play = requests.Play(token="t", move=a_move(draw, loaded, seat))
            return decide(loaded, Asker(seat, seat, "t", ""), play, now)
        if what == "bot":
            seat = draw(st.sampled_from(bots))
            wake, number = loaded.wakes[seat], loaded.number
            return order(loaded, requests.BotMove(seat, a_move(draw, loaded, seat), number, wake), now)
        if what == "offer":
            return decide(loaded, Asker(0, 0, "t", ""), requests.OfferDraw(token="t"), now)
        return order(loaded, requests.Tick() if what == "tick" else requests.Outage(ms=5_000, until=now), now)
    except Refused as error:
        assert error.code in ("not_due", "not_allowed", "slow_down"), what
        return None


@every_game
@calmly
@given(data=st.data())
def test_timers_and_pauses_hold_through_anything(game: str, data: st.DataObject) -> None:
    loaded, now = begun(game, data.draw(st.binary(min_size=32, max_size=32))), 2_000
    for _ in range(40):
        now += data.draw(st.sampled_from([0, 50, 700, 1_200, 3_000, 20_000]))
        due, wakes, timer = clocks.tick_due(loaded), list(loaded.wakes), loaded.timer
        if (entry := next_entry(data.draw, loaded, now)) is None or loaded.over:
            continue
        ticked = timer is not None and entry.kind == "move" and entry.body["move"] == codec.move_to_json(timer[1])
        assert not ticked or now >= due
        fold(loaded, entry)
        if loaded.over:
            break
        _check_timer(loaded, entry, due, timer, ticked)
        _check_bots(loaded, entry, wakes)
        _check_judge(loaded, now)
        assert from_snapshot(loaded.facts, to_snapshot(loaded)) == loaded
    assert (clocks.tick_due(loaded) is None) == (loaded.over or loaded.timer is None)


def _check_timer(loaded: Loaded, entry: Entry, due: int | None, timer: Any, ticked: bool) -> None:
    assert loaded.timer == loaded.facts.game.timer(loaded.state)
    now_due = clocks.tick_due(loaded)
    if loaded.timer is None:
        assert now_due is None
    elif entry.kind == "pause":
        assert now_due == due + entry.body["ms"]
    elif ticked or loaded.timer != timer:
        assert now_due == entry.at + loaded.timer[0]
    else:
        assert now_due == due
    assert loaded.moved_at == entry.at if entry.kind == "move" else loaded.moved_at <= entry.at


def _check_bots(loaded: Loaded, entry: Entry, before: list[int]) -> None:
    if loaded.facts.game.race:
        _check_racers(loaded, entry, before)
        return
    least, most = loaded.facts.game.bot_ms
    for seat, (earlier, wake) in enumerate(zip(before, loaded.wakes, strict=True)):
        assert bool(wake) == (seat in loaded.bots_to_act())
        if wake not in (earlier, 0):
            assert entry.at + least <= wake <= entry.at + most
            assert not earlier or earlier <= entry.at or seat == entry.seat, "who is about to move is not put off"
        if seat == entry.seat and entry.kind == "move" and wake:
            assert wake >= entry.at + least


def _check_racers(loaded: Loaded, entry: Entry, before: list[int]) -> None:
    """Each bot thinks at once after its own move, and what it had planned before is then over."""
    for seat, (earlier, wake) in enumerate(zip(before, loaded.wakes, strict=True)):
        if not loaded.occupants[seat].bot:
            assert wake == 0
        elif seat == entry.seat and entry.kind == "move":
            assert wake == max(entry.at, earlier) + 1
        else:
            assert wake == earlier


def _check_judge(loaded: Loaded, now: int) -> None:
    due = clocks.tick_due(loaded)
    if due is None:
        with pytest.raises(Refused, match="not_due"):
            order(loaded, requests.Tick(), now + 10**9)
        return
    with pytest.raises(Refused, match="not_due"):
        order(loaded, requests.Tick(), due - 1)
    entry = order(loaded, requests.Tick(), due)
    assert (entry.kind, entry.seat, entry.ply, entry.token) == ("move", -1, loaded.ply, None)
    assert overdue(loaded, due) is None
    assert isinstance(overdue(loaded, due + 10_000), requests.Tick)
