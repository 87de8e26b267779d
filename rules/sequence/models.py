"""Plain dataclasses, not ORM: the options, the state, the moves and the events of Sequence."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import ClassVar, Literal, Self, get_args

from rules.contract import N_, BadOptions, Event, Move, Options, Seat, State

DrawMode = Literal["auto", "manual"]


@dataclass(frozen=True, slots=True)
class SequenceOptions(Options):
    """What is chosen before the start; `teams` None follows from the number of players."""

    teams: Literal[2, 3] | None = field(
        default=None,
        metadata={
            "label": N_("Teams"),
            "help": N_("Six and twelve players can play as two or as three teams."),
            "labels": {None: N_("as the number of players implies"), 2: N_("two"), 3: N_("three")},
        },
    )
    hard: bool = field(
        default=False,
        metadata={
            "label": N_("Hard variant"),
            "help": N_("One-eyed jacks may also take chips out of finished sequences."),
        },
    )
    draw: DrawMode = field(
        default="auto",
        metadata={
            "label": N_("Drawing"),
            "help": N_("Manual: who forgets to draw in time plays on with a card less."),
            "labels": {"auto": N_("automatic"), "manual": N_("manual, as printed")},
        },
    )
    table_talk: bool = field(
        default=False,
        metadata={
            "label": N_("Penalty for table talk"),
            "help": N_("In teams: the host may fine one that gives advice; each of its members gives up a card."),
        },
    )

    def __post_init__(self) -> None:
        if self.teams not in (None, 2, 3) or isinstance(self.teams, bool):
            raise BadOptions("bad_options", N_("There are two or three teams."), field="teams")
        if self.draw not in get_args(DrawMode):
            raise BadOptions("bad_options", N_("Drawing is “auto” or “manual”."), field="draw")
        for name in ("hard", "table_talk"):
            if not isinstance(getattr(self, name), bool):
                raise BadOptions("bad_options", N_("The option “%(field)s” is on or off."), field=name)


@dataclass(slots=True)
class SequenceState(State):
    """One table. Masks are those of `board`; seat s plays for team s mod `teams`."""

    seats: int
    teams: int
    hard: bool
    manual: bool  # draws must be said
    table_talk: bool
    dealer: int
    cut: tuple[tuple[tuple[int, str], ...], ...]  # each round's (seat, card); further rounds are between those who tied
    turn: int
    hands: list[list[str]]
    deck: list[str]  # the last card is the top
    discards: list[list[str]]  # by seat, oldest first
    chips: list[int]  # by team: the mask of its chips
    sequences: list[tuple[int, int]] = field(default_factory=list)  # (team, mask with corners), oldest first
    exchanged: bool = False  # the seat to play has used this turn's exchange
    rights: list[tuple[int, int]] = field(default_factory=list)  # (seat, see `drawing`), oldest first
    owed: list[int] = field(default_factory=list)  # by seat: cards still to be forfeited
    passes: int = 0  # in a row
    over: bool = False
    last: str = ""  # the cell of the last chip put down or taken
    prospects: Prospects | None = field(default=None, init=False, compare=False, repr=False)

    def clone(self) -> Self:
        """Return an independent copy; what stands inside the lists is immutable."""
        return type(self)(
            self.seats,
            self.teams,
            self.hard,
            self.manual,
            self.table_talk,
            self.dealer,
            self.cut,
            self.turn,
            [hand.copy() for hand in self.hands],
            self.deck.copy(),
            [pile.copy() for pile in self.discards],
            self.chips.copy(),
            self.sequences.copy(),
            self.exchanged,
            self.rights.copy(),
            self.owed.copy(),
            self.passes,
            self.over,
            self.last,
        )

    @property
    def needed(self) -> int:
        """How many sequences a team needs: two against one other team, one against two."""
        return 2 if self.teams == 2 else 1

    def sequences_of(self, team: int) -> list[int]:
        """Return the masks of the team's finished sequences."""
        return [five for owner, five in self.sequences if owner == team]


