"""What nobody sees, what everybody knows, and worlds drawn anew from exactly that."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from rules.chance import Chance
from rules.red_handed import game
from rules.red_handed.cards import DECK
from rules.red_handed.models import RedHandedOptions, RedHandedState
from tests.rules.red_handed.tables import CHANCE, NO_INCIDENT, THEFT, cards, do, full_table, table

PUBLIC = {"variant", "phase", "filling", "open", "hands", "counts", "recovers"}


def worlds(state: RedHandedState, seat: int = 0, count: int = 40) -> list[RedHandedState]:
    return [game.determinize(state, seat, Chance(bytes([n]) * 32)) for n in range(count)]


# --- the view ---
def test_all_viewers_see_the_same() -> None:
    state = table("Tr1 K", "Db1 K", "K K", opened=THEFT)
    views = [game.view(state, viewer) for viewer in (None, 0, 1, 2)]
    assert all(view == views[0] for view in views)


def test_of_hands_only_the_sizes_are_told_even_to_their_owner() -> None:
    view = game.view(table("Tr1 Fb2", "Db1"), 0)
    assert view == {
        "variant": "standard",
        "phase": "flipping",
        "filling": 0,
        "open": [],
        "hands": [2, 1],
        "counts": [2, 1],
        "recovers": 0,
    }


def test_of_piles_only_the_sizes_are_told() -> None:
    state = table("Tb1", "Db2", opened=THEFT, variant="quick")
    do(state, 0, "grab 0 1 2")
    view = game.view(state, 1)
    assert set(view) == PUBLIC | {"piles"}
    assert view["piles"] == [0, 3]
    assert not any(code in json.dumps(view) for code in DECK if code != "K")


def test_the_view_names_who_has_the_diamond_only_while_pointing() -> None:
    state = table("K", "K", opened=THEFT)
    assert set(game.view(state, 0)) == PUBLIC
    do(state, 1, "grab")
    assert game.view(state, 0)["grabber"] == 1
    assert game.view(state, 0)["phase"] == "pointing"


def test_the_view_never_tells_whether_an_incident_is_open() -> None:
    with_one, without = (table("K", "K", opened=opened) for opened in (THEFT, NO_INCIDENT))
    for seat in (None, 0):
        if seat is not None:
            do(with_one, seat, "grab")
            do(without, seat, "grab")
        one, other = game.view(with_one, seat), game.view(without, seat)
        assert one.pop("open") != other.pop("open")
        assert one == other


def test_whose_turn_it_is_never_tells_whether_an_incident_is_open() -> None:
    with_one, without = (table("K", "K", opened=opened) for opened in (THEFT, NO_INCIDENT))
    assert game.must_act(with_one) == game.must_act(without)
    for state in (with_one, without):
        do(state, 1, "grab")
    assert game.must_act(with_one) == game.must_act(without)
    assert game.timer(with_one) == game.timer(without)


def test_no_event_tells_which_cards_went_to_whom() -> None:
    for opened, claim in ((THEFT, "grab 0 1 2"), (NO_INCIDENT, "grab 0 1 2")):
        for event in do(table("K", "K", "K", opened=opened), 0, claim):
            told = [getattr(event, name) for name in event.__dataclass_fields__]
            assert not any(code in str(told) for code in opened.split())
            assert game.redact(event, None) == event


# --- worlds drawn anew ---
def test_the_deal_is_drawn_anew_over_all_places_and_only_the_sizes_stay() -> None:
    state = game.deal(RedHandedOptions(), 3, CHANCE.at(0))
    drawn = worlds(state)
    assert all([len(hand) for hand in world.hands] == [20, 20, 20] for world in drawn)
    assert len({str(world.hands) for world in drawn}) == len(drawn)


def test_seen_cards_stay_where_they_are() -> None:
    state = game.deal(RedHandedOptions(), 3, CHANCE.at(0))
    do(state, None, "flip")
    for world in worlds(state):
        assert world.open == state.open
        assert Counter(code for hand in world.hands for _, code in hand) == Counter(DECK) - Counter(
            code for _, code in state.open
        )


def test_after_a_miss_everyone_knows_which_cards_lie_under_the_grabbers_hand_but_not_in_what_order() -> None:
    state = game.deal(RedHandedOptions(), 3, CHANCE.at(0))
    do(state, None, "flip")
    taken = sorted(code for _, code in state.open)
    do(state, 1, "grab 0 1")
    assert [len(hand) for hand in state.hands] == [19, 22, 19]
    orders = set()
    for world in worlds(state):
        bottom = [code for _, code in world.hands[1][-3:]]
        assert sorted(bottom) == taken
        orders.add(tuple(bottom))
    assert len(orders) > 1


def test_after_a_hit_between_two_the_other_is_known_to_hold_all_of_them() -> None:
    state = table("Db1 K", "Tb1 K", opened=THEFT)
    do(state, 0, "grab 0 1 2")
    for world in worlds(state):
        assert sorted(code for _, code in world.hands[1][-3:]) == sorted(THEFT.split())


def test_after_a_hit_between_more_the_cards_are_known_together_but_not_who_got_which() -> None:
    state = table("Db1", "Tb1", "K", opened=f"{THEFT} Fg3")
    do(state, 0, "grab 0 1 2")
    found = set()
    for world in worlds(state):
        bottoms = [tuple(code for _, code in world.hands[seat][-2:]) for seat in (1, 2)]
        assert sorted(bottoms[0] + bottoms[1]) == sorted([*THEFT.split(), "Fg3"])
        found.add(tuple(sorted(bottoms[0])))
    assert len(found) > 2


def test_after_a_recover_everyones_own_cards_are_known_but_not_their_order() -> None:
    state = full_table(4)
    own = [sorted(code for owner, code in state.open if owner == seat) for seat in range(4)]
    do(state, None, "recover")
    for world in worlds(state):
        assert [sorted(code for _, code in hand) for hand in world.hands] == own
    assert len({str(world.hands) for world in worlds(state)}) == 40


def test_a_card_turned_out_of_a_lot_is_no_more_to_be_drawn_from_it() -> None:
    state = table("", "K K K K", opened="0:Tr1 0:Dr2 1:Fg1")
    do(state, 0, "grab 0 1")
    do(state, None, "flip")
    left = sorted({"Tr1", "Dr2", "Fg1"} - {state.open[0][1]})
    for world in worlds(state):
        assert sorted(code for _, code in world.hands[0]) == left


def test_in_the_quick_game_the_lots_of_the_piles_are_kept_as_well() -> None:
    state = table("Tb1 Tg2 Fg2", "Db2 Pb Dr3", "Fr1 Pg Fr3", opened=THEFT, variant="quick")
    do(state, 0, "grab 0 1 2")
    do(state, None, "flip")
    do(state, 0, "grab 0 1")
    for world in worlds(state):
        assert sorted(cards(world.piles)[0].split()) == sorted(["Tb1", "Db2", "Fr1"])
        assert sorted(" ".join(cards(world.piles)[1:]).split()) == sorted(THEFT.split())


def test_what_really_lies_where_does_not_change_what_is_drawn() -> None:
    state = game.deal(RedHandedOptions(), 4, CHANCE.at(0))
    for text in ("flip", "grab 0 1", "flip"):
        do(state, 1 if text[0] == "g" else None, text)
    other = worlds(state, 0, 1)[0]
    assert other != state
    for n in range(10):
        chance = Chance(bytes([n]) * 32)
        assert game.determinize(state, 2, chance) == game.determinize(other, 2, Chance(bytes([n]) * 32))


@pytest.mark.parametrize("variant", ["standard", "quick"])
def test_each_place_of_a_lot_is_as_likely_for_each_of_its_cards(variant: str) -> None:
    state = table("K", "Pr", "Pg", opened=f"{THEFT} Fb2", variant=variant)
    do(state, 0, "grab 0 1 2")
    places = state.piles if variant == "quick" else state.hands
    tops = Counter(
        (world.piles if variant == "quick" else world.hands)[1][len(places[1]) - 2][1]
        for world in (game.determinize(state, 0, Chance(n.to_bytes(32, "big"))) for n in range(2000))
    )
    assert set(tops) == {"Tr1", "Dr1", "Fr1", "Fb2"}
    assert all(400 < count < 600 for count in tops.values())
