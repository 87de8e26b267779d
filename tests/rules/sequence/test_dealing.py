"""The set-up: teams and hands for every number of players, the cut with its ties, the deck; all recomputed."""

from __future__ import annotations

from collections import Counter
from itertools import count

import pytest

from rules import codec
from rules.chance import Chance
from rules.contract import BadOptions
from rules.sequence import game
from rules.sequence.models import SequenceOptions
from tests.rules.published import shuffled

HANDS = {2: 7, 3: 6, 4: 6, 6: 5, 8: 4, 9: 4, 10: 3, 12: 3}
TABLES = [(2, 2), (3, 3), (4, 2), (6, 2), (6, 3), (8, 2), (9, 3), (10, 2), (12, 2), (12, 3)]
SPADES_LAST = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]


def expected_cut(seed: bytes, seats: int) -> list[list[list[object]]]:
    rounds: list[list[list[object]]] = []
    tied = list(range(seats))
    for turn in count(1):
        cards = shuffled(seed, "0/cut" if turn == 1 else f"0/cut/{turn}", SPADES_LAST)
        rounds.append([[seat, cards[k]] for k, seat in enumerate(tied)])
        strength = {seat: "23456789TJQKA".index(cards[k][0]) for k, seat in enumerate(tied)}
        tied = [seat for seat in tied if strength[seat] == min(strength.values())]
        if len(tied) == 1:
            return rounds
    raise AssertionError


def seed_with_rounds(rounds: int, seats: int) -> bytes:
    """Return the first seed of a simple row of them whose cut takes so many rounds."""
    for i in count():
        seed = i.to_bytes(32, "big")
        if len(game.deal(SequenceOptions(), seats, Chance(seed)).cut) == rounds:
            return seed
    raise AssertionError


@pytest.mark.parametrize(("seats", "teams"), TABLES)
def test_team_mates_alternate_and_every_player_gets_the_printed_number_of_cards(seats: int, teams: int) -> None:
    options = SequenceOptions(teams=teams)  # type: ignore[arg-type]
    game.check_options(options, seats)
    state = game.deal(options, seats, Chance(bytes(32)))
    assert game.teams(options, seats) == tuple(seat % teams for seat in range(seats))
    assert set(Counter(game.teams(options, seats)).values()) == {seats // teams}
    view = game.view(state, None)
    assert view["hand_sizes"] == [HANDS[seats]] * seats
    assert view["deck"] == 104 - seats * HANDS[seats]
    assert view["needed"] == (2 if teams == 2 else 1)


@pytest.mark.parametrize(("seats", "teams"), [(2, 2), (3, 3), (4, 2), (6, 2), (8, 2), (9, 3), (10, 2), (12, 2)])
def test_without_the_option_the_teams_follow_from_the_number_of_players(seats: int, teams: int) -> None:
    assert max(game.teams(SequenceOptions(), seats)) + 1 == teams


@pytest.mark.parametrize(("seats", "teams"), [(2, 3), (3, 2), (4, 3), (8, 3), (9, 2), (10, 3)])
def test_another_number_of_teams_than_the_implied_one_is_refused(seats: int, teams: int) -> None:
    with pytest.raises(BadOptions) as caught:
        codec.options_from_json(game, {"teams": teams}, seats)
    assert caught.value.code == "bad_options"
    assert caught.value.details["field"] == "teams"


@pytest.mark.parametrize("seats", [0, 1, 5, 7, 11, 13, 14])
def test_other_numbers_of_players_are_refused(seats: int) -> None:
    with pytest.raises(BadOptions, match="players cannot play") as caught:
        game.check_options(SequenceOptions(), seats)
    assert caught.value.code == "bad_seats"


@pytest.mark.parametrize(
    "options", [{"teams": 4}, {"teams": True}, {"teams": "2"}, {"draw": "never"}, {"hard": 1}, {"table_talk": None}]
)
def test_values_that_are_no_options_are_refused_however_they_come(options: dict[str, object]) -> None:
    with pytest.raises(BadOptions) as from_python:
        SequenceOptions(**options)  # type: ignore[arg-type]
    with pytest.raises(BadOptions) as from_json:
        codec.options_from_json(game, options, 6)
    assert from_python.value.details["field"] == from_json.value.details["field"] == next(iter(options))


def test_the_options_left_out_take_their_defaults() -> None:
    options = codec.options_from_json(game, {}, 6)
    assert codec.options_to_json(options) == {"teams": None, "hard": False, "draw": "auto", "table_talk": False}


@pytest.mark.parametrize("seats", sorted(HANDS))
def test_the_lowest_card_of_the_cut_deals_and_the_player_after_the_dealer_starts(seats: int) -> None:
    for i in range(25):
        seed = i.to_bytes(32, "big")
        view = game.view(game.deal(SequenceOptions(), seats, Chance(seed)), None)
        assert view["cut"] == expected_cut(seed, seats)
        last = view["cut"][-1]
        assert view["dealer"] == min(last, key=lambda drawn: "23456789TJQKA".index(drawn[1][0]))[0]
        assert view["turn"] == (view["dealer"] + 1) % seats


def test_the_cut_is_drawn_from_one_pack_of_52() -> None:
    for i in range(60):
        for drawn in game.deal(SequenceOptions(), 12, Chance(i.to_bytes(32, "big"))).cut:
            cards = [card for _, card in drawn]
            assert len(set(cards)) == len(cards)
            assert set(cards) <= set(SPADES_LAST)


@pytest.mark.parametrize(("rounds", "seats"), [(2, 2), (3, 2), (2, 9), (2, 12), (3, 12)])
def test_those_who_tie_for_lowest_draw_again_between_themselves(rounds: int, seats: int) -> None:
    seed = seed_with_rounds(rounds, seats)
    cut = game.view(game.deal(SequenceOptions(), seats, Chance(seed)), None)["cut"]
    assert cut == expected_cut(seed, seats)
    assert len(cut) == rounds
    assert [seat for seat, _ in cut[1]] == sorted(seat for seat, _ in cut[1])
    assert len(cut[1]) >= 2


def test_an_ace_is_high_at_the_cut() -> None:
    for i in count():
        state = game.deal(SequenceOptions(), 2, Chance(i.to_bytes(32, "big")))
        cards = dict(state.cut[0])
        if cards[0][0] == "A" and cards[1][0] != "A":
            assert state.dealer == 1
            return


@pytest.mark.parametrize("seats", sorted(HANDS))
def test_two_packs_are_dealt_one_card_at_a_time_beginning_after_the_dealer(seats: int) -> None:
    seed = bytes([seats] * 32)
    state = game.deal(SequenceOptions(), seats, Chance(seed))
    deck = shuffled(seed, "0/deck", SPADES_LAST * 2)
    for seat in range(seats):
        first = (seat - state.dealer - 1) % seats
        assert state.hands[seat] == deck[first : seats * HANDS[seats] : seats]
    assert state.deck[::-1] == deck[seats * HANDS[seats] :]


def test_a_known_seed_gives_the_deal_that_it_always_gave() -> None:
    state = game.deal(SequenceOptions(), 3, Chance(b"quintet".ljust(32, b".")))
    assert (state.dealer, state.cut) == (1, (((0, "6C"), (1, "3D"), (2, "AD")),))
    assert [" ".join(hand) for hand in state.hands] == ["6S JC JH JS TH QD", "3C QD 9C 2D 9S AS", "AD 7S TC 9H 6S 6H"]
    assert state.deck[-3:] == ["4C", "9H", "AH"]
