"""What is held against a guest stays with the member whom the guest turns out to be: signing up washes nothing off."""

from __future__ import annotations

from django.db import transaction

from accounts.models import Case, Report, Sanction, User
from accounts.moderation import sanctions


def move_record(guest: User, member: User) -> None:
    """Give a guest's cases, sanctions and reports, those made as well, to the member; accounts.merging calls this."""
    with transaction.atomic():
        found = list(Case.objects.select_for_update().filter(person=guest).order_by("pk"))
        sanctions.hold(guest.pk, member.pk)  # after the cases, as who judges one
        for case in found:
            move_case(case, member)
        Sanction.objects.filter(person=guest).update(person=member)
        _move_reports_made(guest, member)
        sanctions.project(guest.pk)
        sanctions.project(member.pk)


def move_case(case: Case, member: User) -> None:
    """Give a case to the member, in the caller's transaction, which holds it: nobody judges themselves.

    An open one joins the member's open one of its kind.
    """
    if case.closed_at is None and (own := Case.objects.filter(person=member, kind=case.kind, closed_at=None).first()):
        case.sanctions.update(case=own)
        for report in case.reports.all():
            _move_report(report, case=own)
        if not case.reports.exists():
            case.delete()
        return
    case.person = member
    if case.moderator_id == member.pk:
        case.moderator = case.claimed_at = None
    case.save(update_fields=["person", "moderator", "claimed_at"])


def _move_reports_made(guest: User, member: User) -> None:
    Report.objects.filter(reporter=guest, token__isnull=False).update(token=None)  # the member has tokens of their own
    for report in Report.objects.filter(reporter=guest).exclude(case__person=member):
        _move_report(report, reporter=member)


def _move_report(report: Report, **change: Case | User) -> None:
    """Change one report, unless the same person has reported the same thing there already: then it stays behind."""
    after = {"case": report.case, "reporter": report.reporter, **change}
    same = Report.objects.filter(about=report.about, about_id=report.about_id, **after)
    if not same.exists():
        Report.objects.filter(pk=report.pk).update(**change)
