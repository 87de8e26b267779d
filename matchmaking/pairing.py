"""Who plays whom: waiting people are put together by rating. Pure; no database, no clock, no chance but what is given.

Those who want the same (game, pace, seats …) stand in one hall. Whoever has waited longest chooses first: the nearest
in rating, as long as each is within everybody's window, which widens with waiting, and nobody has blocked anybody.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

NARROW = 100  # points that a rating may differ at first
WIDER = 25  # points more for each second of waiting
PATIENT = 60_000  # ms after which anybody will do
ANYBODY = 1_000_000  # points
LOOKED_AT = 64  # neighbours that one person looks at: blocks and narrow windows can hide the right one no longer


@dataclass(frozen=True, slots=True)
class Wish:
    """One person who waits: who, for what, since when (ms since 1970), with which rating (points), and whom not."""

    id: int
    person: int
    hall: str  # everything that must be alike: game, pace, options, rated or casual
    seats: int
    rating: int
    since: int
    bots_after: int | None = None  # ms of waiting after which bots may fill the table; None: people only
    alone: bool = True  # whether it may be a match against bots alone
    bots: str = ""  # how well these play for this one
    blocked: frozenset[int] = frozenset()  # people whom this one does not meet
    avoided: frozenset[int] = frozenset()  # people whom this one meets only when both have waited long
    patience: int = PATIENT  # ms after which anybody will do for this one
    clocks: tuple[str, ...] = ("",)  # those that will do, the dearest first; all at a table play by one

    def window(self, now: int) -> int:
        """Return by how many points others may differ now."""
        waited = max(0, now - self.since)
        if waited >= self.patience:
            return ANYBODY
        return NARROW + WIDER * (waited * PATIENT // self.patience) // 1000

    def takes_bots(self, now: int) -> bool:
        """Return whether the free seats may be filled with bots now."""
        return self.bots_after is not None and now - self.since >= self.bots_after

    def is_patient(self, now: int) -> bool:
        """Return whether anybody will do by now."""
        return now - self.since >= self.patience

    def meets(self, other: Wish, now: int) -> bool:
        """Return whether neither has blocked the other, they are two people, and neither is to be avoided still."""
        if self.person == other.person or self.person in other.blocked or other.person in self.blocked:
            return False
        if self.person not in other.avoided and other.person not in self.avoided:
            return True
        return self.is_patient(now) and other.is_patient(now)


Seating = tuple[Wish | None, ...]  # by seat; None: a bot


def pair(wishes: Iterable[Wish], now: int) -> Iterator[list[Wish]]:
    """Yield groups of people who play one match: as many as there are seats, or fewer where all of them take bots.

    No wish is in two groups. Raises ValueError for a wish with fewer than two seats.
    """
    halls: dict[tuple[str, int], list[Wish]] = defaultdict(list)
    for wish in wishes:
        if wish.seats < 2:
            raise ValueError(f"wish {wish.id} is for {wish.seats} seats")
        halls[wish.hall, wish.seats].append(wish)
    for (_, seats), waiting in sorted(halls.items()):
        yield from _Hall(waiting, seats, now).groups()


def clock_of(group: Sequence[Wish]) -> str:
    """Return the clock by which a group plays: of those that will do for all, the dearest of the first."""
    return next(clock for clock in group[0].clocks if all(clock in member.clocks for member in group))


class _Hall:
    """Those who want the same; who leaves the clock to the others stands in a row of each clock."""

    def __init__(self, waiting: list[Wish], seats: int, now: int) -> None:
        by_rating = sorted(waiting, key=lambda wish: (wish.rating, wish.since, wish.id))
        rows: dict[str, list[Wish]] = defaultdict(list)
        for wish in by_rating:
            for clock in wish.clocks:
                rows[clock].append(wish)
        self._rows = {clock: _Row(standing, seats, now) for clock, standing in rows.items()}
        self._by_wait = sorted(by_rating, key=lambda wish: (wish.since, wish.id))

    def groups(self) -> Iterator[list[Wish]]:
        """Yield the groups, that of whoever has waited longest first."""
        gone: set[int] = set()
        for wish in self._by_wait:
            if wish.id not in gone and (group := self._group_of(wish)):
                gone.update(member.id for member in group)
                for member in group:
                    for clock in member.clocks:
                        self._rows[clock].leave(member)
                yield group

    def _group_of(self, first: Wish) -> list[Wish] | None:
        """Return the group around one person: of several clocks the one with most people, and then the nearest."""
        found = [group for clock in first.clocks if (group := self._rows[clock].group_of(first))]
        return min(found, key=lambda group: (-len(group), abs(group[-1].rating - first.rating)), default=None)


class _Row:
    """Those who could play together, in the order of their ratings, with links that skip who has found a table."""

    def __init__(self, by_rating: list[Wish], seats: int, now: int) -> None:
        self._by_rating = by_rating
        self._place = {wish.id: place for place, wish in enumerate(by_rating)}
        self._windows = [wish.window(now) for wish in by_rating]
        self._seats, self._now = seats, now
        count = len(by_rating)
        self._up, self._down = list(range(1, count + 1)), list(range(-1, count - 1))  # count and -1: nobody

    def group_of(self, first: Wish) -> list[Wish] | None:
        """Return a group around one person, the nearest in rating first, or None while there is none."""
        group = self._around(first, lambda _: True)
        if len(group) < self._seats:
            group = self._around(first, lambda wish: wish.bots_after is not None) if first.takes_bots(self._now) else []
        if len(group) == 1 and not first.alone:
            return None
        return [self._by_rating[place] for place in group] or None

    def _around(self, first: Wish, asked: Callable[[Wish], bool]) -> list[int]:
        """Return the places of the first and of those who are asked and fit, as many as there are seats at most."""
        group = [self._place[first.id]]
        for place in self._nearest(group[0]):
            if asked(self._by_rating[place]) and self._fits(place, group):
                group.append(place)
                if len(group) == self._seats:
                    break
        return group

    def _nearest(self, first: int) -> Iterator[int]:
        """Yield the free places around one, the nearest in rating first, as far as its window reaches."""
        rating, window = self._by_rating[first].rating, self._windows[first]
        up, down = self._up[first], self._down[first]
        for _ in range(LOOKED_AT):
            above = self._by_rating[up].rating - rating if up < len(self._up) else ANYBODY + 1
            below = rating - self._by_rating[down].rating if down >= 0 else ANYBODY + 1
            if min(above, below) > window:
                return
            if above <= below:
                yield up
                up = self._up[up]
            else:
                yield down
                down = self._down[down]

    def _fits(self, place: int, group: Sequence[int]) -> bool:
        wish, window = self._by_rating[place], self._windows[place]
        for member in group:
            other = self._by_rating[member]
            if abs(other.rating - wish.rating) > min(window, self._windows[member]) or not wish.meets(other, self._now):
                return False
        return True

    def leave(self, wish: Wish) -> None:
        """Take somebody out who has found a table."""
        place = self._place[wish.id]
        up, down = self._up[place], self._down[place]
        if up < len(self._up):
            self._down[up] = down
        if down >= 0:
            self._up[down] = up


# --- who sits where ---


def seating(group: Sequence[Wish], teams: Sequence[int], chance: Random) -> Seating:
    """Return who sits where: teams as equal in rating as can be, all else by lot, so that nobody goes first by rating.

    `teams`: the team of each seat; each its own number where all play for themselves. Bots count as the table's mean.
    """
    players: list[Wish | None] = [*group, *[None] * (len(teams) - len(group))]
    mean = sum(wish.rating for wish in group) // len(group)
    chance.shuffle(players)
    by_team: dict[int, list[int]] = defaultdict(list)
    for seat, team in enumerate(teams):
        by_team[team].append(seat)
    sides = _sides(players, [len(seats) for seats in by_team.values()], mean)
    chance.shuffle(sides)
    placed: dict[int, Wish | None] = {}
    for seats, side in zip(by_team.values(), sides, strict=True):
        placed.update(zip(seats, side, strict=True))
    return tuple(placed[seat] for seat in range(len(teams)))


def _sides(players: list[Wish | None], sizes: list[int], mean: int) -> list[list[Wish | None]]:
    """Return the players in sides of these (equal) sizes: one pair of sides after the other is made even."""
    sides, at = [], 0
    for size in sizes:
        sides.append(players[at : at + size])
        at += size
    if max(sizes) > 1:
        for _ in range(len(sizes)):  # a few rounds: a later pair may unsettle an earlier one
            for one, two in combinations(range(len(sizes)), 2):
                sides[one], sides[two] = _evened(sides[one] + sides[two], len(sides[one]), mean)
    return sides


def _evened(players: list[Wish | None], size: int, mean: int) -> tuple[list[Wish | None], list[Wish | None]]:
    """Return the players in two sides, the first of `size`, whose sums differ least; the first such split counts."""
    rating = [mean if player is None else player.rating for player in players]
    total = sum(rating)
    best = min(combinations(range(len(players)), size), key=lambda side: abs(total - 2 * sum(rating[i] for i in side)))
    chosen = set(best)
    rest = [player for place, player in enumerate(players) if place not in chosen]
    return [players[place] for place in best], rest
