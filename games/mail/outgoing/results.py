"""How a match has ended, in words for one of its people."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from games.door.loaded import Loaded

_BY = {
    "resign": N_("%(name)s has resigned."),
    "time": N_("The time of %(name)s was over."),
    "claim": N_("%(name)s did not come back."),
    "agreement": N_("All agreed to a draw."),
}


def result_words(loaded: Loaded, seat: int) -> str:
    """Return how it ended for the person on a seat; "" while it goes on."""
    if not loaded.over:
        return ""
    if loaded.outcome is None:
        return gettext("The match was stopped without a result.")
    places = loaded.outcome.places
    if len(set(places)) == 1:
        return gettext("The match is a draw.")
    return gettext("You have won!") if places[seat] == 1 else gettext("You have lost this time.")


def result_lines(loaded: Loaded, names: Sequence[str]) -> tuple[str, ...]:
    """Return what ended the match, and places and scores of all, the best first."""
    if loaded.outcome is None:
        return ()
    ended, outcome = loaded.ended or {}, loaded.outcome
    told = {"name": names[ended.get("seat", 0)]}
    why = [gettext(_BY[ended["by"]]) % told] if ended.get("by") in _BY else []
    score = gettext(loaded.facts.game.score_name)
    order = sorted(range(len(names)), key=lambda seat: (outcome.places[seat], seat))
    lines = [f"{outcome.places[seat]}. {names[seat]} ({score}: {outcome.scores[seat]})" for seat in order]
    return (*why, *lines)
