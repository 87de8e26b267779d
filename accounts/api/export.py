"""REST: all that is held of oneself."""

from __future__ import annotations

from typing import Any, cast

import msgspec
from django.http.response import HttpResponseBase
from rest_framework.request import Request

from accounts.api.access import need_password
from accounts.api.bodies import FreeToken, Password, read
from accounts.api.documented import documented
from accounts.api.rest import ApiView
from accounts.limits import take
from accounts.models import User
from accounts.privacy import export
from accounts.privacy.sending import attached


class Proof(msgspec.Struct, forbid_unknown_fields=True):
    """The password, asked again as by the page; "" for guests, who have none."""

    password: Password = ""
    token: FreeToken = msgspec.UNSET


class Export(ApiView):
    """POST the password for all that is held of oneself."""

    scopes = {"POST": "read"}

    @documented(
        "Your data", body=Proof, answer={"type": "string", "format": "binary"}, media="application/zip",
        sent={"password": "…"},
    )  # fmt: skip
    def post(self, request: Request) -> HttpResponseBase:
        """Answer with one zip, as the page does: what is in it says its README.txt. Twice a day at most."""
        user, asked = cast(User, request.user), read(cast(dict[str, Any], request.data), Proof)
        need_password(user, asked.password)
        take(export.LIMIT, user.pk)
        return attached(user)
