"""A game made for the tests alone: everybody picks a card at once, a clock reveals, cards are hidden.

It has what Sequence lacks (several seats acting at once, a timer, a referee's call in every setup, ints as cards), so
that the shared suite, the bots, the records and the commands do not lean on one game.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal, Self

from rules.chance import Chance
from rules.contract import (
    N_,
    Event,
    Game,
    IllegalMove,
    Json,
    MalformedMove,
    Move,
    Options,
    Outcome,
    Seat,
    State,
)

CARDS = 80
HAND = 3
PATIENCE_MS = 5000


@dataclass(frozen=True, slots=True)
class ToyOptions(Options):
    rounds: int = field(default=2, metadata={"label": N_("Rounds"), "min": 1, "max": 4})
    winner: Literal["high", "low"] = field(default="high", metadata={"labels": {"high": N_("the highest card")}})
    peeking: bool = field(default=True, metadata={"help": N_("Anyone may draw a card, once a round.")})


@dataclass(slots=True)
class ToyState(State):
    rounds: int
    low: bool
    peeking: bool
    hands: list[list[int]]
    deck: list[int]
    picks: dict[int, int]
    points: list[int]
    peeked: list[bool]
    shown: int = 0  # mask of the cards revealed so far: wider than JavaScript's numbers
    round: int = 1

    def clone(self) -> Self:
        return type(self)(
            self.rounds,
            self.low,
            self.peeking,
            [hand.copy() for hand in self.hands],
            self.deck.copy(),
            self.picks.copy(),
            self.points.copy(),
            self.peeked.copy(),
            self.shown,
            self.round,
        )


@dataclass(frozen=True, slots=True)
class Pick(Move):
    type: ClassVar[str] = "pick"
    card: int
    boast: str | None = None


@dataclass(frozen=True, slots=True)
class Peek(Move):
    type: ClassVar[str] = "peek"


@dataclass(frozen=True, slots=True)
class Reveal(Move):
    type: ClassVar[str] = "reveal"


@dataclass(frozen=True, slots=True)
class Stir(Move):
    type: ClassVar[str] = "stir"


@dataclass(frozen=True, slots=True)
class Picked(Event):
    type: ClassVar[str] = "picked"
    secret: ClassVar[frozenset[str]] = frozenset({"card"})
    seat: int
    card: int | None

    def insiders(self) -> Collection[Seat]:
        return (self.seat,)


@dataclass(frozen=True, slots=True)
class Peeked(Event):
    type: ClassVar[str] = "peeked"
    secret: ClassVar[frozenset[str]] = frozenset({"card"})
    seat: int
    card: int | None

    def insiders(self) -> Collection[Seat]:
        return (self.seat,)


@dataclass(frozen=True, slots=True)
class Revealed(Event):
    type: ClassVar[str] = "revealed"
    cards: dict[int, int]


class Toy(Game[ToyState, ToyOptions]):
    slug = "toy"
    name = N_("Toy")
    score_name = N_("rounds won")
    idea = N_("Pick a number that nobody else picks.")
    minutes = 1
    version = 3
    seats = (2, 3, 4)
    moves = (Pick, Peek, Reveal, Stir)
    events: ClassVar[tuple[type[Event], ...]] = (Picked, Peeked, Revealed)
    options = ToyOptions
    state = ToyState

    def teams(self, options: ToyOptions, seats: int) -> tuple[int, ...]:
        return tuple(range(seats))

    def deal(self, options: ToyOptions, seats: int, chance: Chance) -> ToyState:
        deck = chance.shuffle("deck", range(CARDS))
        hands = [[deck.pop() for _ in range(HAND)] for _ in range(seats)]
        low = options.winner == "low"
        return ToyState(options.rounds, low, options.peeking, hands, deck, {}, [0] * seats, [False] * seats)

    def must_act(self, state: ToyState) -> frozenset[Seat]:
        if self.outcome(state):
            return frozenset()
        return frozenset(seat for seat, hand in enumerate(state.hands) if hand and seat not in state.picks)

    def legal_moves(self, state: ToyState, seat: Seat) -> Sequence[Move]:
        if self.outcome(state):
            return ()
        picks: list[Move] = [] if seat in state.picks else [Pick(card) for card in state.hands[seat]]
        return [*picks, Peek()] if self._may_peek(state, seat) else picks

    def check(self, state: ToyState, seat: Seat | None, move: Move) -> None:
        if self.outcome(state):
            raise IllegalMove("game_over", N_("The game is over."))
        if isinstance(move, Reveal | Stir):
            if seat is not None:
                raise IllegalMove("not_yours", N_("Only the clock reveals, only the referee stirs."))
        elif seat is None:
            raise IllegalMove("not_yours", N_("Only players pick and peek."))
        elif isinstance(move, Pick):
            if seat in state.picks or move.card not in state.hands[seat]:
                raise IllegalMove("illegal_move", N_("You cannot pick %(card)s."), card=move.card)
        elif not self._may_peek(state, seat):
            raise IllegalMove("illegal_move", N_("You cannot peek now."))

    def apply(self, state: ToyState, seat: Seat | None, move: Move, chance: Chance) -> list[Event]:
        if isinstance(move, Pick) and seat is not None:
            state.hands[seat].remove(move.card)
            state.picks[seat] = move.card
            events: list[Event] = [Picked(seat, move.card)]
            return events if self.must_act(state) else [*events, *self._reveal(state)]
        if isinstance(move, Peek) and seat is not None:
            state.deck = chance.shuffle("stir", state.deck)
            state.hands[seat].append(state.deck.pop())
            state.peeked[seat] = True
            return [Peeked(seat, state.hands[seat][-1])]
        if isinstance(move, Stir):
            state.deck = chance.shuffle("stir", state.deck)
            return []
        return self._reveal(state)

    def public_view(self, state: ToyState) -> Json:
        return {
            "round": state.round,
            "points": state.points.copy(),
            "picked": sorted(state.picks),
            "hand_sizes": [len(hand) for hand in state.hands],
            "deck": len(state.deck),
            "peeked": state.peeked.copy(),
            "shown": [card for card in range(CARDS) if state.shown >> card & 1],
        }

    def private_view(self, state: ToyState, seat: Seat) -> Json:
        view: Json = {"hand": state.hands[seat].copy()}
        if seat in state.picks:
            view["pick"] = state.picks[seat]
        return view

    def determinize(self, state: ToyState, seat: Seat, chance: Chance) -> ToyState:
        world = state.clone()
        others = [other for other in range(len(state.hands)) if other != seat]
        unseen = sorted(
            state.deck
            + [card for other in others for card in state.hands[other]]
            + [state.picks[other] for other in others if other in state.picks]
        )
        unseen = chance.shuffle("unseen", unseen)
        for other in others:
            world.hands[other] = [unseen.pop() for _ in world.hands[other]]
            if other in world.picks:
                world.picks[other] = unseen.pop()
        world.deck = unseen
        return world

    def outcome(self, state: ToyState) -> Outcome | None:
        if state.round <= state.rounds:
            return None
        places = tuple(1 + sum(other > points for other in state.points) for points in state.points)
        return Outcome(places, self.scores(state))

    def scores(self, state: ToyState) -> tuple[int, ...]:
        return tuple(state.points)

    def referee_calls(self, state: ToyState) -> Sequence[Move]:
        return () if self.outcome(state) else (Stir(),)

    def timer(self, state: ToyState) -> tuple[int, Move] | None:
        return None if self.outcome(state) else (PATIENCE_MS, Reveal())

    def appraise(self, state: ToyState, seat: Seat) -> float:
        pick = state.picks.get(seat)
        return state.points[seat] * CARDS + (0 if pick is None else CARDS - pick if state.low else pick)

    def print_move(self, move: Move) -> str:
        return f"pick {move.card} {move.boast or ''}".rstrip() if isinstance(move, Pick) else move.type

    def read_move(self, text: str) -> Move:
        kind, _, rest = text.partition(" ")
        card, _, boast = rest.partition(" ")
        if kind == "pick" and card.isdecimal():
            return Pick(int(card), boast or None)
        simple: dict[str, Move] = {"peek": Peek(), "reveal": Reveal(), "stir": Stir()}
        if text not in simple:
            raise MalformedMove("bad_notation", N_("That is not a move."))
        return simple[text]

    def _may_peek(self, state: ToyState, seat: Seat) -> bool:
        return state.peeking and bool(state.deck) and not state.peeked[seat]

    def _reveal(self, state: ToyState) -> list[Event]:
        picks, state.picks = state.picks, {}
        if picks:
            best = (min if state.low else max)(picks.values())
            winner = next(seat for seat, card in picks.items() if card == best)
            state.points[winner] += 1
        for card in picks.values():
            state.shown |= 1 << card
        state.peeked = [False] * len(state.hands)
        state.round += 1
        return [Revealed(dict(sorted(picks.items())))]


game = Toy()
