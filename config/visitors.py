"""Who opens a socket or a stream: what Channels' AuthMiddlewareStack finds out, with one read, in a third of the time.

None of them changes a session, so there is none to be written back and no cookie to be set. A program comes with its
token in the handshake; then no cookie counts.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, load_backend
from django.contrib.auth.models import AnonymousUser
from django.http import parse_cookie
from prometheus_client import Gauge

from accounts.addresses import address_in
from accounts.api.access import token_of
from accounts.limits import named, take
from accounts.moderation.roles import is_moderator
from accounts.moderation.second_factor import prove
from accounts.refusals import Refused
from accounts.selectors import is_own_hash
from games.consumers import COME_AGAIN
from games.serving.reads import read_for_page

_OPEN = Gauge("quintet_sockets", "Sockets and streams open here.", ["kind"])
_KINDS = {"/ws/matches/": "match", "/ws/notices/": "notices", "/ws/lobby/": "lobby", "/api/v1/": "stream"}


class Visitors:
    """Adds `cookies`, `session`, `user`, `token` and `refusal` (of a bad token, or just now; or None) to the scope."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner
        self._session = import_module(settings.SESSION_ENGINE).SessionStore

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Serve the connection."""
        told = next((value for name, value in scope["headers"] if name == b"cookie"), b"")
        cookies = parse_cookie(told.decode("latin-1"))
        session = self._session(cookies.get(settings.SESSION_COOKIE_NAME))
        try:
            known = await read_for_page(_known, scope, session)
        except Refused as away:  # as the database is
            if scope["type"] == "websocket":
                await _send_away(scope, send)
                return
            known = {"user": AnonymousUser(), "token": None, "refusal": away}
        with _OPEN.labels(_kind(scope["path"])).track_inprogress():
            await self._inner(scope | {"cookies": cookies, "session": session, **known}, receive, send)


async def _send_away(scope: dict[str, Any], send: Any) -> None:
    """Refuse a handshake for the moment: pages and programs come again by themselves.

    Where the server does not know the extension it makes a 403 of the code.
    """
    if "websocket.http.response" not in scope.get("extensions", ()):
        await send({"type": "websocket.close", "code": COME_AGAIN})
        return
    headers = [(b"retry-after", b"1"), (b"content-length", b"0")]
    await send({"type": "websocket.http.response.start", "status": 503, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": b""})


def _kind(path: str) -> str:
    return next((kind for start, kind in _KINDS.items() if path.startswith(start)), "nowhere")


def _known(scope: dict[str, Any], session: Any) -> dict[str, Any]:
    """Return the person, and their token if they have come with one."""
    header = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"authorization"), None)
    try:
        token = token_of(header)
    except Refused as refusal:
        return {"user": AnonymousUser(), "token": None, "refusal": _counted(scope, refusal)}
    return {"user": token.user if token else _proven(session), "token": token, "refusal": None}


def _proven(session: Any) -> Any:
    user = person_of(session)
    if is_moderator(user):
        prove(user, session)
    return user


def _counted(scope: dict[str, Any], refusal: Refused) -> Refused:
    """Return the refusal of a bad token, or that there were too many of them from there: they count with REST's."""
    try:
        take(named("bad_tokens"), address_in(scope))
    except Refused as too_many:
        return too_many
    return refusal


def person_of(session: Any) -> Any:
    """Return the person who is logged in with a session, or nobody; as Django does it, but changes no session."""
    backend = session.get(BACKEND_SESSION_KEY)
    if backend not in settings.AUTHENTICATION_BACKENDS:
        return AnonymousUser()
    user = load_backend(backend).get_user(session[SESSION_KEY])
    if user is None or not is_own_hash(user, session.get(HASH_SESSION_KEY, "")):
        return AnonymousUser()
    return user
