"""Several workers seat one crowd at once: each ticket once, nobody at two tables. And how long a big crowd takes."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from threading import Barrier
from time import process_time

import pytest
from django.db import connection

from games.instants import now_ms
from games.models import Match, SeatRow
from matchmaking import halls, rating, tickets
from matchmaking.models import CALLED, WAITING, Rating, Ticket
from matchmaking.pairing import Wish, pair
from tests.games.conftest import make_user
from tests.live.machine import in_time, slowness
from tests.matchmaking.conftest import crowd, wait
from tests.matchmaking.workers import work_at_once

SOAK = os.environ.get("SOAK") == "1"
WORKERS = 4
CROWD = 2_000 if SOAK else 200
MASS = 10_000
PAIRED, SEATED = 2.0, 4.0  # s of a usual processor for the mass: to read and pair it, and to seat it at tables besides
pytestmark = [pytest.mark.live, pytest.mark.sqlite_lane, pytest.mark.django_db(transaction=True)]
CLOCK = {"per_move": 60_000}
HALLS = (("blue-diamond", 2), ("diamoniak", 4), ("sequence", 2))


def wishes(people: list, *, each: int = 1) -> None:
    """Let each person wait in so many halls, with few statements."""
    now = now_ms()
    here = now + 600_000  # however long this takes on a busy machine
    rows = [
        Ticket(user=person, game=game, seats=seats, clock=CLOCK, since=now, look_at=now, seen_at=here)
        for number, person in enumerate(people)
        for game, seats in (HALLS[(number + hall) % len(HALLS)] for hall in range(each))
    ]
    Ticket.objects.bulk_create(rows, batch_size=1000)


def test_four_workers_seat_every_ticket_once_and_nobody_at_two_tables(figures):
    wishes(crowd(CROWD), each=2)  # who has two tickets may be called by one of them alone
    shifts = work_at_once(WORKERS, rounds=2)
    assert len({shift.process for shift in shifts} - {os.getpid()}) == WORKERS
    assert max(shift.began for shift in shifts) < min(shift.ended for shift in shifts)  # all were at it at once
    matches = Match.objects.count()
    assert sum(shift.opened for shift in shifts) == matches
    called = Counter(Ticket.objects.filter(state=CALLED).values_list("user", flat=True))
    size = f"{2 * CROWD} tickets of {CROWD} people, {WORKERS} processes"
    figures("calls of a person", list(called.values()), limit=1, size=size)
    figures("tables opened by a process", [shift.opened for shift in shifts], size=size)
    assert set(called.values()) == {1}
    seated = Counter(SeatRow.objects.exclude(user=None).values_list("user", flat=True))
    assert seated == called
    assert matches > CROWD / 5
    for match in Match.objects.prefetch_related("tickets", "seat_rows"):
        assert {ticket.user_id for ticket in match.tickets.all()} == {row.user_id for row in match.seat_rows.all()}
    while halls.seat_waiting():
        pass
    alone = Ticket.objects.filter(state=WAITING).exclude(user__in=Ticket.objects.filter(state=CALLED).values("user"))
    assert alone.count() < sum(seats for _, seats in HALLS)  # nobody is left who could have been seated


def test_of_two_who_press_at_once_for_one_game_one_ticket_is_kept():
    anna, barrier = make_user("anna"), Barrier(WORKERS)

    def press(_: int) -> str:
        barrier.wait(60)
        try:
            wait(anna)
            return "kept"
        except tickets.Refused as refused:
            return refused.code
        finally:
            connection.close()

    with ThreadPoolExecutor(WORKERS) as pool:
        told = Counter(pool.map(press, range(WORKERS)))
    assert told == {"kept": 1, "already_waiting": WORKERS - 1}


def test_a_ticket_is_either_cancelled_or_seated():
    for round_number in range(5):
        anna, boris = make_user(f"anna{round_number}"), make_user(f"boris{round_number}")
        ticket, _ = wait(anna), wait(boris)
        barrier = Barrier(2)

        def cancel(ticket=ticket, anna=anna, barrier=barrier) -> str:
            barrier.wait(60)
            try:
                tickets.cancel_ticket(anna, ticket.pk)
                return "cancelled"
            except tickets.Refused:
                return "called"
            finally:
                connection.close()

        def seat(barrier=barrier) -> int:
            barrier.wait(60)
            try:
                return halls.seat_waiting()
            finally:
                connection.close()

        with ThreadPoolExecutor(2) as pool:
            told, opened = pool.submit(cancel), pool.submit(seat)
        assert Ticket.objects.get(pk=ticket.pk).state == told.result()
        assert opened.result() == (told.result() == "called")
        Ticket.objects.all().delete()


def test_a_crowd_of_ten_thousand_is_read_paired_and_seated_quickly(figures, monkeypatch):
    people = crowd(MASS)
    rate(people)
    wishes(people)
    paired: list[float] = []

    def noted(waiting: Iterable[Wish], now: int) -> Iterator[list[Wish]]:
        groups = list(pair(waiting, now))
        paired.append(process_time() - began)
        return iter(groups)

    monkeypatch.setattr(halls, "pair", noted)
    clock, began = time.monotonic(), process_time()
    opened = halls.seat_waiting()
    used, took = process_time() - began, time.monotonic() - clock
    assert opened == Match.objects.count()
    assert Ticket.objects.filter(state=CALLED).count() > MASS * 0.9
    size = f"{MASS} tickets, {opened} tables"
    figures("read and paired, of a processor", paired, limit=PAIRED, unit="s", size=size)
    figures("read, paired and seated, of a processor", [used], limit=SEATED, unit="s", size=size)
    figures("the same by the clock, with the database", [took], unit="s", size=size)
    slower = slowness()
    in_time("read and paired", paired[0], PAIRED * slower)
    in_time("read, paired and seated", used, SEATED * slower)


def rate(people: list) -> None:
    """Give people ratings as those of a year might be: a stranger's and all around it."""
    chance = Random(7)
    rows = [
        Rating(user=person, game=game, pace="live", mu=chance.gauss(rating.MU, 4), sigma=rating.SIGMA, last_at=now_ms())
        for person in people
        for game, _ in HALLS
    ]
    Rating.objects.bulk_create(rows, batch_size=1000)
