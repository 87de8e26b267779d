"""A move against the end of the mover's time, at the last ms: never both, never neither, and everybody is told which.

SOAK=1: the full size, on the shortest time a move that the site offers. What is measured is printed.
"""

from __future__ import annotations

import os
from collections import Counter
from itertools import product, takewhile
from time import perf_counter

import pytest

from games.tables.choices import PER_MOVE
from tests.live.duels import OVER, RIVALS, Duel, Ring
from tests.live.footing import Town
from tests.live.judge import faults, log_of

pytestmark = [pytest.mark.live, pytest.mark.alone]
SOAK = os.environ.get("SOAK") == "1"
DUELS, TABLES = (2_000, 150) if SOAK else (80, 40)
MATCHES = DUELS * 3 // 2
PACE = PER_MOVE[0] if SOAK else 2_000  # ms a move
LEAST = 0.15  # of the duels that either side has to win
LATE = {"game_over", "gave_up"}


async def test_of_a_move_and_the_movers_time_out_at_the_same_ms_exactly_one_comes_to_pass(site, figures):
    ready = []
    for seats in (2, 3):
        wish = {"seats": seats, "matches": MATCHES // 2, "tables": TABLES // 2, "start": False}
        ready.append(site.prepare("sequence", clock={"per_move": PACE}, **wish))
    began = perf_counter()
    with site.script("tests/live/hasty_clock.py") as clock:
        ring = Ring(site.own_urls, clock, PACE, DUELS)
        await ring.run([match for pair in zip(*ready, strict=True) for match in pair], TABLES)
    tell(ring, perf_counter() - began)
    matches = sorted({duel.match for duel in ring.duels})
    with site.held():
        log, ends = log_of(site), ends_of(site)
        replayed = site.manage("replay", *matches, check=False)
    assert faults(ring.pages, log) == []
    assert odd_ends(ring.duels, ends) == []
    assert replayed.stdout == f"{len(matches)} matches are as their logs say\n", replayed.stderr
    share = sum(duel.won for duel in ring.ties) / len(ring.ties)
    figures("share of moves that were in time", [share], limit=1 - LEAST, size=f"{len(ring.ties)} ties within 5 ms")
    assert len(ring.ties) >= DUELS
    assert {duel.answer for duel in ring.duels if not duel.won} <= LATE
    assert LEAST <= share <= 1 - LEAST
    assert {(duel.rival, duel.won) for duel in ring.ties} == set(product(RIVALS, (True, False)))


def tell(ring: Ring, seconds: float) -> None:
    """Print what came of the duels."""
    print(f"\n{len(ring.ties)} ties in {len(ring.duels)} duels, {seconds:.0f} s")
    for rival in RIVALS:
        for home in (True, False):
            some = [duel for duel in ring.ties if (duel.rival, duel.home) == (rival, home)]
            parts = [[duel.won for duel in some if low <= duel.early < low + 2.5] for low in (-5, -2.5, 0, 2.5)]
            shares = [f"{sum(part)}/{len(part)}" for part in parts]
            print(f"  {rival}, {'home' if home else 'away'}: moves won, from 5 ms late to 5 ms early: {shares}")
    print(f"  {Counter(duel.answer for duel in ring.duels if not duel.won)}")


# --- the log ---

End = tuple[int, str, int, str | None, int]  # number, kind, seat (of a time-out: whose time it was), token, at


def ends_of(site: Town) -> dict[str, list[End]]:
    """Return what the log has of moves and time-outs, by match."""
    seat = "CASE WHEN body->>'by' = 'time' THEN (body->>'seat')::int ELSE seat END"
    which = "kind = 'move' OR body->>'by' = 'time'"
    columns = f"match_id, number, kind, {seat}, token, at"
    found: dict[str, list[End]] = {}
    for match, *row in site.query(f"SELECT {columns} FROM games_entryrow WHERE {which} ORDER BY match_id, number"):  # noqa: S608
        found.setdefault(match, []).append(tuple(row))
    return found


def odd_ends(duels: list[Duel], ends: dict[str, list[End]]) -> list[str]:
    """Return the duels of which not exactly one end is in the log, or another than was answered, or at a wrong time."""
    found, until = [], {}
    for duel in reversed(duels):
        mine = [end for end in ends.get(duel.match, []) if duel.number < end[0] <= until.get(duel.match, 10**9)]
        mine = [end for end in this_turn(mine, duel.seat) if end[3] == duel.token or end[1] in OVER]
        if len(mine) != 1 or not is_right(duel, mine[0]):
            found.append(f"{duel}: {mine}")
        until[duel.match] = duel.number
    return found


def this_turn(ends: list[End], seat: int) -> list[End]:
    """Return those before another seat's first: a seat that has moved may run out of time in its next turn."""
    return list(takewhile(lambda end: end[2] == seat, ends))


def is_right(duel: Duel, end: End) -> bool:
    """Return whether a duel's end is what was answered, and not before or after its time."""
    number, kind, _, _, at = end
    if kind in OVER:
        return not duel.won and at > duel.due
    return duel.answer == number and at <= duel.due
