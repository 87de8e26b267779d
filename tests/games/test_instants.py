"""Instants: what is to be done at one is not done before."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
import uvloop
from celery import signals
from django.core.management import call_command
from django.db import OperationalError, connection

from accounts.holidays import take_holiday
from config import celery
from games import instants
from games.clocks import clock
from games.instants import call_at, now_ms

TIMES = 300
AHEAD = 300  # s by which this machine's clock is set wrong


async def call_many() -> list[int]:
    """Return by how many ms each call came late; less than nought: early."""
    late: list[int] = []
    for each in range(TIMES):
        at = now_ms() + 1 + each % 7
        call_at(at, lambda at=at: late.append(now_ms() - at))
        await asyncio.sleep(0.0003)
    await asyncio.sleep(0.1)
    return late


@pytest.mark.parametrize("factory", [asyncio.new_event_loop, uvloop.new_event_loop])
def test_nothing_is_called_before_its_instant(factory: Callable[[], asyncio.AbstractEventLoop]):
    """Many timers at odd moments within a millisecond: uvloop alone called some of them one too early."""
    loop = factory()
    try:
        late = loop.run_until_complete(call_many())
    finally:
        loop.close()
    assert len(late) == TIMES
    assert min(late) >= 0


def test_a_step_of_the_servers_wall_clock_moves_no_instant(monkeypatch, figures):
    """Five minutes to and fro, as when somebody sets a machine's clock while matches are played."""
    monkeypatch.setattr("accounts.instants._offset", time.time_ns() - time.monotonic_ns())
    real, off = time.time_ns, []
    for step in (300, -300, 3_600, -3_600):
        monkeypatch.setattr(time, "time_ns", lambda step=step: real() + step * 10**9)
        off.append(abs(instants.now_ms() - real() / 10**6))
    figures("off after a step", off, limit=100, unit="ms", size="steps of 5 and 60 minutes")
    assert max(off) < 100


@pytest.fixture
def wrong_clock(monkeypatch) -> Callable[[], int]:
    """A process that has not asked for the time, on a machine whose clock is ahead; returns what tells the true one."""
    if connection.vendor != "postgresql":
        pytest.skip("SQLite's time is this machine's own")
    real = time.time_ns
    monkeypatch.setattr("accounts.instants._offset", None)
    monkeypatch.setattr(time, "time_ns", lambda: real() + AHEAD * 10**9)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    return lambda: real() // 10**6


@pytest.mark.django_db
def test_the_clock_process_calls_time_by_the_databases_time(wrong_clock, monkeypatch):
    """Else everybody on turn would lose as soon as somebody sets the clock of its machine forward."""
    told: list[int] = []
    monkeypatch.setattr(clock, "run", lambda _: told.append(now_ms()))
    call_command("clock")
    assert abs(told[0] - wrong_clock()) < 1_000


@pytest.mark.django_db
def test_the_clock_process_waits_for_a_database_that_is_away(wrong_clock, monkeypatch):
    """It judges nothing before it knows the time, and no fault ends it."""
    times, told, keep = iter([OperationalError("away")] * 2), [], instants.keep_time

    def flaky() -> None:
        for error in times:
            raise error
        keep()

    monkeypatch.setattr(instants, "keep_time", flaky)
    monkeypatch.setattr(clock, "AGAIN", 0.01)
    monkeypatch.setattr(clock, "run", lambda _: told.append(now_ms()))
    call_command("clock")
    assert abs(told[0] - wrong_clock()) < 1_000


@pytest.mark.django_db
def test_days_off_begin_by_the_databases_time(wrong_clock, anna):
    """As deadlines, which they put off, do: by two clocks a turn could end within a holiday that has begun."""
    instants.keep_time()
    today = datetime.fromtimestamp(wrong_clock() / 1000, UTC).date()
    taken = take_holiday(anna, today, today, UTC)
    assert abs(taken.begins_at - wrong_clock()) < 1_000


def asked_slowly(monkeypatch) -> None:
    """Let it take 0.3 s to come to the database, and 0.1 s until its first answer is read."""
    connect, answers = connection.connect, []

    def slowly() -> None:
        time.sleep(0.3)
        connect()

    def late(execute, *asked):
        found = execute(*asked)
        if not answers:
            time.sleep(0.1)
        answers.append(found)
        return found

    connection.close()
    monkeypatch.setattr(connection, "connect", slowly)
    with connection.execute_wrapper(late):
        instants.keep_time()


@pytest.mark.django_db(transaction=True)
def test_time_is_right_to_the_millisecond_however_slowly_the_database_is_reached(wrong_clock, monkeypatch):
    """Servers that differ wait for one another at every move, as they did when all of them had been killed at once."""
    asked_slowly(monkeypatch)
    assert abs(now_ms() - wrong_clock()) <= 20  # it was 100


@pytest.mark.django_db(transaction=True)
def test_workers_go_by_the_databases_time(wrong_clock):
    """A bot's move would else stand in the log at an instant to come, and the clock of who is next would not run."""
    assert celery.keep_time in [receiver() for _, receiver in signals.worker_init.receivers]
    celery.keep_time()
    assert abs(now_ms() - wrong_clock()) < 1_000
