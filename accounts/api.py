"""REST: one's own account."""

from __future__ import annotations

from typing import cast

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import selectors
from accounts.api_access import token_by
from accounts.models import User


class Account(APIView):
    """GET who one is."""

    def get(self, request: Request) -> Response:
        """Answer with the caller's name, what they are, and what their token may do."""
        return Response(selectors.account_json(cast(User, request.user), token_by(request)))
