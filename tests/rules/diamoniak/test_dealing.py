"""The set-up and the reshuffle, recomputed by the letter of the published description."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rules import codec
from rules.chance import Chance
from rules.contract import BadOptions
from rules.diamoniak import game
from rules.diamoniak.models import DiamoniakOptions, Drew, Reshuffled
from tests.rules.diamoniak.tables import cards, do, may, only, table
from tests.rules.published import shuffled, stream

SEED = bytes(range(32))
PACK = cards("pink*6 blue*6 green*6 yellow*6 diamond*20 witch*7 fairy*3")


def test_54_cards_24_palace_cards_in_4_colours_20_diamonds_7_witches_3_fairies() -> None:
    state = game.deal(DiamoniakOptions(), 4, Chance(SEED))
    counts = Counter(state.deck)
    assert len(state.deck) == 54
    assert counts == {
        **{f"palace:{colour}": 6 for colour in ("pink", "blue", "green", "yellow")},
        **{"diamond": 20, "witch": 7, "fairy": 3},
    }


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_to_four_play_and_the_shuffled_deck_lies_face_down(seats: int) -> None:
    state = game.deal(DiamoniakOptions(), seats, Chance(SEED))
    assert state.deck[::-1] == shuffled(SEED, "0/deck", PACK)
    view = game.view(state, None)
    assert view["deck"] == 54
    assert view["discard"] == []
    assert view["players"] == [{"palace": 0, "side": {}}] * seats


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_online_the_starter_is_random(seats: int) -> None:
    starters = set()
    for n in range(30):
        seed = bytes([n]) * 32
        starter = game.deal(DiamoniakOptions(), seats, Chance(seed)).turn
        limit = 2**32 - 2**32 % seats
        assert starter == next(u for u in stream(seed, "0/starter", 8) if u < limit) % seats
        starters.add(starter)
    assert starters == set(range(seats))


@pytest.mark.parametrize(("starter", "seats"), [(0, 2), (1, 2), (2, 3), (3, 4)])
def test_or_the_seat_in_option_starter(starter: Any, seats: int) -> None:
    options = codec.options_from_json(game, {"starter": starter}, seats)
    for n in range(8):
        state = game.deal(options, seats, Chance(bytes([n]) * 32))  # type: ignore[arg-type]
        assert state.turn == starter
        assert may(state, starter) == ["draw"]


@pytest.mark.parametrize(("starter", "seats"), [(2, 2), (3, 2), (3, 3)])
def test_a_starter_must_have_a_seat_at_the_table(starter: int, seats: int) -> None:
    with pytest.raises(BadOptions, match=f"no seat {starter} among {seats}") as caught:
        codec.options_from_json(game, {"starter": starter}, seats)
    assert caught.value.code == "bad_options"
    assert caught.value.details["field"] == "starter"


@pytest.mark.parametrize("starter", [None, True, False, -1, 4, 1.0, "0", "Random", "", [], {}, 10**400])
def test_a_starter_of_another_kind_is_refused_by_name(starter: Any) -> None:
    with pytest.raises(BadOptions, match="starter"):
        codec.options_from_json(game, {"starter": starter}, 4)


@pytest.mark.parametrize("starter", [True, None, "2", 4])
def test_options_made_in_python_are_checked_too(starter: Any) -> None:
    with pytest.raises(BadOptions, match="random"):
        DiamoniakOptions(starter)


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_other_numbers_of_players_are_refused(seats: int) -> None:
    with pytest.raises(BadOptions, match=f"{seats} players cannot play"):
        codec.options_from_json(game, {}, seats)


def test_the_form_offers_the_lot_and_each_seat() -> None:
    (field,) = codec.option_fields(game)
    assert (field.name, field.kind, field.default) == ("starter", "choice", "random")
    assert [value for value, _ in field.choices] == ["random", 0, 1, 2, 3]
    assert all(label != str(value) for value, label in field.choices)


def test_when_a_card_must_be_drawn_and_the_deck_is_empty_the_discard_pile_is_shuffled_into_a_new_deck() -> None:
    discard = cards("pink blue*2 diamond*3 witch fairy witch")
    state = table("green*2 | blue", "", deck="", discard="pink blue*2 diamond*3 witch fairy witch")
    chance = Chance(SEED, 41)
    events = do(state, 0, "draw", chance=chance)
    expected = shuffled(SEED, "41/reshuffle", discard)
    assert only(events, Reshuffled) == [Reshuffled(9)]
    assert only(events, Drew) == [Drew(0, expected[0])]
    assert [expected[0], *state.deck[::-1]] == expected
    assert events.index(Reshuffled(9)) < events.index(Drew(0, expected[0]))


def test_the_deck_is_made_anew_only_when_a_card_must_be_drawn() -> None:
    state = table("", "", deck="diamond", discard="pink witch")
    assert not only(do(state, 0, "draw", "stop"), Reshuffled)
    assert state.deck == []
    assert state.discard == cards("pink witch")


def test_all_cards_does_not_mean_those_that_players_hold() -> None:
    state = table("green*2 | blue", "diamond*4", deck="", discard="pink witch", turn=1)
    do(state, 1, "draw")
    assert state.holdings[0] == table("green*2 | blue").holdings[0]
    assert len(state.deck) == 1


def test_the_top_of_the_deck_is_drawn_first() -> None:
    state = table("", "", deck="diamond fairy blue")
    assert [event.card for event in only(do(state, 0, "draw", "draw", "draw"), Drew)] == cards("diamond fairy blue")
