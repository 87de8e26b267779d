"""While the database is away nobody queues up for it."""

from __future__ import annotations

import pytest
from django.db import OperationalError

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
