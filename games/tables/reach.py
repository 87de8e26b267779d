"""Who may sit where more than a guest is needed: at rated tables members, and by mail people whom our mail reaches.

Others would lose by mail on time without having heard of their turn.
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from accounts import selectors as people
from accounts.models import User
from games.door import requests
from games.door.loaded import MAIL
from games.errors import Refused

NEEDED = N_(
    "By mail only members play, for a guest could not be told that it is their turn. "
    "Sign up with your e-mail address: your matches stay with you, and then you can come back here."
)


def is_needed(asked: requests.Asked, pace: str) -> bool:
    """Return whether this request binds its person to a match by mail; `pace`: that of the match now."""
    if isinstance(asked, requests.Slow | requests.AcceptSlow):
        return True
    return pace == MAIL and isinstance(asked, requests.Join | requests.TakeBack)


def need_reach(user: User) -> None:
    """Refuse (members_only) who has no address that is proven to be theirs."""
    if not people.has_proven_address(user):
        raise Refused("members_only", NEEDED)


def is_for_members(rated: bool, pace: str) -> bool:
    """Return whether no guest gets a seat."""
    return rated or pace == MAIL


def lacks_account(user: Any, *, rated: bool, pace: str) -> bool:
    """Return whether a visitor, logged in or not, has to sign up before they can sit down at such a table."""
    if not is_for_members(rated, pace):
        return False
    if not user.is_authenticated or people.is_guest(user):
        return True
    return pace == MAIL and not people.has_proven_address(user)
