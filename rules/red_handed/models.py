"""Plain dataclasses, not ORM: the options, the state, the moves and the events of Red-Handed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal, Self, get_args

from rules.contract import N_, BadOptions, Event, Move, Options, State
from rules.red_handed.cards import Fact

Variant = Literal["standard", "quick"]
Card = tuple[int, str]  # a face-down card: its lot (see RedHandedState) and its code


@dataclass(frozen=True, slots=True)
class RedHandedOptions(Options):
    """What is chosen before the start; times are milliseconds."""

    variant: Variant = field(
        default="standard",
        metadata={
            "label": N_("Game"),
            "help": N_("Quick: cards you win go to a pile beside you, and each card is played only once."),
            "labels": {"standard": N_("standard"), "quick": N_("quick")},
        },
    )
    pace_ms: int = field(
        default=3000,
        metadata={
            "label": N_("Between two cards, in seconds"),
            "help": N_("How long the table waits before everyone turns the next card."),
            "min": 800,
            "max": 15_000,
        },
    )
    point_ms: int = field(
        default=2500,
        metadata={
            "label": N_("Time to point, in seconds"),
            "help": N_("How long the player with the diamond may take to point to the cards."),
            "min": 1000,
            "max": 30_000,
        },
    )

    def __post_init__(self) -> None:
        if self.variant not in get_args(Variant):
            raise BadOptions("bad_options", N_("The game is “standard” or “quick”."), field="variant")
        for name in ("pace_ms", "point_ms"):
            if type(getattr(self, name)) is not int:
                raise BadOptions("bad_options", N_("“%(field)s” must be a whole number."), field=name)


# --- moves ---
@dataclass(frozen=True, slots=True)
class Flip(Move):
    """The clock's: everyone who has cards in hand turns the top one up."""

    type: ClassVar[str] = "flip"


@dataclass(frozen=True, slots=True)
class Grab(Move):
    """Take the diamond, and at once point to `cards` if given; `filling` is the table filling that was seen."""

    type: ClassVar[str] = "grab"
    cards: tuple[int, ...] | None = None
    filling: int | None = None


@dataclass(frozen=True, slots=True)
class Point(Move):
    """Point, with the diamond, to the two or three cards of an incident by their table numbers."""

    type: ClassVar[str] = "point"
    cards: tuple[int, ...]
    filling: int | None = None


@dataclass(frozen=True, slots=True)
class Timeout(Move):
    """The clock's: the player with the diamond has not pointed in time."""

    type: ClassVar[str] = "timeout"


@dataclass(frozen=True, slots=True)
class Recover(Move):
    """The clock's: nobody could flip and nobody grabbed, so everyone takes their open cards back."""

    type: ClassVar[str] = "recover"


@dataclass(slots=True)
class RedHandedState(State):
    """One table. A lot is what was shuffled face down together: 0 is the deal, each gathering makes new ones.

    Which cards a lot still holds, and where they can lie, is all that anybody knows of hands and piles.
    """

    quick: bool
    pace_ms: int
    point_ms: int
    hands: list[list[Card]]  # by seat; the first card is the top
    piles: list[list[Card]]  # by seat; only the quick game fills them
    open: list[tuple[int, str]] = field(default_factory=list)  # by table number: who turned which card
    filling: int = 0  # how often the table was cleared
    grabber: int | None = None  # who holds the diamond and has to point
    recovers: int = 0  # in a row without a grab
    over: bool = False
    # What `listing` has found so far: all grabs of the first `counted` open cards.
    grabs: tuple[Grab, ...] = field(default=(), init=False, compare=False, repr=False)
    counted: int = field(default=0, init=False, compare=False, repr=False)

    def clone(self) -> Self:
        """Return an independent copy; what stands inside the lists is immutable."""
        twin = type(self)(
            self.quick,
            self.pace_ms,
            self.point_ms,
            [hand.copy() for hand in self.hands],
            [pile.copy() for pile in self.piles],
            self.open.copy(),
            self.filling,
            self.grabber,
            self.recovers,
            self.over,
        )
        twin.grabs = self.grabs
        twin.counted = self.counted
        return twin


# --- events ---
@dataclass(frozen=True, slots=True)
class Turned:
    """One card that was turned up: its table number, its code and who turned it."""

    n: int
    code: str
    seat: int


@dataclass(frozen=True, slots=True)
class Flipped(Event):
    """Everyone who could turned a card up."""

    type: ClassVar[str] = "flipped"
    cards: tuple[Turned, ...]


@dataclass(frozen=True, slots=True)
class Grabbed(Event):
    """A seat took the diamond."""

    type: ClassVar[str] = "grabbed"
    seat: int


@dataclass(frozen=True, slots=True)
class Pointed(Event):
    """The seat with the diamond pointed to these table numbers; what of the claim was `right`, and what `wrong`."""

    type: ClassVar[str] = "pointed"
    seat: int
    cards: tuple[int, ...]
    right: tuple[Fact, ...]
    wrong: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Hit(Event):
    """The seat was right: the open cards went to the others, `dealt` of them by seat."""

    type: ClassVar[str] = "hit"
    seat: int
    cards: tuple[int, ...]
    dealt: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Missed(Event):
    """The seat pointed to no incident, or to nothing in time: all `taken` open cards are its own."""

    type: ClassVar[str] = "missed"
    seat: int
    reason: Literal["cards", "time"]
    taken: int


@dataclass(frozen=True, slots=True)
class Recovered(Event):
    """Everyone took their own open cards back as their hand, `taken` of them by seat."""

    type: ClassVar[str] = "recovered"
    taken: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The match is over; the places by seat."""

    type: ClassVar[str] = "ended"
    places: tuple[int, ...]


MOVES: tuple[type[Move], ...] = (Flip, Grab, Point, Timeout, Recover)
EVENTS: tuple[type[Event], ...] = (Flipped, Grabbed, Pointed, Hit, Missed, Recovered, Ended)
