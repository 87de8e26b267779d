"""Sanctions: laid upon a person with a reason and an end, lifted, and what of them holds now.

What holds stands in the person's row (`muted_until`, `unrated_until`, `barred_until`), worked out anew from the rows
with every change, in the same transaction: pages, sockets and REST look there.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from accounts.models import FOREVER, Case, Sanction, SanctionKind, User
from accounts.moderation import trail
from accounts.moderation.roles import need_power, need_reason
from accounts.refusals import Refused

HOLDS = {
    "muted_until": (SanctionKind.MUTE,),
    "unrated_until": (SanctionKind.UNRATED,),
    "barred_until": (SanctionKind.SUSPENSION, SanctionKind.BAN),
}
Follower = Callable[[Sanction], None]
_followers: list[Follower] = []


def on_change(follower: Follower) -> Follower:
    """Have `follower(sanction)` called in the transaction in which one is laid or lifted; registers once.

    For the apps above, which accounts may not import. Usable as a decorator.
    """
    if follower not in _followers:
        _followers.append(follower)
    return follower


def lay_sanction(
    actor: User,
    person: User,
    kind: SanctionKind,
    *,
    reason: str,
    ends_at: datetime | None = None,
    case: Case | None = None,
    via: str = trail.PAGE,
) -> Sanction:
    """Lay a sanction upon a person and return it; raises Refused (not_allowed, missing_field, out_of_range).

    `reason`: as the person is told it. `ends_at`: None for a ban, and for a warning, which has no end; all others need
    one in the future. The same sanction laid twice for one case is one: a double click.
    """
    need_power(actor, person)
    reason = need_reason(reason)
    _need_end(kind, ends_at)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=person.pk)  # two moderators at once: one after the other
        if case is not None and (before := Sanction.objects.filter(case=case, kind=kind, lifted_at=None).first()):
            return before
        sanction = Sanction.objects.create(
            person=person, kind=kind, reason=reason, ends_at=ends_at, case=case, by=actor
        )
        after = {"kind": kind.value, "until": ends_at.isoformat() if ends_at else None}
        trail.record(actor, "sanction.lay", sanction, person=person, why=reason, after=after, via=via)
        _follow(sanction)
    return sanction


def lift_sanction(actor: User, sanction: Sanction, *, why: str, via: str = trail.PAGE) -> None:
    """End a sanction before its time; one that is over already stays as it is. Raises Refused (as laying one)."""
    need_power(actor, sanction.person)
    why = need_reason(why)
    with transaction.atomic():
        held = Sanction.objects.select_for_update().get(pk=sanction.pk)
        if held.lifted_at is not None:
            return
        held.lifted_at, held.lifted_by, held.lifted_why = timezone.now(), actor, why
        held.save(update_fields=["lifted_at", "lifted_by", "lifted_why"])
        trail.record(actor, "sanction.lift", held, person=held.person, why=why, before={"kind": held.kind}, via=via)
        _follow(held)


def _need_end(kind: SanctionKind, ends_at: datetime | None) -> None:
    endless = kind in (SanctionKind.BAN, SanctionKind.WARNING)
    if endless and ends_at is not None:
        raise Refused("out_of_range", N_("A ban or a warning has no end; a suspension has."), field="ends_at")
    if not endless and (ends_at is None or ends_at <= timezone.now()):
        raise Refused("out_of_range", N_("Say until when, and let it be later than now."), field="ends_at")


def _follow(sanction: Sanction) -> None:
    project(sanction.person_id)
    for follower in _followers:
        follower(sanction)


def project(person_id: int) -> None:
    """Write into a person's row what holds now."""
    holding = Sanction.objects.filter(Q(ends_at=None) | Q(ends_at__gt=timezone.now()), person=person_id, lifted_at=None)
    ends = {
        name: [end or FOREVER for end in holding.filter(kind__in=kinds).values_list("ends_at", flat=True)]
        for name, kinds in HOLDS.items()
    }
    User.objects.filter(pk=person_id).update(**{name: max(of, default=None) for name, of in ends.items()})
