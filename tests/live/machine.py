"""How much of the machine went to others: limits in seconds hold for a machine that is ours alone."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")
PROC = Path("/proc")


class Window:
    """A stretch of time. `others` is the share of the processors that neither this process nor the stack used."""

    def __init__(self, group: int = 0) -> None:
        """`group`: the stack's process group, if it is there already."""
        self._all, self._busy = _processors()
        self._own = _own_ticks() + _ticks_of(group)

    def others(self, group: int) -> float:
        """Return the share, 0 to 0.8; `group` is the stack's, also if it began within the window. 0 without /proc."""
        all_now, busy_now = _processors()
        if all_now <= self._all:
            return 0.0
        ours = _own_ticks() - self._own + _ticks_of(group)
        return min(0.8, max(0.0, (busy_now - self._busy - ours) / (all_now - self._all)))


def _processors() -> tuple[float, float]:
    """Return the ticks that went by on all processors, and those in which they were busy."""
    with suppress(OSError):
        ticks = [int(field) for field in (PROC / "stat").read_text().split("\n", 1)[0].split()[1:9]]
        return sum(ticks), sum(ticks) - ticks[3] - ticks[4]
    return 0, 0


def _own_ticks() -> float:
    times = os.times()
    return (times.user + times.system) * TICK


def _ticks_of(group: int) -> float:
    total = 0
    for path in PROC.glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = path.read_text().rpartition(")")[2].split()
            if int(fields[2]) == group:
                total += sum(map(int, fields[11:15]))
    return total
