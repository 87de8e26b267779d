"""The levels of Blitz: what they play first, that they are stuck only when they are, their pace and their strength."""

from __future__ import annotations

import os
from statistics import fmean

import pytest

from rules import bots
from rules.arena import Duel, play, summed
from rules.blitz import game
from rules.blitz.models import Area, BlitzOptions, BlitzState, PlayToCentre, PlayToWork, Stuck, Turn
from rules.chance import Chance
from tests.rules.blitz.tables import CHANCE, area, do, midgame, table

SOAK = os.environ.get("SOAK") == "1"
ROUNDS = 400 if SOAK else 24
ALONE = 59 if SOAK else 6  # rounds in which nobody else moves
CHANCES = [Chance(number.to_bytes(32, "big")) for number in range(60)]


def choices(state: BlitzState, level: str) -> set[str]:
    """Return what the level plays, by whatever chance."""
    return {game.print_move(bots.choose(game, state, 0, level, chance)) for chance in CHANCES}


def only_choice(*areas: Area, centre: str = "", level: str = "sharp") -> str:
    """Return what the level plays most of the time."""
    state = table(*areas, centre=centre)
    found = [game.print_move(bots.choose(game, state, 0, level, chance)) for chance in CHANCES]
    return max(set(found), key=found.count)


@pytest.mark.parametrize("level", bots.LEVELS)
def test_the_blitz_pile_goes_first_of_all(level: str) -> None:
    assert only_choice(area(work="b4 p9 y8", blitz="p1 y9 y7", waste="y1"), level=level) == "centre blitz new"
    assert only_choice(area(work="g8 p5 p10", blitz="p7 b9 b4", waste="y1"), level=level) == "work blitz 0"
    assert only_choice(area(work="b1 p9 p8", blitz="p10 b9 b7", waste="y1"), level=level) == "centre work:0 new"


@pytest.mark.parametrize("level", bots.LEVELS)
def test_a_whole_stack_is_moved_so_that_the_blitz_pile_fills_its_slot(level: str) -> None:
    assert only_choice(area(work="y9,p8 b10 g5", blitz="p3 b3 b7"), level=level) == "work work:0:all 1"


def test_a_card_is_moved_aside_for_one_that_the_centre_wants() -> None:
    assert only_choice(area(work="y9,p8 g9 b6", blitz="p3 b3 b7"), centre="y8") == "work work:0 1"
    assert only_choice(area(work="y9,p8 g9 b6", blitz="p3 b3 b7"), centre="y7") != "work work:0 1"


def test_a_card_is_moved_aside_for_the_top_of_the_blitz_pile() -> None:
    assert only_choice(area(work="y9,p8 g9 b6", blitz="b8 b3 b7")) == "work blitz 1"
    assert only_choice(area(work="y9,p8 g9 b9", blitz="g8 b3 b7")) == "work blitz 2"
    assert only_choice(area(work="p9,g8,b7 y8 b5", blitz="p7 b3 b2")) == "work blitz 1"
    assert only_choice(area(work="p9,y8,b7 g8,b7 b5", blitz="p7 b3 b2"), level="sharp") == "stuck"


def test_of_two_places_the_one_is_taken_that_buries_nothing_the_centre_wants() -> None:
    assert only_choice(area(work="y9 g9 b3", blitz="p8 b2 b5"), centre="y8") == "centre work:0 0"
    assert only_choice(area(work="y9 g9 b3", blitz="p8 b2 b5"), centre="y7") == "work blitz 1"
    assert only_choice(area(work="y9 g9 b3", blitz="p8 b2 b5"), centre="g7") == "work blitz 0"


def test_a_card_that_another_could_play_as_well_goes_first() -> None:
    mine, other = area(work="y5,p4 g6,b5 b9", blitz="p8 b10 b10"), area(work="b5 y2 g2")
    assert only_choice(mine, other, centre="p3 b4") == "centre work:1 1"


@pytest.mark.parametrize("level", bots.LEVELS)
def test_it_turns_while_a_card_may_come_and_then_says_once_that_it_is_stuck(level: str) -> None:
    state = table(area(work="p9 p8 p7", blitz="p10 b9 b7", reserve="y2 y3 y4 y5"))
    assert choices(state, level) == {"turn"}
    do(state, 0, "turn")
    assert choices(state, level) == {"turn"}  # the last card has not been seen yet
    do(state, 0, "turn")
    assert choices(state, level) == {"stuck"}
    do(state, 0, "stuck")
    assert bots.plan(game, state, 0, level, CHANCE) is None


@pytest.mark.parametrize("level", bots.LEVELS)
def test_it_remembers_what_turning_would_show(level: str) -> None:
    state = table(area(work="p9 p8 p7", blitz="p10 b9 b7", reserve="y2 y3 y1 y4"))
    for _ in range(2):
        do(state, 0, "turn")
    assert choices(state, level) == {"turn"}  # y1 comes again


