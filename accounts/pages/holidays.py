"""The page of a person's holidays: which are to come, taking one, ending one."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts import holidays as off
from accounts.forms import HolidayForm
from accounts.models import User


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def holidays(request: HttpRequest) -> HttpResponse:
    """Show a person's holidays; take one that is posted and good, in the zone in which pages tell them times."""
    user = cast(User, request.user)
    form = HolidayForm(request.POST or None)
    if request.method == "POST" and form.is_valid() and _take(user, form):
        messages.success(request, gettext("Your clocks by mail stand still on these days. Have a good time!"))
        return redirect("accounts:holidays")
    year = timezone.localdate().year
    left = [(wanted, off.days_left(user, wanted)) for wanted in (year, year + 1)]
    coming = list(off.holidays_to_come(user))
    page = {"form": form, "left": left, "coming": coming}
    page["unused"] = {holiday.pk for holiday in coming if not off.is_used(holiday)}
    page["zone"] = timezone.get_current_timezone_name()
    return render(request, "accounts/holidays.html", page, status=422 if form.errors else 200)


def _take(user: User, form: HolidayForm) -> bool:
    days = form.cleaned_data
    try:
        off.take_holiday(user, days["first"], days["last"], timezone.get_current_timezone())
    except ValidationError as error:
        form.add_error(None, error)
        return False
    return True


@require_POST
@login_required
def end(request: HttpRequest, holiday_id: int) -> HttpResponse:
    """End a holiday now, or call it off."""
    off.end_holiday(cast(User, request.user), holiday_id)
    return redirect("accounts:holidays")
