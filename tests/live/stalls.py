"""For how long a virtual machine was kept from running at all: its own figures of processors do not know.

Run as a process of its own it wakes each millisecond, before everything else here, until its input ends; then it prints
which share of the time it was kept from waking: 0 where the system does not let it go before everything else, for then
it would take our own work for a stall.
"""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from contextlib import suppress

PAUSE, STALL = 0.001, 0.003  # s: between two looks, and what is no jitter any more
FIRST = 50  # the priority, of 1 to 99


class Stalls:
    """A watch for stalls from now on."""

    def __init__(self) -> None:
        command = [sys.executable, "-SE", __file__]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def share(self) -> float:
        """End the watch; return the share of the time, 0 to 1, in which nothing here could run."""
        told, _ = self.process.communicate()
        return float(told or 0)

    def __del__(self) -> None:
        if self.process.returncode is None:
            self.share()  # a Popen that is dropped keeps its pipes, and so its process


def watch() -> float:
    """Look until the input ends; return the share."""
    begun, stalled = time.monotonic(), 0.0
    while True:
        asleep = time.monotonic()
        ended = select.select([sys.stdin], [], [], PAUSE)[0]
        gap = time.monotonic() - asleep - PAUSE
        stalled += gap if gap > STALL else 0.0
        if ended:
            return stalled / (time.monotonic() - begun)


def goes_first() -> bool:
    """Ask to run before everything else; return whether that is so."""
    with suppress(AttributeError, OSError):
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(FIRST))
        return True
    return False


if __name__ == "__main__":
    print(watch() if goes_first() else 0.0)
