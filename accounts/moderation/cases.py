"""Cases: one moderator claims one, and judges it alone or gives it back; both sides are told what comes of it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from accounts import names
from accounts.models import Case, Sanction, SanctionKind, User, Verdict
from accounts.moderation import answers, evidence, trail
from accounts.moderation.roles import is_administrator, is_moderator, need_judge, need_power, need_reason
from accounts.moderation.sanctions import ENDLESS, lay_sanction
from accounts.refusals import Refused
from accounts.selectors import reporters_of

MOST_DAYS = 3650


class Penalty(NamedTuple):
    """What is laid upon the person with a judgement; `days` for all but a warning and a ban, which have no end."""

    kind: SanctionKind
    days: int | None = None


def claim(actor: User, case: Case, *, via: str = trail.PAGE) -> None:
    """Let a moderator have a case, so that nobody else judges it; who has it already keeps it.

    Of two at once one wins; the other is told who. A case whose moderator is none any more is free again.
    Raises Refused (not_allowed, already_closed, already_claimed).
    """
    with transaction.atomic():
        held = _held(case)
        _need_judge(actor, held)
        if held.moderator_id == actor.pk:
            return
        if held.moderator is not None and is_moderator(held.moderator):
            text = N_("%(name)s has this case already.")
            raise Refused("already_claimed", text, name=names.shown(held.moderator.username))
        before = {"moderator": held.moderator_id}
        held.moderator, held.claimed_at = actor, timezone.now()
        held.save(update_fields=["moderator", "claimed_at"])
        trail.record(
            actor, "case.claim", held, person=held.person, before=before, after={"moderator": actor.pk}, via=via
        )


def release(actor: User, case: Case, *, via: str = trail.PAGE) -> None:
    """Give a case back, so that another may claim it: who has it, or an administrator for them.

    Raises Refused (not_allowed, already_closed).
    """
    with transaction.atomic():
        held = _held(case)
        if held.moderator_id is None:
            return
        if held.moderator_id != actor.pk and not is_administrator(actor):
            raise Refused("not_allowed", N_("Only who has claimed this case can do that."))
        need_power(actor, held.person)  # nor does an administrator hinder who judges them
        before = {"moderator": held.moderator_id}
        held.moderator = held.claimed_at = None
        held.save(update_fields=["moderator", "claimed_at"])
        trail.record(actor, "case.release", held, person=held.person, before=before, after={"moderator": None}, via=via)


def close(
    actor: User,
    case: Case,
    verdict: Verdict,
    *,
    answer: str,
    told_person: str,
    penalty: Penalty | None = None,
    via: str = trail.PAGE,
) -> None:
    """Judge a case that the actor has claimed, once, and tell both sides.

    `answer`: what those who reported are told. `told_person`: what the person is told, and the reason of the sanction
    where there is one. `penalty`: with the verdict "sanctioned", and with no other. Raises Refused (not_allowed,
    already_closed, missing_field, out_of_range).
    """
    answer, told_person = need_reason(answer, "answer"), need_reason(told_person, "told_person")
    _need_fit(verdict, penalty)
    with transaction.atomic():
        held = _held(case)
        _need_judge(actor, held)
        if held.moderator_id != actor.pk:
            raise Refused("not_allowed", N_("Only who has claimed this case can do that."))
        answers.hold_concerned(held)
        if penalty is not None:
            _lay(actor, held, penalty, told_person, via)
        held.verdict, held.answer, held.told_person = verdict, answer, told_person
        held.closed_at = timezone.now()
        held.save(update_fields=["verdict", "answer", "told_person", "closed_at"])
        after = {"verdict": verdict.value, "sanction": penalty.kind.value if penalty else None}
        known: dict[str, Any] = {"person": held.person, "others": reporters_of(held)}
        trail.record(actor, "case.close", held, why=answer, after=after, via=via, **known)
        answers.tell_of(held)


# --- reads ---


def open_cases() -> QuerySet[Case]:
    """Return the cases that wait for a judgement: those with most reports first, then the oldest; `reported` counts."""
    return _counted(Case.objects.filter(closed_at=None), "-reported", "opened_at", "pk")


def closed_cases() -> QuerySet[Case]:
    """Return the cases that were judged, the latest first; `reported` counts their reports."""
    return _counted(Case.objects.filter(closed_at__isnull=False), "-closed_at")


def cases_about(person: User) -> QuerySet[Case]:
    """Return all cases about somebody, the latest first; `reported` counts their reports."""
    return _counted(Case.objects.filter(person=person), "-opened_at", "-pk")


def sanctions_of(person: User) -> QuerySet[Sanction]:
    """Return all sanctions that somebody has had, the latest first."""
    return Sanction.objects.filter(person=person).select_related("by", "lifted_by", "case").order_by("-begins_at")


def free_cases() -> QuerySet[Case]:
    """Return the open cases that nobody has who could judge them."""
    has_judge = Q(moderator__is_active=True) & (~Q(moderator__role="") | Q(moderator__is_superuser=True))
    has_judge &= Q(moderator__barred_until=None) | Q(moderator__barred_until__lte=timezone.now())
    return Case.objects.filter(closed_at=None).exclude(has_judge)


def why_not(actor: User, case: Case) -> Refused | None:
    """Return why somebody may not judge a case, None where they may."""
    try:
        _need_judge(actor, case)
    except Refused as refused:
        return refused
    return None


def _counted(cases: QuerySet[Case], *order: str) -> QuerySet[Case]:
    return cases.select_related("person", "moderator").annotate(reported=Count("reports")).order_by(*order)


# --- what is checked ---


def _held(case: Case) -> Case:
    """Return the case as it stands now, held until the transaction ends."""
    # Without a join: who has waited for the row is given the new one, but beside it what was joined to the old.
    held = Case.objects.select_for_update().get(pk=case.pk)
    if held.closed_at is not None:
        raise Refused("already_closed", N_("This case is closed already."))
    return held


def _need_judge(actor: User, case: Case) -> None:
    """Refuse (not_allowed) who may not judge this person, or has a part in what is reported."""
    need_judge(actor, case.person)
    need_no_part(actor, case)


def need_no_part(actor: User, case: Case) -> None:
    """Refuse (not_allowed) who has a part in what a case is about: who has reported it, and who sits there."""
    made = case.reports.values_list("reporter", "about", "about_id")
    if any(reporter == actor.pk for reporter, *_ in made):
        raise Refused("not_allowed", N_("You have reported this yourself: somebody else has to judge it."))
    if any(actor.pk in evidence.taking_part(about, about_id) for _, about, about_id in made):
        raise Refused("not_allowed", N_("You sit in a match that this is about: somebody else has to judge it."))


def _need_fit(verdict: Verdict, penalty: Penalty | None) -> None:
    if (verdict == Verdict.SANCTIONED) != (penalty is not None):
        lacking = N_("Choose the sanction, or another verdict.")
        too_much = N_("A sanction belongs to the verdict “sanctioned”: choose that, or no sanction.")
        raise Refused("missing_field", lacking if penalty is None else too_much, field="kind")
    if penalty is None:
        return
    if (penalty.kind in ENDLESS) != (penalty.days is None):
        text = N_("Say for how many days; only a warning and a ban have no end.")
        raise Refused("missing_field", text, field="days")
    if penalty.days is not None and not 0 < penalty.days <= MOST_DAYS:
        raise Refused("out_of_range", N_("Choose 1 to %(most)s days."), field="days", most=MOST_DAYS)


def _lay(actor: User, case: Case, penalty: Penalty, reason: str, via: str) -> None:
    ends_at = None if penalty.days is None else timezone.now() + timedelta(days=penalty.days)
    lay_sanction(actor, case.person, penalty.kind, reason=reason, ends_at=ends_at, case=case, via=via)
