"""Who hears at once that somebody's logins or tokens may be over, or that they may act no more: apps above register.

They look once a second anyway (accounts.selectors.ended). This lets them look now, so that nothing more is taken from a
connection that is still open. It is a hint: what is lost costs a second.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from django.db import transaction

from accounts.listeners import Listeners

on_end: Listeners[[Collection[int]]] = Listeners()  # after the commit in which something of these people's ends


def tell_ended(people: Collection[int]) -> None:
    """Say that logins or tokens of these people may be over, once the caller's transaction is committed."""
    transaction.on_commit(partial(on_end.tell, people))


def note_logout(sender: object, user: object, **_: object) -> None:
    """Take django.contrib.auth.signals.user_logged_out in."""
    pk = getattr(user, "pk", None)
    if pk is not None:
        tell_ended([pk])
