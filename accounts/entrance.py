"""How a browser becomes a person: entering as a guest, and signing up as a guest who confirms an address.

There is one way to a full account. Whoever signs up is made a guest first, unless they are one already; the details
wait in the session until the code that was mailed comes back, and only then does the guest become full. So no name and
no address is ever held by somebody who did not prove the address, and a guest loses nothing while the code is out.
"""

from __future__ import annotations

from allauth.account.internal.flows.email_verification_by_code import EmailVerificationProcess
from allauth.core import ratelimit
from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.hashers import make_password
from django.http import HttpRequest
from django.utils.translation import get_language

from accounts import services
from accounts.models import User

WAITING = "accounts_waiting_signup"  # the session's key for the details of a sign-up that waits for its code


class TooManyGuests(Exception):
    """From this address more guests came than one household makes."""


class NoSignup(Exception):
    """No sign-up with this address waits in the session."""


def enter_as_guest(request: HttpRequest) -> User:
    """Return a new guest who is now logged in; raises TooManyGuests."""
    if not ratelimit.consume(request, action="guest"):
        raise TooManyGuests
    guest = services.make_guest(language=get_language() or "")
    login(request, guest, backend=settings.AUTHENTICATION_BACKENDS[0])
    return guest


def begin_signup(request: HttpRequest, guest: User, *, username: str, email: str, password: str, known: bool) -> None:
    """Keep the details and mail the code; to a `known` address, the news that it has an account already.

    The answer to the browser is the same in both cases, and so is the work: nobody learns who has an account.
    """
    request.session[WAITING] = {"username": username, "email": email, "password": make_password(password)}
    EmailVerificationProcess.initiate(request=request, user=None if known else guest, email=email)


def complete_signup(request: HttpRequest, guest: User, *, email: str) -> User:
    """Make the guest full, the code for `email` having come back.

    Raises NoSignup, services.NameTaken and services.AddressTaken.
    """
    details = request.session.pop(WAITING, None)
    if details is None or details["email"] != email:
        raise NoSignup
    return services.upgrade_guest(guest, **details)
