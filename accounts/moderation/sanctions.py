"""Sanctions: laid upon a person with a reason and an end, lifted, and what of them holds now.

What holds stands in the person's row (`muted_until`, `unrated_until`, `barred_until`), worked out anew from the rows
with every change, in the same transaction: pages, sockets and REST look there. So does how much of it the person has
not acknowledged (`untold`).
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from accounts import logins
from accounts.listeners import Listeners
from accounts.models import FOREVER, Appeal, Case, Sanction, SanctionKind, User
from accounts.moderation import telling, trail
from accounts.moderation.roles import need_judge, need_reason
from accounts.moderation.standing import BARRING, held_for
from accounts.refusals import Refused
from accounts.selectors import reporters_of

HOLDS = {
    "muted_until": (SanctionKind.MUTE,),
    "unrated_until": (SanctionKind.UNRATED,),
    "barred_until": BARRING,
}
ENDLESS = (SanctionKind.WARNING, SanctionKind.BAN)
DOUBLE_CLICK = timedelta(seconds=60)  # within which the very same sanction is meant once
on_change: Listeners[[Sanction]] = Listeners()  # in the transaction in which one is laid or lifted


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
    one in the future. The same sanction laid twice for one case, or by one moderator within a minute, is one: a double
    click.
    """
    need_judge(actor, person)
    reason = need_reason(reason)
    _need_end(kind, ends_at)
    with transaction.atomic():
        hold(person.pk)
        if before := _laid_before(actor, person, kind, reason, case):
            return before
        sanction = Sanction.objects.create(
            person=person, kind=kind, reason=reason, ends_at=ends_at, case=case, by=actor
        )
        after = {"kind": kind.value, "until": ends_at.isoformat() if ends_at else None}
        known: dict[str, Any] = {"person": person, "others": reporters_of(case)}
        trail.record(actor, "sanction.lay", sanction, why=reason, after=after, via=via, **known)
        telling.post(sanction, telling.LAID)
        _follow(sanction)
    return sanction


def lift_sanction(
    actor: User, sanction: Sanction, *, why: str, via: str = trail.PAGE, news: str = telling.LIFTED
) -> None:
    """End a sanction before its time; one that was lifted stays as it is. Raises Refused (as laying one).

    `news`: what the person's mail says has happened. An appeal that waits for an answer has it with this.
    """
    need_judge(actor, sanction.person)
    why = need_reason(why)
    with transaction.atomic():
        hold(sanction.person_id)
        held = Sanction.objects.select_for_update().get(pk=sanction.pk)
        if held.lifted_at is not None:
            return
        held.lifted_at, held.lifted_by, held.lifted_why, held.seen_at = timezone.now(), actor, why, None
        held.save(update_fields=["lifted_at", "lifted_by", "lifted_why", "seen_at"])
        known: dict[str, Any] = {"person": held.person, "others": reporters_of(held.case)}
        trail.record(actor, "sanction.lift", held, why=why, before={"kind": held.kind}, via=via, **known)
        _answer_appeal(held)
        telling.post(held, news)
        _follow(held)


def _answer_appeal(lifted: Sanction) -> None:
    """Grant what was asked for and has been done: at the desk it would wait for ever."""
    for appeal in Appeal.objects.filter(sanction=lifted, decided_at=None):
        appeal.decided_at, appeal.decided_by, appeal.granted = lifted.lifted_at, lifted.lifted_by, True
        appeal.answer = lifted.lifted_why
        appeal.save(update_fields=["decided_at", "decided_by", "granted", "answer"])


def acknowledge(person: User, sanction_id: int) -> None:
    """Note that a person has seen how one of their own sanctions stands; another one's is no error."""
    with transaction.atomic():
        hold(person.pk)
        Sanction.objects.filter(pk=sanction_id, person=person, seen_at=None).update(seen_at=timezone.now())
        project(person.pk)


def hold(*people: int) -> None:
    """Let nobody else change before this transaction ends what holds of people, of their bots, of a bot's owner.

    Of several people in one call: two transactions that hold some of the same then wait, and do not deadlock.
    """
    concerned = Q(pk__in=people) | Q(owner__in=people) | Q(bots__in=people)
    ids = sorted(set(User.objects.filter(concerned).values_list("pk", flat=True)))
    list(User.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk").values_list("pk"))


def project(person_id: int) -> None:
    """Write into the rows of a person and of their bots what holds now; after `hold`."""
    for one in User.objects.filter(Q(pk=person_id) | Q(owner=person_id, is_bot=True)):
        ends = {name: max(_ends(one, kinds), default=None) for name, kinds in HOLDS.items()}
        untold = Sanction.objects.filter(person=one, seen_at=None).count()
        User.objects.filter(pk=one.pk).update(**ends, untold=untold)


def _ends(one: User, kinds: tuple[SanctionKind, ...]) -> list[datetime]:
    """Return until when sanctions of these kinds hold somebody, a bot also by those of its owner."""
    holding = Sanction.objects.filter(Q(ends_at=None) | Q(ends_at__gt=timezone.now()), lifted_at=None)
    ends = holding.filter(person__in=held_for(one, kinds), kind__in=kinds).values_list("ends_at", flat=True)
    return [end or FOREVER for end in ends]


def _laid_before(actor: User, person: User, kind: SanctionKind, reason: str, case: Case | None) -> Sanction | None:
    known = Sanction.objects.filter(person=person, kind=kind, lifted_at=None)
    if case is not None:
        return known.filter(case=case).first()
    return known.filter(case=None, by=actor, reason=reason, begins_at__gt=timezone.now() - DOUBLE_CLICK).first()


def _need_end(kind: SanctionKind, ends_at: datetime | None) -> None:
    endless = kind in ENDLESS
    if endless and ends_at is not None:
        raise Refused("out_of_range", N_("A ban or a warning has no end; a suspension has."), field="ends_at")
    if not endless and (ends_at is None or ends_at <= timezone.now()):
        raise Refused("out_of_range", N_("Say until when, and let it be later than now."), field="ends_at")


def _follow(sanction: Sanction) -> None:
    project(sanction.person_id)
    bots = User.objects.filter(owner=sanction.person_id, is_bot=True).values_list("pk", flat=True)
    logins.tell_ended([sanction.person_id, *bots])
    on_change.tell(sanction)
