"""Plain dataclasses, not ORM: the options, the state, the moves and the events of Diamoniak."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal, Self, get_args

from rules.contract import N_, BadOptions, Event, Move, Options, State
from rules.diamoniak.cards import WITCH

Starter = Literal["random", 0, 1, 2, 3]
Phase = Literal["start", "drawing", "paying", "over"]
NOBODY = -1


@dataclass(frozen=True, slots=True)
class DiamoniakOptions(Options):
    """What is chosen before the start."""

    starter: Starter = field(
        default="random",
        metadata={
            "label": N_("Who starts"),
            "help": N_("The youngest, say the printed rules: choose that player's seat, or leave it to the lot."),
            "labels": {
                "random": N_("drawn by lot"),
                0: N_("the first seat"),
                1: N_("the second seat"),
                2: N_("the third seat"),
                3: N_("the fourth seat"),
            },
        },
    )

    def __post_init__(self) -> None:
        if isinstance(self.starter, bool) or self.starter not in get_args(Starter):
            message = N_("Who starts is “random” or the number of a seat, from 0.")
            raise BadOptions("bad_options", message, field="starter")


@dataclass(slots=True)
class DiamoniakState(State):
    """One table. Each of the 54 cards is in the deck, discarded, held, or a witch waiting for payment."""

    seats: int
    turn: int
    deck: list[str]  # the last card is the top
    discard: list[str]  # oldest first
    holdings: list[list[int]]  # by seat: how many of each kind, see `cards`
    colours: list[int]  # by seat: the place in COLOURS of the palace being built, or NOBODY's -1
    drawn: list[str] = field(default_factory=list)  # in this turn; a witch at its end waits for payment
    winner: int = NOBODY

    def clone(self) -> Self:
        """Return an independent copy."""
        return type(self)(
            self.seats,
            self.turn,
            self.deck.copy(),
            self.discard.copy(),
            [holding.copy() for holding in self.holdings],
            self.colours.copy(),
            self.drawn.copy(),
            self.winner,
        )

    @property
    def over(self) -> bool:
        """Tell whether a palace is complete."""
        return self.winner != NOBODY

    @property
    def paying(self) -> bool:
        """Tell whether a witch waits for the payment of the seat whose turn it is."""
        return bool(self.drawn) and self.drawn[-1] == WITCH

    @property
    def phase(self) -> Phase:
        """Return what the seat whose turn it is can do: anything, draw on or stop, pay; or that all is over."""
        if self.over:
            return "over"
        return "paying" if self.paying else "drawing" if self.drawn else "start"

    def palace_of(self, seat: int) -> int:
        """Return how many cards lie in the seat's palace."""
        colour = self.colours[seat]
        return 0 if colour == NOBODY else self.holdings[seat][colour]


# --- moves ---
@dataclass(frozen=True, slots=True)
class Draw(Move):
    """Turn up the next card of the deck."""

    type: ClassVar[str] = "draw"


@dataclass(frozen=True, slots=True)
class Stop(Move):
    """Leave it at what was drawn; the turn passes."""

    type: ClassVar[str] = "stop"


@dataclass(frozen=True, slots=True)
class Buy(Move):
    """Buy a palace card of one's colour from another seat for three diamonds, instead of drawing."""

    type: ClassVar[str] = "buy"
    from_: int


@dataclass(frozen=True, slots=True)
class Pay(Move):
    """Pay the witch with cards in any order, or with a fairy."""

    type: ClassVar[str] = "pay"
    cards: tuple[str, ...]


# --- events ---
@dataclass(frozen=True, slots=True)
class Reshuffled(Event):
    """The discard pile became a new deck of `count` cards."""

    type: ClassVar[str] = "reshuffled"
    count: int


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """A card was turned up; what becomes of it follows."""

    type: ClassVar[str] = "drew"
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class PalaceStarted(Event):
    """The card drawn starts a palace of `colour`; `cards` counts it and the side cards that moved in with it."""

    type: ClassVar[str] = "palace_started"
    seat: int
    colour: str
    cards: int


@dataclass(frozen=True, slots=True)
class Joined(Event):
    """The card drawn or bought joined the palace, which now has `cards` cards."""

    type: ClassVar[str] = "joined"
    seat: int
    card: str
    cards: int


@dataclass(frozen=True, slots=True)
class Sided(Event):
    """The card drawn went to the side area."""

    type: ClassVar[str] = "sided"
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class Bought(Event):
    """A palace card left `from`'s side area for `paid` diamonds; that it joins the palace follows."""

    type: ClassVar[str] = "bought"
    seat: int
    from_: int
    card: str
    paid: int


@dataclass(frozen=True, slots=True)
class Paid(Event):
    """The witch took these cards (none from who had none) to the discard pile, and followed them."""

    type: ClassVar[str] = "paid"
    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SavedByFairy(Event):
    """A fairy was given up instead of cards, and the witch followed it to the discard pile."""

    type: ClassVar[str] = "saved_by_fairy"
    seat: int


@dataclass(frozen=True, slots=True)
class ColourFreed(Event):
    """The last card of a palace is gone: anybody may start one of this colour."""

    type: ClassVar[str] = "colour_freed"
    seat: int
    colour: str


@dataclass(frozen=True, slots=True)
class Stopped(Event):
    """A seat drew no further card."""

    type: ClassVar[str] = "stopped"
    seat: int


@dataclass(frozen=True, slots=True)
class TurnPassed(Event):
    """It is now this seat's turn."""

    type: ClassVar[str] = "turn_passed"
    seat: int


@dataclass(frozen=True, slots=True)
class Completed(Event):
    """A palace is complete."""

    type: ClassVar[str] = "completed"
    seat: int
    colour: str


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The match is over; the places by seat."""

    type: ClassVar[str] = "ended"
    places: tuple[int, ...]


MOVES: tuple[type[Move], ...] = (Draw, Stop, Buy, Pay)
EVENTS: tuple[type[Event], ...] = (
    Reshuffled,
    Drew,
    PalaceStarted,
    Joined,
    Sided,
    Bought,
    Paid,
    SavedByFairy,
    ColourFreed,
    Stopped,
    TurnPassed,
    Completed,
    Ended,
)
