"""What is put down of a match, or of a line said in one, when somebody reports it: accounts.moderation.evidence.

It is made of what a watcher may see, by the names of what is kept: a forgotten field is missing, not leaked. People
are named by their ids, so that nothing is left of who is deleted but what they did at the table.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from statistics import median
from typing import Any

from django.utils.translation import gettext

from accounts.models import User
from accounts.moderation.evidence import Matter
from games import frames, selectors
from games.log import storing
from games.models import ChatLine, Match, SeatRow, is_match_id
from games.talk.phrases import TEXTS

MATCH, LINE = "match", "line"
LOGGED = 400  # entries of the log, the last ones
LINES = 20  # said before a line, and as many after it
_FACTS = (
    "match", "game", "options", "pace", "clock", "listed", "watchers", "talk", "rated", "number", "ply", "status",
    "ended", "outcome", "places",
)  # fmt: skip
_SEAT = ("seat", "team", "guest", "bot", "stand_in", "gave_up", "left", "empty")
_THINKING = ("start", "move", "pause", "take_over", "take_back")  # entries after which somebody thinks anew
Json = dict[str, Any]
Moment = tuple[int, int, int, int | None]  # number, seat and instant of an entry; of a move its time in ms


class Matches:
    """Matches that somebody may see."""

    def find(self, reporter: User, about_id: str) -> Matter | None:
        """Return a match as its reporter may see it: a report of it is about somebody who sits there."""
        match = _match(about_id, reporter)
        if match is None:
            return None
        return Matter(tuple(sorted(self.taking_part(about_id))), lambda: pack(match, None))

    def taking_part(self, about_id: str) -> frozenset[int]:
        """Return the ids of who sits there."""
        seated = SeatRow.objects.filter(match_id=about_id, user__isnull=False)
        return frozenset(user for (user,) in seated.values_list("user_id"))


class Lines:
    """Lines of table talk, by their ids."""

    def find(self, reporter: User, about_id: str) -> Matter | None:
        """Return a line of a match that its reporter may see: a report of it is about who said it."""
        line = _line(about_id)
        match = _match(line.match_id, reporter) if line else None
        if line is None or match is None:
            return None
        words = gettext(TEXTS.get(line.phrase, line.phrase)) if line.phrase else line.text
        return Matter((line.user_id,), lambda: pack(match, line), words)

    def taking_part(self, about_id: str) -> frozenset[int]:
        """Return the ids of who sits in the match in which it was said."""
        line = _line(about_id)
        return Matches().taking_part(line.match_id) if line else frozenset()


def pack(match: Match, line: ChatLine | None) -> Json:
    """Return the evidence: facts, seats, log with the time of each move, timings of seats, talk around the line."""
    loaded = storing.load(match.id)
    seen = frames.frame(loaded, {}, None)
    users = [occupant.user for occupant in loaded.occupants]
    facts = {name: seen[name] for name in _FACTS if name in seen}
    seats = [_seat(told, user) for told, user in zip(seen["seats"], users, strict=True)]
    lines = selectors.lines(match, max(0, loaded.number - LOGGED))
    moments = list(_moments(match.id))  # read after the lines, so that none of them is missing
    at = {number: (instant, ms) for number, _, instant, ms in moments}
    log = [_timed(told, *at[told["number"]]) for told in lines]
    return {
        **facts,
        "opened": match.opened_at,
        "started": loaded.started_at,
        "seats": seats,
        "log": log,
        "left_out": max(0, loaded.number - LOGGED),
        "timings": _timings(moments),
        "chat": [_said(one) for one in _around(match.id, line)],
        "line": line.pk if line else None,
    }


def _match(match_id: str, reporter: User) -> Match | None:
    try:
        return selectors.match_to_watch(match_id, reporter) if is_match_id(match_id) else None
    except Match.DoesNotExist:
        return None


def _line(line_id: str) -> ChatLine | None:
    if not (line_id.isascii() and line_id.isdecimal() and len(line_id) < 19):
        return None
    return ChatLine.objects.filter(pk=int(line_id)).first()


def _seat(told: Json, user: int | None) -> Json:
    return {name: told[name] for name in _SEAT if name in told} | ({"user": user} if user else {})


def _moments(match_id: str) -> Iterator[Moment]:
    """Yield each entry; a move took the ms since the one before it, or since somebody began to think anew."""
    since: int | None = None
    for entry in storing.entries_after(match_id, 0):
        yield entry.number, entry.seat, entry.at, None if since is None or entry.kind != "move" else entry.at - since
        since = entry.at if entry.kind in _THINKING else since


def _timed(told: Json, at: int, ms: int | None) -> Json:
    return told | {"at": at} | ({} if ms is None else {"ms": ms})


def _timings(moments: list[Moment]) -> list[Json]:
    """Return for each seat how many moves it has made, and how long it took for them."""
    times: dict[int, list[int]] = defaultdict(list)
    for _, seat, _, ms in moments:
        if ms is not None and seat >= 0:
            times[seat].append(ms)
    return [
        {"seat": seat, "moves": len(took), "least": min(took), "median": round(median(took)), "most": max(took)}
        for seat, took in sorted(times.items())
    ]


def _around(match_id: str, line: ChatLine | None) -> list[ChatLine]:
    """Return the lines around one, or the last ones, oldest first."""
    said = ChatLine.objects.filter(match_id=match_id)
    if line is None:
        return list(said.order_by("-pk")[: 2 * LINES])[::-1]
    before = list(said.filter(pk__lte=line.pk).order_by("-pk")[: LINES + 1])[::-1]
    return before + list(said.filter(pk__gt=line.pk).order_by("pk")[:LINES])


def _said(line: ChatLine) -> Json:
    words = {"phrase": TEXTS.get(line.phrase, line.phrase)} if line.phrase else {"text": line.text}
    return {"id": line.pk, "user": line.user_id, "at": line.at, **words}
