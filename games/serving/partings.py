"""Looks at once at the logins of people of whom it was said that they may be over, instead of at the next second."""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable

from accounts.selectors import ended
from games import live
from games.serving.reads import read
from games.serving.room import Room, Socket

log = logging.getLogger(__name__)
LOGINS = "logins"  # the kind of message that tells the servers to look


def tell(people: Collection[int]) -> None:
    """Let every server look at these people's sockets now; accounts.logins calls this."""
    live.tell({"kind": LOGINS, "people": list(people)})


def sockets_of(people: Collection[int], rooms: Iterable[Room]) -> list[Socket]:
    """Return the sockets of these people in these rooms."""
    wanted = set(people)
    return [socket for room in rooms for socket in room.sockets if socket.user_id in wanted]


async def close_ended(sockets: Iterable[Socket]) -> None:
    """Close those of the sockets whose login or token is over, or whose person may act no more. Never raises."""
    here = [socket for socket in sockets if socket.user_id is not None]
    try:
        found = await read(ended, {(socket.session_key, socket.user_id or 0) for socket in here})
    except Exception as error:  # the look of the next second finds it
        log.warning("logins could not be looked at: %r", error)
        return
    push_ended(here, found)


def push_ended(sockets: Iterable[Socket], found: dict[tuple[str, int], int]) -> None:
    """Close those of the sockets that were found over, each with the code that says why."""
    for socket in sockets:
        if code := found.get((socket.session_key, socket.user_id or 0)):
            socket.push(code)
