"""What every game promises: the one small interface between rules and platform.

A `Game` is stateless and knows facts and rules; a `State` is plain, mutable and cheap to clone; moves and events
are frozen values that know their JSON `type`. No wall clock, no I/O and no global randomness may be used below
`rules/`: time reaches a game only as clock moves, chance only through the `Chance` passed in.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, Self, TypeVar

if TYPE_CHECKING:
    from rules.brains import Brain
    from rules.chance import Chance
    from rules.sketch import Say, Sketch

Seat = int
Viewer = int | None  # None: a spectator
Talk = Literal["free", "phrases"]
Json = dict[str, Any]


def N_(text: str) -> str:  # noqa: N802 - gettext's customary name for "translate this later"
    """Mark an English template for translation and return it unchanged; the platform translates."""
    return text


class RulesError(Exception):
    """A refusal: `code` for programs, `message` (English template, %(name)s fields) and `details` for people."""

    def __init__(self, code: str, message: str, **details: Any) -> None:
        self.code = code
        self.message = message
        self.details = details
        super().__init__(message % details if details else message)


class MalformedMove(RulesError):
    """The move cannot be read: wrong JSON type, unknown type or field. The program that sent it is wrong."""


class IllegalMove(RulesError):
    """The move can be read but is not allowed now; the sentence tells the player why, in public terms only."""


class BadOptions(RulesError):
    """The options or the number of seats are not among those the game allows."""


@dataclass(frozen=True, slots=True)
class Move:
    """Base of all moves: frozen and slotted, so that two kinds with equal fields never compare equal."""

    type: ClassVar[str]


@dataclass(frozen=True, slots=True)
class Event:
    """Base of all events. Fields named in `secret` are shown to `insiders()` alone and are None for all others."""

    type: ClassVar[str]
    secret: ClassVar[frozenset[str]] = frozenset()

    def insiders(self) -> Collection[Seat]:
        """Return the seats that may read the secret fields; nobody unless an event says otherwise."""
        return ()


@dataclass(frozen=True, slots=True)
class Options:
    """Base of all options: bools, ints and Literals with defaults; `__post_init__` raises BadOptions.

    A field's metadata may hold `label`, `help`, `labels` (by value, for choices) and, for ints, `min` and `max`.
    """


class State:
    """Base of all states: a mutable `@dataclass(slots=True)` of ints, strings, bools, lists, dicts, tuples and None.

    The codec saves every field that the constructor takes; one with `init=False` is derived and not saved.
    """

    __slots__ = ()

    def clone(self) -> Self:
        """Return an independent copy. Hand-written in each game: a generic one costs six times as much."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a match: by seat, the place (1 is best, equal places tie) and the score of the game's own kind."""

    places: tuple[int, ...]
    scores: tuple[int, ...]


S = TypeVar("S", bound=State)
O = TypeVar("O", bound=Options)  # noqa: E741 - the customary letter beside S