@pytest.mark.parametrize("level", bots.LEVELS)
def test_who_is_stuck_and_has_said_so_sees_at_once_what_the_others_make_possible(level: str) -> None:
    state = table(area(work="p9 p8 p7", blitz="p10 b9 b7", waste="y2", stuck=True), area(work="y1"))
    state.areas[0].shown = state.areas[0].placed = -1
    assert bots.plan(game, state, 0, level, CHANCE) is None
    do(state, 1, "centre work:0 new")
    plans = [bots.plan(game, state, 0, level, chance) for chance in CHANCES]
    assert {plan and game.print_move(plan.move) for plan in plans} == {"centre waste 0"}


def test_gentle_overlooks_plays_and_never_says_stuck_over_it() -> None:
    state = table(area(work="b1 p9 p8", blitz="p10 b9 b7", waste="y3", reserve=""))
    state.areas[0].shown = state.areas[0].placed = -1
    assert choices(state, "gentle") == {"centre work:0 new", "turn"}
    assert choices(state, "sharp") == {"centre work:0 new"}


def has_play(state: BlitzState, seat: int) -> bool:
    """Tell whether the seat has a play that comes to something, now or by turning alone, looking at every card."""
    state = state.clone()
    for _ in range(2 * len(state.areas[seat].cycle) + 2):
        if any(_leads_on(move) for move in game.legal_moves(state, seat)):
            return True
        if state.areas[seat].cycle:
            do(state, seat, "turn")
    return False


def _leads_on(move: object) -> bool:
    """Tell whether it is a play, other than one that only moves the top of a work stack to and fro."""
    if isinstance(move, PlayToWork):
        return not move.from_.startswith("work") or move.from_.endswith("all")
    return isinstance(move, PlayToCentre)


@pytest.mark.parametrize("level", bots.LEVELS)
def test_left_alone_they_play_on_to_the_end_or_until_they_are_stuck_and_say_so(level: str) -> None:
    said = 0
    for seed in range(1, ALONE + 1):
        state = midgame(2 + seed % 4, seed, plies=5 * seed % 60)
        for ply in range(400):
            plan = bots.plan(game, state, 0, level, CHANCES[seed].at(ply))
            if plan is None:
                break
            if isinstance(plan.move, Stuck):
                assert not has_play(state, 0)
                said += 1
            game.play(state, 0, plan.move, CHANCE)
        assert plan is None
        assert state.phase != "play" or (state.areas[0].stuck and not has_play(state, 0))
    assert said >= ALONE / 2


@pytest.mark.parametrize("level", bots.LEVELS)
def test_what_lies_face_down_makes_no_difference(level: str) -> None:
    for seed in (1, 2, 3):
        state = midgame(3, seed, 50)
        other = game.determinize(state, 0, Chance(b"o" * 32))
        assert other != state
        for chance in CHANCES[:20]:
            assert bots.plan(game, state, 0, level, chance) == bots.plan(game, other, 0, level, chance)


def test_each_level_keeps_its_own_pace_and_turns_quicker_than_it_plays() -> None:
    ready = table(area(work="b1 p9 p8", blitz="p10 b9 b7"))
    blank = table(area(work="b4 p9 p8", blitz="p10 b9 b7", reserve="y2 y3 y4"))
    play_ms, turn_ms = (
        [_pace(state, level, kind) for level in bots.LEVELS] for state, kind in ((ready, PlayToCentre), (blank, Turn))
    )
    assert play_ms == sorted(play_ms, reverse=True)
    assert turn_ms == sorted(turn_ms, reverse=True)
    assert all(turn < play for turn, play in zip(turn_ms, play_ms, strict=True))
    assert 900 < play_ms[2] < 1_300
    assert 2_500 < play_ms[0] < 4_000


def _pace(state: BlitzState, level: str, kind: type) -> float:
    plans = [bots.plan(game, state, 0, level, chance) for chance in CHANCES]
    return fmean(plan.after_ms for plan in plans if plan and isinstance(plan.move, kind))


def test_it_takes_longer_to_notice_what_another_has_just_made_possible() -> None:
    own, news = table(area(work="y2 p9 p8")), table(area(work="y2 p9 p8"))
    own.stacks, news.stacks = (table(centre="y1").stacks for _ in range(2))
    news.stacks[0].owners = [1]
    for state in (own, news):
        state._index_centre()
    assert _pace(news, "steady", PlayToCentre) > _pace(own, "steady", PlayToCentre) + 400


@pytest.mark.parametrize(("better", "worse"), [("sharp", "steady"), ("steady", "gentle")])
def test_each_level_beats_the_one_below_in_most_rounds(better: str, worse: str) -> None:
    duel = Duel(game, BlitzOptions(rounds=1), 2, (better, worse), seed=4)
    result = summed(play(duel, number, lambda: 0.0) for number in range(ROUNDS))
    _, low, high = result.share()
    assert high > 0.65
    assert not SOAK or low > 0.65
