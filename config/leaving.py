"""That this server process is about to stop, for whoever sends it people: /readyz says so."""

from __future__ import annotations

import threading

_leaving = threading.Event()


def leave() -> None:
    """Note that the process is about to stop."""
    _leaving.set()


def is_leaving() -> bool:
    """Return whether the process is about to stop."""
    return _leaving.is_set()
