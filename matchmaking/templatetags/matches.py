"""How games and waiting are told in words."""

from __future__ import annotations

from typing import Any

from django import template
from django.urls import reverse

from games import rulebook
from games.door.loaded import LIVE
from matchmaking.models import SEATED
from matchmaking.selectors import Waiting, waiting_of
from rules.registry import GAMES

register = template.Library()


@register.simple_tag(takes_context=True)
def waiting_tickets(context: dict[str, Any]) -> list[Waiting]:
    """Return for what the visitor waits: one query, on the pages of those who are logged in.

    What may take days, by mail, stands in the lobby alone.
    """
    user, in_lobby = context["user"].pk, context["request"].path == reverse("matchmaking:lobby")
    waiting = [ticket for ticket in waiting_of([user]).get(user, []) if ticket.state != SEATED]
    return [ticket for ticket in waiting if in_lobby or ticket.pace == LIVE]


@register.filter
def game_name(slug: str) -> str:
    """Return a game's name in the active language."""
    return rulebook.name(slug)


@register.filter
def seat_numbers(slug: str) -> str:
    """Return by how many a game can be played, for scripts: "2 3 4"."""
    return " ".join(str(number) for number in sorted(GAMES[slug].seats))


@register.filter
def is_race(slug: str) -> bool:
    """Return whether nobody's own clock runs in a game."""
    return GAMES[slug].race


@register.filter
def by_slug(cards: Any, slug: str) -> Any:
    """Return the card of a game among those on offer."""
    return next(card for card in cards if card.slug == slug)
