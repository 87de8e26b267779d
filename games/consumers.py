"""Sockets in: one connection a match page. It reads requests, hands them to the one door and answers each once."""

from __future__ import annotations

import logging
import time
from contextlib import suppress
from functools import partial
from typing import Any

from channels.consumer import get_handler_name
from channels.db import database_sync_to_async
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.http.request import split_domain_port, validate_host
from django.utils import translation
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name
from django.utils.translation.trans_real import parse_accept_lang_header

from accounts.addresses import address_in
from accounts.models import PersonalToken, User
from accounts.moderation.roles import may_look_anywhere
from accounts.moderation.standing import is_barred
from accounts.personal_tokens import need_scope, stamp_of
from accounts.selectors import BARRED
from games import services, strict_json
from games.door.loaded import MAIL
from games.errors import Refused, try_again
from games.frames import encode
from games.instants import now_ms
from games.live import spawn
from games.models import Match
from games.serving.asks import Ask
from games.serving.follower import Answer
from games.serving.hub import hub
from games.serving.outbox import Outbox
from games.serving.reads import read_for_page
from games.serving.room import Room
from games.serving.upkeep import note_touched
from games.tables import connections

log = logging.getLogger(__name__)
NOT_FOUND, TOO_FAST, BAD_DATA, COME_AGAIN = 4404, 4429, 1003, 1013
_tasks: set[Any] = set()  # what is being done for sockets that do not wait for it
TOUCHED_EVERY = 50  # s; pages say so once a minute
_LOOKING = ("ping", "resync", "touch")  # what needs no more than to be there
FORGIVEN = 5  # unreadable messages before the connection is closed


class Bucket:
    """How many messages a socket may still send: a burst, refilled at a steady rate."""

    def __init__(self) -> None:
        self.rate, self.most = settings.SOCKET_RATE, settings.SOCKET_BURST
        self.left, self.at = float(self.most), time.monotonic()

    def take(self) -> float:
        """Take one and return how many are left; below nought is too fast."""
        now = time.monotonic()
        self.left = min(self.most, self.left + (now - self.at) * self.rate) - 1
        self.at = now
        return self.left


