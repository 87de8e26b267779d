"""While the database is away nobody queues up for it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from types import SimpleNamespace

import pytest
import pytest_asyncio
from django.db import OperationalError, connection, connections

from games.errors import Refused
from games.serving import reads
from games.serving.reads import read


@pytest.fixture(autouse=True)
def well(monkeypatch):
    monkeypatch.setattr(reads, "_away_until", 0.0)


class Database:
    """Counts how often it was asked; it may be away."""

    def __init__(self) -> None:
        self.asked, self.away = 0, False

    def answer(self, value: int) -> int:
        self.asked += 1
        if self.away:
            raise OperationalError("connection refused")
        return value


@pytest.mark.django_db(transaction=True)
async def test_after_a_failure_the_next_reads_are_refused_without_being_tried(monkeypatch):
    database, now = Database(), 100.0
    monkeypatch.setattr(reads, "monotonic", lambda: now)
    database.away = True
    for _ in range(3):
        with pytest.raises(Refused, match="try_again"):
            await read(database.answer, 7)
    assert database.asked == 1
    database.away, now = False, now + reads.AWAY
    assert await read(database.answer, 7) == 7


@pytest.mark.django_db(transaction=True)
async def test_a_fault_that_is_not_the_databases_is_raised_and_stops_nobody():
    with pytest.raises(ValueError, match="invalid literal"):
        await read(int, "seven")
    assert await read(Database().answer, 7) == 7


# --- a server's own threads, which keep their connections ---


@pytest_asyncio.fixture
async def apart() -> AsyncIterator[None]:
    reads.read_apart()
    yield
    await reads.let_go()


def this_connection() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        found: int = cursor.fetchone()[0]
    return found


def end_connection(process: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [process])


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="a file is not restarted")
async def test_a_thread_that_has_rested_sees_that_the_database_was_restarted_meanwhile(apart, monkeypatch):
    """Else the first page after a quiet while finds a dead connection, and all that ask are sent away for a moment."""
    now = 100.0
    monkeypatch.setattr(reads, "monotonic", lambda: now)
    before = await reads.read_for_page(this_connection)
    await read(end_connection, before)
    looked: list[object] = []
    monkeypatch.setattr(reads, "_pool", lambda: SimpleNamespace(check=lambda: looked.append(1)))
    now += reads.RESTED
    assert await reads.read_for_page(this_connection) != before
    assert looked, "what waits in the pool is dead as well"


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="a file is not restarted")
async def test_a_thread_that_is_busy_keeps_its_connection_and_asks_for_nothing_more(apart, monkeypatch):
    monkeypatch.setattr(type(connections["default"]), "is_usable", lambda _: pytest.fail("one more"))
    found = {await reads.read_for_page(this_connection) for _ in range(3)}
    assert len(found) == 1
