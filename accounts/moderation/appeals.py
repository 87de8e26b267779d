"""Appeals: what a person says against a sanction, once, and what somebody else of the staff answers."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from accounts.models import Appeal, Sanction, User
from accounts.moderation import cases, sanctions, telling, trail
from accounts.moderation.roles import answering, need_judge, need_reason, rank_of
from accounts.refusals import Refused, bad_text
from accounts.selectors import reporters_of

LONGEST = 2_000  # characters


def appeal(person: User, sanction: Sanction, words: str) -> Appeal:
    """Say something against a sanction of one's own or of a bot of one's own, once; the same words twice are one.

    Raises Refused (not_found, missing_field, too_long, bad_text, not_allowed).
    """
    if person.pk not in (sanction.person_id, answering(sanction.person).pk):
        raise Refused("not_found", N_("There is no such sanction of yours."))
    if not (words := words.strip()):
        raise Refused("missing_field", N_("Write why the sanction should be lifted."), field="words")
    if len(words) > LONGEST:
        raise Refused("too_long", N_("An appeal may have at most %(most)s characters."), most=LONGEST, field="words")
    if "\0" in words:
        raise bad_text("words")
    with transaction.atomic():
        held = Sanction.objects.select_for_update().get(pk=sanction.pk)
        if before := Appeal.objects.filter(sanction=held).first():
            return _said_before(before, words)
        if held.lifted_at is not None:
            raise Refused("not_allowed", N_("This sanction has been lifted already."))
        return Appeal.objects.create(sanction=held, words=words)


def _said_before(before: Appeal, words: str) -> Appeal:
    if before.words != words:
        raise Refused("not_allowed", N_("You have appealed against this sanction already; one appeal is looked at."))
    return before


def open_appeals() -> QuerySet[Appeal]:
    """Return the appeals that wait for an answer, the oldest first, each with its sanction and both people."""
    waiting = Appeal.objects.filter(decided_at=None).order_by("at", "pk")
    return waiting.select_related("sanction__person", "sanction__by", "sanction__case")


def decide_appeal(actor: User, appealed: Appeal, granted: bool, answer: str, *, via: str = trail.PAGE) -> None:
    """Answer an appeal; a granted one lifts its sanction. One that was answered stays as it is.

    Raises Refused (not_allowed, missing_field, already_decided): a reason is always told, and nobody judges their own
    decision, or what they have a part in.
    """
    sanction = appealed.sanction
    _need_judge(actor, sanction)
    answer = need_reason(answer)
    with transaction.atomic():
        sanctions.hold(sanction.person_id)
        held = Appeal.objects.select_for_update().get(pk=appealed.pk)
        if held.decided_at is None:
            _decide(actor, held, granted, answer, via)
        elif (held.decided_by_id, held.granted) != (actor.pk, granted):  # else a double click
            raise Refused("already_decided", N_("This appeal was answered already, by somebody else or otherwise."))


def _decide(actor: User, held: Appeal, granted: bool, answer: str, via: str) -> None:
    held.decided_at, held.decided_by, held.granted, held.answer = timezone.now(), actor, granted, answer
    held.save(update_fields=["decided_at", "decided_by", "granted", "answer"])
    sanction = held.sanction
    after = {"granted": granted, "sanction": sanction.pk}
    known: dict[str, Any] = {"person": sanction.person, "others": reporters_of(sanction.case)}
    trail.record(actor, "appeal.decide", held, why=answer, after=after, via=via, **known)
    if granted:
        sanctions.lift_sanction(actor, sanction, why=answer, via=via, news=telling.ANSWERED)
        return
    Sanction.objects.filter(pk=sanction.pk).update(seen_at=None)
    sanctions.project(sanction.person_id)
    telling.post(sanction, telling.ANSWERED)


def why_not(actor: User, appealed: Appeal) -> Refused | None:
    """Return why somebody may not decide an appeal, None where they may."""
    try:
        _need_judge(actor, appealed.sanction)
    except Refused as refused:
        return refused
    return None


def _need_judge(actor: User, sanction: Sanction) -> None:
    need_judge(actor, sanction.person)
    _need_another(actor, sanction)
    if sanction.case is not None:
        cases.need_no_part(actor, sanction.case)


def _need_another(actor: User, sanction: Sanction) -> None:
    """Refuse who has laid the sanction, but for the operator where nobody else could judge."""
    if actor.pk != sanction.by_id or (actor.is_superuser and not _others(actor, sanction)):
        return
    raise Refused("not_allowed", N_("You have laid this sanction; somebody else must look at the appeal."))


def _others(actor: User, sanction: Sanction) -> bool:
    staff = User.objects.filter(Q(is_superuser=True) | ~Q(role=""), is_active=True)
    others = staff.exclude(pk__in=(actor.pk, sanction.person_id))
    return any(one.is_staff and rank_of(one) > rank_of(sanction.person) for one in others)
