"""What is new for a person, on any page of theirs within seconds: invitations to tables, who asks to be friends, and
the matches that wait for their move.

Each page of somebody who is logged in keeps one quiet socket. A server asks the database every two seconds, in a few
queries for all people whose pages it holds, and sends each page what has changed for its person: so nothing has to be
announced, a lost message cannot be, and no Redis is needed. The same look writes down, once a minute, who is here.
Apps above this one have more to tell: they register it (`tell_also`).
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

from channels.db import database_sync_to_async
from django.db import transaction
from django.utils import timezone, translation

from accounts import names, quick_sql, selectors
from accounts.models import User
from games import rulebook
from games.consumers import language_of, origin_allowed
from games.errors import DATABASE_AWAY
from games.frames import encode
from games.live import spawn
from games.turns import turns_of

log = logging.getLogger(__name__)
LOOK_EVERY = 1.0  # s, at which it is seen whose logins are over
NEWS_EVERY = 2  # looks until it is asked again what is new
HERE_EVERY = 60  # looks until it is written down again who is here
PAGES_EACH = 20  # of one person at one server; those opened before stay silent
_INVITATIONS = """
SELECT asked.id, asked.invited_id, inviter.username, played.game, played.id, head.summary
FROM games_invitation asked JOIN games_match played ON played.id = asked.match_id
JOIN games_matchlive head ON head.match_id = asked.match_id JOIN accounts_user inviter ON inviter.id = asked.inviter_id
WHERE NOT asked.declined AND head.status = 'open' AND asked.invited_id {} ORDER BY asked.at
"""
_ASKERS = """
SELECT tie.asked_id, asker.username FROM accounts_friendship tie JOIN accounts_user asker ON asker.id = tie.asker_id
WHERE NOT tie.accepted AND NOT tie.declined AND asker.is_active AND tie.asked_id {} ORDER BY tie.at
"""
Told = dict[str, list[Any]]  # what one person is told
Finder = Callable[[Iterable[int]], dict[int, list[Any]]]
_finders: dict[str, Finder] = {}


def tell_also(name: str, find: Finder) -> None:
    """Tell pages under this name what `find(ids of people)` returns, which asks the database once."""
    _finders[name] = find


def nothing() -> Told:
    """Return what a person is told of whom nothing is known."""
    return {name: [] for name in ("invitations", "askers", *_finders)}


def news(user_ids: Iterable[int]) -> dict[int, Told]:
    """Return what there is to tell people, by their ids; nothing for who is not in it. Two queries and the finders'."""
    told: dict[int, Told] = defaultdict(nothing)
    for name, find in _finders.items():
        for user, found in find(user_ids).items():
            told[user][name] = found
    wanted, condition = quick_sql.together(user_ids), quick_sql.any_number("")
    for pk, user, inviter, game, match, summary in quick_sql.rows(_INVITATIONS.format(condition), wanted):
        sitting = {seat[0] for seat in quick_sql.json_of(summary)["seats"] if not seat[1]}  # None: a free one
        if None in sitting and user not in sitting:
            told[user]["invitations"].append({"id": pk, "by": inviter, "game": game, "match": match})
    for user, asker in quick_sql.rows(_ASKERS.format(condition), wanted):
        told[user]["askers"].append(asker)
    return dict(told)


def news_of_pages(user_ids: Iterable[int]) -> dict[int, Told]:
    """Return the same with the matches that wait for them, `turns`, where there are any: one query more.

    Programs have these already, with all their matches (games.api.whereabouts).
    """
    told = news(user_ids)
    for user, found in turns_of(user_ids).items():
        told[user] = told.get(user, nothing()) | {"turns": found}
    return told


@dataclass(eq=False)
class Page:
    """One page that listens."""

    user: int
    session: str
    language: str
    send: Any
    told: Told = field(default_factory=nothing)

    async def tell(self, told: Told) -> None:
        """Tell the page what is new, in its language."""
        with translation.override(self.language):
            invitations = [one | {"game": rulebook.name(one["game"])} for one in told["invitations"]]
            invitations = [one | {"by": names.shown(one["by"])} for one in invitations]
            turns = [one | {"game": rulebook.name(one["game"])} for one in told.get("turns", [])]
        text = encode({"type": "notices", **told, "invitations": invitations, "turns": turns}).decode()
        await self._send({"type": "websocket.send", "text": text})

    async def close(self, code: int) -> None:
        """End it: whoever looks at the page is no longer this person, or may act no more."""
        await self._send({"type": "websocket.close", "code": code})

    async def _send(self, message: dict[str, Any]) -> None:
        try:
            await self.send(message)
        except Exception as error:  # the page has just gone; servers differ in what they say then
            log.debug("a page could not be told: %r", error)


