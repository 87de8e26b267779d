"""Table talk: plain text, to the whole table only, written by those who sit at it."""

from __future__ import annotations

from itertools import accumulate
from typing import Any
from unicodedata import category

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from accounts import quick_sql
from accounts.models import User
from games.errors import Refused, id_reused
from games.instants import now_ms
from games.live import announce
from games.models import ChatLine, SeatRow

MAX_LENGTH = 500
FLOOD_LINES, FLOOD_MS = 5, 10_000  # at most so many lines in so many ms
SHOWN, SHOWN_LENGTH = 50, 8_000  # lines and characters that a page gets when it opens


def say(match_id: str, user: User, text: str, token: str) -> int:
    """Say something at a table and return the line's id; a repeated token gets the first line's.

    Raises Refused (not_a_player, missing_field, too_long, repeat, slow_down, id_reused).
    """
    seats = _seats(match_id)
    if user.pk not in seats:
        raise Refused("not_a_player", N_("Only those who sit at the table can talk here."))
    text = text.strip()
    said = ChatLine.objects.filter(match_id=match_id, user=user, token=token)
    try:
        _check(match_id, user, text)
        with transaction.atomic():
            line = ChatLine.objects.create(match_id=match_id, user=user, text=text, at=now_ms(), token=token)
    except (Refused, IntegrityError):
        if sent := said.first():  # this very line, perhaps a moment ago
            return _repeat(sent, text)
        raise
    announce(match_id, {"kind": "chat", "line": line_json(line, seats)})
    return line.pk


def _repeat(line: ChatLine, text: str) -> int:
    if line.text != text:
        raise id_reused()
    return line.pk


def _check(match_id: str, user: User, text: str) -> None:
    if all(category(letter)[0] in "CZ" for letter in text):  # nothing that could be seen
        raise Refused("missing_field", N_("Write something first."), field="text")
    if len(text) > MAX_LENGTH:
        raise Refused("too_long", N_("A line may have at most %(most)s characters."), most=MAX_LENGTH, field="text")
    last = list(ChatLine.objects.filter(match_id=match_id, user=user).order_by("-pk")[:FLOOD_LINES])
    if text in [line.text for line in last[:2]]:
        raise Refused("repeat", N_("You have just said that."))
    if len(last) == FLOOD_LINES and last[-1].at > now_ms() - FLOOD_MS:
        raise Refused("slow_down", N_("That is a lot at once; wait a moment."), retry_after=FLOOD_MS // 1000)


_LINES = """
SELECT line.id, line.user_id, person.username, line.text, line.at
FROM games_chatline line JOIN accounts_user person ON person.id = line.user_id
WHERE line.match_id = %s ORDER BY line.id DESC LIMIT %s
"""
_Line = tuple[int, int, str, str, int]  # id, user, name, text, at


def recent_lines(match_id: str, seats: dict[int, int]) -> list[dict[str, Any]]:
    """Return the last lines said at a table, oldest first; `seats`: seat by user id."""
    rows = quick_sql.rows(_LINES, match_id, SHOWN)
    lengths = accumulate(len(text) for *_, text, _ in rows)
    shown = [row for row, length in zip(rows, lengths, strict=True) if length <= SHOWN_LENGTH]
    return [_as_json(row, seats) for row in reversed(shown)]


def line_json(line: ChatLine, seats: dict[int, int]) -> dict[str, Any]:
    """Return a line as pages get it; `seats`: seat by user id."""
    return _as_json((line.pk, line.user_id, line.user.username, line.text, line.at), seats)


def _as_json(line: _Line, seats: dict[int, int]) -> dict[str, Any]:
    pk, user, name, text, at = line
    return {"id": pk, "name": name, "text": text, "at": at} | ({"seat": seats[user]} if user in seats else {})


def _seats(match_id: str) -> dict[int, int]:
    rows = SeatRow.objects.filter(match_id=match_id, user__isnull=False)
    return dict(rows.values_list("user_id", "seat"))
