"""A moderator takes back that a match has counted: the ratings become what they were without it, to the last bit."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from accounts.models import User
from accounts.moderation import trail
from games.door.loaded import FINISHED, Loaded
from games.errors import Refused
from games.models import Match
from games.moderation.refereeing import checked_reason, need_power_at
from games.pages.staff_tools import Tool
from matchmaking import ratings
from matchmaking.models import RatedMatch


def annul(actor: User, match: Match, *, why: str, via: str = trail.PAGE) -> None:
    """Let a match count no more, and work the ratings of its kind out anew; a second time changes nothing.

    `why`: as its players are told. Raises Refused (not_allowed, missing_field, too_long, not_counted).
    """
    need_power_at(actor, match)
    why = checked_reason(why, match)
    with transaction.atomic():
        ratings.wait_for_turn()
        counted = RatedMatch.objects.filter(pk=match.pk, why_not="").first()
        if counted is None:
            raise Refused("not_counted", N_("This match has not counted for anybody’s rating."))
        if counted.annulled:
            return
        RatedMatch.objects.filter(pk=match.pk).update(annulled=True, annulled_why=why)
        _, differing = ratings.rebuild(game=match.game, pace=match.pace)
        after = {"annulled": True, "rows": differing}
        trail.record(actor, "match.annul", match, why=why, before={"annulled": False}, after=after, via=via)


def annulled_among(matches: Collection[str]) -> set[str]:
    """Return those of the matches that were annulled; one query."""
    return set(RatedMatch.objects.filter(pk__in=matches, annulled=True).values_list("pk", flat=True))


def _act(actor: User, match: Match, loaded: Loaded, form: Any) -> None:
    annul(actor, match, why=form.cleaned_data["why"])


TOOL = Tool(
    "annul",
    _("Annul the rating"),
    _("The match counts no more: all ratings become what they would be without it. The players are told why."),
    _("Annul it"),
    lambda loaded: loaded.status == FINISHED and loaded.facts.rated,
    _act,
)
