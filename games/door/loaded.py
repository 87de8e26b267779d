"""A match in memory: what its log says so far. It is only ever changed by folding an entry into it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import msgspec

from rules import codec
from rules.chance import Chance, match_seed
from rules.contract import Game, Move, Options, Outcome, State

OPEN, ACTIVE, FINISHED, ABORTED = "open", "active", "finished", "aborted"
OVER = (FINISHED, ABORTED)
NO_SEAT = -1
LIVE, MAIL = "live", "mail"  # the paces


class Entry(msgspec.Struct, frozen=True, eq=False):
    """One change of a match. `seat` is -1 for the clock, the referee and strangers; `at` is ms since 1970 UTC.

    (A struct, for one is made for every move, and a frozen dataclass takes twenty times as long.)
    """

    number: int
    kind: str
    seat: int
    body: dict[str, Any]
    at: int
    ply: int | None = None  # moves only: the count of moves before this one
    token: str | None = None
    asked: str = ""  # digest of the request, to tell a repeat from a token used twice
    move: Move | None = None  # the body's, where it has been read already

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Entry) and self.told() == other.told()

    def __hash__(self) -> int:
        return hash((self.number, self.kind, self.seat, self.at))

    def told(self) -> list[Any]:
        """Return all that is stored of it, in the order of the fields."""
        return [self.number, self.kind, self.seat, self.body, self.at, self.ply, self.token, self.asked]


@dataclass(frozen=True, slots=True)
class Facts:
    """What never changes after a table was opened."""

    match: str
    game: Game[Any, Any]
    options: Options
    seats: int
    teams: tuple[int, ...]
    pace: str  # as it was opened, the clock too: Loaded.pace and Loaded.clock say how it goes now
    clock: dict[str, int]  # {"per_move": ms} or {"main": ms, "increment": ms}
    listed: bool
    watchers: bool
    server_seed: bytes  # secret until the match is over
    opened_at: int
    talk: str = "free"
    rated: bool = False


@dataclass(slots=True)
class Occupant:
    """Who sits on a seat: a person (`user`), a bot (`bot` = its policy), or nobody."""

    user: int | None = None
    bot: str = ""
    ready: bool = False
    salt: str = ""
    gave_up: bool = False  # resigned, out of time or too long away; a bot may play on for the seat
    returnable: bool = False  # and the person may take it back from the bot
    returns: int = 0  # how often they did
    kept: int | None = None  # the person for whom the seat is kept while it is empty
    left: str = ""  # by what they gave up: "resign", "time", "absence" (a bot plays on) or "claim" (they had lost)

    @property
    def empty(self) -> bool:
        """Nobody sits here."""
        return self.user is None and not self.bot

    @property
    def person(self) -> bool:
        """A person who still plays."""
        return self.user is not None and not self.gave_up

    @property
    def stand_in(self) -> bool:
        """A bot that plays for a person until they take the seat back."""
        return bool(self.bot) and self.returnable


@dataclass(slots=True)
class Loaded:
    """A match as its log tells it up to entry `number`."""

    facts: Facts
    number: int = 0
    ply: int = 0
    status: str = OPEN
    at: int = 0  # instant of the last entry
    host: int = 0  # the seat that may start, kick and add bots; -1 in a quick match
    occupants: list[Occupant] = field(default_factory=list)
    state: State | None = None
    moved: int = 0  # number of the last entry that changed the position
    moved_at: int = 0  # and its instant
    left: list[int] = field(default_factory=list)  # ms on each seat's clock, true at `since`
    running: list[int] = field(default_factory=list)
    since: int = 0
    started_at: int = 0
    timer: tuple[int, Move] | None = None  # what the clock will play, after how many ms: known from the state
    timer_since: int = 0  # since when that is so, or since when there is no timer
    acted: list[int] = field(default_factory=list)  # instant of each seat's last move, at first that of the start
    wakes: list[int] = field(default_factory=list)  # instant at which the bot of each seat moves; 0: it may not
    offers: list[int] = field(default_factory=list)  # seats that agree to a draw
    offered: dict[str, int] = field(default_factory=dict)  # seat -> ply of its last offer
    gathered: bool = False  # a quick match: its people were seated together, and it has no host
    kicked: list[int] = field(default_factory=list)  # users whom the host has sent away
    absent: dict[str, list[int]] = field(default_factory=dict)  # who is to act and away: seat -> [since, until]
    slow: dict[str, Any] | None = None  # it is asked to go on by mail: {"days", "by": seats that agree}
    slow_asked: dict[str, int] = field(default_factory=dict)  # seat -> ply at which it asked last
    slowed: int = 0  # ms a move since all agreed; 0: it goes as it was opened
    began: list[int] = field(default_factory=list)  # instant since which each seat is to act, or was last
    away: dict[str, dict[str, list[int]]] = field(default_factory=dict)  # holidays in running turns: seat -> id -> span
    ended_at: int = 0  # a guest's merging may still add entries after it
    outcome: Outcome | None = None
    ended: dict[str, Any] | None = None
    interventions: list[list[Any]] = field(default_factory=list)  # of moderators: number, kind, reason for the players
    rematch: dict[str, Any] | None = None  # the table where its people play again, and the seat that asked for it
    _seed: bytes | None = field(default=None, compare=False, repr=False)

    @property
    def over(self) -> bool:
        """Nothing can change any more."""
        return self.status in OVER

    @property
    def pace(self) -> str:
        """How it goes now: live or by mail."""
        return MAIL if self.slowed else self.facts.pace

    @property
    def clock(self) -> dict[str, int]:
        """The clock by which it goes now."""
        return {"per_move": self.slowed} if self.slowed else self.facts.clock

    @property
    def changed_at(self) -> int:
        """When people last did something here."""
        return self.ended_at or self.at

    def chance(self) -> Chance:
        """Return the chance of the action that comes next."""
        if self._seed is None or self.status == OPEN:  # from the start on the salts are what they are
            self._seed = match_seed(self.facts.server_seed, [occupant.salt for occupant in self.occupants])
        return Chance(self._seed, self.ply)

    def next_timer(self) -> tuple[int, Move] | None:
        """Return what the game's clock is to play next and after how many ms; nothing but while the match goes on."""
        if self.state is None or self.over:
            return None
        return self.facts.game.timer(self.state)

    def shown_timer(self) -> tuple[int, Move] | None:
        """Return the timer if everybody may know that it runs."""
        if self.timer is None or type(self.timer[1]) not in self.facts.game.open_timers:
            return None
        return self.timer

    def must_act(self) -> frozenset[int]:
        """Return the seats whose move is awaited; none before the start and after the end."""
        if self.state is None or self.over:
            return frozenset()
        return self.facts.game.must_act(self.state)

    def may_act(self, seat: int) -> bool:
        """Return whether the seat can make any move now, in or out of turn."""
        return self.state is not None and not self.over and bool(self.facts.game.legal_moves(self.state, seat))

    def bots_to_act(self) -> set[int]:
        """Return the bots that may move. Those out of turn go first: what they may do lapses with the next turn."""
        bots = {seat for seat, occupant in enumerate(self.occupants) if occupant.bot and self.may_act(seat)}
        return bots - self.must_act() or bots

    def seat_of(self, user: int | None) -> int | None:
        """Return the user's seat, or None."""
        if user is not None:
            for seat, occupant in enumerate(self.occupants):
                if occupant.user == user:
                    return seat
        return None

    def is_kept_for(self, user: int) -> bool:
        """Return whether a seat is kept for a person at this table."""
        return any(occupant.kept == user for occupant in self.occupants)

    def sides_in_play(self, without: int | None = None) -> set[int]:
        """Return the teams that have a person who plays, one seat left out if asked."""
        people = {s for s, o in enumerate(self.occupants) if o.person}
        return {self.facts.teams[s] for s in people if s != without}

    def sides_held(self, without: int | None = None) -> set[int]:
        """Return those, and the teams for which a person may still come back and play."""
        held = {s for s, o in enumerate(self.occupants) if o.person or o.stand_in}
        return {self.facts.teams[s] for s in held if s != without}


