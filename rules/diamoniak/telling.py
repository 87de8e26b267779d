"""What came of a move, for a line of a mail: the notation says what was asked, not which card turned up."""

from __future__ import annotations

from rules.contract import N_, Json
from rules.diamoniak.phrases import CARDS
from rules.sketch import Say


def tell(event: Json, say: Say) -> str:
    """Return in a few words what an event adds to the move's line; "" for nothing."""
    if event["type"] in ("drew", "bought"):
        return say(CARDS[event["card"]])
    return say(N_("the palace is complete")) if event["type"] == "completed" else ""
