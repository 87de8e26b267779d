"""All areas are open and only the deck's order is hidden: the view, and worlds drawn anew."""

from __future__ import annotations

import random

import pytest

from rules.chance import Chance
from rules.diamoniak import game
from rules.diamoniak.models import EVENTS, DiamoniakOptions, DiamoniakState
from tests.rules.diamoniak.tables import cards, do, met_by_witch, table

ALWAYS = {"needed", "price", "phase", "drawn", "deck", "discard", "players"}


def midgame(seats: int, seed: int, plies: int = 60) -> DiamoniakState:
    rng = random.Random(seed)
    chance = Chance(bytes([seed] * 32))
    state = game.deal(DiamoniakOptions(), seats, chance)
    for ply in range(plies):
        if not state.over:
            game.apply(state, state.turn, rng.choice(game.legal_moves(state, state.turn)), chance.at(ply))
    return state


def test_all_areas_are_open() -> None:
    state = table("pink*2 | blue*3 diamond fairy*2", "green", deck="witch*3 pink", discard="blue diamond witch")
    expected = {
        "needed": 6,
        "price": 3,
        "phase": "start",
        "turn": 0,
        "drawn": [],
        "deck": 4,
        "discard": cards("blue diamond witch"),
        "players": [
            {"colour": "pink", "palace": 2, "side": {"palace:blue": 3, "diamond": 1, "fairy": 2}},
            {"palace": 0, "side": {"palace:green": 1}},
        ],
    }
    assert [game.view(state, viewer) for viewer in (None, 0, 1)] == [expected] * 3


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_only_the_decks_order_is_hidden(seats: int) -> None:
    for seed in range(12):
        state = midgame(seats, seed)
        other = state.clone()
        random.Random(seed).shuffle(other.deck)
        for viewer in (None, *range(seats)):
            assert game.view(other, viewer) == game.view(state, viewer)
        for seat in range(seats):
            assert game.legal_moves(other, seat) == game.legal_moves(state, seat)


def test_a_world_drawn_anew_has_the_same_cards_in_another_order() -> None:
    state = midgame(3, 1, plies=20)
    worlds = [game.determinize(state, 0, Chance(bytes([n]) * 32)) for n in range(6)]
    assert len({tuple(world.deck) for world in worlds}) == 6
    for world in worlds:
        assert sorted(world.deck) == sorted(state.deck)
        world.deck = state.deck.copy()
        assert world == state


def test_a_world_drawn_anew_does_not_depend_on_the_true_order() -> None:
    state = midgame(2, 1, plies=20)
    other = state.clone()
    other.deck.reverse()
    assert game.determinize(state, 0, Chance(bytes(32))) == game.determinize(other, 0, Chance(bytes(32)))


def test_no_event_has_secrets() -> None:
    assert not any(event.secret for event in EVENTS)


def test_the_view_names_the_phase_and_what_it_asks_for() -> None:
    state = table("pink*2 | diamond*2", "", deck="blue witch")
    assert _phase(state) == {"phase": "start", "turn": 0}
    do(state, 0, "draw")
    assert _phase(state) == {"phase": "drawing", "turn": 0}
    do(state, 0, "draw")
    assert _phase(state) == {"phase": "paying", "turn": 0, "toll": 3}
    assert game.view(state, None)["drawn"] == cards("blue witch")
    do(state, 0, "pay diamond diamond blue")
    assert _phase(state) == {"phase": "start", "turn": 1}
    assert game.view(state, None)["drawn"] == []


def test_the_view_names_the_toll_of_who_has_less_than_three() -> None:
    assert game.view(met_by_witch("pink | blue fairy*3", ""), None)["toll"] == 2


def test_the_view_names_the_winner() -> None:
    state = table("pink*5 |", "", deck="pink")
    do(state, 0, "draw")
    assert _phase(state) == {"phase": "over", "winner": 0}


def _phase(state: DiamoniakState) -> dict[str, object]:
    return {key: value for key, value in game.view(state, None).items() if key not in ALWAYS - {"phase"}}
