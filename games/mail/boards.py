"""The board in a mail: as the game sketches it for one seat, in a picture and in plain text."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from email.mime.image import MIMEImage
from typing import Any

from django.conf import settings

from games.door.loaded import Loaded

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Board:
    """A board as a mail shows it; all of it empty for a game that draws none."""

    text: str = ""
    alt: str = ""
    cid: str = ""
    picture: MIMEImage | None = None


def board(loaded: Loaded, seat: int, names: Sequence[str], events: Sequence[dict[str, Any]]) -> Board:
    """Return what the person on a seat sees, with `events` marked; in the language that is active."""
    return Board()
