"""Deleting an account: nobody can log in any more, they leave what goes on, and then nothing personal is left.

The row stays under a hidden name, so that others' matches, records, ratings and replays stay whole. Not one
transaction: a match is left by an entry that commits by itself. What breaks off is taken up by the clock
(`finish_deletions`), and all of it may be done twice.
"""

from __future__ import annotations

import logging
from datetime import timedelta

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts import logins, names
from accounts.models import User
from accounts.privacy import erasing, holdings

log = logging.getLogger(__name__)
AGAIN = timedelta(hours=3)  # for which what somebody else was writing meanwhile is looked for once more


def delete_person(user: User) -> None:
    """Delete somebody's account, and their bots with it; a second time changes nothing."""
    retire(user)
    finish(user)


def retire(user: User) -> None:
    """Let nobody log in as them any more: sockets and sessions end within two seconds."""
    User.objects.filter(pk=user.pk, deleted_at=None).update(
        deleted_at=timezone.now(), is_active=False, password=make_password(None), session_epoch=F("session_epoch") + 1
    )
    logins.tell_ended([user.pk])
    user.refresh_from_db()


def finish(user: User) -> None:
    """Leave all that goes on, and erase all that is personal of somebody who has retired, and of their bots."""
    for bot in list(user.bots.all()):
        delete_person(bot)
    for leave in holdings.leavings:
        leave(user)
    with transaction.atomic():
        erasing.hold_cases(user)
        held = User.objects.select_for_update().get(pk=user.pk)
        for eraser in holdings.erasers:
            eraser(held)
        erasing.empty_row(held)
    user.refresh_from_db()


def finish_deletions() -> None:
    """Take up what has broken off, and look once more after those that were finished just now; for the clock."""
    gone = User.objects.filter(deleted_at__isnull=False)
    late = gone.filter(deleted_at__gt=timezone.now() - AGAIN)
    for user in gone.exclude(username__startswith=names.DELETED.format("")).union(late):
        try:
            finish(User.objects.get(pk=user.pk))
        except Exception:
            log.exception("the deletion of person %s could not be finished; it will be tried again", user.pk)
