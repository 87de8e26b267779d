"""Has pictures drawn (games.mail.outgoing.pictures) in a process of its own, which starts with the first one.

A picture takes up to a second, in which resvg and Pillow hold the interpreter lock: in the embedded site nobody could
play meanwhile, in a mail worker no other mail would leave. That process ends with this one, however this one ends.
"""

from __future__ import annotations

import atexit
from base64 import b64decode
from functools import lru_cache

from games.bots.thinkers import Child

PATIENCE = 20.0  # s for one picture, on a machine that is busy
KEPT = 32  # pictures, of 60 KB at most, with their sketches

_child = Child(PATIENCE, "games.mail.outgoing.pictures")


@lru_cache(maxsize=KEPT)
def picture(svg: str) -> bytes:
    """Return a sketch's SVG as PNG, as board_png draws it; the sketch alone says what is seen, so it is kept by that.

    Raises ChildFailed where it cannot be drawn, and TimeoutError or EOFError where the process does not answer.
    """
    return b64decode(_child.ask({"svg": svg})["png"])


def stop() -> None:
    """End the process for good, without waiting for a picture that is being drawn."""
    _child.stop()


atexit.register(stop)  # it would end with us, but a moment later
