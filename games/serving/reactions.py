"""When people acted in a race, whichever process holds their socket: counted from what it had shown them by then.

An owner's own players see a change earlier than those at another process, and their answer is here earlier. So a
request brings along which move its process had shown last and how long before, and counts as made so long after the
owner itself showed that move. What lies between the processes then costs nobody anything, whatever it takes this time.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Set

KEPT = 64  # moves
SAMPLES, LEAST = 60, 6  # the latest requests of a process that are looked at: at most, and however old they are
FRESH = 5_000  # ms for which all others count: a bad moment must not make everybody wait long after it
UNKNOWN, MOST = 25, 100  # ms: the lag of a process of which nothing is known, and the most that counts
Sight = tuple[int, int]  # the number of the last move that was shown to somebody, and how many ms before they acted
NOTHING: Sight = (0, 0)


class Shown:
    """When this process showed the last moves of a match; ms since 1970."""

    def __init__(self) -> None:
        self._shown: deque[tuple[int, int]] = deque(maxlen=KEPT)

    def note(self, number: int, at: int) -> None:
        """Take down that a move is shown."""
        self._shown.append((number, at))

    def sight(self, now: int) -> Sight:
        """Return what somebody saw who acts now."""
        if not self._shown:
            return NOTHING
        number, at = self._shown[-1]
        return number, now - at

    def at(self, number: int) -> int | None:
        """Return when a move was shown, if that is known."""
        return next((at for shown, at in reversed(self._shown) if shown == number), None)


class Lags:
    """How much later than they were made the requests of other processes are here; ms."""

    def __init__(self) -> None:
        self._lags: dict[str, deque[tuple[int, int]]] = {}

    def note(self, process: str, now: int, lag: int) -> None:
        """Take down how late a request is that has come now (ms since 1970)."""
        self._lags.setdefault(process, deque(maxlen=SAMPLES)).appendleft((now, lag))

    def keep(self, processes: Set[str]) -> None:
        """Forget all other processes: they are gone."""
        for gone in self._lags.keys() - processes:
            del self._lags[gone]

    def of(self, process: str, now: int) -> int:
        """Return how late a request may be: none of the last ones was later."""
        latest = [lag for n, (at, lag) in enumerate(self._lags.get(process, ())) if n < LEAST or now - at <= FRESH]
        return min(MOST, max(0, *latest)) if latest else UNKNOWN

    def most(self, processes: Iterable[str], now: int) -> int:
        """Return how late the latest of them may be; nought for none."""
        return max((self.of(process, now) for process in processes), default=0)
