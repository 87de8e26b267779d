"""Plain dataclasses, not ORM: the options, the state, the moves and the events of Blitz."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import ClassVar, Literal, Self

from rules.blitz.cards import HIGHEST, ONES
from rules.contract import N_, Event, Move, Options, State

Phase = Literal["ready", "play", "pause", "over"]  # dealt and waiting for "Blitz!", at play, between rounds, the end


@dataclass(frozen=True, slots=True)
class BlitzOptions(Options):
    """What is chosen before the start."""

    rounds: int = field(default=5, metadata={"label": N_("Rounds"), "min": 1, "max": 10})
    break_ms: int = field(
        default=10_000,
        metadata={
            "label": N_("Break between rounds, in seconds"),
            "min": 0,
            "max": 60_000,
        },
    )


@dataclass(slots=True)
class Area:
    """What lies before one player. Waste and reserve are one list, since turning the waste over keeps its order."""

    blitz: list[str]  # the last card is the top
    work: list[list[str]]  # by slot; the last card is the top, the lowest number
    cycle: list[str]  # the waste from its bottom up, then the reserve from its top down
    turned: int = 0  # how many of the cycle's cards are the waste
    shown: int = 0  # mask of the cards that have been the top of the waste in this round
    placed: int = 0  # mask of those that have since the last shuffle: everybody knows their place in the cycle
    played: int = 0  # cards put into the centre in this round
    stuck: bool = False
    # What has been worked out for the seat; None when it must be worked out anew.
    listed: list[Move] | None = field(init=False, default=None, compare=False, repr=False)
    row_plays: list[Move] | None = field(init=False, default=None, compare=False, repr=False)  # those not of the waste
    places: dict[str, list[int]] | None = field(init=False, default=None, compare=False, repr=False)  # slots by card
    supplies: bool | None = field(init=False, default=None, compare=False, repr=False)  # has a card for the centre

    def forget_waste(self) -> None:
        """Have all that hangs on the waste worked out anew."""
        self.listed = self.supplies = None

    def forget_row(self) -> None:
        """Have everything worked out anew: the row, the top of the Blitz pile or both have changed."""
        self.listed = self.row_plays = self.places = self.supplies = None

    def note_centre(self, changed: Collection[str]) -> None:
        """Have worked out anew what hangs on the centre, which now takes these cards on other stacks than before."""
        self.supplies = None
        shown = [self.blitz[-1], *self.cycle[self.turned - 1 : self.turned], *[stack[-1] for stack in self.work]]
        if any(card in shown for card in changed):
            self.listed = self.row_plays = None

    def clone(self) -> Area:
        """Return an independent copy."""
        return Area(
            self.blitz.copy(),
            [stack.copy() for stack in self.work],
            self.cycle.copy(),
            self.turned,
            self.shown,
            self.placed,
            self.played,
            self.stuck,
        )


@dataclass(slots=True)
class Stack:
    """A stack in the centre: the seats whose cards it is made of, from the 1 upwards. A full one is off the table."""

    colour: str
    owners: list[int]

    @property
    def full(self) -> bool:
        """Tell whether the 10 lies on it."""
        return len(self.owners) == HIGHEST

    @property
    def top(self) -> str:
        """Return its highest card."""
        return f"{self.colour}{len(self.owners)}"

    @property
    def wants(self) -> str:
        """Return the card that fits on it; of a full one, a card that does not exist."""
        return f"{self.colour}{len(self.owners) + 1}"


@dataclass(slots=True)
class BlitzState(State):
    """One table in one of its rounds."""

    rounds: int
    break_ms: int
    areas: list[Area]  # by seat
    round: int = 1
    phase: Phase = "ready"
    stacks: list[Stack] = field(default_factory=list)  # by number: all that were started in this round
    reshuffles: int = 0  # in a row, with no card put into the centre since
    points: list[tuple[int, ...]] = field(default_factory=list)  # of each finished round, by seat
    # The cards that fit into the centre now, each with the stacks it fits on; a 1 always fits, on none.
    wanted: dict[str, list[int]] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        self._index_centre()

    def clear_centre(self) -> None:
        """Take all stacks away, for a new round."""
        self.stacks = []
        self.reshuffles = 0
        self._index_centre()

    def _index_centre(self) -> None:
        self.wanted = {card: [] for card in ONES}
        for number, stack in enumerate(self.stacks):
            if not stack.full:
                self.wanted.setdefault(stack.wants, []).append(number)

    def clone(self) -> Self:
        """Return an independent copy."""
        return type(self)(
            self.rounds,
            self.break_ms,
            [area.clone() for area in self.areas],
            self.round,
            self.phase,
            [Stack(stack.colour, stack.owners.copy()) for stack in self.stacks],
            self.reshuffles,
            self.points.copy(),
        )


# --- moves ---
@dataclass(frozen=True, slots=True)
class PlayToCentre(Move):
    """Put one card into the centre: on the stack of that number, or a 1 as a new one."""

    type: ClassVar[str] = "centre"
    from_: str  # "blitz", "waste" or "work:SLOT"
    to: int | Literal["new"]


@dataclass(frozen=True, slots=True)
class PlayToWork(Move):
    """Lay a card, or a whole work stack, on the work stack in slot `to`."""

    type: ClassVar[str] = "work"
    from_: str  # "blitz", "waste", "work:SLOT" or "work:SLOT:all"
    to: int


@dataclass(frozen=True, slots=True)
class Turn(Move):
    """Turn the next three cards of the reserve onto the waste."""

    type: ClassVar[str] = "turn"


@dataclass(frozen=True, slots=True)
class Stuck(Move):
    """Say that one has nothing to play."""

    type: ClassVar[str] = "stuck"


@dataclass(frozen=True, slots=True)
class Start(Move):
    """The clock says "Blitz!": the round begins."""

    type: ClassVar[str] = "start"


@dataclass(frozen=True, slots=True)
class Reshuffle(Move):
    """The clock has everybody's waste and reserve shuffled."""

    type: ClassVar[str] = "reshuffle"


