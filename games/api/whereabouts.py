"""What concerns a person, for their programs: matches and whose turn it is there, invitations, tickets.

Like games.notices, but for streams: a server asks the database once a second, in a few queries for all people whose
streams it holds, and sends each what has changed. So nothing has to be announced and nothing can be lost. The same look
finds tokens that were revoked.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

from accounts import quick_sql, selectors
from accounts.listeners import Listeners
from accounts.selectors import Stamp
from games import notices
from games.frames import encode
from games.instants import now_ms
from games.serving.reads import read_for_page

log = logging.getLogger(__name__)
LOOK_EVERY = 1.0  # s
JUST_OVER = 60_000  # ms for which a match that is over is still told
_OWN = """
SELECT seat.user_id, seat.seat, head.match_id, played.game, head.status, head.number, head.summary
FROM games_seatrow seat JOIN games_matchlive head ON head.match_id = seat.match_id
JOIN games_match played ON played.id = seat.match_id
WHERE (head.status IN ('open', 'active') OR head.at > %s) AND seat.user_id {} ORDER BY head.match_id
"""
tell_here: Listeners[[Collection[int]]] = Listeners()  # at each look: whose programs listen


@dataclass(eq=False)
class Reader:
    """One stream: whose it is, what it was opened with, where lines go, and the last one."""

    user: int
    stamp: str
    push: Callable[[bytes | int], None]
    number: int = 0
    told: dict[str, Any] = field(default_factory=dict)

    def tell(self, told: dict[str, Any]) -> None:
        """Send the whole again, if anything in it is new. Lines are numbered from 1."""
        if told != self.told:
            self.told, self.number = told, self.number + 1
            self.push(encode({"type": "state", "number": self.number, **told}))


class Desk:
    """The streams of this process, and the look at the database for all of them."""

    def __init__(self) -> None:
        self.readers: dict[int, set[Reader]] = defaultdict(set)
        self._watch: asyncio.Task[None] | None = None
        self._wake = asyncio.Event()

    def enter(self, reader: Reader, *, most: int) -> bool:
        """Add a stream, unless its person has too many; it gets its first line at once."""
        if len(self.readers[reader.user]) >= most:
            return False
        self.readers[reader.user].add(reader)
        self._wake.set()
        if self._watch is None or self._watch.done():
            self._watch = asyncio.get_running_loop().create_task(self._run())
        return True

    def leave(self, reader: Reader) -> None:
        """Take a stream out; without any, nothing is looked at any more."""
        self.readers[reader.user].discard(reader)
        if not self.readers[reader.user]:
            del self.readers[reader.user]

    async def _run(self) -> None:
        while self.readers:
            self._wake.clear()
            try:
                await self._look()
            except Exception as error:
                log.warning("could not look for what is new for programs: %r", error)
            try:
                await asyncio.wait_for(self._wake.wait(), LOOK_EVERY)
            except TimeoutError:
                continue

    async def _look(self) -> None:
        readers = [reader for of_one in self.readers.values() for reader in of_one]
        pairs = {(reader.stamp, reader.user) for reader in readers}
        found, ended = await read_for_page(_look_up, list(self.readers), pairs)
        for reader in readers:
            if code := ended.get((reader.stamp, reader.user)):
                reader.push(code)
            else:
                reader.tell(found[reader.user])


def _look_up(people: list[int], pairs: set[Stamp]) -> tuple[dict[int, dict[str, Any]], dict[Stamp, int]]:
    """Return what to tell each of these people, and which of their logins and tokens are over, with the code."""
    tell_here.tell(people)
    news, own = notices.news(people), own_matches(people)
    told = {user: {"matches": own.get(user, []), **news.get(user, notices.nothing())} for user in people}
    return told, selectors.ended(pairs)


def own_matches(people: Iterable[int]) -> dict[int, list[dict[str, Any]]]:
    """Return, by person, their matches that are open, go on or have just ended. One query."""
    found: dict[int, list[dict[str, Any]]] = defaultdict(list)
    sql = _OWN.format(quick_sql.any_number(""))
    rows = quick_sql.rows(sql, now_ms() - JUST_OVER, quick_sql.together(people))
    for user, seat, match, game, status, number, summary in rows:
        turn = seat in quick_sql.json_of(summary)["turn"]
        told = {"match": match, "game": game, "status": status, "number": number, "seat": seat, "turn": turn}
        found[user].append(told)
    return found
