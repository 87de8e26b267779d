"""How numbers of ratings are told."""

from __future__ import annotations

from typing import Any

from django import template

from games.door.loaded import LIVE
from games.strengths import Strength
from matchmaking.standings import strengths_of
from rules.registry import GAMES

register = template.Library()


@register.simple_tag(takes_context=True)
def own_strengths(context: dict[str, Any]) -> dict[str, Strength]:
    """Return how strong the visitor is in live play, by game; one query, none for a stranger."""
    if not context["user"].is_authenticated:
        return {}
    name = context["user"].username
    return {game: strength for (_, game, _), strength in strengths_of((name, game, LIVE) for game in GAMES).items()}


@register.filter
def in_game(strengths: dict[str, Strength], game: str) -> Strength | None:
    """Return the one of a game, if there is one."""
    return strengths.get(game)


@register.filter
def signed(number: int) -> str:
    """Return a change with its sign, and a real minus."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "±0"


@register.filter
def plain(number: float) -> str:
    """Return a number as SVG reads it, in whatever language the page is."""
    return f"{number:g}"
