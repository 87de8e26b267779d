"""The page of a person's log-ins: where they are logged in, and logging out there."""

from __future__ import annotations

from typing import cast

from allauth.usersessions.internal import flows
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from accounts import logins
from accounts.models import User
from accounts.pages import members_only


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@members_only
def sessions(request: HttpRequest) -> HttpResponse:
    """Show where a person is logged in; end the log-in that is posted, or all but this one."""
    held = UserSession.objects.purge_and_list(cast(User, request.user))
    if request.method != "POST":
        held.sort(key=lambda session: (not session.is_current(), -session.last_seen_at.timestamp()))
        return render(request, "accounts/sessions.html", {"sessions": held})
    wanted = request.POST.get("session", "")
    ended = [session for session in held if not session.is_current() and wanted in ("", str(session.pk))]
    flows.sessions.end_sessions(request, ended)
    if ended:
        logins.tell_ended([cast(User, request.user).pk])
        messages.success(request, gettext("Logged out there. What was open closes within two seconds."))
    return redirect("accounts:sessions")
