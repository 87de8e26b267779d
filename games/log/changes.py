"""What one entry changes in the database, worked out once for both carriers: the entry, the head, what follows."""

from __future__ import annotations

from typing import Any

import msgspec

from games.clocks import alarms
from games.door import clocks
from games.door.folding import fold
from games.door.loaded import ACTIVE, MAIL, OVER, Entry, Loaded, to_snapshot
from rules import codec
from rules.contract import Event

SNAPSHOT_EVERY = 32  # entries; a match is loaded from its snapshot and the entries after it


class Change(msgspec.Struct, frozen=True):
    """An entry of a match with the head of the log after it, and what else is then no longer true."""

    match: str
    entry: Entry
    status: str
    at: int
    started_at: int
    owner: str | None  # None: as it was
    summary: dict[str, Any]
    snapshot: dict[str, Any] | None  # None: the older one will do
    due: dict[alarms.Key, int]  # alarms to set
    gone: list[alarms.Key]  # and to take away
    seats: list[tuple[int, int | None, str]]  # that changed hands, or all where the match is over: seat, user, bot
    clock: dict[str, int] | None  # by which it goes by mail from now on; None: as it did
    wanted: dict[alarms.Key, int]  # all alarms of the match from now on

    @property
    def over(self) -> bool:
        """Whether the match is."""
        return self.status in OVER


def fold_in(loaded: Loaded, entry: Entry, before: dict[alarms.Key, int] | None = None) -> tuple[Change, list[Event]]:
    """Fold the entry into the match; return what must be written for it, and what happened in the game.

    `before`: the alarms that the match wanted until now, for who has kept them.
    """
    people, active = None if entry.kind == "move" else _sitting(loaded), loaded.status == ACTIVE
    slowed = loaded.slowed
    if before is None:
        before = alarms.wanted(loaded)
    events = fold(loaded, entry)
    wanted = alarms.wanted(loaded)
    due, gone = alarms.difference(before, wanted)
    lasting = active and loaded.status == ACTIVE and entry.number % SNAPSHOT_EVERY
    change = Change(
        match=loaded.facts.match,
        entry=entry,
        status=loaded.status,
        at=loaded.changed_at,
        started_at=loaded.started_at,
        owner=None,
        summary=summary(loaded),
        snapshot=None if lasting else to_snapshot(loaded),
        due=due,
        gone=gone,
        seats=_changed_seats(people, loaded),
        clock=None if loaded.slowed == slowed else loaded.clock,
        wanted=wanted,
    )
    return change, events


def summary(loaded: Loaded) -> dict[str, Any]:
    """Return what lists show of a match: its people, whose turn it is, by mail until when, how it ended."""
    due = clocks.deadline(loaded) if loaded.pace == MAIL else None
    return {
        "seats": [[o.user, o.bot, o.ready, o.gave_up] for o in loaded.occupants],
        "turn": sorted(loaded.must_act()),
        "outcome": None if loaded.outcome is None else codec.outcome_to_json(loaded.outcome),
        "ended": loaded.ended,
    } | ({} if due is None else {"deadline": due[0]})


def _sitting(loaded: Loaded) -> list[tuple[int | None, str]]:
    return [(occupant.user, occupant.bot) for occupant in loaded.occupants]


def _changed_seats(before: list[tuple[int | None, str]] | None, loaded: Loaded) -> list[tuple[int, int | None, str]]:
    if before is None and not loaded.over:
        return []
    seats = enumerate(_sitting(loaded))
    return [(seat, *now) for seat, now in seats if before is None or loaded.over or before[seat] != now]
