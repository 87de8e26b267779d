"""Plain dataclasses, not ORM: the options, the state, the moves and the events of Blue Diamond."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Literal, Self, get_args

from rules.contract import N_, BadOptions, Event, Move, Options, State

End = Literal["left", "right"]
Task = Literal["build", "arrange", "return"]
Starter = Literal["random", "arsene", "lady-x"]
Reason = Literal["target", "no_move", "quiet"]

ARSENE, LADY_X = 0, 1  # seats
PICTURES = "AXPD"  # Arsène, Lady X, the policeman, the Blue Diamond
PAIRS = ("AX", "AP", "AD", "XP", "XD", "PD")  # the six cards: every two pictures stand back to back once
CARDS = tuple(range(1, 7))  # ids that say nothing of the pair
LEAST_TARGET, MOST_TARGET = 3, 15
QUIET_LIMIT = 100  # finished turns in a row without a diamond: a draw
PASSES_LIMIT = 2  # building turns in a row that may be passes


@dataclass(frozen=True, slots=True)
class BlueDiamondOptions(Options):
    """What is chosen before the start."""

    starter: Starter = field(
        default="random",
        metadata={
            "label": N_("Who starts"),
            "labels": {"random": N_("drawn by lot"), "arsene": N_("Arsène"), "lady-x": N_("Lady X")},
        },
    )
    target: int = field(
        default=7,
        metadata={
            "label": N_("Diamonds to win"),
            "help": N_("The first to have so many diamonds wins; seven as printed."),
            "min": LEAST_TARGET,
            "max": MOST_TARGET,
        },
    )
    memory_aid: bool = field(
        default=False,
        metadata={
            "label": N_("Memory aid"),
            "help": N_("Cards that have shown both pictures keep the hidden one in sight."),
        },
    )

    def __post_init__(self) -> None:
        if self.starter not in get_args(Starter):
            raise BadOptions("bad_options", N_("Who starts is “random”, “arsene” or “lady-x”."), field="starter")
        if type(self.target) is not int or not LEAST_TARGET <= self.target <= MOST_TARGET:
            message = N_("“%(field)s” must be from %(low)s to %(high)s.")
            raise BadOptions("bad_options", message, field="target", low=LEAST_TARGET, high=MOST_TARGET)
        if not isinstance(self.memory_aid, bool):
            raise BadOptions("bad_options", N_("The option “%(field)s” is on or off."), field="memory_aid")


@dataclass(slots=True)
class BlueDiamondState(State):
    """One table. Each card is in exactly one of `loose`, `row`, `due` and `fresh`."""

    target: int
    memory_aid: bool
    turn: int
    faces: dict[int, str]  # by card: the picture that is up
    backs: dict[int, str]  # by card: the picture nobody sees
    loose: list[int]  # not yet in the row
    row: list[int] = field(default_factory=list)  # from left to right
    due: list[int] = field(default_factory=list)  # set aside before this turn: to be returned in it
    fresh: list[int] = field(default_factory=list)  # set aside in this turn: to be returned in the next
    turned: list[int] = field(default_factory=list)  # cards that have shown both pictures
    diamonds: list[int] = field(default_factory=lambda: [0, 0])  # by seat
    acted: bool = False  # the turn's main action is done; what is left is to return the due cards
    passes: int = 0  # building turns in a row
    quiet: int = 0  # finished turns in a row without a diamond
    stood: list[int] = field(default_factory=list)  # positions since the last diamond, oldest first: see `positions`
    over: bool = False

    def clone(self) -> Self:
        """Return an independent copy; what stands inside the lists is immutable."""
        return type(self)(
            self.target,
            self.memory_aid,
            self.turn,
            self.faces.copy(),
            self.backs.copy(),
            self.loose.copy(),
            self.row.copy(),
            self.due.copy(),
            self.fresh.copy(),
            self.turned.copy(),
            self.diamonds.copy(),
            self.acted,
            self.passes,
            self.quiet,
            self.stood.copy(),
            self.over,
        )

    @property
    def task(self) -> Task:
        """What the player to act has to do."""
        if self.acted:
            return "return"
        return "build" if self.loose else "arrange"


# --- moves ---
@dataclass(frozen=True, slots=True)
class Place(Move):
    """Add a loose card to an end of the row, as it lies or turned over."""

    type: ClassVar[str] = "place"
    card: int
    end: End
    flip: bool


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """Place no card in this building turn."""

    type: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class Shift(Move):
    """Take the card at one end of the row to the other end."""

    type: ClassVar[str] = "shift"
    from_: End


@dataclass(frozen=True, slots=True)
class Swap(Move):
    """Let the cards at places `at` and `at` + 1 change places; 0 is leftmost, and neither is an end card."""

    type: ClassVar[str] = "swap"
    at: int


@dataclass(frozen=True, slots=True)
class Flip(Move):
    """Turn over a card of the row."""

    type: ClassVar[str] = "flip"
    card: int


@dataclass(frozen=True, slots=True)
class Return(Move):
    """Put a card that was set aside before this turn back at an end of the row, as it lies or turned over."""

    type: ClassVar[str] = "return"
    card: int
    end: End
    flip: bool


# --- events: none is secret, for a back is never in one ---
@dataclass(frozen=True, slots=True)
class Placed(Event):
    """A loose card was added to an end of the row; `face` is what it shows now, `turned` whether it was turned."""

    type: ClassVar[str] = "placed"
    seat: int
    card: int
    end: End
    turned: bool
    face: str


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A player placed no card."""

    type: ClassVar[str] = "passed"
    seat: int


@dataclass(frozen=True, slots=True)
class Shifted(Event):
    """An end card went to the other end, named by `to`."""

    type: ClassVar[str] = "shifted"
    seat: int
    card: int
    to: End


@dataclass(frozen=True, slots=True)
class Swapped(Event):
    """Two neighbours changed places; `cards` are they as they lie now, `at` the place of the first."""

    type: ClassVar[str] = "swapped"
    seat: int
    cards: tuple[int, int]
    at: int


@dataclass(frozen=True, slots=True)
class Flipped(Event):
    """A card of the row was turned over and shows `face` now."""

    type: ClassVar[str] = "flipped"
    seat: int
    card: int
    face: str


@dataclass(frozen=True, slots=True)
class Returned(Event):
    """A card that had been set aside is back at an end of the row."""

    type: ClassVar[str] = "returned"
    seat: int
    card: int
    end: End
    turned: bool
    face: str


@dataclass(frozen=True, slots=True)
class Scored(Event):
    """A combination was made: `seat` gets the diamonds, be it the maker or not; `cards` as they lay in the row."""

    type: ClassVar[str] = "scored"
    seat: int
    diamonds: int
    cards: tuple[int, int, int]
    pattern: str


@dataclass(frozen=True, slots=True)
class SetAside(Event):
    """The middle card of a scored combination left the row."""

    type: ClassVar[str] = "set_aside"
    card: int


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """The match is over; the places by seat, and what ended it."""

    type: ClassVar[str] = "ended"
    places: tuple[int, int]
    reason: Reason


MOVES: tuple[type[Move], ...] = (Place, Pass, Shift, Swap, Flip, Return)
EVENTS: tuple[type[Event], ...] = (
    Placed,
    Passed,
    Shifted,
    Swapped,
    Flipped,
    Returned,
    Scored,
    SetAside,
    Ended,
)
