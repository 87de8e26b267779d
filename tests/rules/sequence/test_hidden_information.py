"""What a seat sees, and that nothing it sees depends on what it may not know."""

from __future__ import annotations

import json
import random

import pytest

from rules import codec
from rules.chance import Chance
from rules.sequence import game
from rules.sequence.cards import CARDS
from rules.sequence.models import Drew, SequenceOptions, SequenceState
from tests.rules.sequence.tables import do, table

PUBLIC = {
    *("layout", "teams", "needed", "turn", "dealer", "cut", "chips", "sequences", "hand_sizes", "discards", "deck"),
    *("exchanged", "rights", "forfeits", "passes", "last"),
}


def midgame(seats: int, seed: int = 3) -> SequenceState:
    rng = random.Random(seed)
    chance = Chance(bytes([seed] * 32))
    state = game.deal(SequenceOptions(), seats, chance)
    for ply in range(20):
        if not state.over:
            game.apply(state, state.turn, rng.choice(game.legal_moves(state, state.turn)), chance.at(ply))
    return state


def test_a_seat_sees_its_own_hand_and_a_spectator_none() -> None:
    state = midgame(4)
    for seat in range(4):
        view = game.view(state, seat)
        assert view["hand"] == state.hands[seat]
        assert view.keys() == PUBLIC | {"hand", "dead"}
    assert game.view(state, None).keys() == PUBLIC


def test_team_mates_do_not_see_each_others_hands() -> None:
    state = table("5S", "", "6S", "")
    assert "6S" not in json.dumps({**game.view(state, 0), "layout": []})


def test_no_value_in_a_view_is_null() -> None:
    for viewer in (0, None):
        assert "null" not in json.dumps(game.view(midgame(3), viewer))


def test_a_view_shares_nothing_with_the_state() -> None:
    state = midgame(3)
    before = state.clone()
    view = game.view(state, 0)
    for value in view.values():
        if isinstance(value, list):
            value.clear()
    assert state == before


@pytest.mark.parametrize("seats", [2, 3, 4, 6, 8, 9, 10, 12])
def test_a_view_does_not_change_when_the_deck_and_the_other_hands_are_exchanged(seats: int) -> None:
    state = midgame(seats)
    rng = random.Random(9)
    for viewer in range(seats):
        other = state.clone()
        unseen = [card for seat, hand in enumerate(other.hands) if seat != viewer for card in hand] + other.deck
        rng.shuffle(unseen)
        for seat, hand in enumerate(other.hands):
            if seat != viewer:
                hand[:] = [unseen.pop() for _ in hand]
        other.deck = unseen
        assert game.view(other, viewer) == game.view(state, viewer)
        assert game.legal_moves(other, viewer) == game.legal_moves(state, viewer)


@pytest.mark.parametrize("seats", [2, 3, 12])
def test_a_world_drawn_anew_keeps_what_the_seat_knows_and_changes_the_rest(seats: int) -> None:
    state = midgame(seats)
    for seat in range(seats):
        world = game.determinize(state, seat, Chance(bytes(32), 21))
        assert game.view(world, seat) == game.view(state, seat)
        assert world.deck != state.deck
        assert [len(hand) for hand in world.hands] == [len(hand) for hand in state.hands]
        assert any(world.hands[other] != state.hands[other] for other in range(seats) if other != seat)
        everything = [card for hand in world.hands for card in hand] + world.deck
        assert sorted(everything + [card for pile in world.discards for card in pile]) == sorted([*CARDS] * 2)


def test_a_world_drawn_anew_does_not_depend_on_where_the_unseen_cards_really_are() -> None:
    state = midgame(2)
    other = state.clone()
    other.hands[1], other.deck = other.deck[:7], other.hands[1] + other.deck[7:]
    chance = Chance(bytes(32), 21)
    assert game.determinize(state, 0, chance.at(21)) == game.determinize(other, 0, chance.at(21))


def test_the_drawn_card_is_shown_to_its_drawer_alone() -> None:
    state = table("5S", "7S", deck="2C")
    drew = next(event for event in do(state, 0, "5S e1") if isinstance(event, Drew))
    assert game.redact(drew, 0) == Drew(0, "2C")
    for viewer in (1, None):
        assert codec.event_to_json(game.redact(drew, viewer)) == {"type": "drew", "seat": 0}


def test_a_refusal_tells_nothing_of_other_hands() -> None:
    with_card, without = table("5S", "6S"), table("5S", "7S")
    for move in ("6S f1", "swap 6S"):
        sentences = []
        for state in (with_card, without):
            with pytest.raises(Exception, match="not in your hand") as caught:
                do(state, 0, move)
            sentences.append(str(caught.value))
        assert sentences[0] == sentences[1]
