"""The pages of invitations: whom to ask to a table, what a mailed link shows, and what is answered to it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from accounts import selectors as people
from accounts.mailing import unwanted
from accounts.models import User
from games import rulebook, selectors, strengths
from games.errors import Refused
from games.models import Invitation, Match
from games.pages.ways import way_to_sign_up
from games.tables import invitations


class InviteForm(forms.Form):
    """One field for both: a name, or an e-mail address."""

    who = forms.CharField(max_length=254, error_messages={"required": _("Enter a name or an e-mail address.")})

    def clean_who(self) -> User | str:
        """Return the person of this name, or the address."""
        who: str = self.cleaned_data["who"].strip()
        if "@" in who:
            validate_email(who)
            return who
        if (person := people.person_named(who)) is None:
            raise ValidationError(gettext("Nobody here is called “%(name)s”.") % {"name": who}, code="nobody")
        return person


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def invite(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show whom one may ask to an open table, and ask them; `?part` is the panel alone, for static/js/invite.js."""
    match = selectors.find_match(match_id, request.user)
    form, told = InviteForm(request.POST if request.method == "POST" else None), ""
    if request.method == "POST" and form.is_valid():
        told = _ask(request, match, form)
    page = {"form": form, "told": told, "match": match, **_asked(request, match)}
    page["link"] = request.build_absolute_uri(match.get_absolute_url())
    template = "games/invite_panel.html" if "part" in request.GET else "games/invite.html"
    return render(request, template, page, status=422 if form.errors else 200)


def _ask(request: HttpRequest, match: Match, form: InviteForm) -> str:
    """Invite whom the form names and return what to say; a refusal becomes the form's error."""
    who, site = form.cleaned_data["who"], request.build_absolute_uri("/").rstrip("/")
    user: Any = request.user
    try:
        if isinstance(who, User):
            invitations.invite_person(match, user, who, site)
            return gettext("%(name)s is invited.") % {"name": who.username}
        invitations.invite_address(match, user, who, site)
    except Refused as refusal:
        form.add_error("who", refusal.message)
        return ""
    return gettext("We mail the invitation to %(address)s, unless its owner wants no such mail.") % {"address": who}


def _asked(request: HttpRequest, match: Match) -> dict[str, Any]:
    asked = invitations.invited_to(match)
    known = {one.invited_id for one in asked}
    sitting = set(match.seat_rows.exclude(user=None).values_list("user_id", flat=True))
    near = [friend for friend in people.friends_of(request.user) if friend.pk not in known | sitting]
    near.sort(key=lambda friend: not people.is_here(friend))
    return {"asked": [one for one in asked if one.invited_id not in sitting], "friends": near}


@require_POST
@login_required
def decline(request: HttpRequest, pk: int) -> HttpResponse:
    """Say no to an invitation; for static/js/notices.js and for the lists of one's matches."""
    user: Any = request.user
    if asked := invitations.invitation_to(user, pk):
        invitations.decline(asked)
    return HttpResponse(status=204) if "part" in request.GET else redirect("matchmaking:lobby")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def mailed(request: HttpRequest, token: str) -> HttpResponse:
    """Show what a mailed link is about; nothing happens but by a button, for mail is read by machines too."""
    asked = _find(token)
    if request.method == "POST":
        invitations.decline(asked)
        messages.success(request, gettext("You have declined. Thank you for saying so."))
        return redirect("home")
    page = {"asked": asked, "game_name": rulebook.name(asked.match.game), "open": invitations.has_room(asked.match)}
    page["signup"] = _way_to_sign_up(request, asked)
    (page["card"],) = strengths.beside([selectors.card(asked.match, request.user)])
    return render(request, "games/invitation.html", page)


def _way_to_sign_up(request: HttpRequest, asked: Invitation) -> str:
    match, address = asked.match, request.GET.get("to", "")
    if unwanted.digest(address) != asked.address:  # no stranger's link fills anything in
        address = ""
    return way_to_sign_up(request, match.get_absolute_url(), rated=match.rated, pace=match.pace, email=address)


@csrf_exempt  # a mail program sends this by itself, RFC 8058; the token is the proof
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def never_mail(request: HttpRequest, token: str) -> HttpResponse:
    """Take an address off the list of those who are mailed because others ask for it; only by POST."""
    if request.method != "POST":
        return redirect("games:invitation", token=token)
    invitations.never_mail_again(_find(token))
    messages.success(request, gettext("Nobody can have mail sent to this address by us any more."))
    return redirect("home")


def _find(token: str) -> Invitation:
    try:
        return invitations.find_by_token(token)
    except Invitation.DoesNotExist:
        raise Http404(gettext("This invitation is no longer valid.")) from None
