"""Appeals, as far as the desk needs them; the rest is being made beside this."""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from accounts.models import Appeal, User
from accounts.moderation import trail
from accounts.moderation.roles import need_power, need_reason
from accounts.moderation.sanctions import lift_sanction
from accounts.refusals import Refused


def open_appeals() -> QuerySet[Appeal]:
    """Return the appeals that wait for an answer, the oldest first."""
    return Appeal.objects.filter(decided_at=None).select_related("sanction__person", "sanction__by").order_by("at")


def decide_appeal(actor: User, appeal: Appeal, granted: bool, answer: str, *, via: str = trail.PAGE) -> None:
    """Answer an appeal; a granted one lifts its sanction. Raises Refused (not_allowed, missing_field)."""
    sanction = appeal.sanction
    need_power(actor, sanction.person)
    if actor.pk == sanction.by_id:
        raise Refused("not_allowed", N_("You have laid this sanction; somebody else must look at the appeal."))
    answer = need_reason(answer)
    with transaction.atomic():
        held = Appeal.objects.select_for_update().get(pk=appeal.pk)
        if held.decided_at is not None:
            return
        held.decided_at, held.decided_by, held.granted, held.answer = timezone.now(), actor, granted, answer
        held.save()
        after = {"granted": granted, "sanction": sanction.pk}
        trail.record(actor, "appeal.decide", held, person=sanction.person, why=answer, after=after, via=via)
        if granted:
            lift_sanction(actor, sanction, why=answer, via=via)
