"""Sockets of who looks after the site, in matches that are not open to all: they close when the role is taken away."""

from __future__ import annotations

from games.moderation.looks import still_staff
from games.serving.reads import read
from games.serving.room import CLOSE_FORBIDDEN, Room, Socket


async def check(people: list[tuple[Room, Socket]]) -> None:
    """Let go of those of these sockets whose person looks after the site no more; without any staff, ask nothing."""
    looking = {socket.user_id or 0 for _, socket in people if socket.staff is not None}
    gone = looking - await read(still_staff, looking) if looking else set()
    for room, socket in people:
        if socket.user_id in gone:
            socket.staff = None
            if not room.is_open_to(socket):
                socket.push(CLOSE_FORBIDDEN)
