"""What moderators do besides cases: sanctions laid and lifted on a person's page, appeals decided, and the desk."""

from __future__ import annotations

from datetime import timedelta

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from accounts import names
from accounts.models import Appeal, Sanction, User
from accounts.moderation import appeals, cases
from accounts.moderation.roles import others_alone
from accounts.moderation.sanctions import lay_sanction, lift_sanction
from accounts.moderation_forms import AppealForm, ReasonForm, SanctionForm
from accounts.refusals import Refused
from accounts.staff_pages import actor_of, find_person, person_page, staff_only, tell_refusal


@staff_only
@require_safe
def desk(request: HttpRequest) -> HttpResponse:
    """Show what waits: the moderator's own cases, those that nobody has, appeals; lead to a person, `?who=`."""
    actor = actor_of(request)
    if who := request.GET.get("who", "").strip():
        return _led_to(request, who[: names.LONGEST])
    waiting = others_alone(cases.open_cases(), actor, "person")
    page = {
        "mine": waiting.filter(moderator=actor),
        "free": waiting.filter(pk__in=cases.free_cases())[:10],
        "appeals": [_offered(actor, one) for one in others_alone(appeals.open_appeals(), actor, "sanction__person")],
        "open": waiting.count(),
    }
    return render(request, "staff/desk.html", page)


def _led_to(request: HttpRequest, name: str) -> HttpResponse:
    try:
        found = find_person(request, name)
    except Http404 as missing:
        messages.warning(request, str(missing))
        return redirect("accounts:desk")
    return redirect("accounts:staff_person", name=found.username)


def _offered(actor: User, appeal: Appeal) -> tuple[Appeal, AppealForm, str]:
    """Return an appeal with its form, and why the moderator may not fill it in."""
    refused = appeals.why_not(actor, appeal)
    return appeal, AppealForm(prefix=f"appeal-{appeal.pk}"), refused.message if refused else ""


@staff_only
@require_POST
def lay(request: HttpRequest, name: str) -> HttpResponse:
    """Lay a sanction upon a person without a case."""
    found, form = find_person(request, name), SanctionForm(request.POST)
    if form.is_valid() and _laid(actor_of(request), found, form):
        messages.success(request, gettext("Done. The person is told."))
        return redirect("accounts:staff_person", name=found.username)
    return person_page(request, found, form, status=422)


def _laid(actor: User, person: User, form: SanctionForm) -> bool:
    penalty = form.penalty()
    assert penalty is not None  # a kind has to be chosen
    ends_at = None if penalty.days is None else timezone.now() + timedelta(days=penalty.days)
    try:
        lay_sanction(actor, person, penalty.kind, reason=form.cleaned_data["reason"], ends_at=ends_at)
    except Refused as refused:
        form.add_error("days" if refused.details.get("field") == "ends_at" else None, refused.message)
        return False
    return True


@staff_only
@require_POST
def lift(request: HttpRequest, pk: int) -> HttpResponse:
    """Lift a sanction before its time."""
    sanction = get_object_or_404(Sanction.objects.select_related("person"), pk=pk)
    why = _reason(ReasonForm(request.POST))
    if tell_refusal(request, lambda: lift_sanction(actor_of(request), sanction, why=why)):
        messages.success(request, gettext("Done. The person is told."))
    return redirect("accounts:staff_person", name=sanction.person.username)


def _reason(form: ReasonForm) -> str:
    return str(form.cleaned_data["why"]) if form.is_valid() else ""


@staff_only
@require_POST
def decide(request: HttpRequest, pk: int) -> HttpResponse:
    """Decide an appeal."""
    appeal = get_object_or_404(Appeal.objects.select_related("sanction__person"), pk=pk)
    form = AppealForm(request.POST, prefix=f"appeal-{pk}")
    if not form.is_valid():
        messages.warning(request, gettext("Choose a decision, and give an answer: the person is told it."))
        return redirect("accounts:desk")
    decision = form.cleaned_data["granted"], form.cleaned_data["answer"]
    if tell_refusal(request, lambda: appeals.decide_appeal(actor_of(request), appeal, *decision)):
        messages.success(request, gettext("Done. The person is told."))
    return redirect("accounts:desk")
