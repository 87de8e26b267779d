"""The game of Diamoniak: what each move does to the table. The rules with their reasons: README.md beside this file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from rules.chance import Chance
from rules.contract import N_, BadOptions, Event, Game, Json, Move, Outcome, Seat
from rules.diamoniak import bot, dealing, listing, notation, sight, sketch, telling
from rules.diamoniak.bot_brain import DiamoniakBrain
from rules.diamoniak.cards import (
    COLOURS,
    DIAMONDS,
    FAIRIES,
    FAIRY,
    INDEX,
    PALACE_SIZE,
    PALACES,
    PRICE,
    TOLL,
    WITCH,
    cards_of,
)
from rules.diamoniak.checking import check
from rules.diamoniak.models import (
    EVENTS,
    MOVES,
    NOBODY,
    Bought,
    Buy,
    ColourFreed,
    Completed,
    DiamoniakOptions,
    DiamoniakState,
    Draw,
    Drew,
    Ended,
    Joined,
    Paid,
    PalaceStarted,
    Pay,
    SavedByFairy,
    Sided,
    Stop,
    Stopped,
    TurnPassed,
)
from rules.sketch import Say, Sketch

_PALACES = frozenset(PALACES)
_NONE: frozenset[Seat] = frozenset()
_ALONE = tuple(frozenset({seat}) for seat in range(4))


class DiamoniakGame(Game[DiamoniakState, DiamoniakOptions]):
    """Diamoniak for 2 to 4 players: draw for as long as you dare, and be first to complete a palace."""

    slug = "diamoniak"
    name = N_("Diamoniak")
    score_name = N_("palace cards")
    idea = N_("Draw, dare or stop: build a palace before the witch comes by.")
    minutes = 10
    version = 1
    seats = (2, 3, 4)
    moves = MOVES
    events = EVENTS
    options = DiamoniakOptions
    state = DiamoniakState
    talk = "phrases"
    brain = DiamoniakBrain()
    open_lines = True
    purposes = {
        "deck": N_("The pack is shuffled into the deck."),
        "starter": N_("Who begins is drawn."),
        "reshuffle": N_("The discard pile is shuffled into a new deck."),
    }

    def check_options(self, options: DiamoniakOptions, seats: int) -> None:
        """Raise BadOptions for a number of players that the game does not know, or a starter who has no seat."""
        super().check_options(options, seats)
        if options.starter != "random" and options.starter >= seats:
            message = N_("There is no seat %(seat)s among %(seats)s players to start.")
            raise BadOptions("bad_options", message, field="starter", seat=options.starter, seats=seats)

    def teams(self, options: DiamoniakOptions, seats: int) -> tuple[int, ...]:
        """Return the seats themselves: all play alone."""
        return tuple(range(seats))

    def deal(self, options: DiamoniakOptions, seats: int, chance: Chance) -> DiamoniakState:
        """Return the table before the first turn; the shuffle and the lot for who starts come from `chance`."""
        return dealing.deal(options, seats, chance)

    def must_act(self, state: DiamoniakState) -> frozenset[Seat]:
        """Return the seat whose turn it is."""
        return _ALONE[state.turn] if state.winner == NOBODY else _NONE

    def legal_moves(self, state: DiamoniakState, seat: Seat) -> Sequence[Move]:
        """List the seat's moves; a payment is listed in one order of its cards, and may be made in any."""
        return listing.legal_moves(state, seat)

    def check(self, state: DiamoniakState, seat: Seat | None, move: Move) -> None:
        """Raise IllegalMove unless the move is allowed now."""
        check(state, seat, move)

    def apply(self, state: DiamoniakState, seat: Seat | None, move: Move, chance: Chance) -> list[Event]:
        """Carry out a move that is known to be legal and return what happened."""
        events: list[Event] = []
        _HANDLERS[type(move)](state, seat, move, chance, events)
        return events

    def public_view(self, state: DiamoniakState) -> Json:
        """Return the table: nobody who plays sees more of it than a watcher."""
        return sight.view(state)

    def determinize(self, state: DiamoniakState, seat: Seat, chance: Chance) -> DiamoniakState:
        """Return a clone whose deck lies in another order."""
        return dealing.reorder_unseen(state, chance)

    def outcome(self, state: DiamoniakState) -> Outcome | None:
        """Return the outcome once a palace is complete: the winner first, all others second."""
        return Outcome(_places(state), self.scores(state)) if state.over else None

    def scores(self, state: DiamoniakState) -> tuple[int, ...]:
        """Return how many cards lie in each palace."""
        return tuple(map(state.palace_of, range(state.seats)))

    def appraise(self, state: DiamoniakState, seat: Seat) -> float:
        """Return how good the table looks for the seat."""
        return bot.appraise(state, seat)

    def sketch(self, view: Json, seat: Seat | None, say: Say) -> Sketch:
        """Return the table for a mail, drawn from the view alone."""
        return sketch.sketch(view, seat, say)

    def tell(self, event: Json, say: Say) -> str:
        """Say what came of a move."""
        return telling.tell(event, say)

    def intern(self, move: Move) -> Move:
        """Return the shared payment equal to a decoded one."""
        return listing.shared_pay(move) if isinstance(move, Pay) else move

    def print_move(self, move: Move) -> str:
        """Return the move as one line of text."""
        return notation.print_move(move)

    def read_move(self, text: str) -> Move:
        """Return the move that a line of text stands for; raises MalformedMove."""
        return notation.read_move(text)


