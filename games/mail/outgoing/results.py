"""How a match has ended, in words for one of its people."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from games.door.interventions import ADJUDICATED, STOPPED
from games.door.loaded import Loaded
from games.door.places import at_the_end
from games.mail.outgoing.names import apart, one_line

_BY = {
    "resign": N_("%(name)s has resigned."),
    "time": N_("The time of %(name)s was over."),
    "claim": N_("%(name)s did not come back."),
    "agreement": N_("All agreed to a draw."),
    ADJUDICATED: N_("A moderator has decided the match."),
}


def result_words(loaded: Loaded, seat: int) -> str:
    """Return how it ended for the person on a seat; "" while it goes on."""
    if not loaded.over:
        return ""
    if (loaded.ended or {}).get("reason") == STOPPED:
        return gettext("A moderator has stopped the match. It does not count for anybody.")
    if loaded.outcome is None:
        return gettext("The match was stopped without a result.")
    places = at_the_end(loaded) or []
    if len(set(places)) == 1:
        return gettext("The match is a draw.")
    return gettext("You have won!") if places[seat] == 1 else gettext("You have lost this time.")


def reasons(loaded: Loaded) -> list[str]:
    """Return why a moderator has ended the match, in the moderator's words; nothing where none has."""
    ends = [why for _, kind, why in loaded.interventions if kind in ("abort", "adjudicate")]
    return [gettext("The moderator’s reason: %(why)s") % {"why": apart(one_line(why))} for why in ends]


def result_lines(loaded: Loaded, names: Sequence[str]) -> tuple[str, ...]:
    """Return what ended the match, and places and scores of all, the best first."""
    ended, outcome = loaded.ended or {}, loaded.outcome
    if outcome is None:
        return tuple(reasons(loaded)) if loaded.over else ()
    told = {"name": names[ended.get("seat", 0)]}
    why = [gettext(_BY[ended["by"]]) % told] if ended.get("by") in _BY else []
    why += reasons(loaded)
    score = gettext(loaded.facts.game.score_name)
    places = at_the_end(loaded) or []
    order = sorted(range(len(names)), key=lambda seat: (places[seat], seat))
    lines = [f"{places[seat]}. {names[seat]} ({score}: {outcome.scores[seat]})" for seat in order]
    return (*why, *lines)
