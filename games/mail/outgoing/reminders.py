"""When somebody who is to move is reminded: pure arithmetic in whole milliseconds."""

from __future__ import annotations

from accounts.models import Preferences
from games.door import clocks
from games.door.loaded import Loaded

HOURS = 2 * 60 * 60 * 1000  # ms before the end


def instants(loaded: Loaded, seat: int, likes: Preferences) -> list[tuple[int, str]]:
    """Return the chosen instants before the deadline with the kinds of their mails, the earliest first."""
    end, whole = clocks.runs_out(loaded, seat), loaded.clock["per_move"]
    before = {"half": whole // 2, "fifth": whole // 5, "hours": HOURS}
    chosen = {"half": likes.remind_half, "fifth": likes.remind_fifth, "hours": likes.remind_hours}
    return sorted((end - ms, kind) for kind, ms in before.items() if chosen[kind])


def due(loaded: Loaded, seat: int, likes: Preferences, now: int) -> tuple[int, str] | None:
    """Return the latest chosen instant that has come, with its kind; an older one that was missed is moot."""
    return next((each for each in reversed(instants(loaded, seat, likes)) if each[0] <= now), None)


def upcoming(loaded: Loaded, seat: int, likes: Preferences, now: int) -> int | None:
    """Return the next chosen instant, or None."""
    return next((at for at, _ in instants(loaded, seat, likes) if at > now), None)