def fresh(facts: Facts) -> Loaded:
    """Return the match before its first entry: an empty table."""
    return Loaded(facts, at=facts.opened_at, occupants=[Occupant() for _ in range(facts.seats)])


_PLAIN = (
    "number", "ply", "status", "at", "host", "moved", "moved_at", "left", "running",
    "since", "started_at", "timer_since", "acted", "wakes", "offers", "offered", "gathered", "kicked", "absent",
    "slow", "slow_asked", "slowed", "began", "away", "ended_at", "ended", "rematch",
    "interventions",
)  # fmt: skip


SNAPSHOT = 7  # rises when what a snapshot holds changes: an older one is then not used, the log is replayed


def to_snapshot(loaded: Loaded) -> dict[str, Any]:
    """Return the match as plain JSON values (secrets included: for the database alone)."""
    snapshot = {name: getattr(loaded, name) for name in _PLAIN}
    snapshot["format"] = [SNAPSHOT, loaded.facts.game.version]
    snapshot["occupants"] = [
        [o.user, o.bot, o.ready, o.salt, o.gave_up, o.returnable, o.returns, o.kept, o.left] for o in loaded.occupants
    ]
    snapshot["state"] = None if loaded.state is None else codec.state_to_json(loaded.state)
    snapshot["outcome"] = None if loaded.outcome is None else codec.outcome_to_json(loaded.outcome)
    return snapshot


def is_current(facts: Facts, snapshot: dict[str, Any]) -> bool:
    """Return whether this program, with these rules, wrote the snapshot and so can read it."""
    return bool(snapshot.get("format") == [SNAPSHOT, facts.game.version])


def from_snapshot(facts: Facts, snapshot: dict[str, Any]) -> Loaded:
    """Return the match that `to_snapshot` wrote; only for a current one."""
    loaded = Loaded(facts, **{name: snapshot[name] for name in _PLAIN})
    loaded.occupants = [Occupant(*row) for row in snapshot["occupants"]]
    if snapshot["state"] is not None:
        loaded.state = codec.state_from_json(facts.game, snapshot["state"])
        loaded.timer = loaded.next_timer()
    if snapshot["outcome"] is not None:
        loaded.outcome = codec.outcome_from_json(snapshot["outcome"])
    return loaded
