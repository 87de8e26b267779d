"""The two front doors of a match, and a table of which everything is known that bad input must not change."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.db.models import Max
from django.test import Client

from accounts.models import User
from games import carrier, frames
from games.models import ChatLine, EntryRow, Match, MatchLive
from tests.games.conftest import to_move
from tests.games.socket_pages import HOST, Page, open_pages, session_of

SECRET = "a" * 32  # the CSRF cookie; Django takes any of this form
Json = dict[str, Any]


@dataclass(frozen=True)
class Answer:
    """What a door said: a number, or a code and a sentence."""

    number: int | None = None
    code: str = ""
    message: str = ""


def ask_by_socket(person: User | None, match: Match, body: Json | str | bytes) -> Answer:
    async def exchange() -> Json:
        page = Page(match.id, await sync_to_async(session_of)(person) if person else "")
        await open_pages(page)
        try:
            return await page.ask(body)
        finally:
            await page.close()

    answer = async_to_sync(exchange)()
    if answer["type"] == "accepted":
        return Answer(answer["number"])
    return Answer(code=answer["error"]["code"], message=answer["error"]["message"])


def ask_by_rest(person: User | None, match: Match, body: Json | str | bytes) -> Answer:
    content = body if isinstance(body, (str, bytes)) else json.dumps(body)
    response = browser(person).post(f"/api/v1/matches/{match.id}/requests", content, content_type="application/json")
    value = response.json()
    if response.status_code == 200:
        return Answer(value["number"])
    return Answer(code=value["error"]["code"], message=value["error"]["message"])


def browser(person: User | None, **headers: str) -> Client:
    """Return a client that is checked for CSRF as a browser is, and passes."""
    client = Client(enforce_csrf_checks=True, headers={"X-CSRFToken": SECRET, "Host": HOST, **headers})
    client.cookies["csrftoken"] = SECRET
    if person:
        client.force_login(person)
    return client


BY_NAME = {"socket": ask_by_socket, "rest": ask_by_rest}
DOORS = pytest.mark.parametrize("door", BY_NAME.values(), ids=BY_NAME.keys())


# --- the table ---


class Table:
    """A match that has just begun, and everything about it that must not change."""

    def __init__(self, match: Match, people: dict[str, User | None]) -> None:
        self.match = match
        mover, self.legal = to_move(match)
        other = people["boris"] if mover == people["anna"] else people["anna"]
        self.people: dict[str, User | None] = {
            "mover": mover,
            "other": other,
            "guest": people["boris"],
            "stranger": people["clara"],
        }
        self.people["nobody"] = None
        self.number = carrier.load(match.id).number

    def move(self, **changes: Any) -> Json:
        """Return a good move with something changed; a field changed to None is left out."""
        body = {"type": "move", "token": "t1", "number": self.number, "move": self.legal[0]} | changes
        return {key: value for key, value in body.items() if value is not None}

    def text(self, old: str, new: str) -> str:
        """Return a good move's text with a part replaced."""
        text = json.dumps(self.move())
        assert old in text
        return text.replace(old, new, 1)

    def fingerprint(self) -> list[Any]:
        """Return the log's last number and a digest of what each viewer sees and of what is stored."""
        loaded = carrier.load(self.match.id)
        views = [frames.frame(loaded, {}, seat) for seat in (0, 1, None)]
        for view in views:
            view.get("clocks", {}).pop("now", None)
        stored = MatchLive.objects.values().get(match=self.match)
        del stored["owner"]  # who judges is no part of what is judged
        rows = EntryRow.objects.filter(match=self.match)
        talk = ChatLine.objects.filter(match=self.match).count()
        return [rows.aggregate(Max("number")), rows.count(), talk, _digest(views), _digest(stored)]


def _digest(value: Any) -> str:
    return blake2b(json.dumps(value, sort_keys=True).encode()).hexdigest()


def assert_plain_sentence(text: str) -> None:
    assert re.fullmatch(r"[A-Z“\d-].{8,160}\.", text, re.DOTALL), text
    assert not re.search(r"Traceback|Error|Exception|object at|<|%\(|\{|`|None|null|SELECT|\.py", text), text
