"""Taking a person's name and addresses out of texts of others: notes of staff, mails that tell of them, evidence."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from accounts.models import User

GONE = "[…]"  # in the place of a name, in whatever language the text is


class Traces:
    """The words by which somebody is known."""

    def __init__(self, user: User, addresses: set[str]) -> None:
        self.pk = user.pk
        self.addresses = addresses
        self.name = user.username
        self._pattern = _whole({self.name, *addresses}, re.IGNORECASE)

    def without(self, text: str) -> str:
        """Return a text in which whole words that are the name or an address are replaced."""
        return self._pattern.sub(GONE, text)

    def evidence(self, value: Any, removed: dict[str, str]) -> Any:
        """Return evidence (accounts.moderation.evidence) without the person's name and words, their deeds kept.

        `removed`: what stands in the place of what they said.
        """
        if isinstance(value, list):
            return [self.evidence(one, removed) for one in value]
        if isinstance(value, dict):
            own = removed if value.get("user") == self.pk and "text" in value else {}
            told = {key: self.evidence(one, removed) for key, one in value.items() if not (own and key == "text")}
            return told | own
        return self.without(value) if isinstance(value, str) else value


def numbered(text: str, people: Iterable[User]) -> str:
    """Return a text in which these people stand by their numbers: for what is kept when they are gone."""
    for person in people:
        text = _whole({person.username, person.email} - {""}, re.IGNORECASE).sub(f"#{person.pk}", text)
    return text


def named_in(text: str, people: Iterable[User]) -> str:
    """Return the name of one of these people that stands in a text, "" if none does."""
    return next((one.username for one in people if _whole({one.username}).search(text)), "")


def _whole(words: set[str], flags: int = 0) -> re.Pattern[str]:
    longest_first = sorted(words, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)", flags)
