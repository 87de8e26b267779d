"""Tables set up by hand: what is not given is empty, and it is seat 0's turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from rules.contract import Seat
from rules.sequence import game
from rules.sequence.board import FIVES_THROUGH, mask_of
from rules.sequence.models import SequenceOptions, SequenceState
from tests.rules import moves
from tests.rules.moves import CHANCE, only  # noqa: F401 - for the tests of this game

do = partial(moves.do, game)
may = partial(moves.may, game)
is_legal = partial(moves.is_legal, game)
refusal = partial(moves.refusal, game)

FIVES = tuple(dict.fromkeys(five for ways in FIVES_THROUGH.values() for fives in ways for five in fives))


def words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def table(
    *hands: str,
    teams: int | None = None,
    chips: Sequence[str] = (),
    sequences: Sequence[tuple[int, str]] = (),
    deck: str = "",
    discards: Mapping[int, str] | None = None,
    turn: Seat = 0,
    **options: bool | str,
) -> SequenceState:
    """Return a table with these hands by seat, chips by team and deck (top first)."""
    chosen = SequenceOptions(teams, **options)  # type: ignore[arg-type]
    state = game.deal(chosen, len(hands), CHANCE.at(0))
    state.hands = [list(words(hand)) for hand in hands]
    state.deck = list(words(deck))[::-1]
    for seat, pile in (discards or {}).items():
        state.discards[seat] = list(words(pile))
    for team, cells in enumerate(chips):
        state.chips[team] = mask_of(words(cells))
    state.sequences = [(team, mask_of(words(cells))) for team, cells in sequences]
    state.turn = turn
    return state


def made(state: SequenceState) -> list[tuple[int, str]]:
    """Return the finished sequences as (team, cells)."""
    return [(one["team"], " ".join(one["cells"])) for one in game.view(state, None)["sequences"]]
