"""What everybody sees, and that a world drawn anew keeps all that was ever shown and nothing else."""

from __future__ import annotations

import pytest

from rules import codec
from rules.blitz import game
from rules.blitz.cards import ONES, PACK
from rules.blitz.models import BlitzState
from rules.chance import Chance
from rules.contract import Event, Move, Seat
from tests.rules.blitz.tables import begun, dealt, deck_of, do, midgame

WORLDS = [Chance(bytes([n]) * 32, 99) for n in range(12)]


def drawn(state: BlitzState, chance: Chance, seat: Seat = 0) -> BlitzState:
    return game.determinize(state, seat, chance.at(chance.ply))


def values(value: object) -> list[object]:
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [one for part in parts for one in ([part] if isinstance(part, str | int) else values(part))]


def test_a_view_has_tops_sizes_work_rows_and_the_centre_and_is_the_same_for_all() -> None:
    state = midgame(3, 5)
    view = game.view(state, None)
    assert view.keys() == {
        *("round", "rounds", "phase", "seats", "centre", "finished", "points", "totals", "reshuffles")
    }
    assert all(view == game.view(state, seat) for seat in range(3))
    for own, seen in zip(state.areas, view["seats"], strict=True):
        assert seen.keys() == {"blitz", "work", "waste", "reserve", "played", "stuck"}
        assert seen["work"] == own.work
        assert seen["blitz"] == {"size": len(own.blitz), "top": own.blitz[-1]}
        assert seen["waste"]["size"] + seen["reserve"] == len(own.cycle)


@pytest.mark.parametrize("seats", [2, 5, 8])
def test_the_blitz_pile_below_its_top_the_reserve_and_the_waste_below_its_top_are_hidden(seats: int) -> None:
    for state in (dealt(seats), begun(seats), midgame(seats, 3)):
        view = game.view(state, 0)
        open_cards = [one for one in values(view) if one in PACK]
        tops = [
            *(own.blitz[-1] for own in state.areas if state.phase != "ready"),
            *(own.cycle[own.turned - 1] for own in state.areas if own.turned),
            *(card for own in state.areas for stack in own.work for card in stack),
            *(stack.top for stack in state.stacks if not stack.full),
        ]
        assert sorted(open_cards) == sorted(tops)


def test_before_blitz_is_said_no_blitz_card_is_seen_and_all_are_drawn_anew() -> None:
    state = dealt(2)
    assert len({drawn(state, chance).areas[0].blitz[-1] for chance in WORLDS}) > 4


def test_no_event_tells_more_than_the_view_after_it() -> None:
    state = begun(2)
    for ply in range(40):
        (event,) = do(state, ply % 2, "turn")
        view = game.view(state, None)["seats"][ply % 2]
        assert codec.event_to_json(event)["card"] == view["waste"]["top"]
        assert codec.event_to_json(event).keys() == {"type", "seat", "card", "count"}


@pytest.mark.parametrize("seats", [2, 4, 8])
def test_each_player_keeps_their_own_forty_cards_in_every_world(seats: int) -> None:
    for seed in range(6):
        state = midgame(seats, seed, 150)
        for chance in WORLDS[:4]:
            world = drawn(state, chance)
            assert [deck_of(world, seat) for seat in range(seats)] == [sorted(PACK)] * seats


def test_ones_own_face_down_cards_are_drawn_anew_like_anybodys() -> None:
    state = begun(2)
    for seat in range(2):
        worlds = [drawn(state, chance, seat) for chance in WORLDS]
        assert len({world.areas[seat].blitz[0] for world in worlds}) > 4
        assert len({world.areas[seat].cycle[0] for world in worlds}) > 4


def test_a_card_that_was_the_top_of_a_waste_keeps_its_place_in_every_world() -> None:
    state = begun(2)
    real = state.areas[1].cycle
    for _ in range(3):
        do(state, 1, "turn")
    worlds = [drawn(state, chance) for chance in WORLDS]
    for world in worlds:
        assert [world.areas[1].cycle[place] for place in (2, 5, 8)] == [real[place] for place in (2, 5, 8)]
    for place in (0, 1, 3, 4, 6, 7, 9, 24):
        assert len({world.areas[1].cycle[place] for world in worlds}) > 3, place


