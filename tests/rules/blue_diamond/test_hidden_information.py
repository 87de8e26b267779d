"""Backs: never shown, never in an event, and guessed by a bot only from what everyone has seen."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import codec
from rules.blue_diamond import game
from rules.blue_diamond.dealing import possible_backs
from rules.blue_diamond.models import CARDS, PAIRS, BlueDiamondOptions, BlueDiamondState
from rules.chance import Chance
from rules.contract import Event
from tests.rules.blue_diamond.tables import CHANCE, do, table

ROW = "AX DP PX DA XD AP"
VIEW = {"phase", "turn", "must", "row", "loose", "aside", "standing", "diamonds", "target", "prizes"}
VIEW |= {"quiet", "quiet_limit", "passes", "passes_limit"}


def played(seed: int, plies: int, **options: bool) -> tuple[BlueDiamondState, list[Event]]:
    """Return a table after some random moves, and all that happened."""
    rng = random.Random(seed)
    state = game.deal(BlueDiamondOptions(**options), 2, Chance(rng.randbytes(32)))
    events: list[Event] = []
    for _ in range(plies):
        if game.outcome(state) is None:
            events += game.apply(state, state.turn, rng.choice(game.legal_moves(state, state.turn)), CHANCE)
    return state, events


def seen_faces(state: BlueDiamondState, card: int) -> set[str]:
    """Return the pictures that the card has shown."""
    return {state.faces[card]} | ({state.backs[card]} if card in state.turned else set())


def fitting_worlds(state: BlueDiamondState) -> list[dict[int, frozenset[str]]]:
    """Return every way to give the six pairs to the cards that agrees with what each card has shown."""
    ways = [dict(zip(CARDS, map(frozenset, pairs), strict=True)) for pairs in permutations(PAIRS)]
    return [way for way in ways if all(seen_faces(state, card) <= way[card] for card in CARDS)]


# --- the view ---
def test_the_back_of_every_card_is_hidden() -> None:
    state = table("AX DP PX", "DA XD", "AP")
    for place in ("row", "loose"):
        assert all(one.keys() == {"card", "face"} for one in game.view(state, 0)[place])
    assert all(one.keys() == {"card", "face", "due"} for one in game.view(state, 0)["aside"])
    assert game.view(state, 0).keys() == VIEW


@pytest.mark.parametrize("seed", range(10))
def test_players_and_spectators_see_the_same(seed: int) -> None:
    state, _ = played(seed, 25, memory_aid=seed % 2 == 0)
    assert game.view(state, 0) == game.view(state, 1) == game.view(state, None)


@pytest.mark.parametrize("seed", range(20))
def test_no_view_depends_on_a_back_that_nobody_has_seen(seed: int) -> None:
    state, _ = played(seed, seed, memory_aid=True)
    before = game.view(state, 0)
    for card in CARDS:
        if card not in state.turned:
            state.backs[card] = "?"
    assert game.view(state, 0) == before
    assert "?" not in json.dumps(before)


@pytest.mark.parametrize("seed", range(20))
def test_events_hold_no_picture_but_those_that_came_up(seed: int) -> None:
    _, events = played(seed, 60)
    kinds = {event.type: set(codec.event_to_json(event)) for event in events}
    assert all("face" not in fields for kind, fields in kinds.items() if kind not in {"placed", "flipped", "returned"})
    assert not any(event.secret for event in events)


def test_the_plain_view_does_not_repeat_what_a_turned_card_has_shown() -> None:
    state = table(ROW)
    do(state, "flip 1", "shift left")
    assert not any("seen_back" in one for one in game.view(state, 0)["row"])


def test_the_memory_aid_adds_the_picture_that_was_seen_behind_a_card() -> None:
    state = table(ROW, memory_aid=True)
    do(state, "flip 1")
    assert game.view(state, 1)["row"][0] == {"card": 1, "face": "X", "seen_back": "A"}
    do(state, "flip 4", "flip 1")
    assert game.view(state, None)["row"][0] == {"card": 1, "face": "A", "seen_back": "X"}
    assert sum("seen_back" in one for one in game.view(state, 0)["row"]) == 2


def test_the_memory_aid_knows_cards_turned_while_placing_and_returning_too() -> None:
    state = table("PX XA", "PA AD DX DP", memory_aid=True)
    do(state, "place 4 left turned", "place 3 right", "pass")
    assert game.view(state, 0)["row"][0] == {"card": 4, "face": "D", "seen_back": "A"}
    do(state, "return 2 left turned")
    assert game.view(state, 0)["row"][0] == {"card": 2, "face": "A", "seen_back": "X"}


def test_the_memory_aid_never_shows_what_follows_only_by_deduction() -> None:
    state = table(ROW, memory_aid=True, turned="1 2 3 4 5")
    assert possible_backs(state) == [("P",)]
    assert "seen_back" not in game.view(state, 0)["row"][5]


def test_a_card_turned_over_again_and_again_is_noted_once() -> None:
    state = table(ROW)
    do(state, "flip 1", "shift left", "flip 1", "shift left", "flip 1")
    assert state.turned == [1]


# --- worlds ---
@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32), plies=st.integers(0, 60))
def test_the_backs_that_may_be_are_all_that_agree_with_the_faces_seen_so_far(seed: int, plies: int) -> None:
    state, _ = played(seed, plies)
    unseen = [card for card in CARDS if card not in state.turned]
    listed = [dict(zip(unseen, backs, strict=True)) for backs in possible_backs(state)]
    wanted = [{card: min(way[card] - {state.faces[card]}) for card in unseen} for way in fitting_worlds(state)]
    assert sorted(listed, key=str) == sorted(wanted, key=str)
    assert {card: state.backs[card] for card in unseen} in listed


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**32), plies=st.integers(0, 40))
def test_a_world_drawn_anew_keeps_all_that_was_seen_and_changes_the_rest_where_it_can(seed: int, plies: int) -> None:
    state, _ = played(seed, plies)
    worlds = [game.determinize(state, 0, Chance(bytes([n]) * 32)) for n in range(64)]
    for world in worlds:
        assert {frozenset((world.faces[c], world.backs[c])) for c in CARDS} == set(map(frozenset, PAIRS))
        assert all(world.backs[card] == state.backs[card] for card in state.turned)
        rest = state.clone()
        rest.backs = world.backs
        assert world == rest, "nothing but backs is drawn"
    assert any(world != state for world in worlds) == (len(possible_backs(state)) > 1)


def test_every_world_that_agrees_is_as_likely_as_any_other() -> None:
    state = table("AX AP PX", "DA XD DP")
    ways = possible_backs(state)
    drawn = Counter(
        tuple(game.determinize(state, 0, Chance(n.to_bytes(32, "big"))).backs.values()) for n in range(60 * len(ways))
    )
    assert set(drawn) == set(ways)
    assert all(30 < count < 100 for count in drawn.values())


def test_both_seats_draw_from_the_same_worlds() -> None:
    state, _ = played(4, 9)
    chance = Chance(bytes(32))
    assert game.determinize(state, 0, chance.at(3)) == game.determinize(state, 1, chance.at(3))


def test_five_known_cards_tell_the_sixth() -> None:
    state = table(ROW, turned="1 2 3 4 6")
    assert game.determinize(state, 0, CHANCE) == state


def test_faces_alone_may_tell_a_back() -> None:
    state = table("AX XP XD", "AP PD DA")  # A X X A P D: three worlds of many
    assert 1 < len(possible_backs(state)) == len(fitting_worlds(state))
    state = table("AX AP AD", "PX PD XD")  # the three A are all cards with an A; of the others each shows what it can
    assert {backs[3:] for backs in possible_backs(state)} == {("X", "D", "D"), ("D", "X", "D")}


@pytest.mark.parametrize("seed", range(12))
def test_what_a_player_may_do_is_the_same_in_every_world(seed: int) -> None:
    state, _ = played(seed, 5 * seed)
    for n in range(8):
        world = game.determinize(state, 0, Chance(bytes([n]) * 32))
        assert game.legal_moves(world, state.turn) == game.legal_moves(state, state.turn)
