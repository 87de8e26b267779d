"""Our wishes to django-allauth: names, guests, safe addresses, sessions."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.internal.flows import login as login_flow
from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth import get_user
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import entrance, limits, names, selectors, services
from accounts.models import OutgoingMail, User
from accounts.privacy import former
from accounts.refusals import Refused

# What a session knows of how its person has shown who they are. Django forgets it where a guest's session is replaced.
_SHOWN = (login_flow.AUTHENTICATION_METHODS_SESSION_KEY, login_flow._AUTHENTICATION_METHODS_USER_SESSION_KEY)
TRIES = limits.Limit("login_failed", 10, 15 * 60)  # as ACCOUNT_RATE_LIMITS has it


class AccountAdapter(DefaultAccountAdapter):
    """Where django-allauth asks, this answers."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "username_taken": _("This name, or one that looks like it, is taken. Please choose another."),
        "email_password_mismatch": _("This address and password do not belong together. Please check both."),
        "too_many_login_attempts": _("Too many tries. Please wait some minutes, then start again."),
        "incorrect_code": _("This is not the code that we sent. Please check it, or ask for a new one."),
        "incorrect_password": _("This is not your password."),
        "enter_current_password": _("This is not your password."),
        "duplicate_email": _("This is your address already."),
        "email_taken": _("This address belongs to another account."),
        "rate_limited": _("Please wait a few seconds before you ask for another code."),
    }

    # --- names and passwords ---
    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return the name in the form we store; raises ValidationError for one that nobody may take."""
        name = names.normalise(username)
        names.check(name)
        if not shallow and not selectors.is_name_free(name):
            raise ValidationError(self.error_messages["username_taken"], code="username_taken")
        return name

    def set_password(self, user: User, password: str) -> None:
        """Change the password through our own door."""
        services.change_password(user, password)

    # --- log in and confirm ---
    def login(self, request: HttpRequest, user: User) -> None:
        """Log in under a new session key; what a guest played in this browser comes along."""
        visitor = get_user(request)  # from the session: a guest who logs in looks anonymous to allauth (pages.py)
        if selectors.is_guest(visitor) and visitor.pk != user.pk:
            services.merge_guest(visitor, user)
        shown = {key: request.session[key] for key in _SHOWN if key in request.session}
        super().login(request, user)
        request.session.update(shown)

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Take a proven address; a guest becomes full by it. All sessions but this one end."""
        try:
            with transaction.atomic():
                return self._confirm(request, email_address)
        except services.NameTaken:
            problem = gettext("Somebody else has taken this name in the meantime. Please sign up with another.")
        except entrance.NoSignup:
            problem = gettext("This sign-up is no longer valid. Please start again.")
        except (services.AddressTaken, IntegrityError):
            problem = gettext("This address belongs to another account in the meantime.")
        self.add_message(request, messages.ERROR, message=problem)
        return False

    def _confirm(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        user = email_address.user
        if user.is_guest:
            entrance.complete_signup(request, user, email=email_address.email)
        if not super().confirm_email(request, email_address):
            return False
        former.take_over(user)
        if request.user == user:  # else this is a log-in that waited for the code, and there is no session yet
            services.end_other_sessions(user, keep=request.session)
            UserSession.objects.create_from_request(request)  # a guest's log-in becomes a member's
        return True

    def send_notification_mail(
        self, template_prefix: str, user: User, *args: Any, email: Any = None, **more: Any
    ) -> None:
        """Tell a person of a change; what goes to an address that they leave by it stays theirs (accounts.privacy)."""
        super().send_notification_mail(template_prefix, user, *args, email=email, **more)
        if email:
            OutgoingMail.objects.filter(to=email, user=None).update(user=user)

    # --- addresses of pages ---
    def is_safe_url(self, url: str) -> bool:
        """Return whether `next` leads to a page of this very site: by a path, for a bare word is no address."""
        own, secure = {self.request.get_host()}, self.request.is_secure()
        return url.startswith("/") and url_has_allowed_host_and_scheme(url, own, require_https=secure)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """After a change of password: the person's own page."""
        return reverse("accounts:account")

    def get_email_verification_redirect_url(self, email_address: EmailAddress) -> str:
        """After a change of address: the person's own page. A sign-up says itself where to go."""
        return reverse("accounts:account")

    # --- limits ---
    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count a try before the password is looked at; raises ValidationError for one too many.

        allauth counts in the cache, which forgets everything while Redis is away: then the database counts.
        """
        super().pre_authenticate(request, **credentials)
        key = self._get_login_attempts_cache_key(request, **credentials)
        try:
            limits.take_meanwhile(TRIES, sha256(key.encode()).hexdigest())
        except Refused:
            raise self.validation_error("too_many_login_attempts") from None

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Count wrong passwords by account and address together: a stranger's tries must not lock the owner out."""
        return f"{super()._get_login_attempts_cache_key(request, **credentials)}:{self.get_client_ip(request)}"
