"""Who may play by mail: people whom our mail reaches, or they would lose on time without having heard of their turn."""

from __future__ import annotations

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
