"""What comes along when a guest turns out to be somebody: apps above register how their rows move.

accounts may not import them, so they call `register` when they start (AppConfig.ready).
"""

from __future__ import annotations

from accounts.listeners import Listeners
from accounts.models import User

register: Listeners[[User, User]] = Listeners()  # when a guest merges into a user, maybe twice


def move_all(guest: User, user: User) -> None:
    """Let every registered app move what the guest has to the user."""
    register.tell(guest, user)
