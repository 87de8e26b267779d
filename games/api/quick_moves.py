"""A move by POST, carried out on the loop: two reads, and then it is the socket's way. Django is not asked.

Only what is surely a move of a token that may play, by somebody who sits there, is taken; and only that it was carried
out is answered here. All else goes the usual way with the same bytes, which says what is wrong: a request that was
refused is judged again there, by its token as any repeat is, and was counted already.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from accounts.api.limits import COUNTED
from accounts.api.rest import VARY
from accounts.limits import named, take
from accounts.personal_tokens import holder_of
from games import strict_json
from games.api import glances
from games.door import requests
from games.instants import now_ms
from games.serving.asks import Ask
from games.serving.follower import Answer
from games.serving.hub import ANSWER_WITHIN, hub
from games.serving.reads import read_for_page
from games.tables import connections

_MOVES = re.compile(r"/api/v1/matches/([^/]+)/moves")
LONGEST = 2_000  # bytes of a move's body; no usual one is longer
Receive = Callable[[], Awaitable[dict[str, Any]]]
_HEADERS = [
    (b"content-type", b"application/json"),
    VARY,
    (b"x-content-type-options", b"nosniff"),
]


async def answered(scope: dict[str, Any], receive: Receive, send: Any) -> Receive | None:
    """Answer and return None, or return what the usual way is to receive."""
    found, token = _MOVES.fullmatch(scope["path"]), _usual_token(scope)
    if not (found and token):
        return receive
    body, receive = await _read(receive)
    try:
        number = await _carried_out(scope, found[1], token, body)
    except Exception:  # whatever it is, the usual way finds it out and says so
        number = None
    if not isinstance(number, int):
        return receive
    told = msgspec.json.encode({"number": number})
    headers = [*_HEADERS, (b"content-length", str(len(told)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": told})
    return None


def _usual_token(scope: dict[str, Any]) -> str:
    """Return the token of a short POST of JSON, else ""."""
    if scope["method"] != "POST" or scope["query_string"]:
        return ""
    headers = dict(scope["headers"])
    size, kind = headers.get(b"content-length", b""), headers.get(b"content-type", b"")
    if kind != b"application/json" or not size.isdigit() or int(size) > LONGEST:
        return ""
    scheme, _, token = headers.get(b"authorization", b"").decode("latin-1").partition(" ")
    return token if scheme == "Bearer" else ""


async def _read(receive: Receive) -> tuple[bytes, Receive]:
    """Return a body, and a way to receive it once more."""
    body, messages = b"", []
    while True:
        message = await receive()
        messages.append(message)
        body += message.get("body", b"")
        if message["type"] != "http.request" or not message.get("more_body") or len(body) > LONGEST:
            break
    left = iter(messages)

    async def again() -> dict[str, Any]:
        return next(left, None) or await receive()

    return body, again


async def _carried_out(scope: dict[str, Any], match_id: str, token: str, body: bytes) -> Answer | None:
    """Return the number of the move's entry, or a refusal; None where the usual way must be gone."""
    arrived, told = now_ms(), strict_json.read(body.decode())
    if "type" in told:
        return None
    move = requests.read_request({**told, "type": "move"})
    user = await read_for_page(_player, match_id, token)
    if user is None:
        return None
    scope[COUNTED] = True
    answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
    room = await hub().room(match_id)
    facts = room.loaded.facts
    if connections.matters(facts.game.slug, rated=facts.rated):
        await read_for_page(connections.note, match_id, user, connections.ends_in(scope))
    ask = Ask(user, move, arrived, lambda told: None if answer.done() else answer.set_result(told), door="rest")
    room.ask(ask)
    return await asyncio.wait_for(answer, ANSWER_WITHIN)


def _player(match_id: str, token: str) -> int | None:
    """Return who plays by a token, noting that they are there; None for whoever may not. Raises Refused (slow_down)."""
    holder = holder_of(token)
    if holder is None or not holder.may("play"):
        return None
    glance = glances.look_by(match_id, holder.user)
    if glance is None or glance.seat is None:
        return None
    take(named("moves"), holder.user)
    return holder.user
