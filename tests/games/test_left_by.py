"""By what somebody left a match: seats tell it, so that nobody is said to have given up who did not."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.staff.evidence import shown
from games import frames
from games.door import requests
from games.door.loaded import from_snapshot, to_snapshot
from tests.games.test_leavers import LATER, TAKE_BACK, Match, claim, seat_bot


def left(match: Match, seat: int) -> Any:
    """Return by what a seat tells that its person left, also where a snapshot is read."""
    told = [frames.frame(one, {}, None)["seats"][seat] for one in (match.loaded, again(match))]
    assert told[0] == told[1]
    assert ("left" in told[0]) == ("gave_up" in told[0])
    return told[0].get("left")


def again(match: Match) -> Any:
    return from_snapshot(match.facts, to_snapshot(match.loaded))


@pytest.mark.parametrize("people", [2, 3])
def test_who_resigned_gave_up(people: int) -> None:
    match = Match(people=people)
    match.ask(0, requests.Resign(token="t"))
    assert (left(match, 0), left(match, 1)) == ("resign", None)


@pytest.mark.parametrize("people", [2, 3])
def test_who_ran_out_of_time_did_not(people: int) -> None:
    match = Match(people=people)
    assert left(match, match.time_out()) == "time"


def test_neither_did_who_went_away() -> None:
    match = Match()
    gone, other = match.leave()
    match.ask(other, claim(gone), LATER)
    assert left(match, gone) == "claim"


def test_who_came_back_has_not_left() -> None:
    match = Match()
    gone, other = match.leave()
    match.ask(other, seat_bot(gone), LATER)
    assert left(match, gone) == "absence"
    match.ask(gone, TAKE_BACK, LATER + 5)
    assert left(match, gone) is None


def test_evidence_of_old_tells_it_by_the_end_of_the_match_or_not_at_all() -> None:
    seats = [{"seat": 0, "gave_up": True}, {"seat": 1, "gave_up": True}, {"seat": 2, "gave_up": True, "left": "time"}]
    told = shown("match", {"seats": [*seats, {"seat": 3}], "ended": {"by": "claim", "seat": 1}})
    assert [seat["left"] for seat in told["seats"]] == ["", "claim", "time", ""]
