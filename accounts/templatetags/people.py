"""How people are called on a page."""

from __future__ import annotations

from django import template

from accounts import names

register = template.Library()
register.filter("shown_name", names.shown)
