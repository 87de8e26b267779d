"""The levels of Red-Handed: how soon they see an incident, how surely, and what they do with the diamond."""

from __future__ import annotations

import os
from statistics import median

import pytest

from rules import bots
from rules.arena import Duel, play, summed
from rules.chance import Chance
from rules.red_handed import game
from rules.red_handed.bot_brain import FASTEST, _flips
from rules.red_handed.cards import DARK_ROOM, is_incident
from rules.red_handed.models import Grab, Point, RedHandedOptions, RedHandedState
from tests.rules.red_handed.tables import NO_INCIDENT, THEFT, do, full_table, table

SOAK = os.environ.get("SOAK") == "1"
MATCHES = 200 if SOAK else 8
CHANCES = [Chance(number.to_bytes(32, "big")) for number in range(400)]
CALM = 15_000  # ms between two flips: time enough to see what there is


def plans(state: RedHandedState, level: str, seat: int = 0) -> list[bots.Plan | None]:
    return [bots.plan(game, state, seat, level, chance) for chance in CHANCES]


def made(state: RedHandedState, level: str, seat: int = 0) -> list[bots.Plan]:
    return [plan for plan in plans(state, level, seat) if plan is not None]


def seen(state: RedHandedState, level: str) -> float:
    """Return the share of cases in which the level sees something before the next flip."""
    return len(made(state, level)) / len(CHANCES)


def test_the_levels_see_an_incident_in_a_persons_time_one_after_the_other() -> None:
    state = table("K K", "K K", opened=THEFT, pace_ms=CALM)
    middle = {level: median(plan.after_ms for plan in made(state, level)) for level in bots.LEVELS}
    assert 6_000 < middle["gentle"] < 8_500
    assert 3_400 < middle["steady"] < 4_600
    assert 1_900 < middle["sharp"] < 2_500


@pytest.mark.parametrize("level", bots.LEVELS)
def test_nobody_is_quicker_than_a_person_can_be(level: str) -> None:
    state = full_table(6, pace_ms=CALM)  # with more incidents than anybody could count
    for grabbed in (False, True):
        if grabbed:
            do(state, 0, "grab")
        found = [bots.plan(game, state, 0, level, chance) for chance in CHANCES[:25]]
        assert min(plan.after_ms for plan in found if plan) >= FASTEST


@pytest.mark.parametrize("level", bots.LEVELS)
def test_the_diamond_is_grabbed_before_the_cards_are_shown(level: str) -> None:
    grabs = {plan.move for plan in made(table("K K", "K K", opened=THEFT, pace_ms=CALM), level)}
    assert grabs == {Grab()}


def test_who_does_not_see_it_before_the_next_flip_looks_again_then() -> None:
    state = table("K K", "K K", opened=THEFT, pace_ms=3_000)
    assert seen(state, "gentle") < seen(state, "steady") < seen(state, "sharp") < 1
    assert all(plan.after_ms < 3_000 for level in bots.LEVELS for plan in made(state, level))


def test_what_has_lain_open_longer_is_seen_sooner() -> None:
    fresh = table("K K", "K K", opened="0:Tr1 1:Dr1 0:Fr1")
    older = table("K K", "K K", opened="0:Tr1 1:Dr1 0:Fr1 1:Fg3 0:Fg3 1:Fg3 0:Fg3 1:Fg3")
    assert seen(older, "steady") > seen(fresh, "steady") + 0.1


def test_flips_are_told_apart_by_who_turned_the_cards() -> None:
    state = table("", "", "", opened="0:Tr1 1:Tr1 2:Tr1 0:Tr1 2:Tr1 2:Tr1 1:Tr1 2:Tr1")
    assert _flips(state) == [0, 0, 0, 1, 1, 2, 3, 3]


def test_gentle_often_sees_what_is_not_there_and_sharp_rarely() -> None:
    state = table("K K", "K K", opened=f"{NO_INCIDENT} Dr3", pace_ms=CALM)
    imagined = {level: len(made(state, level)) for level in bots.LEVELS}
    assert imagined["gentle"] > imagined["sharp"]
    assert 4 <= imagined["gentle"] <= 40  # sixteen of four hundred are expected
    assert imagined["sharp"] <= 6


@pytest.mark.parametrize("level", bots.LEVELS)
def test_where_there_is_nothing_to_mistake_nobody_grabs(level: str) -> None:
    assert not made(table("K K", "K K", opened="Tr1 Dg2"), level)
    assert not made(table("K K", "K K"), level)


@pytest.mark.parametrize("level", bots.LEVELS)
def test_who_has_the_diamond_points_to_an_incident_in_time(level: str) -> None:
    state = table("K K", "K K", opened=f"{THEFT} Db1 Fg3", point_ms=1_000)
    do(state, 0, "grab")
    pointed = made(state, level)
    right = [plan for plan in pointed if isinstance(plan.move, Point) and set(plan.move.cards) == {0, 1, 2}]
    assert len(pointed) == len(CHANCES)
    assert len(right) >= len(CHANCES) * 0.85
    assert all(plan.after_ms < 1_000 for plan in pointed)


@pytest.mark.parametrize("level", bots.LEVELS)
def test_a_slip_is_a_legal_claim_of_cards_that_nearly_fit(level: str) -> None:
    state = table("K K", "K K", opened=f"{NO_INCIDENT} Dr3")
    do(state, 1, "grab")
    for plan in made(state, level, seat=1):
        assert isinstance(plan.move, Point)
        codes = [state.open[number][1] for number in plan.move.cards]
        assert not is_incident(codes, DARK_ROOM in codes)
        game.check(state, 1, plan.move)
        assert sorted(code[0] for code in codes) == ["D", "F", "T"]


@pytest.mark.parametrize("level", bots.LEVELS)
def test_nobody_plans_while_another_has_the_diamond_or_all_is_over(level: str) -> None:
    state = table("K K", "K K", opened=THEFT)
    do(state, 1, "grab")
    assert not made(state, level)
    state = table("", "K", opened="0:Tr1 0:Dr1 0:Fr1")
    do(state, 0, "grab 0 1 2")
    assert not made(state, level)


@pytest.mark.parametrize("level", bots.LEVELS)
def test_what_lies_face_down_makes_no_difference(level: str) -> None:
    state = table("Tr2 Fb1", "Dg3 Fg1", "Tb1 Pr", opened=f"{NO_INCIDENT} Dr3 K")
    do(state, 0, "grab 0 1 2")  # a lot of which it is not known who has which card
    for ply in range(3):
        other = game.determinize(state, 1, Chance(b"o" * 32))
        assert other.hands != state.hands or not any(state.hands[1:])
        for chance in CHANCES[:60]:
            assert bots.plan(game, state, 1, level, chance) == bots.plan(game, other, 1, level, chance)
        do(state, None, "flip", chance=Chance(bytes(32), ply))


@pytest.mark.parametrize(("better", "worse"), [("sharp", "steady"), ("steady", "gentle")])
def test_each_level_is_quicker_than_the_one_below(better: str, worse: str) -> None:
    duel = Duel(game, RedHandedOptions(), 2, (better, worse), seed=3)
    result = summed(play(duel, number, lambda: 0.0) for number in range(MATCHES))
    assert result.won > result.lost + MATCHES / 4
