"""A live match goes on by mail as soon as, and only if, every person who still plays in it wants that.

The door alone, without a database: people who ask, agree, decline, move, resign, let their time run out and come back
in any order.
"""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.door import clocks, requests
from games.door.deciding import decide, order
from games.door.folding import fold
from games.door.guards import Asker
from games.door.loaded import Entry, Facts, Loaded, fresh, from_snapshot, to_snapshot
from games.errors import Refused
from rules import codec
from rules.registry import GAMES

BEGAN, PER_MOVE = 1_800_000_000_000, 60_000
KINDS = ["slow", "accept", "accept", "accept", "decline", "move", "resign", "late", "back"]
calmly = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))


class Table:
    """A live match of Diamoniak; a log that is folded and watched."""

    def __init__(self, seats: int) -> None:
        game = GAMES["diamoniak"]
        options = codec.options_from_json(game, {}, seats)
        teams = game.teams(options, seats)
        told = ("live", {"per_move": PER_MOVE}, True, True, bytes(range(32)), BEGAN)
        self.loaded: Loaded = fresh(Facts("m" * 16, game, options, seats, teams, *told))
        self.now = BEGAN
        for seat in range(seats):
            fold(self.loaded, Entry(seat + 1, "join", seat, {"user": 100 + seat, "salt": ""}, self.now))
        fold(self.loaded, Entry(seats + 1, "start", 0, {}, self.now))

    def people(self) -> set[int]:
        """Return the seats on which people play."""
        return {seat for seat, occupant in enumerate(self.loaded.occupants) if occupant.person}

    def agreed(self) -> set[int]:
        """Return the seats that want to go on by mail, as long as that is asked."""
        return set(self.loaded.slow["by"]) if self.loaded.slow else set()

    def request(self, kind: str, seat: int, days: int) -> Any:
        """Return what somebody asks for."""
        if kind == "move":
            legal = self.loaded.facts.game.legal_moves(self.loaded.state, seat)
            return requests.Play(token="t", move=codec.move_to_json(legal[0])) if legal else None
        return {
            "slow": requests.Slow(token="t", days=days),
            "accept": requests.AcceptSlow(token="t"),
            "decline": requests.DeclineSlow(token="t"),
            "resign": requests.Resign(token="t"),
            "back": requests.TakeBack(token="t"),
        }[kind]

    def entry(self, kind: str, seat: int, days: int) -> Entry | None:
        """Return what comes of a wish; None where it is refused."""
        try:
            if kind == "late":
                self.now = max(self.now, (clocks.deadline(self.loaded) or (self.now,))[0] + 1)
                return order(self.loaded, requests.TimeOut(), self.now)
            asked = self.request(kind, seat, days)
            return decide(self.loaded, Asker(100 + seat, seat, "t", ""), asked, self.now) if asked else None
        except Refused:
            return None


@calmly
@given(
    seats=st.sampled_from([3, 4]),
    wishes=st.lists(st.tuples(st.sampled_from(KINDS), st.integers(0, 3), st.sampled_from([1, 14])), max_size=25),
)
def test_it_goes_by_mail_once_all_who_still_play_want_that_and_never_against_one(seats: int, wishes: Any) -> None:
    table = Table(seats)
    for kind, seat, days in wishes:
        entry = None if table.loaded.over or seat >= seats else table.entry(kind, seat, days)
        if entry is None:
            continue
        wanted = table.agreed() | ({seat} if entry.kind == "slow_offer" else set())
        was = table.loaded.pace
        fold(table.loaded, entry)
        if table.loaded.over:
            return
        people = table.people()
        assert not table.agreed() or not people <= table.agreed(), "all agree, and nothing happens"
        if was == "live" and table.loaded.pace == "mail":
            assert people
            assert people <= wanted
        assert from_snapshot(table.loaded.facts, to_snapshot(table.loaded)) == table.loaded
