"""What becomes of the seats of people who may not play any more, or not play rated.

An open table must not wait for somebody who cannot start. Who is banned gives up what goes on, as if they had left: so
nobody waits for them for days. Who is suspended may be back in time: there the rules about those who are away hold.
A sanction does it as soon as it is committed, and the clock looks again: a process that dies in between loses nothing.
"""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from accounts.models import FOREVER, Sanction, User
from games import services
from games.door import requests
from games.door.loaded import ACTIVE, OPEN
from games.errors import Refused
from games.models import SeatRow


def follow(sanction: Sanction) -> None:
    """Do it after the commit of a change: accounts.moderation.sanctions calls this."""
    people = User.objects.filter(Q(pk=sanction.person_id) | Q(owner=sanction.person_id, is_bot=True))
    ids = list(people.values_list("pk", flat=True))
    transaction.on_commit(lambda: leave_seats(ids))


def need_no_match_together(actor: User, person: User) -> None:
    """Refuse (not_allowed) to let anybody judge whom they play with: who is banned gives up, and the other has won."""
    going_on = SeatRow.objects.filter(match__live__status=ACTIVE)
    own, theirs = (going_on.filter(Q(user=one.pk) | Q(user__owner=one.pk)) for one in (actor, person))
    if own.filter(match__in=theirs.values("match")).exists():
        raise Refused("not_allowed", N_("You are at a table together: somebody else has to judge it."))


def leave_all_seats() -> None:
    """Do it for everybody: the clock calls this."""
    _leave(SeatRow.objects.all())


def leave_seats(people: Collection[int]) -> None:
    """Take these people from the tables where they may not sit any more, and out of what they cannot go on with."""
    _leave(SeatRow.objects.filter(user__in=people))


def _leave(seats: QuerySet[SeatRow]) -> None:
    now = timezone.now()
    barred, unrated = Q(user__barred_until__gt=now), Q(user__unrated_until__gt=now, match__rated=True)
    waiting = seats.filter(barred | unrated, match__live__status=OPEN)
    for match_id, user_id in waiting.values_list("match_id", "user_id"):
        services.leave_for(match_id, user_id, requests.Leave(token=services.new_token()))
    banned = seats.filter(user__barred_until=FOREVER, bot="", match__live__status=ACTIVE)
    for match_id, user_id in banned.values_list("match_id", "user_id"):
        services.leave_for(match_id, user_id, requests.Resign(token=services.new_token()))