game = DiamoniakGame()
# an event is a value, so equal ones may be one object: these come with nearly every move
_drew = cache(Drew)
_paid = cache(Paid)
_sided = cache(Sided)
_joined = cache(Joined)
_stopped = cache(Stopped)
_passed = cache(TurnPassed)


def _draw(state: DiamoniakState, seat: Seat, move: Draw, chance: Chance, events: list[Event]) -> None:
    if not state.deck:
        dealing.reshuffle(state, chance, events)
    card = state.deck.pop()
    state.drawn.append(card)
    events.append(_drew(seat, card))
    if card == WITCH:
        _meet_witch(state, seat, events)
    elif card in _PALACES:
        _place_palace_card(state, seat, card, events)
    else:
        _put_aside(state, seat, card, events)


def _put_aside(state: DiamoniakState, seat: Seat, card: str, events: list[Event]) -> None:
    state.holdings[seat][INDEX[card]] += 1
    events.append(_sided(seat, card))


def _place_palace_card(state: DiamoniakState, seat: Seat, card: str, events: list[Event]) -> None:
    """Put it into the palace, or let it start one of a colour that nobody builds, or else put it aside."""
    colour = INDEX[card]
    if state.colours[seat] == colour:
        _join(state, seat, card, events)
    elif state.colours[seat] == NOBODY and colour not in state.colours:
        _start_palace(state, seat, colour, events)
    else:
        _put_aside(state, seat, card, events)


def _join(state: DiamoniakState, seat: Seat, card: str, events: list[Event]) -> None:
    colour = INDEX[card]
    state.holdings[seat][colour] += 1
    events.append(_joined(seat, card, state.holdings[seat][colour]))
    _end_if_complete(state, seat, events)


def _start_palace(state: DiamoniakState, seat: Seat, colour: int, events: list[Event]) -> None:
    """Start a palace; counting side and palace in one number, its side cards of the colour move in by themselves."""
    state.colours[seat] = colour
    state.holdings[seat][colour] += 1
    events.append(PalaceStarted(seat, COLOURS[colour], state.holdings[seat][colour]))
    _end_if_complete(state, seat, events)


def _end_if_complete(state: DiamoniakState, seat: Seat, events: list[Event]) -> None:
    colour = state.colours[seat]
    if state.holdings[seat][colour] == PALACE_SIZE:
        state.winner = seat
        events += (Completed(seat, COLOURS[colour]), Ended(_places(state)))


def _meet_witch(state: DiamoniakState, seat: Seat, events: list[Event]) -> None:
    """Take what leaves no choice: the fairy where there is nothing else, or all of three cards or fewer."""
    holding = state.holdings[seat]
    others = sum(holding) - holding[FAIRIES]
    if not holding[FAIRIES] and others <= TOLL:
        _settle(state, seat, cards_of(holding), events)
    elif not others:
        _settle(state, seat, (FAIRY,), events)


def _pay(state: DiamoniakState, seat: Seat, move: Pay, chance: Chance, events: list[Event]) -> None:
    _settle(state, seat, listing.sorted_cards(move.cards), events)


def _settle(state: DiamoniakState, seat: Seat, cards: tuple[str, ...], events: list[Event]) -> None:
    """Discard the payment, then the witch; a palace without cards frees its colour, and the turn passes."""
    holding = state.holdings[seat]
    for card in cards:
        holding[INDEX[card]] -= 1
    state.discard += (*cards, WITCH)
    events.append(SavedByFairy(seat) if cards == (FAIRY,) else _paid(seat, cards))
    colour = state.colours[seat]
    if colour != NOBODY and not holding[colour]:
        state.colours[seat] = NOBODY
        events.append(ColourFreed(seat, COLOURS[colour]))
    _pass_turn(state, events)


def _stop(state: DiamoniakState, seat: Seat, move: Stop, chance: Chance, events: list[Event]) -> None:
    events.append(_stopped(seat))
    _pass_turn(state, events)


def _buy(state: DiamoniakState, seat: Seat, move: Buy, chance: Chance, events: list[Event]) -> None:
    buyer, seller = state.holdings[seat], state.holdings[move.from_]
    card = PALACES[state.colours[seat]]
    seller[INDEX[card]] -= 1
    seller[DIAMONDS] += PRICE
    buyer[DIAMONDS] -= PRICE
    events.append(Bought(seat, move.from_, card, PRICE))
    _join(state, seat, card, events)
    if not state.over:
        _pass_turn(state, events)


def _pass_turn(state: DiamoniakState, events: list[Event]) -> None:
    state.drawn = []
    state.turn = (state.turn + 1) % state.seats
    events.append(_passed(state.turn))


def _places(state: DiamoniakState) -> tuple[int, ...]:
    return tuple(1 if seat == state.winner else 2 for seat in range(state.seats))


_HANDLERS: dict[type[Move], Callable[[DiamoniakState, Any, Any, Chance, list[Event]], None]] = {
    Draw: _draw,
    Stop: _stop,
    Buy: _buy,
    Pay: _pay,
}
