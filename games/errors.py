"""The refusals of matches: the rules' own, and those that every front door gives."""

from __future__ import annotations

from typing import Any

from django.db import InterfaceError, OperationalError
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from accounts.refusals import Refused
from rules.contract import RulesError

DATABASE_AWAY = (OperationalError, InterfaceError)  # what Django raises while the database cannot be asked

__all__ = ["Refused", "id_reused", "refused_by_rules", "try_again"]


def refused_by_rules(error: RulesError) -> Refused:
    """Return a game's own refusal as the platform's."""
    return Refused(error.code, error.message, **error.details)


def try_again() -> Refused:
    """Return the answer for a fault of ours: nothing was saved, the same request may be sent again."""
    return Refused("try_again", N_("That did not work just now; nothing was lost. Please try again."), retry_after=1)


def id_reused(**details: Any) -> Refused:
    """Return the answer to a token that came with other content before."""
    return Refused("id_reused", N_("This token was used for another request; choose a new one."), **details)
