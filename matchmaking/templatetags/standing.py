"""How numbers of ratings are told."""

from __future__ import annotations

from django import template

register = template.Library()


@register.filter
def signed(number: int) -> str:
    """Return a change with its sign, and a real minus."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "±0"


@register.filter
def plain(number: float) -> str:
    """Return a number as SVG reads it, in whatever language the page is."""
    return f"{number:g}"
