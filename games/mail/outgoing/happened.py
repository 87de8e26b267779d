"""What has happened in a match since a person's last move, as lines that this person may read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from accounts.models import Block
from games.door.folding import fold
from games.door.loaded import Entry, Loaded, fresh
from games.log import storing
from games.mail.outgoing.names import apart, one_line
from games.models import ChatLine
from games.selectors import notation
from games.talk.phrases import words_of
from rules import codec
from rules.contract import AnyGame, Event
from rules.sketch import Say

LINES = 40  # the latest ones
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class News:
    """The lines, oldest first, what was said at the table, and the events of the moves as the reader may see them."""

    lines: Sequence[str]
    said: tuple[str, ...]
    events: tuple[Json, ...]


def news_for(final: Loaded, seat: int, names: Sequence[str]) -> News:
    """Return what is new for the person on a seat since their last move, or since the start.

    `names` by seat, set apart; so is what is said in a line (games.mail.outgoing.names.apart).
    """
    entries = storing.entries_after(final.facts.match, 0)[: final.number]
    since = max((e for e in entries if _is_own(e, seat)), key=lambda e: e.number, default=None)
    loaded, lines, events = fresh(final.facts), [], []
    for entry in entries:
        happened = fold(loaded, entry)
        if since is not None and entry.number > since.number:
            seen = _as_seen(final.facts.game, happened, seat)
            lines += _lines(final, entry, names, seen)
            events += seen
    since_at = since.at if since is not None else 0
    return News(tuple(lines[-LINES:]), _said(final, seat, names, since_at), tuple(events))


def _is_own(entry: Entry, seat: int) -> bool:
    return entry.kind == "start" or (entry.kind == "move" and entry.seat == seat)


def _as_seen(game: AnyGame, events: list[Event], seat: int) -> list[Json]:
    return [codec.event_to_json(game.redact(event, seat)) for event in events]


def _lines(final: Loaded, entry: Entry, names: Sequence[str], seen: list[Json]) -> list[str]:
    if entry.kind == "move":
        say = Say(tuple(names), gettext)
        came_of_it = ", ".join(words for event in seen if (words := final.facts.game.tell(event, say)))
        line = _move_line(final, entry, names) + (f" ({came_of_it})" if came_of_it else "")
        return [line, *_reason(entry)]
    if entry.kind not in _SENTENCES or (entry.kind == "draw_offer" and entry.seat not in final.offers):
        return []  # an offer lapses with the next move
    seat = entry.body.get("seat", entry.seat)
    return [gettext(_SENTENCES[entry.kind]) % {"name": names[seat]}]


def _reason(entry: Entry) -> list[str]:
    """Return why a moderator has made a referee's call; nothing of any other move."""
    why = entry.body.get("why")
    return [gettext("The moderator’s reason: %(why)s") % {"why": apart(one_line(why))}] if why else []


def _move_line(final: Loaded, entry: Entry, names: Sequence[str]) -> str:
    """Return a move's line; while it may tell more than all have seen, only that it was made."""
    name = names[entry.seat] if entry.seat >= 0 else gettext("The referee")
    if final.facts.game.open_lines or final.over:
        return f"{name}: {apart(notation(final.facts.game, entry))}"
    return gettext("%(name)s has moved.") % {"name": name}


def _said(final: Loaded, seat: int, names: Sequence[str], since: int) -> tuple[str, ...]:
    """Return what others have said since then, without those whom the reader does not want to hear."""
    reader = final.occupants[seat].user
    unheard = Block.objects.filter(blocker=reader).values("blocked")
    lines = ChatLine.objects.filter(match_id=final.facts.match, at__gte=since)
    lines = lines.exclude(user=reader).exclude(user__in=unheard).order_by("-pk")[:LINES]
    seats = {occupant.user: index for index, occupant in enumerate(final.occupants)}
    heard = [(names[seats[line.user_id]], line) for line in reversed(lines) if line.user_id in seats]
    return tuple(f"{name}: {apart(_words(line))}" for name, line in heard)


def _words(line: ChatLine) -> str:
    return words_of(line.phrase, one_line(line.text))


_SENTENCES = {
    "take_over": N_("A bot plays on for %(name)s."),
    "take_back": N_("%(name)s is back and plays on."),
    "draw_offer": N_("%(name)s offers a draw. To agree, answer “offer draw”."),
    "draw_decline": N_("%(name)s declines the draw."),
}
