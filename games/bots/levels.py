"""The bots' levels and policies, as people read them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import pgettext, pgettext_lazy

from rules.bots import LEVELS

FIRST = "gentle"  # until somebody has chosen another
UNTOLD = "steady"  # among people who wait for people, where nobody has chosen any
KEPT = "level"  # the session's key for what somebody has chosen last
_WORDS = {
    "gentle": pgettext_lazy("a bot", "gentle"),
    "steady": pgettext_lazy("a bot", "steady"),
    "sharp": pgettext_lazy("a bot", "sharp"),
    "greedy": pgettext_lazy("a bot", "plain"),  # of older matches, as the next one
    "random": pgettext_lazy("a bot", "random"),
}


def words(policy: str) -> str:
    """Return the name of a level or policy."""
    return str(_WORDS.get(policy, policy))


def lowest(policies: Iterable[str]) -> str:
    """Return the level that asks least of people, among these."""
    return min(policies, key=LEVELS.index)


def chosen_in(session: Mapping[str, Any]) -> str | None:
    """Return the level that a visitor has chosen last for a match against bots, or None."""
    level = session.get(KEPT)
    return level if level in LEVELS else None


def choices() -> list[tuple[str, str]]:
    """Return the levels to choose from, with their names."""
    return [(level, words(level)) for level in LEVELS]


def bot_name(policy: str) -> str:
    """Return what a bot is called where it has no other name."""
    return pgettext("its level", "Bot (%(level)s)") % {"level": words(policy)}
