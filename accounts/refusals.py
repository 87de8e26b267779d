"""The one refusal that every front door shows: a code for programs, a sentence for people."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

_TOLD = ("field", "number", "retry_after", "limit", "scope", "allowed")  # the details that programs get


class Refused(Exception):
    """A request that changed nothing. `template` is English; `details` fill it and travel to programs where listed."""

    def __init__(self, code: str, template: str, **details: Any) -> None:
        self.code = code
        self.template = template
        self.details = details
        super().__init__(code)

    @property
    def message(self) -> str:
        """The sentence in the active language."""
        text = gettext(self.template)
        return text % self.details if self.details else text

    def as_json(self) -> dict[str, Any]:
        """Return {"code", "message"} and, where known, field, number, retry_after, limit, scope, allowed."""
        answer: dict[str, Any] = {"code": self.code, "message": self.message}
        return answer | {key: self.details[key] for key in _TOLD if key in self.details}


def bad_text(field: str) -> Refused:
    """Return the refusal of a text that no page can show; PostgreSQL does not even take NUL."""
    return Refused("bad_text", N_("The text holds characters that cannot be shown."), field=field)
