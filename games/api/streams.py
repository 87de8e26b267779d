"""Streams for programs: of one match, and of all that concerns their person. Doors; docs/api.md, "Streams"."""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.parse import parse_qsl
from weakref import WeakKeyDictionary

from channels.db import database_sync_to_async
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from accounts.addresses import address_in
from accounts.api.access import token_in_url
from accounts.api.limits import count_request
from accounts.api.rest import VARY, refuse_parameter
from accounts.moderation.standing import is_barred, need_entry
from accounts.personal_tokens import need_scope, stamp_of
from games.api.formats import status_of
from games.api.whereabouts import Desk, Reader
from games.consumers import host_allowed, language_of, note_connection
from games.errors import DATABASE_AWAY, Refused, try_again
from games.frames import encode
from games.models import Match
from games.serving.hub import hub
from games.serving.ndjson import Stream
from games.serving.room import Room
from games.tables import connections

TOO_MANY = 20  # streams of one person at a server of each kind; those of matches count with their sockets
_desks: WeakKeyDictionary[asyncio.AbstractEventLoop, Desk] = WeakKeyDictionary()  # one in a server, one a loop in tests


async def serve_match(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Serve a stream of one match: first its state, then each entry, as a page's socket has them."""
    stream = await _let_in(scope, receive, send, login=False)
    if stream is None:
        return
    if hub().pages_of(stream.person) >= settings.SOCKETS_EACH:
        await _refuse(scope, send, _too_many())
        return
    try:
        room = await hub().enter(stream, scope["url_route"]["kwargs"]["match_id"])
    except Match.DoesNotExist:
        refusal = Refused("not_found", N_("There is no such match, or it is not open to watchers."))
        await _refuse(scope, send, refusal)
        return
    except Refused as refusal:
        await _refuse(scope, send, refusal)
        return
    try:
        await _note_connection(scope, room)
        await stream.run()
    finally:
        await hub().leave(stream, room)


async def _note_connection(scope: dict[str, Any], room: Room) -> None:
    """Note by which connection somebody sees their hand, where that matters."""
    facts, user = room.loaded.facts, scope["user"]
    if connections.matters(facts.game.slug, rated=facts.rated) and room.loaded.seat_of(user.pk) is not None:
        await note_connection(room.match_id, user.pk, connections.ends_in(scope))


async def serve_own(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Serve a stream of one's own matches, invitations and tickets: whole, whenever something of it has changed."""
    stream = await _let_in(scope, receive, send, login=True)
    if stream is None:
        return
    desk = _desks.setdefault(asyncio.get_running_loop(), Desk())
    reader = Reader(stream.user_id or 0, stream.session_key, stream.push)
    if not desk.enter(reader, most=TOO_MANY):
        await _refuse(scope, send, _too_many())
        return
    try:
        await stream.run()
    finally:
        desk.leave(reader)


async def _let_in(scope: dict[str, Any], receive: Any, send: Any, *, login: bool) -> Stream | None:
    """Return the stream of who may have one; else answer why not, and return None."""
    try:
        _check(scope)
        user, token = scope["user"], scope["token"]
        if is_barred(user):
            await database_sync_to_async(need_entry)(user)
        if login and not user.is_authenticated:
            raise Refused("login_required", N_("Log in, or play as a guest, to take part."))
        need_scope(token, "read")
        await database_sync_to_async(count_request)(user, address_in(scope))
    except Refused as refusal:
        await _refuse(scope, send, refusal)
        return None
    except DATABASE_AWAY:
        await _refuse(scope, send, try_again())
        return None
    stamp = stamp_of(token) if token else scope["session"].session_key or ""
    return Stream(scope, receive, send, user=user, stamp=stamp)


def _check(scope: dict[str, Any]) -> None:
    if scope["method"] != "GET":
        raise Refused("method_not_allowed", N_("This address does not answer to that method."))
    if not host_allowed(scope):
        raise Refused("not_found", N_("Nothing answers at this address."))
    asked = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
    if any("token" in name for name, _ in asked):
        raise token_in_url()
    if asked:
        refuse_parameter(asked[0][0], ())
    if scope["refusal"]:
        raise scope["refusal"]


def _too_many() -> Refused:
    return Refused("slow_down", N_("You have too many streams open; close one."), limit="streams", retry_after=5)


async def _refuse(scope: dict[str, Any], send: Any, refusal: Refused) -> None:
    """Answer as REST does."""
    with translation.override(language_of(scope, scope["user"])):
        body = encode({"error": refusal.as_json()})
    headers = [(b"content-type", b"application/json"), VARY, (b"x-content-type-options", b"nosniff")]
    status = status_of(refusal)
    more = {405: (b"allow", b"GET"), 401: (b"www-authenticate", b"Bearer")}
    headers += [more[status]] if status in more else []
    if "retry_after" in refusal.details:
        headers.append((b"retry-after", str(refusal.details["retry_after"]).encode()))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
