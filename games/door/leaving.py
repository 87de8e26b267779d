"""Who leaves a match that goes on, who comes back, and what the others may do about it meanwhile."""

from __future__ import annotations

from math import ceil

from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from games.door import requests
from games.door.guards import Asker, Draft, need_active, need_other_seat, need_play
from games.door.loaded import ACTIVE, LIVE, Loaded
from games.errors import Refused

SUBSTITUTE = "steady"  # the bot that plays on for someone who left
SIDES_OF_A_DUEL = 2


def not_due() -> Refused:
    """Return the answer to what is ordered when it is not time."""
    return Refused("not_due", N_("There is nothing to do at this time."))


def give_up(loaded: Loaded, seat: int, by: str) -> Draft:
    """End the match, or let a bot play on: a seat resigns, or its time is over.

    It ends where one side is left. But with three sides or more time that is over ends nobody else's match.
    """
    if _goes_on(loaded, seat, by):
        return "take_over", seat, {"seat": seat, "by": by, "policy": SUBSTITUTE}
    return "give_up", seat, {"seat": seat, "by": by}


def _goes_on(loaded: Loaded, seat: int, by: str) -> bool:
    teams, sides = loaded.facts.teams, loaded.sides_held(without=seat)
    many = len(set(teams)) > SIDES_OF_A_DUEL
    return len(sides) >= SIDES_OF_A_DUEL or teams[seat] in sides or (by == "time" and many)


# --- a person who is to act and has no page open: the servers say so ---


def absent(loaded: Loaded, request: requests.Absent, now: int) -> Draft:
    """Put on record that all wait for somebody who is not there, and from when on they need not any more."""
    seat, body = request.seat, {"since": request.since, "until": request.until}
    awaited = loaded.pace == LIVE and seat in loaded.must_act() and loaded.occupants[seat].person
    if not awaited or str(seat) in loaded.absent or request.until <= now:
        raise not_due()
    return "absent", seat, body


def back(loaded: Loaded, request: requests.Back, now: int) -> Draft:
    """Put on record that they have come back."""
    if loaded.status != ACTIVE or str(request.seat) not in loaded.absent:
        raise not_due()
    return "back", request.seat, {}


def need_absent(loaded: Loaded, asker: Asker, seat: int, now: int) -> None:
    """Refuse what may be done only about somebody else who is absent for so long, while they are to act."""
    own = need_play(loaded, asker)
    need_other_seat(loaded, seat)
    if loaded.occupants[seat].bot:
        raise Refused("not_absent", N_("A bot plays there already."), number=loaded.number)
    if seat == own or str(seat) not in loaded.absent:
        text = N_("They are there, or it is not their turn; you can only wait.")
        raise Refused("not_absent", text, number=loaded.number)
    left = loaded.absent[str(seat)][1] - now
    if left > 0:
        text = N_("They may still come back; you can do that in %(seconds)s seconds.")
        raise Refused("too_early", text, seconds=ceil(left / 1000), retry_after=ceil(left / 1000))


def claimable(loaded: Loaded, own: int, seat: int) -> bool:
    """Return whether the match is won for `own` if `seat` does not come back: a duel, of whose other side nobody plays.

    With more sides the others play on, and a bot for who is absent.
    """
    teams = loaded.facts.teams
    alone = teams[seat] not in loaded.sides_in_play(without=seat)
    return alone and teams[own] != teams[seat] and len(set(teams)) == SIDES_OF_A_DUEL


def claim_win(loaded: Loaded, asker: Asker, request: requests.ClaimWin) -> Draft:
    """End the match: who does not come back has lost. After `need_absent`."""
    own = need_play(loaded, asker)
    if not claimable(loaded, own, request.seat):
        raise Refused("not_allowed", N_("Others still play here; a bot can play on for who is away."))
    return "give_up", own, {"seat": request.seat, "by": "claim"}


def seat_bot(loaded: Loaded, asker: Asker, request: requests.SeatBot) -> Draft:
    """Let a bot play on for who is absent. After `need_absent`."""
    body = {"seat": request.seat, "by": "absence", "policy": SUBSTITUTE}
    return "take_over", need_play(loaded, asker), body


def take_back(loaded: Loaded, asker: Asker, request: requests.TakeBack) -> Draft:
    """Let a person play on where a bot has played for them."""
    seat = need_active(loaded, asker)
    occupant = loaded.occupants[seat]
    if not occupant.gave_up:
        raise Refused("not_allowed", N_("It is you who plays on your seat; no bot does."), number=loaded.number)
    if not occupant.stand_in:
        text = N_("This seat is the bot’s now: you resigned, or a bot had to play for you too often.")
        raise Refused("not_allowed", text, number=loaded.number)
    return "take_back", seat, {}


def may(loaded: Loaded, own: int) -> list[str]:
    """Return what a person who plays on `own` may ask about those who are absent, once their time is over."""
    others = [seat for seat in map(int, loaded.absent) if seat != own]
    if not others:
        return []
    return ["seat_bot", *(["claim_win"] if any(claimable(loaded, own, seat) for seat in others) else [])]
