"""The rules of each game as pages: README files beside the rules, rendered in the reader's language."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext
from markdown_it import MarkdownIt
from markdown_it.token import Token

from rules.registry import GAMES, folder

# Raw HTML stays text: the files are ours, but a page must not depend on that.
_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


def page(slug: str) -> SafeString:
    """Return the rules as HTML in the active language, English where there is no translation; "" without a file."""
    return _render(_path(slug))


def name(slug: str) -> str:
    """Return a game's name in the active language."""
    return gettext(GAMES[slug].name)


def idea(slug: str) -> str:
    """Return the first paragraph of the rules as plain text: the game in a line or two."""
    return _first_paragraph(_path(slug))


def _path(slug: str) -> Path:
    place = Path(settings.BASE_DIR) / "rules" / folder(slug)
    translated = place / f"README.{(get_language() or 'en').split('-')[0]}.md"
    return translated if translated.exists() else place / "README.md"


def _read(path: Path) -> list[Token]:
    return _MARKDOWN.parse(path.read_text(encoding="utf-8")) if path.exists() else []


@cache
def _render(path: Path) -> SafeString:
    tokens = _read(path)
    for token in tokens:
        token.attrs.pop("style", None)  # table alignment: our Content-Security-Policy allows no inline styles
    options: Any = _MARKDOWN.options
    return mark_safe(_MARKDOWN.renderer.render(tokens, options, {}))  # noqa: S308 - our own file, raw HTML disabled


@cache
def _first_paragraph(path: Path) -> str:
    tokens = iter(_read(path))
    for token in tokens:
        if token.type == "paragraph_open":
            parts = next(tokens).children or []
            return "".join(" " if part.type == "softbreak" else part.content for part in parts)
    return ""