class MatchConsumer(AsyncWebsocketConsumer):
    """The socket of one page, or of a program that has a token: see docs/api.md, "Socket"."""

    accepted = closing = False
    channel_layer_alias = ""  # none of its own: the process's hub listens for all, and no Redis is needed to connect
    user: User
    token: PersonalToken | None = None
    user_id: int | None
    session_key: str
    person: object
    staff: User | None
    outbox: Outbox
    room: Room | None = None
    marked = True  # it is known by which connection they play, or is of no interest
    touched = float("-inf")  # when it was last noted that somebody does something on the page

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve the connection: one message after the other, on this task and no other."""
        self.scope, self.base_send = scope, send
        with suppress(StopConsumer):
            while True:
                await self.dispatch(await receive())

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Hand a message to its handler.

        Channels would first wait for a thread to look after old database connections, before every message; here
        all queries go through database_sync_to_async, which does that itself.
        """
        handler = getattr(self, get_handler_name(message), None)
        if handler is None:
            raise ValueError(f"No handler for message type {message['type']}")
        await handler(message)

    async def connect(self) -> None:
        """Let the page in and send it the whole view; a foreign page is refused before the handshake ends."""
        self.token = self.scope.get("token")
        if not self._may_enter():
            await self.close()
            return
        self.user = self.scope["user"]
        self.user_id = self.user.pk
        self.staff = self.user if may_look_anywhere(self.user) else None
        self.session_key = stamp_of(self.token) if self.token else self.scope["session"].session_key or ""
        self.person = self.user_id or address_in(self.scope)
        self.language = language_of(self.scope, self.user)
        self.bucket, self.unreadable, self.resyncing = Bucket(), 0, False
        await self.accept()
        line = self.scope.get("line")  # under another server, and in tests, there is none
        self.outbox, self.accepted = Outbox(self.send, self.close, line), True
        if is_barred(self.user):
            self.push(BARRED)
            return
        await self._enter(self.scope["url_route"]["kwargs"]["match_id"])
        if line is not None and self.room is not None:
            line.listener = self.take

    def _may_enter(self) -> bool:
        """Return whether it is a page of ours, or a program whose token lets it look; a token needs no Origin."""
        if self.scope.get("refusal"):
            return False
        if self.token is None:
            return origin_allowed(self.scope)
        return "read" in self.token.scopes

    async def _enter(self, match_id: str) -> None:
        if hub().pages_of(self.person) >= settings.SOCKETS_EACH:
            self.push(TOO_FAST)
            return
        try:
            self.room = await hub().enter(self, match_id)
        except Match.DoesNotExist:
            self.push(NOT_FOUND)  # a private match and a missing one: the same answer
            return
        except Refused:
            self.push(COME_AGAIN)  # the database is away
            return
        facts = self.room.loaded.facts
        self.marked = not connections.matters(facts.game.slug, rated=facts.rated) or not self.user_id
        self._mark(self.room)
        if facts.game.contested and "pulse" in self.scope:
            self.scope["pulse"].often()

    async def disconnect(self, code: int) -> None:
        """Leave the room."""
        if self.accepted:
            self.outbox.stop()
        if "line" in self.scope:
            self.scope["line"].listener = None
        if self.room is not None:
            room, self.room = self.room, None
            await hub().leave(self, room)

    def _mark(self, room: Room) -> None:
        """Note, once, by which connection somebody plays, where that matters."""
        if not self.marked and room.loaded.seat_of(self.user_id) is not None:
            self.marked = True
            spawn(note_connection(room.match_id, self.user_id or 0, connections.ends_in(self.scope)), _tasks)

    def push(self, frame: bytes | int) -> None:
        """Send a frame, or close with a code; then nothing more is taken, whatever is on its way already."""
        self.closing = self.closing or isinstance(frame, int)
        self.outbox.put(frame)

    def round_trip(self, now: float) -> float | None:
        """Return the line's lowest round trip of the last minute in ms, as the server has measured it."""
        pulse = self.scope.get("pulse")  # another server's scope, or a test's, has none
        return None if pulse is None else pulse.lowest(now)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Take a message that came the long way."""
        self.take(text_data or "")

    def take(self, text: str) -> None:
        """Take a message; every request gets exactly one answer, at once or later. Never waits."""
        arrived = now_ms()
        if self.room is None or self.closing:
            return
        try:
            body = strict_json.read(text)
        except Refused as error:
            self._refuse(error, None)
            self._count_unreadable()
            return
        if self._in_time(body):
            self._take(self.room, body, arrived)

    def _take(self, room: Room, body: dict[str, Any], arrived: int) -> None:
        kind = body.get("type")
        if kind not in _LOOKING and not self._has_scope(body):
            return
        if kind == "ping":
            self.push(encode({"type": "pong", "number": room.loaded.number}))
        elif kind == "resync":
            spawn(self._resync(room), _tasks)
        elif kind == "chat":
            spawn(self._say(room, body), _tasks)
        elif kind == "touch":
            self._note_touch(room)
        else:
            self._ask(room, body, arrived)

    def _has_scope(self, body: dict[str, Any]) -> bool:
        """Return whether a program's token was made for what it asks; else it is told what for it was not."""
        try:
            need_scope(self.token, "chat" if body.get("type") == "chat" else "play")
        except Refused as error:
            self._refuse(error, body.get("token"))
            return False
        return True

    def _note_touch(self, room: Room) -> None:
        """Note, once a minute, that somebody does something on the page: who is there needs no mail. Has no answer."""
        now = time.monotonic()
        if self.user_id and now >= self.touched + TOUCHED_EVERY and room.loaded.pace == MAIL:
            self.touched = now
            spawn(_note_touched(room.match_id, self.user_id), _tasks)

    def _ask(self, room: Room, body: dict[str, Any], arrived: int) -> None:
        if not self.marked:
            self._mark(room)
        try:
            asked = services.read(self.user, body, rated=room.loaded.facts.rated)
        except Refused as error:
            self._refuse(error, body.get("token"))
            return
        question = Ask(self.user_id or 0, asked, arrived, partial(self._reply, asked.token))
        if services.is_admitted(asked, room.loaded.pace):
            room.ask(question)
        else:
            spawn(self._admit(room, question), _tasks)

    async def _admit(self, room: Room, question: Ask) -> None:
        """Let somebody sit down, or go on by mail, unless what the database knows of them speaks against it."""
        need = database_sync_to_async(services.need_admission)
        try:
            await need(room.match_id, self.user, question.request, pace=room.loaded.pace)
            if not self.marked:  # before they sit: who is told of it then is told the truth
                ends = connections.ends_in(self.scope)
                await note_connection(room.match_id, self.user.pk, ends, joining=True)
        except Refused as error:
            question.answer(error)
        except Exception:
            log.exception("match %s: it could not be seen whether they may", room.match_id)
            question.answer(try_again())
        else:
            room.ask(question)

    def _reply(self, token: Any, answer: Answer) -> None:
        if isinstance(answer, Refused):
            self._refuse(answer, token)
        else:
            self.push(encode({"type": "accepted", "token": token, "number": answer}))

    async def _resync(self, room: Room) -> None:
        """Send the whole view again, once at a time."""
        if not self.resyncing:
            self.resyncing = True
            try:
                await room.send_state(self)
            except Refused:
                self.push(COME_AGAIN)
            finally:
                self.resyncing = False

    async def _say(self, room: Room, body: dict[str, Any]) -> None:
        """Say a line of chat. A fault of ours costs nothing: it is reported and may be repeated."""
        try:
            answer: Answer = await database_sync_to_async(services.say)(room.match_id, self.user, body)
        except Refused as error:
            answer = error
        except Exception:
            log.exception("match %s: a line could not be said", room.match_id)
            answer = try_again()
        self._reply(body.get("token"), answer)

    def _refuse(self, error: Refused, token: Any) -> None:
        with translation.override(self.language):
            answer: dict[str, Any] = {"type": "refused", "error": error.as_json()}
        self.push(encode(answer | ({"token": token} if isinstance(token, str) else {})))

    def _in_time(self, body: dict[str, Any]) -> bool:
        """Return whether the message may be acted on; a flood is told to slow down, each request, and then cut off."""
        left = self.bucket.take()
        if left >= 0:
            return True
        if left < -self.bucket.most:
            self.push(TOO_FAST)
        else:
            slow_down = Refused("slow_down", N_("Too many messages at once."), limit="messages", retry_after=2)
            self._refuse(slow_down, body.get("token"))
        return False

    def _count_unreadable(self) -> None:
        self.unreadable += 1
        if self.unreadable >= FORGIVEN:
            self.push(BAD_DATA)


