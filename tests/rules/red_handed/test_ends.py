"""When nobody can flip, and how matches end: by empty hands, by three recovers, by the pile."""

from __future__ import annotations

import pytest

from rules.contract import Outcome
from rules.red_handed import game
from rules.red_handed.listing import FLIP, RECOVER
from rules.red_handed.models import Ended, Hit, Missed, Recovered
from tests.rules.red_handed.tables import (
    CHANCE,
    NO_INCIDENT,
    THEFT,
    WHOLE_DECK,
    cards,
    do,
    everything,
    full_table,
    may,
    refused,
    table,
)


# --- recover ---
def test_when_nobody_can_flip_recover_follows_after_one_more_pace() -> None:
    state = table("", "", opened=THEFT)
    assert game.timer(state) == (3000, RECOVER)
    assert game.view(state, None)["phase"] == "recovering"
    assert may(state, 0) == ["grab", "grab 0 1 2"], "until then anybody may still grab"


def test_while_anybody_can_flip_there_is_no_recover() -> None:
    state = table("", "K", opened=THEFT)
    refused(state, None, RECOVER)
    do(state, None, "flip")
    refused(state, None, FLIP)


def test_at_recover_everyone_takes_back_shuffled_the_open_cards_that_they_flipped() -> None:
    state = table("", "", "", opened="0:Tr1 1:Dr2 0:Fg1 2:K 0:Pb")
    assert do(state, None, "recover") == [Recovered((3, 1, 1))]
    assert [[code for _, code in hand] for hand in state.hands] == [
        CHANCE.at(7).shuffle("recover:0", ["Tr1", "Fg1", "Pb"]),
        ["Dr2"],
        ["K"],
    ]
    assert state.open == []
    assert game.timer(state) == (3000, FLIP)


def test_the_third_recover_in_a_row_ends_the_match_the_open_cards_taken_back_first() -> None:
    state = full_table(4)
    for time in (1, 2, 3):
        while any(state.hands):
            do(state, None, "flip")
        events = do(state, None, "recover")
        assert game.view(state, None)["recovers"] == time
        assert events[0] == Recovered((15, 15, 15, 15))
        assert isinstance(events[-1], Ended) == (time == 3)
    assert everything(state) == WHOLE_DECK
    assert game.outcome(state) == Outcome((1, 1, 1, 1), (15, 15, 15, 15))


def test_then_fewest_cards_held_win_and_ties_share() -> None:
    state = table("", "", "", "", opened="0:K 1:K 1:K 2:Pr 3:Pg 3:Pb")
    state.recovers = 2
    assert do(state, None, "recover")[-1] == Ended((1, 3, 1, 3))
    assert game.outcome(state) == Outcome((1, 3, 1, 3), (1, 2, 1, 2))


def test_a_grab_between_them_starts_the_count_of_recovers_anew() -> None:
    for grab in ("grab 0 1 2", "grab 0 1", "grab"):
        state = table("Tb1 K", "Db1 K", opened=THEFT)
        state.recovers = 2
        do(state, 0, grab)
        assert state.recovers == 0


def test_a_refused_grab_does_not_count_as_a_grab() -> None:
    state = table("K", "K", opened=THEFT, filling=1)
    state.recovers = 2
    refused(state, 0, "grab 0 1 2 @0")
    assert state.recovers == 2