class Desk:
    """The pages of this process, and the look at the database for all of them."""

    def __init__(self) -> None:
        self.pages: dict[int, set[Page]] = defaultdict(set)
        self._fresh: set[int] = set()  # who has come since the last look
        self._tasks: set[asyncio.Task[None]] = set()
        self._watch: asyncio.Task[None] | None = None

    def enter(self, page: Page) -> bool:
        """Add a page, unless this person has too many."""
        if len(self.pages[page.user]) >= PAGES_EACH:
            return False
        self.pages[page.user].add(page)
        self._fresh.add(page.user)
        if self._watch is None or self._watch.done():
            self._watch = asyncio.get_running_loop().create_task(self._run())
        return True

    def leave(self, page: Page) -> None:
        """Take a page out; without any, nothing is looked at any more."""
        pages = self.pages.get(page.user, set())
        pages.discard(page)
        if not pages:
            self.pages.pop(page.user, None)

    async def _run(self) -> None:
        looks = 0
        while self.pages:
            try:
                await self._part()
                if looks % NEWS_EVERY == 0 or self._fresh:
                    await self._look(looks % HERE_EVERY == 0)
            except DATABASE_AWAY as away:  # a line each second is enough
                log.warning("the notices could not be looked up; it will be tried again: %r", away)
            except Exception:
                log.exception("the notices could not be looked up; it will be tried again")
            looks += 1
            await asyncio.sleep(LOOK_EVERY)

    async def _look(self, everybody: bool) -> None:
        people, fresh = list(self.pages), set(self._fresh)
        found = await database_sync_to_async(_look_up)(people, people if everybody else list(fresh))
        self._fresh -= fresh  # not before it is written down: a look may fail
        asked = [page for user in people for page in self.pages.get(user, ())]
        changed = [page for page in asked if page.told != found.get(page.user, nothing())]
        for page in changed:
            page.told = found.get(page.user, nothing())
            spawn(page.tell(page.told), self._tasks)

    async def _part(self) -> None:
        """Close the pages whose login is over, or whose person may act no more."""
        pages = [page for of_one in self.pages.values() for page in of_one]
        found = await database_sync_to_async(selectors.ended)({(page.session, page.user) for page in pages})
        for page in pages:
            if code := found.get((page.session, page.user)):
                self.leave(page)
                spawn(page.close(code), self._tasks)


def _look_up(people: list[int], here: list[int]) -> dict[int, Told]:
    if here:
        with transaction.atomic():  # whom another process is writing down just now is here by that
            rows = User.objects.select_for_update(skip_locked=True, no_key=True).filter(pk__in=here)
            User.objects.filter(pk__in=list(rows.values_list("pk", flat=True))).update(seen_at=timezone.now())
    return news_of_pages(people)


_desks: WeakKeyDictionary[asyncio.AbstractEventLoop, Desk] = WeakKeyDictionary()  # one in a server, one a loop in tests


async def serve(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Serve the quiet socket of one page; whatever the page says, it is closed for."""
    await receive()
    user = scope["user"]
    if not origin_allowed(scope) or not user.is_authenticated:
        await send({"type": "websocket.close"})
        return
    desk = _desks.setdefault(asyncio.get_running_loop(), Desk())
    page = Page(user.pk, scope["session"].session_key or "", language_of(scope, user), send)
    await send({"type": "websocket.accept"})
    if user.is_barred or not desk.enter(page):
        await send({"type": "websocket.close", "code": selectors.BARRED if user.is_barred else 4429})
        return
    try:
        message = await receive()
    finally:
        desk.leave(page)
    if message["type"] == "websocket.receive":
        await send({"type": "websocket.close", "code": 1008})
