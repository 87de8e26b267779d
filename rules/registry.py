"""The games there are: every sub-package of rules/ that exposes `game` is one, and nothing else lists them."""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType

import rules
from rules.contract import AnyGame, Game


def _found() -> dict[str, AnyGame]:
    games: dict[str, AnyGame] = {}
    for module in pkgutil.iter_modules(rules.__path__):
        game = getattr(import_module(f"rules.{module.name}"), "game", None) if module.ispkg else None
        if isinstance(game, Game):
            if game.slug in games:
                raise ImportError(f"two games call themselves {game.slug}")
            games[game.slug] = game
    return dict(sorted(games.items()))


GAMES: Mapping[str, AnyGame] = MappingProxyType(_found())


def folder(slug: str) -> str:
    """Return the name of the game's folder below rules/, which also leads its files on the site."""
    return type(GAMES[slug]).__module__.split(".")[1]


def find(slug: str) -> AnyGame:
    """Return the game of that slug; raises KeyError."""
    return GAMES[slug]