async def _note_touched(match_id: str, user_id: int) -> None:
    try:
        await read_for_page(note_touched, match_id, user_id)
    except Exception as error:  # the next sign comes in a minute; without it there is a mail too many
        log.info("match %s: that somebody is there could not be noted: %r", match_id, error)


async def note_connection(match_id: str, user_id: int, ends: connections.Ends, joining: bool = False) -> None:
    """Note by which connection somebody plays. Never raises: nobody is kept from their match by it."""
    try:
        await read_for_page(connections.note, match_id, user_id, ends, joining=joining)
    except Exception as error:  # the next page, or request by REST, says it again
        log.warning("match %s: a connection could not be noted: %r", match_id, error)


class Nowhere(AsyncWebsocketConsumer):
    """All other addresses: there is no socket."""

    channel_layer_alias = ""

    async def connect(self) -> None:
        """Refuse the handshake."""
        await self.close()


def origin_allowed(scope: dict[str, Any]) -> bool:
    """Return whether the page that opens the socket is ours: exactly our scheme, host and port, named once.

    A missing Origin is no page of ours either: programs use a token, never a cookie here.
    """
    origins, hosts = _headers(scope, b"origin"), _headers(scope, b"host")
    trusted = settings.CSRF_TRUSTED_ORIGINS
    scheme = "https" if settings.HTTPS or scope.get("scheme") == "wss" else "http"
    if len(origins) == 1 and host_allowed(scope) and origins[0] in {f"{scheme}://{hosts[0]}", *trusted}:
        return True
    log.warning("a socket at %.60r was refused to a page of %.200r, for host %.200r", scope.get("path"), origins, hosts)
    return False


def host_allowed(scope: dict[str, Any]) -> bool:
    """Return whether one of our own hosts was asked, and one alone."""
    hosts = _headers(scope, b"host")
    return len(hosts) == 1 and validate_host(split_domain_port(hosts[0])[0], settings.ALLOWED_HOSTS)


def _headers(scope: dict[str, Any], wanted: bytes) -> list[str]:
    return [value.decode("latin-1") for name, value in scope["headers"] if name == wanted]


def language_of(scope: dict[str, Any], user: Any) -> str:
    """Return the page's language as pages choose it: the cookie's, the account's, the browser's, the default."""
    wished = [scope["cookies"].get(settings.LANGUAGE_COOKIE_NAME, ""), getattr(user, "language", "")]
    accepted = b",".join(value for name, value in scope["headers"] if name == b"accept-language").decode("latin-1")
    wished += [code.split("-")[0] for code, _ in parse_accept_lang_header(accepted.lower())]
    known = dict(settings.LANGUAGES)
    return next((code for code in wished if code in known), settings.LANGUAGE_CODE)
