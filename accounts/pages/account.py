"""Pages about people: the doors of django-allauth opened to guests, the guest's own door, the account, the mail."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, cast
from urllib.parse import urlencode

from allauth.account import views as allauth_views
from allauth.account.utils import get_next_redirect_url
from allauth.mfa.base import views as mfa_views
from allauth.mfa.webauthn import views as webauthn_views
from csp.decorators import csp_replace
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render, resolve_url
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_POST, require_safe

from accounts import entrance, selectors
from accounts.mailing import bounces
from accounts.models import OutgoingMail, User

Page = Callable[..., HttpResponseBase]


class _OpenToGuests:
    """To allauth's view a guest looks like nobody: it turns away whoever is logged in. The page shows the guest."""

    request: HttpRequest
    guest: User | None = None

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        visitor = request.user
        if selectors.is_guest(visitor):
            self.guest, request.user = visitor, AnonymousUser()
        try:
            response: HttpResponseBase = super().dispatch(request, *args, **kwargs)  # type: ignore[misc]
        finally:
            if self.guest and request.user.is_anonymous:
                request.user = self.guest
        return response


class LoginView(_OpenToGuests, allauth_views.LoginView):
    """Log in; what a guest played comes along (AccountAdapter.login)."""


class SecondStepView(_OpenToGuests, mfa_views.AuthenticateView):
    """The second step of a log-in; a guest is still one until it is done."""


class PasskeyView(_OpenToGuests, webauthn_views.LoginWebAuthnView):
    """Log in with a passkey alone."""


class SignupView(_OpenToGuests, allauth_views.SignupView):
    """Sign up as a guest who confirms an address (accounts.entrance says why)."""

    def form_valid(self, form: Any) -> HttpResponse:
        """Mail the code and lead to the page that asks for it."""
        try:
            guest = self.guest or entrance.enter_as_guest(self.request)
        except entrance.TooManyGuests:
            return too_many_requests(self.request)
        self.request.user = guest
        entrance.begin_signup(self.request, guest, **form.details())
        after = self.get_success_url() or resolve_url(settings.LOGIN_REDIRECT_URL)
        return HttpResponseRedirect(f"{reverse('account_email_verification_sent')}?{urlencode({'next': after})}")


login = LoginView.as_view()
signup = SignupView.as_view()
second_step = SecondStepView.as_view()
passkey = PasskeyView.as_view()


def members_only(page: Page) -> Page:
    """Lead guests to the sign-up page: they have no address and no password to change. No cache keeps what it shows."""

    @never_cache
    @wraps(page)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if selectors.is_guest(request.user):
            return redirect("account_signup")
        return page(request, *args, **kwargs)

    return guarded


@require_POST
@never_cache
def guest(request: HttpRequest) -> HttpResponse:
    """Make the visitor a guest, unless logged in already, and go where `next` says."""
    after = get_next_redirect_url(request) or resolve_url(settings.LOGIN_REDIRECT_URL)
    if not request.user.is_authenticated:
        try:
            entrance.enter_as_guest(request)
        except entrance.TooManyGuests:
            return too_many_requests(request, gettext("Many guests came from your network just now."))
    return redirect(after)


@require_safe
@login_required
@never_cache
def account(request: HttpRequest) -> HttpResponse:
    """Show the person's own page."""
    return render(request, "accounts/account.html")


@require_POST
@login_required
def mail_again(request: HttpRequest) -> HttpResponse:
    """Take a person's word that their address is right, though mail to it came back."""
    bounces.confirm_address(cast(User, request.user))
    messages.success(request, gettext("Thank you. We mail you again."))
    return redirect(get_next_redirect_url(request) or "accounts:account")


@require_safe
@never_cache
def mail(request: HttpRequest) -> HttpResponse:
    """Show the newest mails with their whole text: for a site on one's own machine, where no mail really leaves."""
    if not settings.MAIL_PAGE:
        raise Http404
    return render(request, "accounts/mail.html", {"mails": selectors.recent_mail()})


@require_safe
@never_cache
@csp_replace(  # type: ignore[arg-type] # its types know no arguments of addresses
    {
        "default-src": ["'none'"],
        "script-src": ["'none'"],
        "style-src": ["'unsafe-inline'"],
        "img-src": ["data:"],
        "frame-ancestors": ["'self'"],
    }
)
@xframe_options_sameorigin
def mail_html(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a mail as mail programs show it; the page of sent mails has it in a frame, which its links leave.

    Style attributes are all the style that mail programs know, so they are allowed here.
    """
    found = OutgoingMail.objects.filter(pk=pk).exclude(html="").first() if settings.MAIL_PAGE else None
    if found is None:
        raise Http404
    return HttpResponse(found.html.replace("<head>", '<head><base target="_top">', 1))


def too_many_requests(request: HttpRequest, reason: str = "", **_: Any) -> HttpResponse:
    """Answer 429 with a sentence that says what to do; config.urls names this as handler429."""
    return render(request, "accounts/too_many.html", {"reason": reason}, status=429)
