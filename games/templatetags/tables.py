"""How tables are told in words and small pictures: clocks, team chips."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.translation import gettext, ngettext

register = template.Library()
_SHAPES = ("M8 1a7 7 0 1 0 0 14A7 7 0 1 0 8 1z", "M8 0l8 8-8 8-8-8z", "M8 1l8 14H0z")
_SQUARE = "M2 2h12v12H2z"


@register.filter
def clock_words(clock: dict[str, int]) -> str:
    """Return a clock in words: "30 s a move" or "5 min + 5 s"."""
    if per_move := clock.get("per_move"):
        return gettext("%(seconds)s s a move") % {"seconds": per_move // 1000}
    minutes, seconds = clock["main"] // 60_000, clock.get("increment", 0) // 1000
    return gettext("%(minutes)s min + %(seconds)s s") % {"minutes": minutes, "seconds": seconds}


@register.inclusion_tag("games/chip.html")
def chip(team: int) -> dict[str, Any]:
    """Return a team's chip: the same shape and colour as on the board (static/js/dom.js draws the same)."""
    known = team < len(_SHAPES)
    return {"shape": _SHAPES[team] if known else _SQUARE, "kind": team if known else "more", "team": team + 1}


@register.filter
def free_seats(seats: list[dict[str, Any]]) -> str:
    """Return in words how many seats of a table are free."""
    free = sum(1 for seat in seats if seat.get("empty"))
    return ngettext("%(count)s free seat", "%(count)s free seats", free) % {"count": free}