class Game(ABC, Generic[S, O]):
    """The rules of one title. Stateless: one shared instance a process, found by `rules.registry`."""

    slug: ClassVar[str]
    name: ClassVar[str]  # English, marked with N_
    score_name: ClassVar[str]  # what the scores count, English, marked with N_: "sequences"
    idea: ClassVar[str]  # the game in one line for who does not know it, English, marked with N_
    minutes: ClassVar[int]  # about so long is a match with the default options
    version: ClassVar[int]  # rises when an old log would replay differently
    seats: ClassVar[Sequence[int]]  # the allowed numbers of seats
    moves: ClassVar[tuple[type[Move], ...]]
    events: ClassVar[tuple[type[Event], ...]]
    options: ClassVar[type[Options]]
    state: ClassVar[type[State]]
    bot_ms: ClassVar[tuple[int, int]] = (600, 1_200)  # a bot's pause before it moves: people must follow
    open_timers: ClassVar[tuple[type[Move], ...]] = ()  # the clock's moves that all may know to be due
    tells_moves: ClassVar[bool] = True  # False: to be told one's legal moves would give away what is to be found
    open_lines: ClassVar[bool] = False  # True: a move's line tells no more than all have seen: it may be read at once
    race: ClassVar[bool] = False  # seats act at once, and who is first counts: live only, one judge
    contested: ClassVar[tuple[type[Move], ...]] = ()  # moves of a race that are judged by reaction, not by arrival
    talk: ClassVar[Talk] = "free"  # "phrases": set ones, as for children, unless the host of a table says otherwise
    brain: ClassVar[Brain[Any] | None] = None  # how its own bots think (`brains`); without one the plain ones play
    purposes: ClassVar[Mapping[str, str]] = {}  # chance's "recover:{seat}": what it does, with N_ and %(seat)s

    def check_options(self, options: O, seats: int) -> None:
        """Raise BadOptions if `seats` is not allowed or the options do not fit that number of seats."""
        if seats not in self.seats:
            message = N_("%(seats)s players cannot play this game; allowed: %(allowed)s.")
            raise BadOptions("bad_seats", message, seats=seats, allowed=", ".join(map(str, self.seats)))

    @abstractmethod
    def teams(self, options: O, seats: int) -> tuple[int, ...]:
        """Return the team of each seat; where all play alone, the seat itself."""

    @abstractmethod
    def deal(self, options: O, seats: int, chance: Chance) -> S:
        """Return the state before the first move; all set-up chance is drawn here (ply 0)."""

    @abstractmethod
    def must_act(self, state: S) -> frozenset[Seat]:
        """Return the seats whose clock runs: one, several at once, or none."""

    @abstractmethod
    def legal_moves(self, state: S, seat: Seat) -> Sequence[Move]:
        """List what the seat may do now, declared free forms left out; empty when it may do nothing."""

    @abstractmethod
    def check(self, state: S, seat: Seat | None, move: Move) -> None:
        """Raise IllegalMove unless the decoded move is allowed now. `seat` None: the clock or the referee."""

    @abstractmethod
    def apply(self, state: S, seat: Seat | None, move: Move, chance: Chance) -> list[Event]:
        """Change the state and return what happened. Trusted: it never checks; use `play` for moves from outside."""

    @abstractmethod
    def public_view(self, state: S) -> Json:
        """Return what everybody may see, watchers too, as plain JSON, built up from nothing; no null inside."""

    def private_view(self, state: S, seat: Seat) -> Json:
        """Return what the seat may see beside that; other keys than the public view's."""
        return {}

    @property
    def hides_hands(self) -> bool:
        """Whether a seat sees what the others do not: who sees two of them sees too much."""
        return type(self).private_view is not Game.private_view

    def view(self, state: S, viewer: Viewer) -> Json:
        """Return all that the viewer may see."""
        public = self.public_view(state)
        return public if viewer is None else public | self.private_view(state, viewer)

    @abstractmethod
    def determinize(self, state: S, seat: Seat, chance: Chance) -> S:
        """Return a clone in which all that the seat cannot know is drawn anew."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return the outcome once the match is over, else None."""

    @abstractmethod
    def scores(self, state: S) -> tuple[int, ...]:
        """Return the scores so far by seat, as the outcome would give them: a match may end before its rules say."""

    @abstractmethod
    def print_move(self, move: Move) -> str:
        """Return the move as one line of plain text, the notation of move lists and mails."""

    @abstractmethod
    def read_move(self, text: str) -> Move:
        """Return the move that `print_move` wrote; raises MalformedMove with code `bad_notation`."""

    def sketch(self, view: Json, seat: Seat | None, say: Say) -> Sketch | None:
        """Return the table for a mail, drawn from the view of the seat (None: of a watcher) and from nothing else."""
        return None

    def tell(self, event: Json, say: Say) -> str:
        """Return in a few words what an event, as its reader sees it, adds to the line of its move; "" for nothing."""
        return ""

    def timer(self, state: S) -> tuple[int, Move] | None:
        """Return (milliseconds, the move the clock will play then) or None; games without a clock have none."""
        return None

    def shown_timer(self, state: S) -> tuple[int, Move] | None:
        """Return the timer as everybody may know it: None unless its move is one of `open_timers`.

        Hidden unless declared: that a clock has started may tell of what nobody can see.
        """
        timer = self.timer(state)
        return timer if timer is not None and type(timer[1]) in self.open_timers else None

    def referee_calls(self, state: S) -> Sequence[Move]:
        """List the moves that the referee of the table (seat None) may make now; most games know none."""
        return ()

    def appraise(self, state: S, seat: Seat) -> float:
        """Return how good the state looks for the seat (higher is better), for the plain greedy bot."""
        return 0.0

    def intern(self, move: Move) -> Move:
        """Return the shared object equal to a move just decoded; games that keep none return the move itself."""
        return move

    def pin(self, state: S, move: Move) -> Move:
        """Return the move so that it is refused on a table where it would mean something else, as races have them."""
        return move

    def play(self, state: S, seat: Seat | None, move: Move, chance: Chance) -> list[Event]:
        """Check, then apply: the door for moves from outside. Raises IllegalMove and then has changed nothing."""
        self.check(state, seat, move)
        return self.apply(state, seat, move, chance)

    def redact(self, event: Event, viewer: Viewer) -> Event:
        """Return the event as the viewer may see it: secret fields blank (None) for all but its insiders."""
        if not event.secret or (viewer is not None and viewer in event.insiders()):
            return event
        return _blanked(event)


@lru_cache(4096)  # an event is a value: games keep their usual ones as shared values, and the same is true of these
def _blanked(event: Event) -> Event:
    return replace(event, **dict.fromkeys(event.secret))


AnyGame = Game[Any, Any]
