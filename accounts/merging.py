"""What comes along when a guest turns out to be somebody: apps above register how their rows move.

accounts may not import them, so they call `register` when they start (AppConfig.ready).
"""

from __future__ import annotations

from collections.abc import Callable

from accounts.models import User

Mover = Callable[[User, User], None]
_movers: list[Mover] = []


def register(mover: Mover) -> Mover:
    """Have `mover(guest, user)` called when they merge, maybe twice; usable as a decorator. Registers once."""
    if mover not in _movers:
        _movers.append(mover)
    return mover


def move_all(guest: User, user: User) -> None:
    """Let every registered app move what the guest has to the user."""
    for mover in _movers:
        mover(guest, user)
