"""The moderators' desk: cases, who they are about, and what is decided. For everybody else there is no such page."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import Case, ModerationAction, User
from accounts.moderation import cases
from accounts.moderation.roles import is_moderator, need_judge, others_alone
from accounts.refusals import Refused
from accounts.selectors import person_named
from accounts.staff.evidence import shown
from accounts.staff.forms import CaseFilter, JudgeForm, ReasonForm, SanctionForm

SHOWN = 100  # rows of one list
TOGETHER = 10  # reports on one page of a case, each with all its evidence
Page = Callable[..., HttpResponse]


def staff_only(page: Page) -> Page:
    """Show a page to moderators alone; to all others it is missing, as any other address that leads nowhere."""

    @never_cache
    @wraps(page)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not is_moderator(request.user):
            raise Http404(gettext("There is no such page."))
        return page(request, *args, **kwargs)

    return guarded


def actor_of(request: HttpRequest) -> User:
    """Return the moderator who asks."""
    return cast(User, request.user)


@staff_only
@require_safe
def case_list(request: HttpRequest) -> HttpResponse:
    """Show the cases that were asked for, open ones with most reports first unless told."""
    form, actor = CaseFilter(request.GET), actor_of(request)
    found = others_alone(_asked_for(form, actor), actor, "person")
    return render(request, "staff/cases.html", {"form": form, "cases": found[:SHOWN]})


def _asked_for(form: CaseFilter, actor: User) -> QuerySet[Case]:
    state = form.asked("state")
    found = cases.closed_cases() if state == "closed" else cases.open_cases()
    if state == "mine":
        found = found.filter(moderator=actor)
    if state == "free":
        found = found.filter(pk__in=cases.free_cases())
    return found.filter(kind=kind) if (kind := form.asked("kind")) else found


@staff_only
@require_safe
def case(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a case with all its evidence."""
    return _case_page(request, _find_case(request, pk), JudgeForm())


def _find_case(request: HttpRequest, pk: int) -> Case:
    known = Case.objects.select_related("person", "moderator")
    return get_object_or_404(others_alone(known, actor_of(request), "person"), pk=pk)


def _case_page(request: HttpRequest, found: Case, form: JudgeForm, status: int = 200) -> HttpResponse:
    """Show a case; its form as it was filled in."""
    actor, refused = actor_of(request), cases.why_not(actor_of(request), found)
    reports = Paginator(found.reports.select_related("reporter").order_by("at", "pk"), TOGETHER)
    some = reports.get_page(request.GET.get("page"))
    page = {
        "case": found,
        "reports": some,
        "made": [(one, shown(one.about, one.evidence)) for one in some],
        "why_not": refused.message if refused else "",
        "is_mine": found.moderator_id == actor.pk and not refused,
        "earlier": cases.cases_about(found.person).exclude(pk=found.pk),
        "sanctions": cases.sanctions_of(found.person),
        "form": form,
    }
    return render(request, "staff/case.html", page, status=status)


@staff_only
@require_POST
def claim(request: HttpRequest, pk: int) -> HttpResponse:
    """Let the moderator have a case."""
    return _done(request, lambda: cases.claim(actor_of(request), _find_case(request, pk)), pk)


@staff_only
@require_POST
def release(request: HttpRequest, pk: int) -> HttpResponse:
    """Give a case back."""
    return _done(request, lambda: cases.release(actor_of(request), _find_case(request, pk)), pk)


def _done(request: HttpRequest, act: Callable[[], None], pk: int) -> HttpResponse:
    tell_refusal(request, act)
    return redirect("accounts:case", pk=pk)


def tell_refusal(request: HttpRequest, act: Callable[[], object]) -> bool:
    """Do something and return whether it was done; why it was refused stands on the next page."""
    try:
        act()
    except Refused as refused:
        messages.warning(request, refused.message)
        return False
    return True


@staff_only
@require_POST
def close(request: HttpRequest, pk: int) -> HttpResponse:
    """Judge a case; where the form is not good, show it with what is wrong."""
    found, form = _find_case(request, pk), JudgeForm(request.POST)
    if form.is_valid():
        try:
            cases.close(actor_of(request), found, **form.judgement())
        except Refused as refused:
            field = refused.details.get("field")
            form.add_error(field if field in form.fields else None, refused.message)
        else:
            messages.success(request, gettext("Closed. Both sides are told."))
            return redirect("accounts:cases")
    return _case_page(request, found, form, status=422)


@staff_only
@require_safe
def person(request: HttpRequest, name: str) -> HttpResponse:
    """Show what staff should know of a person."""
    return person_page(request, find_person(request, name), SanctionForm())


def find_person(request: HttpRequest, name: str) -> User:
    """Return who has this name, nobody who looks for themselves or for a bot of theirs; raises Http404."""
    found = person_named(name)
    if found is None or request.user.pk in (found.pk, found.owner_id):
        raise Http404(gettext("Nobody here is called “%(name)s”.") % {"name": name})
    return found


def person_page(request: HttpRequest, found: User, form: SanctionForm, status: int = 200) -> HttpResponse:
    """Show a person's cases, sanctions and trail; the form as it was filled in."""
    trail = ModerationAction.objects.filter(person=found).order_by("-pk")[:SHOWN]
    actors = User.objects.in_bulk({row.actor_id for row in trail if row.actor_id})
    page = {
        "person": found,
        "cases": cases.cases_about(found)[:SHOWN],
        "sanctions": cases.sanctions_of(found),
        "trail": [(row, actors.get(row.actor_id or 0)) for row in trail],
        "form": form,
        "reason": ReasonForm(),
        "why_not": _why_not(actor_of(request), found),
    }
    return render(request, "staff/person.html", page, status=status)


def _why_not(actor: User, person: User) -> str:
    """Return why the moderator may lay nothing upon a person, "" where they may."""
    try:
        need_judge(actor, person)
    except Refused as refused:
        return refused.message
    return ""
