"""The board in a mail: as the game sketches it for one seat, in a picture and in plain text."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from email.mime.image import MIMEImage
from typing import Any

from django.utils.translation import get_language_bidi, gettext

from games.door.loaded import Loaded
from games.mail.outgoing import drawing, links
from rules.sketch import Say, Sketch

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Board:
    """A board as a mail shows it; without `cid` there is no picture, and all is empty for a game that draws none."""

    text: str = ""
    alt: str = ""
    cid: str = ""
    picture: MIMEImage | None = None
    hint: str = ""


def board(loaded: Loaded, seat: int, names: Sequence[str], events: Sequence[dict[str, Any]]) -> Board:
    """Return what the person on a seat sees, with `events` marked; in the language that is active."""
    sketch = sketch_for(loaded, seat, names, events)
    if sketch is None:
        return Board()
    cid = links.picture_id(loaded.facts.match, loaded.moved)
    picture = _picture(sketch, cid, loaded.facts.match)
    return Board(sketch.text, sketch.alt, cid if picture else "", picture, sketch.hint)


def sketch_for(loaded: Loaded, seat: int, names: Sequence[str], events: Sequence[dict[str, Any]] = ()) -> Sketch | None:
    """Return the sketch of what the person on a seat sees; None for a game that draws none."""
    game = loaded.facts.game
    if loaded.state is None:
        return None
    say = Say(tuple(names), gettext, get_language_bidi(), tuple(events), loaded.over)
    return game.sketch(game.view(loaded.state, seat), seat, say)


def _picture(sketch: Sketch, cid: str, match_id: str) -> MIMEImage | None:
    """Return the picture as a part of a mail; a mail without one is better than none."""
    try:
        png = drawing.picture(sketch.svg)
    except Exception:
        log.exception("match %s: its board could not be drawn for a mail", match_id)
        return None
    part = MIMEImage(png, "png")
    part.add_header("Content-ID", f"<{cid}>")
    part.add_header("Content-Disposition", "inline", filename="board.png")
    return part