@dataclass(frozen=True, slots=True)
class Deal(Move):
    """The clock has the next round set up."""

    type: ClassVar[str] = "deal"


# --- events ---
@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """A round was set up; `work` has each seat's row."""

    type: ClassVar[str] = "dealt"
    round: int
    work: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Started(Event):
    """The round began; `tops` are the first cards of the Blitz piles, by seat."""

    type: ClassVar[str] = "started"
    tops: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Put(Event):
    """A seat's card went into the centre, on the stack of that number."""

    type: ClassVar[str] = "put"
    seat: int
    card: str
    stack: int
    from_: str


@dataclass(frozen=True, slots=True)
class Completed(Event):
    """A 10 completed a stack, which is off the table."""

    type: ClassVar[str] = "completed"
    stack: int


@dataclass(frozen=True, slots=True)
class Worked(Event):
    """Cards of a seat, the highest first, went onto the stack in its slot `to`."""

    type: ClassVar[str] = "worked"
    seat: int
    cards: tuple[str, ...]
    from_: str
    to: int


@dataclass(frozen=True, slots=True)
class Filled(Event):
    """The top of a seat's Blitz pile filled its empty slot."""

    type: ClassVar[str] = "filled"
    seat: int
    slot: int
    card: str


@dataclass(frozen=True, slots=True)
class TurnedUp(Event):
    """The next card of a seat's Blitz pile was turned up."""

    type: ClassVar[str] = "turned_up"
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class Turned(Event):
    """A seat turned a packet of its reserve onto its waste; only the packet's last card can be seen, by all."""

    type: ClassVar[str] = "turned"
    seat: int
    card: str
    count: int


@dataclass(frozen=True, slots=True)
class SaidStuck(Event):
    """A seat said that it has nothing to play."""

    type: ClassVar[str] = "stuck"
    seat: int


@dataclass(frozen=True, slots=True)
class Reshuffled(Event):
    """Everybody's waste and reserve were shuffled: the `count`th time since a card was put into the centre."""

    type: ClassVar[str] = "reshuffled"
    count: int


@dataclass(frozen=True, slots=True)
class RoundOver(Event):
    """A round is over: the points of each seat, and who said "Blitz!" (nobody when reshuffling did not help)."""

    type: ClassVar[str] = "round_over"
    round: int
    scores: tuple[int, ...]
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The match is over; the places by seat."""

    type: ClassVar[str] = "ended"
    places: tuple[int, ...]


MOVES: tuple[type[Move], ...] = (PlayToCentre, PlayToWork, Turn, Stuck, Start, Reshuffle, Deal)
EVENTS: tuple[type[Event], ...] = (
    Dealt,
    Started,
    Put,
    Completed,
    Worked,
    Filled,
    TurnedUp,
    Turned,
    SaidStuck,
    Reshuffled,
    RoundOver,
    Ended,
)
