"""Which games have a board for the screen, and where its files are: rules/<folder>/ui/."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings

from rules import registry


def has_board(slug: str) -> bool:
    """Return whether the game can be played on a page; without a board it is rules, records and bots alone."""
    return has_file(slug, "board.js")


def has_file(slug: str, name: str) -> bool:
    """Return whether the game has this file beside its board; some are up to the game."""
    return (Path(settings.BASE_DIR) / "rules" / registry.folder(slug) / "ui" / name).exists()


def playable() -> list[str]:
    """Return the slugs of all games with a board."""
    return [slug for slug in registry.GAMES if has_board(slug)]


def static_file(slug: str, name: str) -> str:
    """Return the path of a file of the game's board among the static files."""
    return f"{registry.folder(slug)}/{name}"


def template(slug: str, name: str) -> str:
    """Return the name of a template of the game's board."""
    return f"{registry.folder(slug)}/ui/{name}"
