"""Who hears at once that somebody's logins or tokens may be over, or that they may act no more: apps above register.

They look once a second anyway (accounts.selectors.ended). This lets them look now, so that nothing more is taken from a
connection that is still open. It is a hint: what is lost costs a second.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial

from django.db import transaction

Listener = Callable[[Collection[int]], None]
_listeners: list[Listener] = []


def on_end(listener: Listener) -> None:
    """Have `listener(ids of people)` called after the commit in which something of theirs ends. Registers once."""
    if listener not in _listeners:
        _listeners.append(listener)


def tell_ended(people: Collection[int]) -> None:
    """Say that logins or tokens of these people may be over, once the caller's transaction is committed."""
    for listener in _listeners:
        transaction.on_commit(partial(listener, people))


def note_logout(sender: object, user: object, **_: object) -> None:
    """Take django.contrib.auth.signals.user_logged_out in."""
    pk = getattr(user, "pk", None)
    if pk is not None:
        tell_ended([pk])
