"""What holds for other people's bots at tables: with whom their results count, and how many matches they may have."""

from __future__ import annotations

from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from accounts.models import User
from games.door import seating
from games.errors import Refused
from games.models import Match, SeatRow

AT_ONCE = 20  # matches of one bot that are open or go on


def need_none_going_on(user: User) -> None:
    """Refuse (still_playing) to turn an account into a bot that sits somewhere: the others sat down with a person."""
    if _unfinished(user):
        raise Refused("still_playing", N_("Finish your matches and leave your tables first."))


def need_room(user: User) -> None:
    """Refuse (slow_down) a bot one more match than it may have at once."""
    if user.is_bot and _unfinished(user) >= AT_ONCE:
        text = N_("A bot may have %(most)s matches at once.")
        raise Refused("slow_down", text, most=AT_ONCE, limit="matches_of_a_bot", retry_after=60)


def need_own_kind(match_id: str, user: User) -> None:
    """Refuse (people_only, bots_only) to seat people and bots together where the result counts."""
    host_is_bot = Match.objects.filter(pk=match_id, rated=True).values_list("host__is_bot", flat=True).first()
    if host_is_bot is None or host_is_bot == user.is_bot:
        return
    if user.is_bot:
        raise seating.people_only()
    raise Refused("bots_only", N_("At this table bots play for their own list."))


def _unfinished(user: User) -> int:
    return SeatRow.objects.filter(user=user, match__live__status__in=("open", "active")).count()
