"""Sketches of boards (rules.sketch) as pictures of a page."""

from __future__ import annotations

from base64 import b64encode

from django import template

register = template.Library()


@register.filter
def as_image(svg: str) -> str:
    """Return an SVG as the address of a picture, which can run nothing and load nothing."""
    return f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"
