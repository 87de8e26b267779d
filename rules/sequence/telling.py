"""What came of a move, for a line of a mail: whether five in a row were made or broken."""

from __future__ import annotations

from rules.contract import N_, Json
from rules.sketch import Say

_WORDS = {
    "sequence_made": N_("a sequence is made"),
    "sequence_broken": N_("a sequence is broken"),
    "reshuffled": N_("the discards are shuffled"),
}


def tell(event: Json, say: Say) -> str:
    """Return in a few words what an event adds to the move's line; "" for nothing."""
    return say(_WORDS[event["type"]]) if event["type"] in _WORDS else ""
