"""The live side of lobby, home and "My matches", and of every page whose person waits to be matched: `ws/lobby/`.

A server process asks the database once a second for all pages that it holds, in a handful of queries (listings), and
sends each what has changed for it, narrowed by what the page asks of tables. When people are called to a table it looks
at once: the message that says so is a hint, and a lost one costs them a second.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs
from weakref import WeakKeyDictionary

from django.conf import settings
from django.utils import translation

from accounts.addresses import address_in
from accounts.moderation.standing import is_barred
from accounts.selectors import BARRED, ended
from games import live, rulebook
from games.consumers import Bucket, language_of, origin_allowed
from games.frames import encode
from games.serving.outbox import Outbox
from games.serving.reads import read_for_page
from games.tables.listed import ANY, TableFilters
from matchmaking.listings import AWAITED, SECTIONS, Edition, News, Question, Reader
from matchmaking.selectors import Waiting
from matchmaking.tickets import LOOK

log = logging.getLogger(__name__)
LOOK_EVERY = 1.0  # s
AT_LEAST = 0.2  # s between two looks, however many hints and pages come
KEEP_ALIVE_EVERY = 3  # looks
TOO_FAST = 4429
# The JSON of each step from one edition to another, by their ids; both are kept, for ids are used again.
Steps = dict[tuple[int, int, bool], tuple[bytes, Edition | None, Edition]]


@dataclass(eq=False, slots=True)
class Page:
    """One page that listens: who looks at it, in which language, which lists it shows, and what it knows."""

    user: int | None
    person: object
    session: str
    language: str
    lists: bool  # all of them
    own_list: bool  # that of the person's own matches alone, or with the others
    outbox: Outbox
    tickets: list[Waiting] | None = None
    own: int = 0
    filters: TableFilters = ANY
    shown: dict[str, Edition] = field(default_factory=dict)
    cut: dict[str, bool] = field(default_factory=dict)


class Feed:
    """The pages of this process."""

    def __init__(self) -> None:
        self.pages: set[Page] = set()
        self._of: Counter[object] = Counter()
        self._reader = Reader()
        self._editions: dict[tuple[str, str, TableFilters], Edition] = {}
        self._watcher: asyncio.Task[None] | None = None
        self._hint = asyncio.Event()

    def enter(self, page: Page) -> bool:
        """Add a page, unless this person has too many; it is told all at the next look, which is now."""
        if self._of[page.person] >= settings.SOCKETS_EACH:
            return False
        self._of[page.person] += 1
        self.pages.add(page)
        if self._watcher is not None:
            self._hint.set()
        else:
            self._watcher = asyncio.get_running_loop().create_task(self._watch())
        return True

    def leave(self, page: Page) -> None:
        """Take a page out; without any, nothing is looked at any more."""
        page.outbox.stop()
        self.pages.discard(page)
        self._of[page.person] -= 1
        if not self._of[page.person]:
            del self._of[page.person]
        if not self.pages and self._watcher is not None:
            self._watcher.cancel()
            self._watcher = None

    def take_call(self, people: Iterable[int]) -> None:
        """Look at once if one of these people has a page here."""
        here = {page.user for page in self.pages}
        if here.intersection(people):
            self._hint.set()

    def show(self, page: Page, filters: TableFilters) -> None:
        """Show a page the lists narrowed like this: it is told both at the next look, which is now."""
        page.filters = filters
        page.cut.clear()
        self._hint.set()

    async def _watch(self) -> None:
        looks = 0
        while True:
            try:
                await self._look(looks)
            except Exception as error:
                log.warning("the lobby could not be looked at: %r", error)
            looks += 1
            await asyncio.sleep(AT_LEAST)
            try:
                async with asyncio.timeout(LOOK_EVERY - AT_LEAST):
                    await self._hint.wait()
            except TimeoutError:
                pass
            self._hint.clear()

    async def _look(self, looks: int) -> None:
        pages = list(self.pages)
        listing = [page for page in pages if page.lists]
        question = Question(
            people=frozenset(page.user for page in pages if page.user is not None),
            own={(page.user, page.language): page.own for page in pages if page.own_list and page.user is not None},
            shown=frozenset((page.language, page.filters) for page in listing),
            keep_alive=looks % KEEP_ALIVE_EVERY == 0,
        )
        news = await read_for_page(self._reader.read, question)
        self._keep(news)
        messages: Steps = {}
        for page in pages:
            self._tell(page, news, messages)
        await self._check_logins(pages)

    def _keep(self, news: News) -> None:
        """Keep lists that are as they were: what a page knows is then the very same object."""
        for key, edition in news.editions.items():
            known = self._editions.get(key)
            news.editions[key] = known if known == edition else edition
        self._editions = dict(news.editions)

    def _tell(self, page: Page, news: News, messages: Steps) -> None:
        if page.user is not None:
            self._tell_tickets(page, news.tickets.get(page.user, []))
        if page.own_list and page.user is not None and (found := news.own.get((page.user, page.language))):
            page.own, html = found
            page.outbox.put(encode({"type": "own", "html": html}))
        if not page.lists:
            return
        for name in SECTIONS:
            filters = page.filters.of_list(name)
            edition = news.editions.get((page.language, name, filters))
            if edition is not None:  # else it asks for others since
                self._tell_list(page, name, _seen_by(page, edition, news), (name, filters) in news.cut, messages)
        awaited = news.awaited.get((page.user, page.language), news.awaited.get((None, page.language)))
        if awaited is not None:
            self._tell_list(page, AWAITED, awaited, False, messages)

    def _tell_tickets(self, page: Page, told: list[Waiting]) -> None:
        if told == page.tickets:
            return
        page.tickets = told
        with translation.override(page.language):
            shown = [ticket.as_json() | {"name": rulebook.name(ticket.game)} for ticket in told]
        page.outbox.put(encode({"type": "tickets", "tickets": shown}))

    def _tell_list(self, page: Page, name: str, now: Edition, cut: bool, messages: Steps) -> None:
        """Tell what has changed in a list; the same step is written as JSON once for all who take it."""
        before = page.shown.get(name)
        if (before is now or before == now) and page.cut.get(name) == cut:
            return
        page.shown[name], page.cut[name] = now, cut
        key = (id(before), id(now), cut)
        if key not in messages:
            messages[key] = encode(_step(name, before or (), now, cut)), before, now
        page.outbox.put(messages[key][0])

    async def _check_logins(self, pages: Iterable[Page]) -> None:
        here = [(page, (page.session, page.user)) for page in pages if page.user is not None]
        found = await read_for_page(ended, {stamp for _, stamp in here})
        for page, stamp in here:
            if code := found.get(stamp):
                page.outbox.put(code)


def _seen_by(page: Page, edition: Edition, news: News) -> Edition:
    """Return a list without the tables of people whom this page's person must not meet."""
    apart = news.apart.get(page.user) if page.user is not None else None
    if not apart:
        return edition
    return tuple(card for card in edition if not apart & news.sitting.get(card[0], frozenset()))


