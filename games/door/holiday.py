"""Holidays in a match by mail: the clock of who is on holiday stands still. Pure; games.clocks.holidays knows whose.

A holiday is counted once a turn, by an entry: so the log alone tells each deadline. It puts the deadline off by all of
the holiday that lies in the turn, and no more than that, if it begins before the deadline.
"""

from __future__ import annotations

from games.door import clocks, leaving, requests
from games.door.guards import Draft
from games.door.loaded import ACTIVE, MAIL, Entry, Loaded
from rules.contract import Event

OVERDRAWN = -(10**12)  # ms: who is late is so by the clock until the holiday is counted, or its end would be later


def draft(loaded: Loaded, request: requests.Holiday, now: int) -> Draft:
    """Count a holiday in the turn that runs, or note that one which is counted has ended early: no time comes back."""
    if not is_awaited(loaded, request.seat):
        raise leaving.not_due()
    ms, known = _ms(loaded, request), counted(loaded, request.seat).get(str(request.holiday))
    if known is not None:
        ms = 0
    if (ms <= 0) if known is None else (request.ends >= known[1]):
        raise leaving.not_due()
    body = {"holiday": request.holiday, "ms": ms, "begins": request.begins, "until": request.ends}
    return "holiday", request.seat, body


def token(loaded: Loaded, request: requests.Holiday) -> str:
    """Return what lets the database take a holiday once a turn: no person can choose it, for it has colons."""
    ended = ":ended" if str(request.holiday) in counted(loaded, request.seat) else ""
    return f"holiday:{request.holiday}:{loaded.began[request.seat]}{ended}"


def is_awaited(loaded: Loaded, seat: int) -> bool:
    """Return whether a person's own time runs by mail."""
    by_mail = loaded.status == ACTIVE and loaded.pace == MAIL
    return by_mail and seat in loaded.running and loaded.occupants[seat].person


def counted(loaded: Loaded, seat: int) -> dict[str, list[int]]:
    """Return the holidays that are counted in the turn that runs: by id from when until when."""
    return loaded.away.get(str(seat), {})


def _ms(loaded: Loaded, request: requests.Holiday) -> int:
    if request.begins >= clocks.runs_out(loaded, request.seat):
        return 0
    return request.ends - max(request.begins, loaded.began[request.seat])


def fold(loaded: Loaded, entry: Entry) -> list[Event]:
    """Put the deadline off."""
    body, seat = entry.body, entry.seat
    loaded.left[seat] += body["ms"]
    known = counted(loaded, seat)
    loaded.away = loaded.away | {str(seat): known | {str(body["holiday"]): [body["begins"], body["until"]]}}
    return []
