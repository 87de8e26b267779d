"""The page on which one reports a person, a line or a match, and that of one's own reports and their answers."""

from __future__ import annotations

from typing import Any, cast

from allauth.account.utils import get_next_redirect_url
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import CaseKind, User
from accounts.moderation import answers, evidence, reports
from accounts.moderation.reports import Complaint
from accounts.refusals import Refused
from accounts.selectors import person_named
from accounts.staff.forms import ReportForm

SHOWN = 100  # reports on one page
TOO_MANY = 429


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def report(request: HttpRequest, about: str, thing: str) -> HttpResponse:
    """Show what is reported and what will be sent along; put the report down when it is posted and good."""
    user = cast(User, request.user)
    about_id, matter = _matter(user, about, thing)
    people = User.objects.filter(pk__in=matter.people).exclude(pk=user.pk).order_by("username")
    form = ReportForm(people, request.POST if request.method == "POST" else None)
    status = 200
    if request.method == "POST":
        status = _put_down(user, form, about, about_id) if form.is_valid() else 422
        if status == 200:
            messages.success(request, gettext("Thank you. A moderator looks at it, and you are told what comes of it."))
            return redirect(get_next_redirect_url(request) or "accounts:reports")
    page = {"form": form, "about": about, "matter": matter, "people": people}
    page["after"] = get_next_redirect_url(request) or ""
    return render(request, "accounts/report.html", page, status=status)


def _matter(user: User, about: str, thing: str) -> tuple[str, evidence.Matter]:
    """Return the thing and its id; raises Http404 for missing and closed ones alike. People go by their names."""
    try:
        if about != evidence.PERSON:
            return thing, evidence.find(about, thing, user)
        person = person_named(thing)
        about_id = str(person.pk) if person else ""
        return about_id, evidence.find(about, about_id, user)
    except Refused as refused:
        raise Http404(refused.message) from None


def _put_down(user: User, form: ReportForm, about: str, about_id: str) -> int:
    """Make the report and return 200; or tell in the form why not, and return its status."""
    words = form.cleaned_data["words"]
    said = Complaint(about, about_id, form.person_meant(), CaseKind(form.cleaned_data["kind"]), words)
    try:
        reports.report(user, said)
    except Refused as refused:
        form.add_error(None, refused.message)
        return TOO_MANY if refused.code == "slow_down" else 422
    return 200


@require_safe
@login_required
@never_cache
def own_reports(request: HttpRequest) -> HttpResponse:
    """Show somebody what they have reported and what was answered, and what they were told of reports about them."""
    user = cast(User, request.user)
    answers.have_looked(user)
    made: list[Any] = [(one, reports.state_of(one)) for one in reports.reports_of(user)[:SHOWN]]
    return render(request, "accounts/reports.html", {"made": made, "told": reports.told_about(user)[:SHOWN]})
