"""The deal of a finished match, step by step, for the visitor's own browser to recompute (docs/fairness.md)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from games import frames, selectors
from games.errors import Refused
from games.log import storing
from games.models import Match
from games.people import people_at
from rules import record
from rules.chance import match_seed
from rules.contract import AnyGame, RulesError

_PLACE = re.compile(r"\{(\w+)\}")


def deal(match: Match) -> dict[str, Any]:
    """Return seed, salts and every random step of a match that is over; raises ValueError while it goes on.

    Raises Refused (old_rules) where the rules have changed since, so that its log cannot be replayed.
    """
    written = selectors.match_record(match)
    names = _names(match)
    try:
        steps = steps_of(match.rules, written, names)
    except RulesError as error:
        message = N_("This match was played by older rules, so its steps cannot be listed. Its record is whole.")
        raise Refused("old_rules", message) from error
    server_seed, salts = written["server_seed"], written["salts"]
    return {
        "commitment": written["commitment"],
        "server_seed": server_seed,
        "seats": [{"name": name, "salt": salt} for name, salt in zip(names, salts, strict=True)],
        "seed": match_seed(bytes.fromhex(server_seed), salts).hex(),
        "steps": steps,
    }


def steps_of(game: AnyGame, written: Any, names: Sequence[str]) -> list[dict[str, Any]]:
    """Return each random step of a record: label, ply, words, and what was before and after it."""
    return [
        {
            "label": draw.label,
            "ply": int(draw.label.split("/")[0]),
            "words": words(game, draw.label, names),
            "before": draw.before,
            "after": draw.after,
        }
        for draw in record.draws(written)
    ]


def words(game: AnyGame, label: str, names: Sequence[str]) -> str:
    """Return what a random step is for, with the seat's name; the bare purpose where the game has no words for it."""
    purpose = label.split("/")[1]
    for pattern, sentence in game.purposes.items():
        if found := re.fullmatch(_PLACE.sub(r"(?P<\1>\\d+)", pattern), purpose):
            told: dict[str, str] = found.groupdict()
            if "seat" in told:
                told["seat"] = f"\u2068{names[int(told['seat'])]}\u2069"  # isolated: it keeps its own direction
            return gettext(sentence) % told
    return purpose


def _names(match: Match) -> list[str]:
    """Return a name for each seat, bots counted as on the page of the match."""
    loaded = storing.load(match.id)
    people = people_at(loaded)
    names = [frames.seat_json(occupant, people).get("name", "") for occupant in loaded.occupants]
    bots = [seat for seat, name in enumerate(names) if not name]
    for number, seat in enumerate(bots, 1):
        names[seat] = gettext("Bot %s") % number if len(bots) > 1 else gettext("Bot")
    return names
