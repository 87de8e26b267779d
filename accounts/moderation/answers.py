"""What both sides of a case are told when it is closed: a mail, and a notice on every page until they have looked.

Who reported hears what was decided, nothing of the sanction and its length. Who was reported hears why, nothing of who
reported. A sanction itself is told by what follows it (accounts.moderation.sanctions).
"""

from __future__ import annotations

from django.conf import settings
from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from accounts import names
from accounts.models import Case, User, Verdict
from accounts.moderation import sanctions
from accounts.selectors import reporters_of


def hold_concerned(case: Case) -> None:
    """Hold the rows of all whom a case concerns until the transaction ends: two that end at once wait, not deadlock."""
    sanctions.hold(case.person_id, *case.reports.values_list("reporter", flat=True))


def tell_of(case: Case) -> None:
    """Tell all who have reported, and the person, in the caller's transaction; after `hold_concerned`."""
    reporters = list(reporters_of(case).filter(is_active=True))
    for reporter in reporters:
        _mail(reporter, case, "answer")
    told = [reporter.pk for reporter in reporters]
    if case.verdict != Verdict.SANCTIONED:  # a sanction has a mail and a page of its own
        _mail(case.person, case, "told")
        told.append(case.person_id)
    User.objects.filter(pk__in=told).update(has_answers=True)


def have_looked(user: User) -> None:
    """Take the notice off somebody's pages: they have looked at the answers."""
    if user.has_answers:
        User.objects.filter(pk=user.pk).update(has_answers=False)
        user.has_answers = False


def _mail(user: User, case: Case, kind: str) -> None:
    """Mail one side, in the language that they read; guests have no address, and some mail comes back."""
    if not user.email or not user.is_active or user.mail_is_paused:
        return
    with translation.override(user.language or settings.LANGUAGE_CODE):
        context = {
            "case": case,
            "name": names.shown(case.person.username),
            "link": settings.SITE_URL + reverse("accounts:reports"),
        }
        subject = gettext("Your report has been looked at") if kind == "answer" else gettext("A report about you")
        send_mail(subject, render_to_string(f"accounts/email/report_{kind}.txt", context), None, [user.email])
