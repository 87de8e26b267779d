"""Penalties for table talk: who may call them, what is owed, and what it keeps a player from."""

from __future__ import annotations

import pytest

from rules.sequence import game
from rules.sequence.models import Ended, Forfeited, Passed, Penalised, Penalty
from tests.rules.sequence.tables import do, may, refusal, table


def test_every_member_of_the_called_team_owes_a_card_of_their_own_choice() -> None:
    state = table("5S 6S", "7S", "8S 9S", "2S", table_talk=True)
    assert do(state, None, "penalty 0") == [Penalised(0)]
    assert game.view(state, None)["forfeits"] == [1, 0, 1, 0]
    assert may(state, 0) == ["forfeit 5S", "forfeit 6S"]
    assert may(state, 2) == ["forfeit 8S", "forfeit 9S"]


def test_a_forfeit_goes_to_the_own_discard_and_is_not_replaced() -> None:
    state = table("5S 6S", "", "", "", deck="2C", table_talk=True)
    do(state, None, "penalty 0")
    assert do(state, 0, "forfeit 5S") == [Forfeited(0, "5S")]
    assert (state.hands[0], state.discards[0], state.deck) == (["6S"], ["5S"], ["2C"])


def test_until_it_is_made_its_player_can_neither_play_exchange_draw_nor_pass() -> None:
    state = table("5S 6S JH", "", "", "", chips=["", "e1 d9"], table_talk=True, draw="manual")
    state.rights = [(0, -1)]
    do(state, None, "penalty 0")
    for move in ("6S f1", "swap 5S", "draw", "pass"):
        assert "give up a card first" in refusal(state, 0, move)
    do(state, 0, "forfeit JH")
    assert "6S f1" in may(state, 0)
    assert "draw" in may(state, 0)


def test_a_forfeit_may_come_out_of_turn_and_leaves_the_turn_where_it_is() -> None:
    state = table("5S", "6S", "7S 8S", "9S", table_talk=True)
    do(state, None, "penalty 0")
    do(state, 2, "forfeit 7S")
    assert game.must_act(state) == {0}
    assert game.view(state, None)["forfeits"] == [1, 0, 0, 0]


def test_calls_add_up_to_the_hand_at_most() -> None:
    state = table("5S 6S", "", "7S", "", table_talk=True)
    for owed in ([1, 0, 1, 0], [2, 0, 1, 0], [2, 0, 1, 0]):
        do(state, None, "penalty 0")
        assert game.view(state, None)["forfeits"] == owed
    do(state, 0, "forfeit 6S")
    assert may(state, 0) == ["forfeit 5S"]
    do(state, 0, "forfeit 5S")
    assert may(state, 0) == ["pass"]


def test_a_player_with_no_cards_gives_none() -> None:
    state = table("5S", "", "", "", table_talk=True)
    do(state, None, "penalty 0")
    assert game.view(state, None)["forfeits"] == [1, 0, 0, 0]


def test_a_forfeit_that_is_not_owed_or_not_held_is_refused() -> None:
    state = table("5S", "6S", "7S", "", table_talk=True)
    assert refusal(state, 0, "forfeit 5S") == "You owe no card."
    do(state, None, "penalty 0")
    assert refusal(state, 0, "forfeit 6S") == "That card is not in your hand."
    assert refusal(state, 1, "forfeit 6S") == "You owe no card."


def test_the_other_team_plays_on_meanwhile() -> None:
    state = table("5S", "6S", "7S", "", turn=1, table_talk=True)
    do(state, None, "penalty 0")
    assert may(state, 1) == ["6S f1", "6S c9"]


def test_without_the_option_no_penalty_can_be_called() -> None:
    state = table("5S", "", "", "")
    assert refusal(state, None, "penalty 0") == "This table plays without penalties for table talk."
    assert list(game.referee_calls(state)) == []


@pytest.mark.parametrize("seats", [2, 3])
def test_a_penalty_is_refused_where_every_team_has_one_player(seats: int) -> None:
    state = table(*["5S"] * seats, table_talk=True)
    assert refusal(state, None, "penalty 0") == "Nobody at this table has a team-mate to advise."
    assert list(game.referee_calls(state)) == []


@pytest.mark.parametrize("team", [-1, 2, 3, 1000])
def test_a_penalty_needs_a_team_of_this_table(team: int) -> None:
    state = table("5S", "", "", "", table_talk=True)
    assert refusal(state, None, Penalty(team)) == f"There is no team {team} at this table."


def test_only_the_referee_calls_penalties_and_the_referee_does_nothing_else() -> None:
    state = table("5S", "", "", "", table_talk=True)
    assert refusal(state, 0, "penalty 1") == "Only the referee can call table talk."
    for move in ("5S e1", "pass", "draw", "forfeit 5S", "swap 5S"):
        assert refusal(state, None, move) == "Only a player can do that."


def test_the_referees_calls_are_listed_for_each_team() -> None:
    assert list(game.referee_calls(table(*["5S"] * 6, teams=3, table_talk=True))) == [Penalty(t) for t in range(3)]


def test_a_penalty_between_passes_does_not_start_their_count_anew() -> None:
    state = table("JH", "JS", "JH", "JS", table_talk=True)
    for seat in (0, 1, 2):
        do(state, seat, "pass")
    do(state, None, "penalty 1")
    do(state, 3, "forfeit JS")
    assert do(state, 3, "pass") == [Passed(3), Ended((1, 1, 1, 1))]
