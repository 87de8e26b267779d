"""Races over real lines: equal players win equally often, whatever their line, their process and what they say."""

from __future__ import annotations

import time
from statistics import median

import pytest

from tests.live.judge import faults, log_of
from tests.live.proxy import NEVER
from tests.live.racers import CLAIMS, SOAK, Gallery, Line, Place, Plan, answers_of, bound, grabbers
from tests.live.rushers import rushing

pytestmark = [pytest.mark.live, pytest.mark.alone]
LINES = (Line(0.02), Line(0.1), Line(0.246))  # the site's own part comes on top, and the credit ends at 250 ms
HELD = (0.1, 0.23, 1.0, NEVER)  # s
MOST_CREDIT, SLACK = 0.25, 0.004  # s; instants are whole milliseconds on either side
TABLES, RUSHES = 48 if SOAK else 24, 5
SECONDS, RUSH_SECONDS = (240, 900) if SOAK else (90, 90)  # at most; it takes as long as the claims take
LATE = {"too_late", "illegal_move", "game_over"}
ENOUGH = CLAIMS if SOAK else 150  # claims
HOLDING_SECONDS = 60 if SOAK else 6


def rotated(lines: tuple[Line, ...], tables: int) -> list[Plan]:
    """Return tables with each line on each seat, at each process, judged by each process: all alike often."""
    seats = len(lines)
    return [
        Plan([Place(lines[(n + seat) % seats], (n // seats + seat) % 2) for seat in range(seats)], n // (2 * seats) % 2)
        for n in range(tables)
    ]


def is_home(claim) -> bool:
    return claim.place.process == claim.plan.owner


def assert_fair(shares: dict, claims: int, wanted: int, figures) -> None:
    off = [abs(share - 1 / wanted) for share in shares.values()]
    figures("share of wins off an equal one", off, limit=round(bound(claims), 3), size=f"{claims} claims")
    print(f"{claims} claims, shares {shares}, limit ±{bound(claims):.3f}")
    assert claims >= ENOUGH
    assert len(shares) == wanted
    assert max(off) <= bound(claims)


async def test_equal_players_win_equally_often_at_round_trips_of_20_100_and_250_ms(open_site, figures):
    gallery = Gallery(rotated(LINES, TABLES))
    async with grabbers(open_site, gallery) as pages:
        print(f"{await gallery.run(SECONDS, lambda: len(gallery.claims) >= ENOUGH):.0f} s, {gallery.codes}")
    for line in LINES:
        gains = [gain for page in pages if page.place.line == line for gain in page.gains]
        print(f"{line.trip}: shown longer by {-1000 * median(gains):.1f} ms (median)")
    print(f"at the owner's process or not: {gallery.shares(lambda claim: (claim.place.line.trip, is_home(claim)))}")
    assert answers_of(pages).keys() == {1}
    assert faults(pages, log_of(open_site)) == []
    assert_fair(gallery.shares(lambda claim: claim.place.line.trip), len(gallery.claims), 3, figures)


async def test_equal_players_of_red_handed_win_equally_often_at_the_owners_process_and_at_another(open_site, figures):
    gallery = Gallery(rotated((Line(0.04), Line(0.04)), TABLES))
    async with grabbers(open_site, gallery) as pages:
        print(f"{await gallery.run(SECONDS, lambda: len(gallery.claims) >= ENOUGH):.0f} s, {gallery.codes}")
    assert answers_of(pages).keys() == {1}
    assert_fair(gallery.shares(is_home), len(gallery.claims), 2, figures)


async def test_who_holds_back_pongs_gains_no_more_than_250_ms_less_the_true_line(open_site, figures):
    honest = Line(0.02)
    gallery = Gallery([plan for hold in HELD for plan in rotated((honest, Line(0.02, hold)), 4)])
    async with grabbers(open_site, gallery) as pages:
        await gallery.run(HOLDING_SECONDS)
    for hold in (0.0, *HELD):
        gains = [gain for page in pages if page.place.line.hold == hold for gain in page.gains]
        most = 0.0 if hold in {0.0, NEVER} else min(hold, MOST_CREDIT - honest.trip)
        print(f"held back {hold} s: {len(gains)} grabs, gains {median(gains):.3f} s (median), at most {max(gains):.3f}")
        figures(f"gained, pongs held back {hold} s", gains, limit=most + SLACK, unit="s")
        assert len(gains) >= 5
        assert max(gains) <= most + SLACK


async def test_equal_players_of_blitz_win_equally_often_at_the_owners_process_and_at_another(open_site, figures):
    gallery, began = Gallery(), time.monotonic()
    async with rushing(open_site, gallery, RUSHES) as tables:
        await gallery.run(RUSH_SECONDS, lambda: sum(sum(table.won.values()) for table in tables) >= ENOUGH)
    won = {home: sum(table.won[home] for table in tables) for home in (True, False)}
    pages = [page for table in tables for page in table.pages]
    odd = [pair for table in tables for pair in table.odd]
    print(f"{time.monotonic() - began:.0f} s, {len(odd)} odd pairs {odd[:5]}")
    assert answers_of(pages).keys() == {1}
    assert faults(pages, log_of(open_site)) == []
    assert {code for pair in odd for code in pair} <= {"", *LATE}, "the round or the match was over"
    assert ("", "") not in odd
    count = sum(won.values())
    assert_fair({home: round(part / count, 4) for home, part in won.items()}, count, 2, figures)
