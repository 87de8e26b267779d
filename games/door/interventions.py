"""What a moderator may do to a match: stop it, decide it, call table talk. Each with a reason for its players.

Who it was stands in no entry: the trail of the staff knows (games.moderation.refereeing).
"""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from games.door import requests
from games.door.guards import Draft
from games.door.loaded import ACTIVE, NO_SEAT, OPEN, Entry, Loaded
from games.errors import Refused
from rules.contract import Outcome
from rules.record import are_places

STOPPED = "moderator"  # why a match was aborted, if it was by one
ADJUDICATED = "adjudication"  # by what it has ended, if a moderator has decided it; rules.record knows the word


def abort(loaded: Loaded, request: requests.Abort, now: int) -> Draft:
    """End a match, or close a table, without a result."""
    _need_unfinished(loaded)
    return "abort", NO_SEAT, {"reason": STOPPED, "why": request.why}


def adjudicate(loaded: Loaded, request: requests.Adjudicate, now: int) -> Draft:
    """End a match with these places by seat; raises Refused (out_of_range) for what no match can end with."""
    need_going_on(loaded)
    if not are_places(request.places, loaded.facts.teams):
        text = N_("These places cannot be: a team shares one, and the sides are placed 1, 2, 2, 4 and so on.")
        raise Refused("out_of_range", text, field="places")
    return "adjudicate", NO_SEAT, {"places": list(request.places), "why": request.why}


def need_going_on(loaded: Loaded) -> None:
    """Refuse (not_started, game_over) what belongs into a match that goes on."""
    _need_unfinished(loaded)
    if loaded.status != ACTIVE:
        raise Refused("not_started", N_("This match has not started yet."), number=loaded.number)


def _need_unfinished(loaded: Loaded) -> None:
    if loaded.status not in (OPEN, ACTIVE):
        raise Refused("game_over", N_("This match is over."), number=loaded.number)


def outcome(loaded: Loaded, entry: Entry) -> Outcome:
    """Return what an entry of the kind `adjudicate` says, with the scores as the rules count them so far."""
    assert loaded.state is not None
    return Outcome(tuple(entry.body["places"]), loaded.facts.game.scores(loaded.state))


def note(loaded: Loaded, entry: Entry) -> None:
    """Keep the reason for the players."""
    kind = entry.body["move"]["type"] if entry.kind == "move" else entry.kind
    loaded.interventions.append([entry.number, kind, entry.body["why"]])


def told(loaded: Loaded) -> list[dict[str, Any]]:
    """Return what the players are told, the first one first."""
    return [{"number": number, "kind": kind, "why": why} for number, kind, why in loaded.interventions]
