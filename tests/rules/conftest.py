"""The toy game stands among the registered games while a test asks for it."""

from __future__ import annotations

import pytest

from rules import registry
from rules.contract import AnyGame
from tests.rules import toy


@pytest.fixture
def registered_toy(monkeypatch: pytest.MonkeyPatch) -> AnyGame:
    monkeypatch.setattr(registry, "GAMES", {**registry.GAMES, toy.game.slug: toy.game})
    return toy.game
