"""Every match by mail ends in bounded time, whatever its people do: the bound of docs/decisions/0021.

The door alone, without a database: people who answer at any time, wait until the last millisecond, take all the days
off that they may, come back from a bot, or never answer at all.
"""

from __future__ import annotations

from collections import Counter
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.holidays import MOST_DAYS
from games.door import clocks, requests
from games.door.deciding import decide, order
from games.door.folding import RETURNS, fold
from games.door.guards import Asker
from games.door.loaded import Entry, Facts, Loaded, fresh, from_snapshot, to_snapshot
from games.door.pace import DAY, DAYS
from games.errors import Refused
from rules import codec
from rules.registry import GAMES

TURN_GAMES = [slug for slug, game in GAMES.items() if not game.race]
calmly = settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
STEPS = 20_000


class Mailing:
    """A match by mail whose people do as they like."""

    def __init__(self, draw: Any, slug: str) -> None:
        self.random = draw(st.randoms(use_true_random=False))
        game = GAMES[slug]
        seats = draw(st.sampled_from([seats for seats in sorted(game.seats) if seats <= 4]))
        options = codec.options_from_json(game, {}, seats)
        self.days = draw(st.sampled_from(DAYS))
        seed = bytes(self.random.randrange(256) for _ in range(32))
        self.loaded: Loaded = fresh(
            Facts("m" * 16, game, options, seats, game.teams(options, seats), "mail", {"per_move": self.days * DAY},
                  True, True, seed, 1_800_000_000_000)
        )  # fmt: skip
        self.now = 1_800_000_000_000
        self.manner = [draw(st.sampled_from(["prompt", "last", "any", "never"])) for _ in range(seats)]
        self.spans: dict[int, list[tuple[int, int]]] = {seat: [] for seat in range(seats)}
        self.counted: Counter[tuple[int, int]] = Counter()  # ms by seat and year
        self.put_off = self.moves = self.returns = 0
        for seat in range(seats):
            self.add(Entry(self.loaded.number + 1, "join", seat, {"user": 100 + seat, "salt": ""}, self.now))
        self.add(Entry(self.loaded.number + 1, "start", 0, {}, self.now))

    def add(self, entry: Entry) -> None:
        fold(self.loaded, entry)
        if entry.kind == "holiday":
            self.put_off += entry.body["ms"]
        self.moves += entry.kind in ("move", "give_up", "take_over")
        self.returns += entry.kind == "take_back"

    def play(self) -> None:
        """Go on until the match is over."""
        for _ in range(STEPS):
            if self.loaded.over:
                return
            self._step()
        pytest.fail("the match has not ended")

    def _step(self) -> None:
        (seat,) = self.loaded.must_act()
        occupant = self.loaded.occupants[seat]
        if not occupant.person:
            wake = self.loaded.wakes[seat]
            self.now = max(self.now, wake)
            self.add(order(self.loaded, requests.BotMove(seat, self._move(seat), self.loaded.number, wake), self.now))
            self._come_back()
            return
        if self.manner[seat] in ("last", "any", "never"):
            self._go_on_holiday(seat)
        self._count_holidays(seat)
        due = clocks.deadline(self.loaded)
        assert due is not None
        manner = self.manner[seat]
        self.now = {"prompt": self.now, "last": due[0], "never": due[0] + 1}.get(
            manner, self.random.randrange(self.now, due[0] + 1)
        )
        if manner == "never":
            self.add(order(self.loaded, requests.TimeOut(), self.now))
        else:
            self.add(decide(self.loaded, Asker(100 + seat, seat, "t", ""),
                            requests.Play(token="t", move=self._move(seat)), self.now))  # fmt: skip

    def _move(self, seat: int) -> Any:
        return codec.move_to_json(self.random.choice(self.loaded.facts.game.legal_moves(self.loaded.state, seat)))

    def _come_back(self) -> None:
        for seat, occupant in enumerate(self.loaded.occupants):
            if occupant.stand_in and not self.loaded.over and self.random.random() < 0.3:
                take_back = requests.TakeBack(token="t")
                self.add(decide(self.loaded, Asker(100 + seat, seat, "t", ""), take_back, self.now))

    def _go_on_holiday(self, seat: int) -> None:
        """Take days off, all that the year has left or some of them, as accounts.holidays lets one."""
        first = datetime.fromtimestamp(self.now / 1000, UTC).date() + timedelta(self.random.randrange(3))
        days = [first + timedelta(n) for n in range(self.random.randrange(1, MOST_DAYS + 1))]
        taken = Counter(day.year for begins, ends in self.spans[seat] for day in dates(begins, ends))
        wanted = Counter(day.year for day in days)
        begins, ends = max(self.now, midnight(days[0])), midnight(days[-1] + timedelta(1))
        apart = all(ends <= other or begins >= until for other, until in self.spans[seat])
        if apart and all(taken[year] + count <= MOST_DAYS for year, count in wanted.items()):
            self.spans[seat].append((begins, ends))

    def _count_holidays(self, seat: int) -> None:
        for _ in self.spans[seat]:
            for number, (begins, ends) in enumerate(self.spans[seat]):
                try:
                    self.add(order(self.loaded, requests.Holiday(seat, 100 * seat + number, begins, ends), self.now))
                except Refused as error:
                    assert error.code == "not_due"


def midnight(day: date) -> int:
    return round(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() * 1000)


def dates(begins: int, ends: int) -> list[date]:
    first, last = (datetime.fromtimestamp(instant / 1000, UTC).date() for instant in (begins, ends - 1))
    return [first + timedelta(n) for n in range((last - first).days + 1)]


@pytest.mark.parametrize("slug", TURN_GAMES)
@calmly
@given(data=st.data())
def test_every_match_by_mail_ends_in_bounded_time(slug: str, data: st.DataObject) -> None:
    match = Mailing(data.draw, slug)
    begun, seats = match.now, match.loaded.facts.seats
    match.play()
    assert match.loaded.ended["by"] in ("rules", "time")
    lasted = match.loaded.ended_at - begun
    turns, per_move = match.moves + match.returns, match.days * DAY
    pauses = match.moves * max(match.loaded.facts.game.bot_ms)
    assert lasted <= turns * (per_move + 1) + match.put_off + pauses, "each turn takes its days, and holidays"
    years = lasted / (365 * DAY)
    assert match.put_off <= MOST_DAYS * DAY * seats * (int(years) + 2), "of a year thirty days of each at most"
    assert lasted <= bound(turns, per_move + 1, seats) + pauses
    assert match.returns <= RETURNS * seats
    assert from_snapshot(match.loaded.facts, to_snapshot(match.loaded)) == match.loaded


def bound(turns: int, per_move: int, seats: int) -> float:
    """Return the bound of docs/decisions/0021 in ms."""
    off = MOST_DAYS * seats
    return (turns * per_move + 2 * off * DAY) * 365 / (365 - off)


def test_at_the_largest_table_too_some_days_of_each_year_count() -> None:
    assert MOST_DAYS * max(seats for slug in TURN_GAMES for seats in GAMES[slug].seats) < 365