# --- moves ---
@dataclass(frozen=True, slots=True)
class Play(Move):
    """Play a card on a cell: place a chip, or take one with a one-eyed jack; `line` names the five it completes."""

    type: ClassVar[str] = "play"
    card: str
    cell: str
    line: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Exchange(Move):
    """Lay a dead card down and draw another, once a turn, before playing."""

    type: ClassVar[str] = "exchange"
    card: str


@dataclass(frozen=True, slots=True)
class Draw(Move):
    """Draw for the card played last (only where draws must be said)."""

    type: ClassVar[str] = "draw"


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """Let the turn go by; only when nothing can be played or exchanged."""

    type: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class Forfeit(Move):
    """Give up a card that is owed for table talk."""

    type: ClassVar[str] = "forfeit"
    card: str


@dataclass(frozen=True, slots=True)
class Penalty(Move):
    """The referee's call: every member of the team owes a card."""

    type: ClassVar[str] = "penalty"
    team: int


@dataclass(slots=True)
class Prospects:
    """What the chips alone decide about coming moves: see `prospects`."""

    chips: list[int]  # by team: those it was worked out from
    plays: dict[str, tuple[Play, ...] | None]  # by card: its plays on free cells; None for jacks, which have no cells
    forking: list[frozenset[str]]  # by team: the cards that can fill a gap (see `lines`), or more than those


# --- events ---
@dataclass(frozen=True, slots=True)
class Placed(Event):
    """A chip of `team` was put on a cell."""

    type: ClassVar[str] = "placed"
    seat: int
    card: str
    cell: str
    team: int


@dataclass(frozen=True, slots=True)
class Removed(Event):
    """A one-eyed jack took a chip; `team` is the team that lost it."""

    type: ClassVar[str] = "removed"
    seat: int
    card: str
    cell: str
    team: int


@dataclass(frozen=True, slots=True)
class Exchanged(Event):
    """A dead card was laid down."""

    type: ClassVar[str] = "exchanged"
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """A seat drew a card that it alone may see."""

    type: ClassVar[str] = "drew"
    secret: ClassVar[frozenset[str]] = frozenset({"card"})
    seat: int
    card: str | None

    def insiders(self) -> Collection[Seat]:
        """Return the drawer."""
        return (self.seat,)


@dataclass(frozen=True, slots=True)
class DrawLost(Event):
    """A seat's draw lapsed, or found nothing to draw."""

    type: ClassVar[str] = "draw_lost"
    seat: int


@dataclass(frozen=True, slots=True)
class Reshuffled(Event):
    """The discard piles became a new deck of `count` cards."""

    type: ClassVar[str] = "reshuffled"
    count: int


@dataclass(frozen=True, slots=True)
class SequenceMade(Event):
    """A team finished a sequence."""

    type: ClassVar[str] = "sequence_made"
    team: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SequenceBroken(Event):
    """A team's sequence lost a chip and counts no more (hard variant)."""

    type: ClassVar[str] = "sequence_broken"
    team: int
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A seat could do nothing."""

    type: ClassVar[str] = "passed"
    seat: int


@dataclass(frozen=True, slots=True)
class Penalised(Event):
    """The referee fined a team."""

    type: ClassVar[str] = "penalised"
    team: int


@dataclass(frozen=True, slots=True)
class Forfeited(Event):
    """A seat gave up a card for table talk."""

    type: ClassVar[str] = "forfeited"
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The match is over; the places by seat."""

    type: ClassVar[str] = "ended"
    places: tuple[int, ...]


MOVES: tuple[type[Move], ...] = (Play, Exchange, Draw, Pass, Forfeit, Penalty)
EVENTS: tuple[type[Event], ...] = (
    Placed,
    Removed,
    Exchanged,
    Drew,
    DrawLost,
    Reshuffled,
    SequenceMade,
    SequenceBroken,
    Passed,
    Penalised,
    Forfeited,
    Ended,
)
