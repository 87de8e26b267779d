"""Programs that act for people by tokens, as the tests of REST need them."""

from __future__ import annotations

import itertools
import json
from typing import Any

from django.test import Client

from accounts import personal_tokens
from accounts.models import User

_names = itertools.count()


def new_token(user: User, *scopes: str) -> str:
    """Return the text of a new token, with all scopes unless told."""
    return personal_tokens.make_token(user, f"program {next(_names)}", scopes or personal_tokens.SCOPES, 7)[1]


class Program:
    """A client that speaks JSON below /api/v1/, by a token or, without a person, as nobody."""

    def __init__(self, user: User | None = None, *scopes: str) -> None:
        headers = {"Authorization": f"Bearer {new_token(user, *scopes)}"} if user else {}
        self.client = Client(enforce_csrf_checks=True, headers=headers)

    def get(self, path: str, headers: dict[str, str] | None = None, **query: Any) -> Any:
        """Ask and return the response."""
        return self.client.get(f"/api/v1/{path}", query, headers=headers or {})

    def post(self, path: str, body: Any = None, **fields: Any) -> Any:
        """Send a JSON body, or these fields as one."""
        text = body if isinstance(body, (str, bytes)) else json.dumps(fields if body is None else body)
        return self.client.post(f"/api/v1/{path}", text, content_type="application/json")

    def delete(self, path: str) -> Any:
        """Delete and return the response."""
        return self.client.delete(f"/api/v1/{path}")


def failed(response: Any) -> tuple[int, str]:
    """Return the status and the code of a refusal, whose shape is checked."""
    error = response.json()["error"]
    assert set(error) <= {"code", "message", "field", "number", "retry_after", "limit", "scope", "allowed"}
    assert error["message"][-1] == "."
    return response.status_code, error["code"]
