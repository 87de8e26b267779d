"""How people are called on a page, how they look, and whether they are here."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString, mark_safe

from accounts import avatars, names, selectors
from accounts.models import User
from accounts.moderation.cases import free_cases, open_cases
from accounts.moderation.roles import others_alone

register = template.Library()
register.filter("shown_name", names.shown)
register.filter("is_deleted", names.is_deleted)
register.filter("is_here", selectors.is_here)


@register.filter
def tie_of(person: User, viewer: User) -> str:
    """Return what a person is to the viewer: accounts.selectors.tie."""
    return selectors.tie(viewer, person)


@register.filter
def face(name: str) -> SafeString:
    """Return the drawing that belongs to a name, as SVG to stand in the page."""
    return mark_safe(avatars.drawing(name))  # noqa: S308 - made of our own shapes and numbers alone


@register.simple_tag
def waiting_cases(moderator: User) -> int:
    """Return how many open cases nobody has, or this moderator: none about themselves, whom the number would warn."""
    waiting = (open_cases().filter(moderator=moderator), free_cases())
    return sum(others_alone(some, moderator, "person").count() for some in waiting)
