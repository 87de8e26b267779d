"""What must be recorded before anything else is judged: outages of ours, which are given back."""

from __future__ import annotations

from typing import NamedTuple

from games.door import clocks, requests
from games.door.loaded import ACTIVE, MAIL, Loaded

SILENCE = 5_000  # ms without an entry, or without a sign of life of the servers, that may hold an outage of ours


class Life(NamedTuple):
    """Since when the servers run without a gap, and how long (ms) the gap before was."""

    since: int
    gap: int


def may_hold_outage(loaded: Loaded, now: int) -> bool:
    """Return whether the servers' life must be asked for; quick moves are not slowed down by it."""
    return loaded.status == ACTIVE and now - loaded.since > SILENCE


def outage(loaded: Loaded, servers: Life | None) -> requests.Outage | None:
    """Return the outage that is still to be given back to this match, or None."""
    if servers is None or not servers.gap or loaded.since >= servers.since:
        return None
    if loaded.pace == MAIL and not _has_cost_the_end(loaded, servers):
        return None
    return requests.Outage(ms=servers.gap, until=servers.since)


def _has_cost_the_end(loaded: Loaded, servers: Life) -> bool:
    """Return whether a deadline by mail fell into the outage. Before any other there was time left when it was over."""
    due = clocks.deadline(loaded)
    return due is not None and servers.since - servers.gap <= due[0] <= servers.since
