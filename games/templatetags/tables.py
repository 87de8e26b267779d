"""How tables are told in words: clocks, instants, free seats."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django import template
from django.contrib.staticfiles import finders
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext

from games import boards, rulebook
from games.bots import levels
from games.door.pace import DAY
from games.instants import exact_words
from games.selectors import MatchCard
from games.tables.listed import speed
from games.turns import turns_of
from rules.registry import GAMES

register = template.Library()
register.filter("speed", speed)


@register.filter
def clock_words(clock: dict[str, int], game: str) -> str:
    """Return a clock in words: "30 s a move", "5 min + 5 s", "3 days a move"; "" in a race, which has none a player."""
    if GAMES[game].race:
        return ""
    if days := clock.get("per_move", 0) // DAY:
        return ngettext("%(days)s day a move", "%(days)s days a move", days) % {"days": days}
    if per_move := clock.get("per_move"):
        return _time_a_move(per_move // 1000)
    minutes, seconds = clock["main"] // 60_000, clock.get("increment", 0) // 1000
    if not seconds:
        return gettext("%(minutes)s min for the whole match") % {"minutes": minutes}
    return gettext("%(minutes)s min + %(seconds)s s") % {"minutes": minutes, "seconds": seconds}


def _time_a_move(seconds: int) -> str:
    if seconds > 60 and seconds % 60 == 0:  # people say five minutes, not 300 seconds
        return gettext("%(minutes)s min a move") % {"minutes": seconds // 60}
    return gettext("%(seconds)s s a move") % {"seconds": seconds}


@register.simple_tag
def games_to_play() -> list[tuple[str, str]]:
    """Return slug and name of each game that can be played on a page."""
    return [(slug, rulebook.name(slug)) for slug in boards.playable()]


@register.simple_tag
def turns(user: Any) -> list[str]:
    """Return which matches wait for a person's move: one query, on the pages of those who are logged in."""
    return [turn["match"] for turn in turns_of([user.pk]).get(user.pk, [])]


@register.filter
def bot_name(policy: str) -> str:
    """Return what a bot is called: "Bot (steady)"."""
    return levels.bot_name(policy)


@register.inclusion_tag("games/play_now.html", takes_context=True)
def play_now(context: dict[str, Any], slug: str) -> dict[str, Any]:
    """Show the button that seats one opposite a bot at once, with the level chosen last time."""
    chosen = levels.chosen_in(context["request"].session) or levels.FIRST
    return {"slug": slug, "levels": levels.choices(), "chosen": chosen, "csrf_token": context.get("csrf_token")}


@register.filter
def options_script(slug: str) -> str:
    """Return the static path of the game's own script for the form of a new table, "" without one."""
    path = boards.static_file(slug, "options.js")
    return path if finders.find(path) else ""


@register.filter
def instant(milliseconds: int) -> datetime:
    """Return the moment of an instant in ms since 1970 UTC."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC)


@register.filter
def exact_instant(milliseconds: int) -> str:
    """Return an instant (ms since 1970 UTC) exactly, where the reader is: "Thu 3 Dec 2026, 18:05 (UTC+3)"."""
    return exact_words(milliseconds, timezone.get_current_timezone())


@register.filter
def result_words(card: MatchCard) -> str:
    """Return how a match ended, from the viewer's side where the viewer played."""
    if card.annulled:
        return capfirst(gettext("annulled"))
    places = card.places
    if places is None:
        return gettext("Stopped")
    if set(places) == {1}:
        return gettext("A draw")
    if card.your_seat is None:
        return gettext("Finished")
    return gettext("Won") if places[card.your_seat] == 1 else gettext("Lost")


@register.filter
def free_seats(seats: list[dict[str, Any]]) -> str:
    """Return in words how many seats of a table are free."""
    free = sum(1 for seat in seats if seat.get("empty"))
    return ngettext("%(count)s free seat", "%(count)s free seats", free) % {"count": free}
