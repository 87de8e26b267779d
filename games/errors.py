"""The one refusal that every front door shows: a code for programs, a sentence for people."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from rules.contract import RulesError

_TOLD = ("field", "number", "retry_after")  # the details that programs get


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
        """Return {"code", "message"} and, where known, field, number, retry_after."""
        answer: dict[str, Any] = {"code": self.code, "message": self.message}
        return answer | {key: self.details[key] for key in _TOLD if key in self.details}


def refused_by_rules(error: RulesError) -> Refused:
    """Return a game's own refusal as the platform's."""
    return Refused(error.code, error.message, **error.details)


def try_again() -> Refused:
    """Return the answer for a fault of ours: nothing was saved, the same request may be sent again."""
    return Refused("try_again", N_("That did not work just now; nothing was lost. Please try again."), retry_after=1)


def id_reused(**details: Any) -> Refused:
    """Return the answer to a token that came with other content before."""
    return Refused("id_reused", N_("This token was used for another request; choose a new one."), **details)
