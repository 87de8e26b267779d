"""Which open cards are a theft or an arrest: the print's examples, then every combination there is."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product

import pytest

from rules.red_handed.cards import DECK, INCIDENTS, facts, is_incident
from rules.red_handed.models import Hit, Missed
from tests.rules.red_handed.tables import do, sole, table


def hits(claim: str, *beside: str) -> bool:
    """Tell whether a claim of these cards hits while others lie open beside them."""
    state = table("Db1", "Db1", "Db1", opened=" ".join([claim, *beside]))
    numbers = " ".join(map(str, range(len(claim.split()))))
    events = do(state, 0, f"grab {numbers}")
    return any(isinstance(event, Hit) for event in events) and not any(isinstance(event, Missed) for event in events)


# --- the cards ---
def test_there_are_60_cards_18_thieves_18_diamonds_18_fingerprints_3_policemen_3_dark_rooms() -> None:
    assert len(DECK) == 60
    assert Counter(code[0] for code in DECK) == {"T": 18, "D": 18, "F": 18, "P": 3, "K": 3}


def test_each_of_the_nine_thieves_diamonds_and_fingerprints_is_there_twice() -> None:
    nine = {kind + colour + quantity for kind, colour, quantity in product("TDF", "rgb", "123")}
    assert {code for code, count in Counter(DECK).items() if count == 2} == nine


def test_there_is_one_policeman_of_each_colour_and_dark_rooms_have_none() -> None:
    assert [code for code in DECK if code[0] in "PK"] == ["Pr", "Pg", "Pb", "K", "K", "K"]


# --- the print's examples ---
@pytest.mark.parametrize(
    "claim",
    [
        pytest.param("Tr2 Dr2 Fr2", id="the same colours, the same quantities"),
        pytest.param("Tr1 Dg2 Fb3", id="different colours, different quantities"),
        pytest.param("Tr3 Dg3 Fb3", id="different colours, the same quantities"),
        pytest.param("Tg1 Dg2 Fg3", id="the same colour, different quantities"),
    ],
)
def test_the_print_calls_it_a_theft(claim: str) -> None:
    assert hits(claim)


@pytest.mark.parametrize(
    "claim",
    [
        pytest.param("Tr1 Tg2 Tb3", id="all cards are of the same kind"),
        pytest.param("Dr2 Dr2 Fr2", id="two of a kind"),
        pytest.param("Tr1 Dr2 Fg3", id="two of one colour, the third of another"),
        pytest.param("Tr1 Dr1 Fr2", id="the quantities do not follow the rule"),
    ],
)
def test_the_print_calls_it_no_theft(claim: str) -> None:
    assert not hits(claim)


def test_a_policeman_and_a_thief_of_the_same_colour_are_an_arrest() -> None:
    assert hits("Pr Tr3")
    assert hits("Tr3 Pr")
    assert not hits("Pr Tg3")
    assert not hits("Pr Dr3")
    assert not hits("Pr Fr3")


# --- the dark room ---
def test_while_a_dark_room_is_open_colours_do_not_matter_for_a_theft() -> None:
    assert not hits("Tr1 Dr1 Fg1")
    assert hits("Tr1 Dr1 Fg1", "K")
    assert hits("Tr1 Dr2 Fg3", "K")


def test_in_the_dark_quantities_still_matter() -> None:
    assert not hits("Tr1 Dr1 Fr2", "K")
    assert not hits("Tr1 Dg1 Fb2", "K")


def test_in_the_dark_any_policeman_arrests_any_thief() -> None:
    assert hits("Pr Tg3", "K")
    assert not hits("Pr Dg3", "K")


def test_what_is_a_theft_or_an_arrest_in_the_light_is_one_in_the_dark() -> None:
    assert INCIDENTS[False] < INCIDENTS[True]


def test_the_dark_lasts_until_the_table_is_cleared() -> None:
    state = table("Tr1 Pr", "Dr1 Tg1", "Fg1 Dg1", opened="K")
    do(state, None, "flip")
    assert [type(event) for event in do(state, 1, "grab 1 2 3")][-1] is Hit
    do(state, None, "flip")
    assert sole(do(state, 2, "grab 0 1"), Missed).reason == "cards", "light again: a red policeman, a green thief"


def test_the_dark_room_need_not_be_pointed_to_and_belongs_to_no_claim() -> None:
    assert hits("Tr1 Dr1 Fg1", "K")
    assert not hits("K Tr1 Dr1", "Fr1")
    assert not hits("K Pr Tr1")


# --- every combination ---
def _judged(codes: tuple[str, ...], dark: bool) -> bool:
    """Say again, in other words, what the print says."""
    kinds = sorted(code[0] for code in codes)
    colours = {code[1:2] for code in codes}
    if kinds == ["P", "T"]:
        return dark or len(colours) == 1
    if kinds != ["D", "F", "T"]:
        return False
    quantities = {code[2] for code in codes}
    return len(quantities) != 2 and (dark or len(colours) != 2)


@pytest.mark.parametrize("dark", [False, True])
def test_every_two_and_three_cards_are_judged_as_the_print_says(dark: bool) -> None:
    kinds = sorted(set(DECK))
    claims = [*combinations(kinds, 2), *combinations(kinds, 3), *((one, one) for one in kinds)]
    claims += [(one, one, two) for one in kinds for two in kinds]
    for claim in claims:
        assert is_incident(claim, dark) == _judged(claim, dark), claim
        assert is_incident(claim[::-1], dark) == _judged(claim, dark), claim


def test_a_random_thief_diamond_and_fingerprint_are_a_theft_one_time_in_nine() -> None:
    assert sum(len(one) == 3 for one in INCIDENTS[False]) * 9 == 9**3
    assert sum(len(one) == 3 for one in INCIDENTS[True]) * 3 == 9**3
    assert sum(len(one) == 2 for one in INCIDENTS[False]) == 9
    assert sum(len(one) == 2 for one in INCIDENTS[True]) == 27


# --- what was right and what was wrong ---
@pytest.mark.parametrize(
    ("claim", "dark", "told"),
    [
        ("Tr1 Dr2 Fr3", False, {"kinds": True, "colours": True, "quantities": True}),
        ("Tr1 Dr2 Fg2", False, {"kinds": True, "colours": False, "quantities": False}),
        ("Tr1 Dr2 Fg3", True, {"kinds": True, "colours": True, "quantities": True}),
        ("Tr1 Tg1 Fb1", False, {"kinds": False, "colours": True, "quantities": True}),
        ("Tr1 Pr Fr1", False, {"kinds": False, "colours": True}),
        ("Tr1 K Fr1", True, {"kinds": False}),
        ("Tr1 Pr", False, {"kinds": True, "colours": True}),
        ("Tr1 Pg", False, {"kinds": True, "colours": False}),
        ("Tr1 Pg", True, {"kinds": True, "colours": True}),
        ("Tr1 Dr1", False, {"kinds": False, "colours": True}),
        ("Pr K", True, {"kinds": False}),
    ],
)
def test_each_fact_of_a_claim_is_told_to_be_right_or_wrong(claim: str, dark: bool, told: dict[str, bool]) -> None:
    assert facts(tuple(claim.split()), dark) == told


def test_a_claim_is_an_incident_exactly_if_all_its_facts_are_right() -> None:
    kinds = sorted(set(DECK))
    claims = [*product(kinds, repeat=2), *product(kinds, repeat=3)]
    for dark in (False, True):
        assert all(all(facts(claim, dark).values()) == is_incident(claim, dark) for claim in claims)
