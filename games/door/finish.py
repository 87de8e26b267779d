"""The photo finish of a race: who was first, when everybody's line is of another length. Pure: whole milliseconds in.

A change of the table takes a while to reach a player, and the grab takes a while to come back; together that is the
line's round trip. So each seat is given back its **credit**: the lowest round trip that the server has measured on its
line within 60 s (config/pulse.py), at most 250 ms, 0 if none is known.

What lies between a server process and the owner is ours, and nobody pays for it: the process that holds the socket
counts how long after it has shown the change the grab came in, and that is what counts here.

    arrival            = last change of the table + what the process of the socket has counted
    corrected instant  = arrival - credit
    reaction           = corrected instant - last change of the table, under 150 counted as 150

**The window.** The first grab waits for those who may have been quicker and have a longer line. The window ends at

    (lowest corrected instant of the grabs that are in) + (largest credit + lag of the seats that are still out)

or at the last grab's arrival, if that is later. The lag of a seat is how much later than its arrival a grab of it may
be here: until a change is on disk and shown, and for the way from another process and back. Where it is nought the end
is, after the first grab, its arrival + (slowest seat's credit - its own, at least 0); each further grab can only
shorten it. It is long enough: a grab by seat s after the end e has arrival - credit(s) > e - largest credit >= the
lowest in. (Under the floor below it could have been level; there the earlier instant has the better of it.) It is no
longer than needed: one millisecond earlier, the seat with the largest credit could still come in and be first.

**Order.** By reaction. Under the limit of 150 ms, where nobody has seen what they grab for, a millisecond less is no
merit. Equal reactions are ordered by block 0 of the stream `ply/photo:SEAT` of docs/fairness.md, the smaller first. So
neither seat nor name nor line decides; nobody can know beforehand, for the seed is secret until the match has ended;
then everyone can recompute it; and the order of two such blocks says nothing of the seed.

**What a liar can gain.** Let l be the true round trip of a line, m what was measured, c(x) = min(x, 250). The bytes of
a ping cannot be guessed, so m >= l always, and c never falls. Nothing but its credit and its arrival enter into what a
seat shows, and nothing of it into what others show. So, against an honest client on the same line:

- pongs held back by h, grabs sent at once: m = l + h, the reaction is shorter by c(l + h) - c(l) <= 250 - l, and not at
  all at l >= 250. The lowest of 60 s counts: a single pong that is not held back ends the gain for a minute.
- everything held back by h: the arrival is later by h, the credit larger by c(l + h) - c(l) <= h: never a gain, and a
  loss once l + h is over the limit.
- never answering: after 60 s nothing is known, the credit is 0 and c(l) is lost; the socket is dropped after 20 s.
- any mixture of these: the credit is at most 250, that of an honest client is c(l); **the gain is at most 250 - l ms**.
- the floor: no lie shows a reaction under 150 ms.

The others pay in time at most: a decision comes no later than the largest credit, and the lag, after the first grab,
whoever lies. Who has a truly longer line than 250 ms loses what is above it; that is the price of
the bound.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

MOST_CREDIT = 250
LEAST_REACTION = 150


def credit_of(round_trips: Iterable[float | None]) -> int:
    """Return a seat's credit: from the lowest round trip of each of its sockets."""
    known = [round_trip for round_trip in round_trips if round_trip is not None]
    return round(min([MOST_CREDIT, *known])) if known else 0


@dataclass(frozen=True, slots=True)
class Placing:
    """One grab as it was judged; `arrived` counts from the last change of the table."""

    seat: int
    reaction: int
    arrived: int
    credit: int


class PhotoFinish:
    """One window, from the first grab to the decision. Only grabs that the rules accept belong in it."""

    __slots__ = ("_arrivals", "_changed", "_credit", "_lag")

    def __init__(self, changed: int, credit: Mapping[int, int], lag: Mapping[int, int] | None = None) -> None:
        """Open for the table that last changed at `changed`; `credit` and `lag` by seat of all that may grab.

        They hold for this finish, whatever is measured until its end. Missing: 0.
        """
        self._changed = changed
        self._credit = dict(credit)
        self._lag = lag or {}
        self._arrivals: dict[int, int] = {}

    def grab(self, seat: int, arrived: int) -> bool:
        """Take a grab in; returns False for one that comes after the end. A seat's first grab counts."""
        if self._arrivals and arrived > self.closes:
            return False
        self._arrivals.setdefault(seat, arrived)
        return True

    @property
    def closes(self) -> int:
        """The instant after which no grab can be first any more. Needs a grab."""
        lowest = min(arrived - self._credit.get(seat, 0) for seat, arrived in self._arrivals.items())
        out = [credit + self._lag.get(seat, 0) for seat, credit in self._credit.items() if seat not in self._arrivals]
        return max(*self._arrivals.values(), lowest + max(out, default=0))

    def placing(self, seat: int, arrived: int) -> Placing:
        """Return how a grab stands: also one that came too late, so that its sender hears by how much."""
        credit = self._credit.get(seat, 0)
        after = arrived - self._changed
        return Placing(seat, max(LEAST_REACTION, after - credit), after, credit)

    def placings(self, seed: bytes, ply: int) -> tuple[Placing, ...]:
        """Return all grabs, the first one first. `seed` is the match's, `ply` the number of moves before this one."""
        placings = [self.placing(seat, arrived) for seat, arrived in self._arrivals.items()]
        return tuple(sorted(placings, key=lambda placing: (placing.reaction, _lot(seed, ply, placing.seat))))


def margins(placings: Iterable[Placing]) -> list[dict[str, int]]:
    """Return the placings as JSON for the entry's meta, the same for everyone."""
    return [
        {"seat": one.seat, "reaction": one.reaction, "arrived": one.arrived, "credit": one.credit} for one in placings
    ]


def _lot(seed: bytes, ply: int, seat: int) -> bytes:
    """Return what orders equal reactions: a block of the match's seed that no random step of a game uses."""
    return hmac.digest(seed, f"{ply}/photo:{seat}:0".encode(), "sha256")
