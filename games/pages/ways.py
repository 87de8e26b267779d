"""Ways that lead away from a table and back to it."""

from __future__ import annotations

from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import urlencode

from games.tables import reach


def way_to_sign_up(request: HttpRequest, table: str, *, rated: bool, pace: str, email: str = "") -> str:
    """Return where the visitor becomes a member and comes back to this table's address; "" for who needs no such thing.

    `email`: what is filled in there already.
    """
    if not reach.lacks_account(request.user, rated=rated, pace=pace):
        return ""
    return f"{reverse('account_signup')}?{urlencode({'next': table} | ({'email': email} if email else {}))}"
