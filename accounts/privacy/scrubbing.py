"""Taking a person's name and addresses out of texts of others: notes of staff, mails that tell of them, evidence."""

from __future__ import annotations

import re
from typing import Any

from accounts import names
from accounts.models import User


class Traces:
    """The words by which somebody is known, and what stands in their place."""

    def __init__(self, user: User, addresses: set[str]) -> None:
        self.pk = user.pk
        self.addresses = addresses
        self.name = user.username
        self.instead = names.DELETED.format(user.pk)
        words = sorted({self.name, *addresses}, key=len, reverse=True)
        self._pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})(?!\w)", re.IGNORECASE)

    def without(self, text: str) -> str:
        """Return a text in which whole words that are the name or an address are replaced."""
        return self._pattern.sub(self.instead, text)

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
