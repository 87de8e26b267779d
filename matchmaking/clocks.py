"""The clocks that a quick match offers, and the wish for any of them: then the others' choice decides."""

from __future__ import annotations

import json
from collections.abc import Mapping

from games.door.loaded import LIVE, MAIL
from games.door.pace import DAYS, by_mail
from games.tables.choices import DEFAULT_CLOCK

Clock = Mapping[str, int]
ANY = "any"
LIVE_CLOCKS: dict[str, Clock] = {  # by the name that the form gives each
    "brisk": {"per_move": 20_000},
    "calm": DEFAULT_CLOCK,
    "long": {"per_move": 300_000},
}
MAIL_CLOCKS: dict[str, Clock] = {str(days): by_mail(days) for days in DAYS}
OFFERED = {LIVE: LIVE_CLOCKS, MAIL: MAIL_CLOCKS}
USUAL = {LIVE: "calm", MAIL: "3"}  # for two who both leave it to the other


def usual(pace: str) -> Clock:
    """Return the clock of people who all take any."""
    return OFFERED[pace][USUAL[pace]]


def that_will_do(clock: Clock, pace: str, *, any_clock: bool) -> tuple[str, ...]:
    """Return the clocks by which somebody plays, as texts that differ where they do, the dearest first.

    Any means any on offer: what a program has made up, ten seconds a move for instance, nobody has agreed to.
    """
    if not any_clock:
        return (as_text(clock),)
    offered = map(as_text, OFFERED[pace].values())
    return tuple(sorted(offered, key=lambda text: text != as_text(usual(pace))))


def as_text(clock: Clock) -> str:
    """Return a clock as one text; `from_text` reads it."""
    return json.dumps(dict(clock), sort_keys=True)


def from_text(text: str) -> dict[str, int]:
    """Return the clock that `as_text` wrote."""
    read: dict[str, int] = json.loads(text)
    return read


def name_of(clock: Clock, pace: str) -> str:
    """Return the name of an offered clock; of another one its text, which the form takes as well."""
    return next((name for name, offered in OFFERED[pace].items() if offered == clock), as_text(clock))