def test_a_match_ends_though_nobody_is_connected() -> None:
    for seats in game.seats:
        for variant in ("standard", "quick"):
            state = full_table(seats, variant=variant)
            plies = 60 // seats
            while (timer := game.timer(state)) is not None:
                game.play(state, None, timer[1], CHANCE.at(plies))
                plies += 1
            assert game.outcome(state) is not None
            assert plies == (3 * (60 // seats + 1) if variant == "standard" else 60 // seats + 1)


def test_a_last_table_without_an_incident_does_not_hang() -> None:
    state = table("", "", opened=NO_INCIDENT)
    assert may(state, 0) == ["grab"]
    assert game.timer(state) == (3000, RECOVER)
    do(state, None, "recover")
    assert any(state.hands)


# --- the end of a standard match ---
def test_after_a_hit_the_grabber_without_a_card_in_hand_and_none_open_wins() -> None:
    state = table("", "K", "K K", opened="0:Tr1 0:Dr1 0:Fr1")
    events = do(state, 0, "grab 0 1 2")
    assert [type(event) for event in events[-2:]] == [Hit, Ended]
    assert game.outcome(state) == Outcome((1, 2, 2), (0, 3, 3))


def test_a_player_finishes_through_anothers_mistake() -> None:
    state = table("", "K", "K K", opened="0:Tr1 1:Dr2 2:Fg1")
    events = do(state, 1, "grab 0 1 2")
    assert [type(event) for event in events[-2:]] == [Missed, Ended]
    assert game.outcome(state) == Outcome((1, 3, 2), (0, 4, 2))


def test_a_player_finishes_through_anothers_time_out() -> None:
    state = table("", "K", opened=THEFT)
    do(state, 1, "grab")
    assert do(state, None, "timeout")[-1] == Ended((1, 2))


def test_several_who_finish_at_once_all_win() -> None:
    state = table("", "", "K", opened=NO_INCIDENT)
    assert do(state, 2, "grab 0 1 2")[-1] == Ended((1, 1, 3))
    assert game.outcome(state) == Outcome((1, 1, 3), (0, 0, 4))


def test_who_is_dealt_none_of_a_small_table_finishes_too() -> None:
    state = table("", "", "", "", opened="0:Pr 1:Tr1")
    assert do(state, 0, "grab 0 1")[-1] == Ended((1, 3, 3, 1))


def test_an_empty_hand_alone_is_not_the_end_while_own_cards_lie_open() -> None:
    state = table("Tr1", "Dr1 K", "Fr1 K")
    do(state, None, "flip")
    assert not state.hands[0]
    assert game.outcome(state) is None
    assert "grab 0 1 2" in may(state, 0)


def test_the_winners_place_first_then_the_others_by_fewer_cards_held() -> None:
    state = table("", "K K K", "K", "K K", opened="0:Tr1 0:Dr2")
    do(state, 2, "grab 0 1")
    assert game.outcome(state) == Outcome((1, 3, 3, 2), (0, 3, 3, 2))


def test_nothing_can_be_done_when_the_match_is_over() -> None:
    state = table("", "K", opened=THEFT)
    do(state, 0, "grab 0 1 2")
    for seat in (0, 1):
        assert may(state, seat) == []
        for move in ("grab", "point 0 1 2"):
            assert refused(state, seat, move).code == "game_over"
    assert game.timer(state) is None
    assert refused(state, None, FLIP).code == "game_over"
    assert game.view(state, 0)["phase"] == "over"


# --- the quick game ---
def test_in_the_quick_game_cards_go_to_a_pile_beside_the_player() -> None:
    state = table("Tb1 K", "Db1 K", "Fb1 K", opened=THEFT, variant="quick")
    do(state, 0, "grab 0 1 2")
    assert [len(pile) for pile in state.piles] == [0, 2, 1]
    do(state, None, "flip")
    do(state, 2, "grab 0 1")
    assert [len(pile) for pile in state.piles] == [0, 2, 4]
    assert cards(state.hands) == ["K", "K", "K"]
    assert game.view(state, None)["piles"] == [0, 2, 4]


def test_the_quick_game_does_not_end_by_an_empty_pile() -> None:
    state = table("K", "K", opened=THEFT, variant="quick")
    do(state, 0, "grab 0 1 2")
    assert game.outcome(state) is None


def test_the_quick_game_ends_by_a_hit_or_a_miss_with_all_hands_empty_and_fewest_in_the_pile_win() -> None:
    for claim, outcome in (("0 1 2", Outcome((1, 3, 2), (0, 2, 1))), ("0 1", Outcome((3, 1, 1), (3, 0, 0)))):
        state = table("", "", "", opened=THEFT, variant="quick")
        assert do(state, 0, f"grab {claim}")[-1] == Ended(outcome.places)
        assert game.outcome(state) == outcome


def test_the_quick_game_ends_by_a_time_out_with_all_hands_empty() -> None:
    state = table("", "", opened=THEFT, variant="quick")
    do(state, 1, "grab")
    assert do(state, None, "timeout")[-1] == Ended((1, 2))


def test_the_quick_game_ends_when_the_last_recover_time_is_over_and_open_cards_count_for_nobody() -> None:
    state = table("", "", "", opened=THEFT, variant="quick")
    state.piles = [[(3, "K")], [], [(3, "Pr"), (3, "Pg")]]
    assert do(state, None, "recover") == [Ended((2, 1, 3))]
    assert game.outcome(state) == Outcome((2, 1, 3), (1, 0, 2))
    assert len(state.open) == 3


def test_in_the_quick_game_ties_share_the_win() -> None:
    state = full_table(5, variant="quick")
    assert do(state, None, "recover") == [Ended((1, 1, 1, 1, 1))]


def test_in_the_quick_game_all_hands_run_out_together() -> None:
    state = full_table(6, variant="quick")
    assert not any(state.hands)


# --- scores on the way ---
@pytest.mark.parametrize(("variant", "scores"), [("standard", (3, 2, 1)), ("quick", (0, 1, 2))])
def test_scores_on_the_way_count_hands_with_open_cards_or_piles(variant: str, scores: tuple[int, ...]) -> None:
    state = table("K", "K", "", opened="0:Tr1 0:Dr2 1:Fg1 2:Pr", variant=variant)
    if variant == "quick":
        state.piles = [[], [(3, "Pg")], [(3, "Tb1"), (3, "Tb2")]]
    assert game.scores(state) == scores
