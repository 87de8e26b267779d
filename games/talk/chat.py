"""Table talk: to the whole table only, by those who sit at it; plain text, or set phrases where the host wants them."""

from __future__ import annotations

from itertools import accumulate
from typing import Any, NamedTuple
from unicodedata import category, combining, normalize

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from accounts import quick_sql
from accounts.models import Block, User
from accounts.moderation.standing import need_talk
from games.errors import Refused, id_reused
from games.instants import now_ms
from games.live import announce
from games.models import ChatLine, SeatRow
from games.talk.phrases import PHRASES, TEXTS

MAX_LENGTH = 500
MOST_MARKS = 4  # signs over and under one letter: more than any script writes
FLOOD_LINES, FLOOD_MS = 5, 10_000  # at most so many lines in so many ms
SHOWN, SHOWN_LENGTH = 50, 8_000  # lines and characters that a page gets when it opens


class Said(NamedTuple):
    """What somebody says: words of their own, or the id of a set phrase."""

    text: str = ""
    phrase: str = ""


def say(match_id: str, user: User, said: Said, token: str) -> int:
    """Say something at a table and return the line's id; a repeated token gets the first line's.

    Raises Refused (not_a_player, muted, phrases_only, unknown_phrase, not_allowed, missing_field, too_long, repeat,
    slow_down, id_reused).
    """
    seats, talk = _table(match_id)
    if user.pk not in seats:
        raise Refused("not_a_player", N_("Only those who sit at the table can talk here."))
    said = said._replace(text=said.text.strip())
    before = ChatLine.objects.filter(match_id=match_id, user=user, token=token)
    try:
        need_talk(user)
        (_check_phrase if talk == PHRASES else _check_text)(said)
        _check_pace(match_id, user, said)
        with transaction.atomic():
            line = ChatLine.objects.create(match_id=match_id, user=user, **said._asdict(), at=now_ms(), token=token)
    except (Refused, IntegrityError):
        if sent := before.first():  # this very line, perhaps a moment ago
            return _repeat(sent, said)
        raise
    unheard_by = list(Block.objects.filter(blocked=user).values_list("blocker_id", flat=True))
    announce(match_id, {"kind": "chat", "line": line_json(line, seats), "unheard_by": unheard_by})
    return line.pk


def _repeat(line: ChatLine, said: Said) -> int:
    if (line.text, line.phrase) != said:
        raise id_reused()
    return line.pk


def _check_phrase(said: Said) -> None:
    if said.text or not said.phrase:
        raise Refused("phrases_only", N_("At this table you talk in set phrases: choose one of them."))
    if said.phrase not in TEXTS:
        raise Refused("unknown_phrase", N_("There is no such phrase here."), field="phrase")


def _check_text(said: Said) -> None:
    if said.phrase:
        raise Refused("not_allowed", N_("At this table you talk in your own words."), field="phrase")
    if all(category(letter)[0] in "CZ" for letter in said.text):  # nothing that could be seen
        raise Refused("missing_field", N_("Write something first."), field="text")
    if len(said.text) > MAX_LENGTH:
        raise Refused("too_long", N_("A line may have at most %(most)s characters."), most=MAX_LENGTH, field="text")
    if _towers(said.text):
        text = N_("Too many signs stand above each other; they would cover what others say.")
        raise Refused("bad_text", text, field="text")


def _towers(text: str) -> bool:
    """Return whether more signs stand over one letter than any script needs, so that they cover other lines."""
    height = 0
    for letter in normalize("NFC", text):
        height = height + 1 if combining(letter) or category(letter) == "Me" else 0
        if height > MOST_MARKS:
            return True
    return False


def _check_pace(match_id: str, user: User, said: Said) -> None:
    last = list(ChatLine.objects.filter(match_id=match_id, user=user).order_by("-pk")[:FLOOD_LINES])
    if _sense(said) in [_sense(Said(line.text, line.phrase)) for line in last[:2]]:
        raise Refused("repeat", N_("You have just said that."))
    if len(last) == FLOOD_LINES and last[-1].at > now_ms() - FLOOD_MS:
        text = N_("That is a lot at once; wait a moment.")
        raise Refused("slow_down", text, limit="talk", retry_after=FLOOD_MS // 1000)


def _sense(said: Said) -> tuple[str, str]:
    """Return what is the same where somebody says one thing twice, only louder or with more blanks and dots."""
    letters = "".join(filter(str.isalnum, normalize("NFKC", said.text).casefold()))
    return letters or said.text, said.phrase


_LINES = """
SELECT line.id, line.user_id, person.username, person.is_bot, line.text, line.phrase, line.at
FROM games_chatline line JOIN accounts_user person ON person.id = line.user_id
WHERE line.match_id = %s
    AND NOT EXISTS (SELECT 1 FROM accounts_block WHERE blocker_id = %s AND blocked_id = line.user_id)
ORDER BY line.id DESC LIMIT %s
"""
_Line = tuple[int, int, str, bool, str, str, int]  # id, user, name, whether that is a bot account, text, phrase, at


def recent_lines(match_id: str, seats: dict[int, int], viewer: int | None) -> list[dict[str, Any]]:
    """Return the last lines said at a table that a viewer hears, oldest first; `seats`: seat by user id."""
    rows = quick_sql.rows(_LINES, match_id, viewer or 0, SHOWN)
    lengths = accumulate(len(text) for *_, text, _, _ in rows)
    shown = [row for row, length in zip(rows, lengths, strict=True) if length <= SHOWN_LENGTH]
    return [_as_json(row, seats) for row in reversed(shown)]


def heard_lines(match_id: str, viewer: int | None) -> QuerySet[ChatLine]:
    """Return all that was said at a table, but for those whom the viewer has blocked."""
    unheard = Block.objects.filter(blocker=viewer or 0).values("blocked")
    return ChatLine.objects.filter(match_id=match_id).exclude(user__in=unheard)


def line_json(line: ChatLine, seats: dict[int, int]) -> dict[str, Any]:
    """Return a line as pages get it; `seats`: seat by user id."""
    said = line.user.username, line.user.is_bot, line.text, line.phrase, line.at
    return _as_json((line.pk, line.user_id, *said), seats)


def _as_json(line: _Line, seats: dict[int, int]) -> dict[str, Any]:
    pk, user, name, is_bot, text, phrase, at = line
    said: dict[str, Any] = {"phrase": phrase} if phrase else {"text": text}
    said |= {"is_bot": True} if is_bot else {}
    return {"id": pk, "name": name, **said, "at": at} | ({"seat": seats[user]} if user in seats else {})


def seats_of(match_id: str) -> dict[int, int]:
    """Return the seats of a table by user id."""
    return _table(match_id)[0]


def _table(match_id: str) -> tuple[dict[int, int], str]:
    """Return the seat of each user and the manner of talking."""
    rows = SeatRow.objects.filter(match_id=match_id, user__isnull=False).values_list("user_id", "seat", "match__talk")
    return {user: seat for user, seat, _ in rows}, next((talk for *_, talk in rows), "")
