"""Pages between people, and between a person and the site: friends, blocks, faces, preferences."""

from __future__ import annotations

from typing import Any, cast

from allauth.account.utils import get_next_redirect_url
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import avatars, entrance, limits, names, selectors
from accounts import friends as ties
from accounts import preferences as likes
from accounts.forms import PreferencesForm
from accounts.limits import Limit
from accounts.models import User
from accounts.pages.account import too_many_requests
from accounts.refusals import Refused

YEAR = 365 * 24 * 3600

SOUGHT = Limit("names", 60, 3600)  # of one person: who tries all names finds few

# --- friends and blocks ---


class NameForm(forms.Form):
    """Whom somebody looks for; `user` is who."""

    name = forms.CharField(max_length=254, error_messages={"required": _("Enter a name.")})

    def __init__(self, user: User, *args: Any) -> None:
        super().__init__(*args)
        self.user, self.limited = user, False

    def clean_name(self) -> User:
        """Return the person of this name; raises ValidationError if there is none, or after too many tries."""
        name: str = self.cleaned_data["name"]
        try:
            limits.take(SOUGHT, self.user.pk)
        except Refused as refusal:
            self.limited = True
            raise ValidationError(refusal.message, code=refusal.code) from None
        if (person := selectors.person_named(name)) is None:
            raise ValidationError(gettext("Nobody here is called “%(name)s”.") % {"name": name}, code="nobody")
        return person


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def friends(request: HttpRequest) -> HttpResponse:
    """Show friends, who asks, who is asked and who is blocked; find whom a posted name belongs to, or ask them."""
    user = cast(User, request.user)
    form = NameForm(user, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        person: User = form.cleaned_data["name"]
        if request.POST.get("do") != "ask":
            return redirect("matchmaking:profile", name=person.username)
        if _asked(request, user, person, form):
            return redirect("accounts:friends")
    status = 429 if form.limited else 422 if form.errors else 200
    return render(request, "accounts/friends.html", {"form": form, **_ties_of(user)}, status=status)


def _asked(request: HttpRequest, user: User, person: User, form: NameForm) -> bool:
    """Ask somebody to be friends and say so; what is wrong becomes the form's error."""
    try:
        ties.ask_friendship(user, person)
    except ValidationError as error:
        form.add_error("name", error)
        return False
    messages.success(request, gettext("%(name)s is asked.") % {"name": names.shown(person.username)})
    return True


def _ties_of(user: User) -> dict[str, Any]:
    """Return friends, who is here first; who asks; whom one has asked; whom one has blocked."""
    lists = {"askers": selectors.askers_of(user), "asked": selectors.asked_by(user)}
    return {"friends": selectors.friends_by_presence(user), "blocked": selectors.blocked_people(user), **lists}


@require_POST
@login_required
def tie(request: HttpRequest, name: str) -> HttpResponse:
    """Do what the button says with the person of this name, and go back to where it was pressed."""
    person = selectors.person_named(name)
    act = ties.ACTS.get(request.POST.get("do", ""))
    if person is None or act is None:
        raise Http404(gettext("Nobody here is called “%(name)s”.") % {"name": name})
    try:
        act(cast(User, request.user), person)
    except ValidationError as error:
        for sentence in error.messages:
            messages.warning(request, sentence)
    return redirect(get_next_redirect_url(request) or "accounts:friends")


@require_safe
@cache_control(public=True, max_age=YEAR, immutable=True)
def face(request: HttpRequest, name: str) -> HttpResponse:
    """Return the face that belongs to a name, whether or not somebody has it: it is a drawing, no secret."""
    return HttpResponse(avatars.image(name[: names.LONGEST]), content_type="image/svg+xml")


# --- preferences ---


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def preferences(request: HttpRequest) -> HttpResponse:
    """Show how a person likes the site, and keep it; a stranger becomes a guest by keeping something."""
    form = PreferencesForm(request.POST or None, instance=likes.preferences_of(request.user))
    if request.method != "POST" or not form.is_valid():
        page = {"form": form, "chosen": likes.has_chosen(request.user)}
        return render(request, "accounts/preferences.html", page, status=422 if form.errors else 200)
    try:
        user = request.user if isinstance(request.user, User) else entrance.enter_as_guest(request)
    except entrance.TooManyGuests:
        return too_many_requests(request, gettext("Many guests came from your network just now."))
    likes.keep_preferences(user, {name: form.cleaned_data[name] for name in likes.FIELDS})
    return _kept(request, form.cleaned_data["language"])


def _kept(request: HttpRequest, language: str) -> HttpResponse:
    """Lead back to the page, in the language that was chosen; its middleware keeps that for the account."""
    with translation.override(language):
        messages.success(request, gettext("Kept. It holds on all your devices."))
    response = redirect("accounts:preferences")
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        samesite="Lax",
        secure=settings.LANGUAGE_COOKIE_SECURE,
    )
    return response


@require_POST
def keep(request: HttpRequest) -> HttpResponse:
    """Keep what was changed on some page, as static/js/memory.js tells it: the theme button, the sound switch."""
    user = request.user
    if not isinstance(user, User):
        return HttpResponse(status=403)
    told = likes.from_memory(request.POST.dict())
    form = PreferencesForm(_whole(user, told), instance=likes.preferences_of(user))
    if not told or not form.is_valid():
        return JsonResponse({"errors": form.errors}, status=422)
    likes.keep_preferences(user, {name: form.cleaned_data[name] for name in told})
    return HttpResponse(status=204)


def _whole(user: User, changes: dict[str, str]) -> QueryDict:
    """Return a form's data with these changes, all else as it is."""
    row = likes.preferences_of(user)
    now = {name: getattr(row, name) for name in likes.FIELDS}
    data = {name: "on" if value is True else value for name, value in now.items() if value is not False}
    whole = QueryDict(mutable=True)
    whole.update({**data, "language": translation.get_language() or settings.LANGUAGE_CODE, **changes})
    return whole
