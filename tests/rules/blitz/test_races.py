"""Everyone at once: the first card takes the place, and who comes second loses nothing (known bugs 13 and 14)."""

from __future__ import annotations

import itertools

from rules.blitz import game
from rules.blitz.models import PlayToCentre
from tests.rules.blitz.tables import CHANCE, area, begun, deck_of, do, may, midgame, refused, table


def test_of_two_equal_cards_the_first_takes_the_place_and_the_second_is_told_so() -> None:
    for first, second in ((0, 1), (1, 0)):
        state = table(area(work="p3 y9 y7"), area(work="p3 y9 y7"), centre="p2")
        do(state, first, "centre work:0 0")
        late = refused(state, second, "centre work:0 0")
        assert (late.code, late.details) == ("too_late", {"card": "p3", "stack": 0, "seat": first})
        assert str(late) == "Too late: another player's p3 lies on that stack already."
        assert state.areas[second].work[0] == ["p3"], "the card stays where it was"


def test_a_move_is_too_late_however_far_the_stack_has_passed_the_card() -> None:
    state = table(area(work="p3 y9 y7"), area(work="p3 y9 y7"), centre="p9")
    late = refused(state, 1, "centre work:0 0")
    assert (late.code, late.details["seat"]) == ("too_late", 0)


def test_a_move_to_a_stack_completed_meanwhile_is_too_late() -> None:
    state = table(area(work="p10 y9 y7"), area(work="p10 p4 y7"), centre="p9")
    do(state, 0, "centre work:0 0")
    for slot, card in ((0, "p10"), (1, "p4")):
        late = refused(state, 1, f"centre work:{slot} 0")
        assert (late.code, late.details["card"]) == ("too_late", card)


def test_what_never_fitted_is_not_too_late_but_wrong() -> None:
    state = table(area(work="p5 y3 y7", waste="y1"), area(), centre="p3 g10")
    for move in ("centre work:0 0", "centre work:1 0", "centre work:1 1", "centre waste 0", "centre work:2 9"):
        assert refused(state, 0, move).code == "illegal_move", move


def test_a_second_click_costs_nothing_when_the_next_card_does_not_fit() -> None:
    state = table(area(work="y9 y7 y5", blitz="p3 g8 b2"), centre="p2")
    do(state, 0, "centre blitz 0")
    assert refused(state, 0, "centre blitz 0").code == "illegal_move"
    assert state.areas[0].played == 1


def test_starting_a_stack_is_never_too_late() -> None:
    state = table(area(work="p1 y9 y7"), area(work="p1 y9 y7"))
    for seat in range(2):
        do(state, seat, "centre work:0 new")
    assert len(state.stacks) == 2


def test_every_order_of_moves_at_one_moment_leaves_every_card_in_one_place() -> None:
    for seed in range(6):
        state = midgame(3, seed, 80)
        if state.phase != "play":
            continue
        wanted = [(seat, move) for seat in range(3) for move in game.legal_moves(state, seat)[:2]]
        decks = [deck_of(state, seat) for seat in range(3)]
        for order in itertools.islice(itertools.permutations(wanted), 60):
            race = state.clone()
            for seat, move in order:
                if move in game.legal_moves(race, seat):
                    game.play(race, seat, move, CHANCE.at(race.areas[seat].played))
                else:
                    assert refused(race, seat, move).code in ("too_late", "illegal_move")
            assert [deck_of(race, seat) for seat in range(3)] == decks


def test_a_move_after_blitz_was_said_is_too_late_and_told_who_said_it() -> None:
    state = table(area(work="p1 y9 y7"), area(work="p9 p8 p7", blitz="y1"))
    do(state, 1, "centre blitz new")
    for move in ("centre work:0 new", "work work:0 1", "turn", "stuck"):
        late = refused(state, 0, move)
        assert (late.code, late.details) == ("too_late", {"round": 1, "seat": 1})
        assert str(late) == "“Blitz!” was said: the round is over."


def test_a_move_after_a_round_that_reshuffling_did_not_help_is_told_that_and_not_that_blitz_was_said() -> None:
    state = table(area(work="p9 p8 p7", reserve="y5"), area(work="p9 p8 p7"))
    for _ in range(3):
        do(state, None, "reshuffle")
    late = refused(state, 0, "turn")
    assert (late.code, late.details) == ("too_late", {"round": 1})
    assert str(late) == "Too late: the round is over, as reshuffling did not help."


def test_a_card_of_the_waste_played_just_after_a_reshuffle_is_too_late_until_one_turns_again() -> None:
    state = table(area(work="p1 y9 y7", reserve="b5 b6 y1"), area(work="p9 p8 p7", waste="y1"))
    for move in ("turn", "stuck"):
        do(state, 0, move)
    do(state, 1, "stuck")
    do(state, None, "reshuffle")
    do(state, 1, "turn")
    for move in ("centre waste new", "work waste 1"):
        late = refused(state, 0, move)
        assert (late.code, late.details) == ("too_late", {})
        assert str(late) == "Too late: what you had turned has been shuffled."
    assert refused(state, 1, "centre waste 0").code == "illegal_move"


def test_a_waste_with_nothing_turned_yet_is_not_too_late() -> None:
    assert refused(begun(2), 0, "centre waste new").code == "illegal_move"


def test_too_late_is_said_only_of_another_players_card() -> None:
    for seed in range(30):
        state = midgame(4, seed, 150)
        for seat in range(4) if state.phase == "play" else ():
            for source in ("blitz", "waste", "work:0", "work:1", "work:2"):
                for stack in range(len(state.stacks)):
                    move = PlayToCentre(source, stack)
                    if move not in game.legal_moves(state, seat):
                        refusal = refused(state, seat, move)
                        assert refusal.code != "too_late" or refusal.details.get("seat") != seat


def test_others_play_on_while_one_is_stuck() -> None:
    state = table(area(work="p1 y9 y7", stuck=True), area(work="p1 p2 y7"))
    do(state, 1, "centre work:0 new")
    assert may(state, 1, "centre") == ["centre work:1 0"]
