"""What a race has refused is remembered: its table soon is another, and a late copy of the request would be taken then.

A page that gets no answer sends again by another line, while the first copy may still be on its way. The page has been
told once and for all, so every later copy is told the same, whatever has become of the match meanwhile: it may have
been left and loaded again, or be another process's by now.
"""

from __future__ import annotations

from games.errors import Refused

MOST = 4_096  # of all matches of a process


class Refusals:
    """The last refusals that this process has given or passed on."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], Refused] = {}

    def note(self, match_id: str, asked: str, refused: Refused) -> None:
        """Remember a refusal; `asked` is the request's digest. One that asks to try again is none."""
        if refused.code == "try_again":
            return
        self._known[match_id, asked] = refused
        if len(self._known) > MOST:
            del self._known[next(iter(self._known))]

    def find(self, match_id: str, asked: str) -> Refused | None:
        """Return how a request was refused, None if it was not."""
        return self._known.get((match_id, asked))