def test_a_card_uncovered_by_playing_the_one_above_it_is_known_too() -> None:
    state = begun(2)
    own = state.areas[0]
    one = next(card for card in own.cycle if card in ONES)
    own.cycle.remove(one)
    own.cycle.insert(2, one)
    do(state, 0, "turn")
    do(state, 0, "centre waste new")
    uncovered = own.cycle[1]
    assert {drawn(state, chance).areas[0].cycle[1] for chance in WORLDS} == {uncovered}


def test_after_a_reshuffle_a_shown_card_is_still_known_to_be_in_the_cycle_but_not_where() -> None:
    state = begun(2)
    for _ in range(9):
        do(state, 0, "turn")
    shown = {state.areas[0].cycle[place] for place in (*range(2, 25, 3), 24)}
    for seat in range(2):
        do(state, seat, "stuck")
    do(state, None, "reshuffle")
    worlds = [drawn(state, chance) for chance in WORLDS]
    for world in worlds:
        assert shown <= {*world.areas[0].cycle}
    for card in shown:
        assert len({world.areas[0].cycle.index(card) for world in worlds}) > 3


def test_a_card_never_shown_may_be_in_the_blitz_pile_or_in_the_reserve() -> None:
    state = begun(2)
    card = state.areas[0].blitz[0]
    assert {card in drawn(state, chance).areas[0].blitz for chance in WORLDS} == {True, False}


def test_a_world_does_not_depend_on_where_the_unseen_cards_really_are() -> None:
    for seed in range(8):
        state = midgame(3, seed, 90)
        if state.phase != "play":
            continue
        other = drawn(state, Chance(b"o" * 32))
        assert other != state
        for chance in WORLDS[:3]:
            assert drawn(state, chance) == drawn(other, chance)


@pytest.mark.parametrize("seats", [2, 3, 8])
def test_a_world_drawn_anew_could_have_had_the_same_history(seats: int) -> None:
    """Deal the world's cards from the start, make the same moves: everybody sees the same all along."""
    for seed in range(10):
        start = begun(seats, seed)
        log: list[tuple[Seat, Move]] = []
        state = _play_and_log(start.clone(), seed, log)
        if state.phase != "play":
            continue
        for chance in WORLDS[:4]:
            world = drawn(state, chance)
            again = _dealt_as(start, state, world)
            assert _history(again, log) == _history(start.clone(), log)
            assert again == world


def _play_and_log(state: BlitzState, seed: int, log: list[tuple[Seat, Move]]) -> BlitzState:
    choose = Chance(bytes([seed]) * 32).derive("history")
    for ply in range(15 * len(state.areas)):
        seat = choose.at(ply).below("seat", len(state.areas))
        moves = game.legal_moves(state, seat)
        if moves:
            move = moves[choose.at(ply).below("move", len(moves))]
            game.apply(state, seat, move, choose)
            log.append((seat, move))
    return state


def _dealt_as(start: BlitzState, state: BlitzState, world: BlitzState) -> BlitzState:
    """Return the start with each face-down card of `state` replaced by the card that the world has in its place."""
    again = start.clone()
    for first, real, drawn_anew in zip(again.areas, state.areas, world.areas, strict=True):
        places = zip([*real.blitz, *real.cycle], [*drawn_anew.blitz, *drawn_anew.cycle], strict=True)
        replaced = dict(places)
        first.blitz = [replaced.get(card, card) for card in first.blitz]
        first.cycle = [replaced.get(card, card) for card in first.cycle]
    return again


def _history(state: BlitzState, log: list[tuple[Seat, Move]]) -> list[tuple[list[Event], object]]:
    """Make the moves and return what was seen after each."""
    return [(game.play(state, seat, move, WORLDS[0]), game.view(state, None)) for seat, move in log]
