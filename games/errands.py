"""What apps above this one want the clock to do, at each tick or once an hour: they register it here."""

from __future__ import annotations

from collections.abc import Callable

Errand = Callable[[], None]
_errands: list[Errand] = []
_tidying: list[Errand] = []


def register(errand: Errand) -> None:
    """Let the dispatcher call this ten times a second: it looks for work with one cheap query, and starts tasks."""
    if errand not in _errands:
        _errands.append(errand)


def errands() -> list[Errand]:
    """Return what is registered."""
    return list(_errands)


def register_tidying(errand: Errand) -> None:
    """Let the clock call this once an hour, to throw away what nobody needs any more."""
    if errand not in _tidying:
        _tidying.append(errand)


def tidying() -> list[Errand]:
    """Return what is registered for that."""
    return list(_tidying)
