"""What came of a move, for a line of a mail: the notation says what was done, not what it showed or earned."""

from __future__ import annotations

from rules.blue_diamond.phrases import PICTURES
from rules.contract import N_, Json
from rules.sketch import Say


def tell(event: Json, say: Say) -> str:
    """Return in a few words what an event adds to the move's line; "" for nothing."""
    if event["type"] in ("placed", "returned", "flipped"):
        return say(PICTURES[event["face"]])
    if event["type"] == "scored":
        return say(N_("diamonds for %(name)s: %(count)s"), name=say.name(event["seat"]), count=event["diamonds"])
    return ""
