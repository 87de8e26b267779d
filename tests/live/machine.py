"""How much slower this machine is than the one that limits in seconds are meant for: ours alone, at a usual speed.

Virtual machines change their speed by more than two within an hour, with nothing of ours running.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from time import process_time

from tests.live.stalls import Stalls

TICK = os.sysconf("SC_CLK_TCK")
PROC = Path("/proc")
WORK = 200_000  # additions, and the seconds that a usual processor takes for them
USUAL = 0.006
MOST_SLOWER = 6.0


class TooSlow(AssertionError):
    """A limit in seconds was missed, and nothing else: it is measured again, twice at most (pyproject.toml)."""


def in_time(what: str, took: float, limit: float) -> None:
    """Compare a figure with its limit, both in one unit; raises TooSlow."""
    if took > limit:
        raise TooSlow(f"{what}: {took:.3g}, and {limit:.3g} is allowed")


class Window:
    """A stretch of time, at whose end `slower` says by what limits in seconds are to be multiplied."""

    def __init__(self, group: int = 0) -> None:
        """`group`: the stack's process group, if it is there already."""
        self._all, self._busy = _processors()
        self._own, self.stalls = _own_ticks(group), Stalls()

    def slower(self, group: int) -> float:
        """Return how many times slower the machine was than ours alone at its usual speed, 1 at least.

        `group` is the stack's process group, also if it began within the window. To be asked once.
        """
        stalled = min(0.8, self.stalls.share())  # may be among the others' share: some machines know of it
        return slowness() / (1 - max(stalled, self._others(group)))

    def _others(self, group: int) -> float:
        """Return the share of the processors, 0 to 0.8, that nobody of ours used; 0 without /proc."""
        all_now, busy_now = _processors()
        if all_now <= self._all:
            return 0.0
        ours = _own_ticks(group) - self._own
        return min(0.8, max(0.0, (busy_now - self._busy - ours) / (all_now - self._all)))


def slowness() -> float:
    """Return how many times slower this processor is now than a usual one, 1 to 6, whoever else runs on it."""
    return min(MOST_SLOWER, max(1.0, min(_work() for _ in range(3)) / USUAL))


def _work() -> float:
    begun, total = process_time(), 0
    for number in range(WORK):
        total += number * number
    return process_time() - begun


def _processors() -> tuple[float, float]:
    """Return the ticks that went by on all processors, and those in which they were busy."""
    with suppress(OSError):
        ticks = [int(field) for field in (PROC / "stat").read_text().split("\n", 1)[0].split()[1:9]]
        return sum(ticks), sum(ticks) - ticks[3] - ticks[4]
    return 0, 0


def _own_ticks(group: int) -> float:
    """Return the ticks of this process and all that stems from it, a stack and its database too, and of a group.

    Those who have died count with whoever has waited for them: what dies within a window is ours in both its looks.
    """
    found: dict[int, list[str]] = {}
    for path in PROC.glob("[0-9]*/stat"):
        with suppress(OSError):
            found[int(path.parent.name)] = path.read_text().rpartition(")")[2].split()
    family = {os.getpid(), *(pid for pid, fields in found.items() if group and int(fields[2]) == group)}
    while more := {pid for pid, fields in found.items() if int(fields[1]) in family} - family:
        family |= more
    return sum(sum(map(int, found[pid][11:15])) for pid in family if pid in found)