def _step(name: str, before: Edition, now: Edition, cut: bool) -> dict[str, Any]:
    """Return how one edition becomes the next: the order of the ids, the cards that are new or other, if more fit."""
    known = dict(before)
    cards = {card: html for card, html in now if known.get(card) != html}
    return {"type": "cards", "list": name, "order": [card for card, _ in now], "cards": cards, "cut": cut}


_feeds: WeakKeyDictionary[asyncio.AbstractEventLoop, Feed] = WeakKeyDictionary()  # one in a server, one a loop in tests


def feed() -> Feed:
    """Return the running loop's feed."""
    return _feeds.setdefault(asyncio.get_running_loop(), Feed())


def hear_call(message: live.Message) -> None:
    """Take the hint that people were called to their tables in; on the hub's loop."""
    feed().take_call(message["people"])


async def serve(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Serve the socket of one page; it may say `ping`, and `show` with what it asks of the tables in its lists."""
    await receive()
    if not origin_allowed(scope):
        await send({"type": "websocket.close"})
        return
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.send", "text": '{"type": "welcome"}'})  # so that the page knows that it is heard
    if is_barred(scope["user"]):
        await send({"type": "websocket.close", "code": BARRED})
        return
    page = _page(scope, send)
    if not feed().enter(page):
        await send({"type": "websocket.close", "code": TOO_FAST})
        return
    try:
        await _listen(page, receive)
    finally:
        feed().leave(page)


def _page(scope: dict[str, Any], send: Any) -> Page:
    async def write(text: str) -> None:
        await send({"type": "websocket.send", "text": text})

    async def close(code: int) -> None:
        await send({"type": "websocket.close", "code": code})

    user = scope["user"]
    outbox = Outbox(write, close, scope.get("line"))
    person = user.pk or address_in(scope)
    asked = parse_qs(scope.get("query_string", b"").decode("latin-1"), keep_blank_values=True)
    language = _language_shown(asked) or language_of(scope, user)
    lists, session = "lists" in asked, scope["session"].session_key or ""
    page = Page(user.pk, person, session, language, lists, lists or "own" in asked, outbox)
    page.filters = TableFilters.read({name: values[0] for name, values in asked.items()})
    return page


def _language_shown(asked: dict[str, list[str]]) -> str:
    """Return which language the page is written in, as it says; a handshake need not tell what its browser accepts."""
    told = asked.get("language", [""])[0]
    return told if told in dict(settings.LANGUAGES) else ""


async def _listen(page: Page, receive: Any) -> None:
    bucket = Bucket()
    while (message := await receive())["type"] == "websocket.receive":
        if bucket.take() < 0:
            page.outbox.put(TOO_FAST)
        else:
            _hear(page, _body(message.get("text")))


def _hear(page: Page, body: dict[str, Any]) -> None:
    if body.get("type") == "ping":
        page.outbox.put(encode({"type": "pong"}))
    elif body.get("type") == "show" and page.lists:
        feed().show(page, TableFilters.read(body))


def _body(text: str | None) -> dict[str, Any]:
    try:
        body = json.loads(text or "")
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


live.listen(LOOK, hear_call)  # only a server imports this
