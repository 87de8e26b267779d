"""Before the first turn: six cards that are six pairs, tossed; who starts; what may be chosen."""

from __future__ import annotations

from collections import Counter

import pytest

from rules import codec
from rules.blue_diamond import game
from rules.blue_diamond.models import CARDS, PAIRS, PICTURES, BlueDiamondOptions, BlueDiamondState
from rules.chance import Chance, integers
from rules.contract import BadOptions


def dealt(number: int, **options: object) -> BlueDiamondState:
    return game.deal(codec.options_from_json(game, options, 2), 2, Chance(number.to_bytes(32, "big")))


def pair(state: BlueDiamondState, card: int) -> frozenset[str]:
    return frozenset((state.faces[card], state.backs[card]))


def test_the_six_cards_are_the_six_pairs_each_once() -> None:
    for number in range(50):
        state = dealt(number)
        assert state.loose == list(CARDS)
        assert not state.row + state.due + state.fresh
        assert {pair(state, card) for card in CARDS} == set(map(frozenset, PAIRS))


def test_each_picture_is_on_three_cards_with_a_different_picture_behind_it_each_time() -> None:
    state = dealt(1)
    for picture in PICTURES:
        behind = [pair(state, card) - {picture} for card in CARDS if picture in pair(state, card)]
        assert sorted(map(min, behind)) == sorted(set(PICTURES) - {picture})


def test_each_card_lies_with_a_random_face_up() -> None:
    up = Counter((card, state.faces[card] < state.backs[card]) for state in map(dealt, range(400)) for card in CARDS)
    assert all(140 < up[card, side] < 260 for card in CARDS for side in (False, True))


def test_an_id_says_nothing_about_the_pair() -> None:
    found = Counter((card, pair(state, card)) for state in map(dealt, range(600)) for card in CARDS)
    assert len(found) == 36
    assert all(60 < count < 145 for count in found.values())


def test_the_cards_and_faces_come_from_the_labelled_streams_alone() -> None:
    seed = bytes(range(32))
    state = game.deal(BlueDiamondOptions(), 2, Chance(seed))
    order = list(PAIRS)
    numbers = integers(seed, "0/cards")
    for i in range(5, 0, -1):
        j = next(numbers) % (i + 1)
        order[i], order[j] = order[j], order[i]
    for card, letters in enumerate(order, 1):
        up = next(integers(seed, f"0/face:{card}")) % 2
        assert (state.faces[card], state.backs[card]) == (letters[up], letters[1 - up])
    assert state.turn == next(integers(seed, "0/starter")) % 2


def test_who_starts_is_drawn_by_lot_or_chosen() -> None:
    assert {dealt(number).turn for number in range(20)} == {0, 1}
    assert {dealt(number, starter="arsene").turn for number in range(20)} == {0}
    assert {dealt(number, starter="lady-x").turn for number in range(20)} == {1}


def test_who_starts_changes_nothing_about_the_cards() -> None:
    drawn, chosen = dealt(3), dealt(3, starter="lady-x")
    assert (drawn.faces, drawn.backs) == (chosen.faces, chosen.backs)


def test_two_play_and_nobody_else() -> None:
    assert game.seats == (2,)
    assert game.teams(BlueDiamondOptions(), 2) == (0, 1)
    for seats in (0, 1, 3):
        with pytest.raises(BadOptions, match="cannot play this game"):
            codec.options_from_json(game, {}, seats)


def test_the_options_when_nothing_is_chosen() -> None:
    options = codec.options_from_json(game, {}, 2)
    assert codec.options_to_json(options) == {"starter": "random", "target": 7, "memory_aid": False}


@pytest.mark.parametrize("target", [3, 7, 15])
def test_the_target_may_be_chosen_from_3_to_15(target: int) -> None:
    assert game.view(dealt(1, target=target), None)["target"] == target


@pytest.mark.parametrize(
    "options",
    [
        *({"target": 2}, {"target": 16}, {"target": 7.0}, {"target": True}, {"target": None}, {"target": "7"}),
        *({"starter": "loser"}, {"starter": 0}, {"memory_aid": 1}, {"memory_aid": None}, {"seats": 2}),
    ],
)
def test_options_out_of_range_are_refused_by_name(options: dict[str, object]) -> None:
    with pytest.raises(BadOptions) as caught:
        codec.options_from_json(game, options, 2)
    assert caught.value.details["field"] == next(iter(options))


@pytest.mark.parametrize("options", [{"target": 2}, {"target": True}, {"starter": "loser"}, {"memory_aid": 1}])
def test_options_made_in_python_are_checked_too(options: dict[str, object]) -> None:
    with pytest.raises(BadOptions):
        BlueDiamondOptions(**options)  # type: ignore[arg-type]
