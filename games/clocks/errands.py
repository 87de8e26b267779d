"""What apps above this one want the clock to do at each tick: they register it here."""

from __future__ import annotations

from collections.abc import Callable

Errand = Callable[[], None]
_errands: list[Errand] = []


def register(errand: Errand) -> None:
    """Let the dispatcher call this ten times a second: it looks for work with one cheap query, and starts tasks."""
    if errand not in _errands:
        _errands.append(errand)


def errands() -> list[Errand]:
    """Return what is registered."""
    return list(_errands)
