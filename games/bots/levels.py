"""The bots' levels and policies, as people read them."""

from __future__ import annotations

from django.utils.translation import pgettext, pgettext_lazy

from rules.bots import LEVELS

FIRST = "gentle"  # until somebody has chosen another
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


def choices() -> list[tuple[str, str]]:
    """Return the levels to choose from, with their names."""
    return [(level, words(level)) for level in LEVELS]


def bot_name(policy: str) -> str:
    """Return what a bot is called where it has no other name."""
    return pgettext("its level", "Bot (%(level)s)") % {"level": words(policy)}
