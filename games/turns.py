"""Where it is somebody's turn, for all people whose pages are open at once: pages show it wherever they are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from accounts import quick_sql

# by the index of the seats of what goes on: who has finished 500 matches is looked up as quickly as who has none
_TURNS = """
SELECT seat.user_id, seat.seat, head.match_id, played.game, head.number, head.summary
FROM games_seatrow seat JOIN games_matchlive head ON head.match_id = seat.match_id
JOIN games_match played ON played.id = seat.match_id
WHERE NOT seat.over AND head.status = 'active' AND seat.bot = '' AND seat.user_id {} ORDER BY head.match_id
"""


def turns_of(user_ids: Iterable[int]) -> dict[int, list[dict[str, Any]]]:
    """Return, by person, the matches that wait for their move: id, game and the number of the last entry. One query.

    A race waits for nobody. Whoever is in no such match is not in the answer.
    """
    found: dict[int, list[dict[str, Any]]] = {}
    rows = quick_sql.rows(_TURNS.format(quick_sql.any_number("")), quick_sql.together(user_ids))
    for user, seat, match, game, number, summary in rows:
        if seat in quick_sql.json_of(summary)["turn"]:
            found.setdefault(user, []).append({"match": match, "game": game, "number": number})
    return found
