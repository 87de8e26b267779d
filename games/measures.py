"""What is counted while matches are played. Read by whoever watches the site: config/metrics.py, docs/operations.md.

Labels are few words of ours: never a person, a match, an address or a card.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from prometheus_client import Counter, Histogram

from games.errors import Refused
from games.instants import now_ms

_SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256)
_SECONDS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10)
_MOVES = Counter("quintet_moves", "Moves asked for, by how it went.", ["game", "door", "result"])
_REFUSALS = Counter("quintet_refusals", "Requests of matches that were refused, moves among them.", ["code"])
_ANSWERS = Histogram("quintet_answer_seconds", "From a request's arrival to its answer.", ["door"], buckets=_SECONDS)
_BATCHES = Histogram("quintet_batch_size", "Entries written with one commit.", buckets=_SIZES)
_door: ContextVar[str] = ContextVar("door", default="rest")  # what comes in by sockets says so itself
_children: dict[tuple[str, str, str], Counter] = {}  # `labels` costs more than to count
_answers: dict[str, Histogram] = {}


@contextmanager
def coming_by(door: str) -> Iterator[None]:
    """Count what is asked within as having come by this door."""
    token = _door.set(door)
    try:
        yield
    finally:
        _door.reset(token)


def door() -> str:
    """Return by which door this thread's requests come."""
    return _door.get()


def count_move(game: str, door: str, result: str = "accepted") -> None:
    """Count a move: `result` is "accepted" or a refusal's code."""
    key = (game, door, result)
    if (child := _children.get(key)) is None:
        child = _children[key] = _MOVES.labels(*key)
    child.inc()


def note_answer(door: str, arrived: int, answer: int | Refused) -> None:
    """Note that a request that had arrived (ms since 1970) is answered."""
    if (child := _answers.get(door)) is None:
        child = _answers[door] = _ANSWERS.labels(door)
    child.observe(max(0, now_ms() - arrived) / 1000)
    if isinstance(answer, Refused):
        _REFUSALS.labels(answer.code).inc()


def result_of(answer: int | Refused) -> str:
    """Return what an answer is counted as."""
    return answer.code if isinstance(answer, Refused) else "accepted"


note_batch = _BATCHES.observe
