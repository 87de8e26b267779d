"""What every game promises (rules/contract.py), tried in every setup of every game there is, and of the toy."""

from __future__ import annotations

import dataclasses
import gc
import json
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules import codec
from rules.chance import Chance
from rules.contract import AnyGame, IllegalMove, MalformedMove, Outcome, RulesError
from rules.playout import choices
from tests.rules.events import event_from_json
from tests.rules.positions import EXAMPLES, GAMES, MATCHES, PLIES, Position, Setup, deal, play, positions, setups

calmly = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


# --- whole matches ---
@every_game
def test_random_play_ends_and_its_log_replays_to_the_same_match(game: AnyGame) -> None:
    found = setups(game)
    for number in range(max(MATCHES, len(found))):
        setup = found[number % len(found)]
        seed = Random(number).randbytes(32)
        state = deal(setup, seed)
        played = list(play(setup, state, seed))
        assert len(played) < PLIES, setup
        _check_outcome(setup, game.outcome(state))
        assert game.scores(state) == getattr(game.outcome(state), "scores", None)
        again = deal(setup, seed)
        for ply, (seat, move, events) in enumerate(played):
            assert game.play(again, seat, move, Chance(seed, ply)) == events, (setup, number, ply)
        assert again == state, (setup, number)


def _check_outcome(setup: Setup, outcome: Outcome | None) -> None:
    assert outcome is not None
    teams = setup.game.teams(setup.options, setup.seats)
    assert len(outcome.places) == len(outcome.scores) == len(teams) == setup.seats
    by_team = dict(zip(teams, outcome.places, strict=True))
    assert [by_team[team] for team in teams] == list(outcome.places), "a team shares its place"
    for place in by_team.values():
        assert place == 1 + sum(other < place for other in by_team.values()), outcome
    assert codec.outcome_from_json(_through_text(codec.outcome_to_json(outcome))) == outcome


@every_game
def test_the_same_seed_deals_the_same_and_another_seed_another(game: AnyGame) -> None:
    for setup in setups(game):
        assert deal(setup, b"a" * 32) == deal(setup, b"a" * 32)
        assert any(deal(setup, b"a" * 32) != deal(setup, bytes([n]) * 32) for n in range(8)), setup


@every_game
def test_the_default_options_fit_every_number_of_seats(game: AnyGame) -> None:
    for seats in game.seats:
        codec.options_from_json(game, {}, seats)
    for seats in (0, -1, max(game.seats) + 1):
        with pytest.raises(RulesError, match=str(seats)):
            codec.options_from_json(game, {}, seats)


# --- one position ---
@every_game
@calmly
@given(data=st.data())
def test_what_is_listed_is_allowed_and_leads_on(game: AnyGame, data: st.DataObject) -> None:
    position = data.draw(positions(game))
    before = position.saved()
    listed = position.choices()
    assert len(set(listed)) == len(listed)
    for seat, move in listed:
        assert isinstance(move, game.moves)
        game.check(position.state, seat, move)
        game.check(position.state, seat, game.pin(position.state, move))
        events = game.apply(position.state.clone(), seat, move, position.chance.at(position.chance.ply))
        assert all(isinstance(event, game.events) for event in events)
    assert position.saved() == before, "check and a clone's apply leave the state alone"


@every_game
@calmly
@given(data=st.data())
def test_somebody_can_act_until_the_match_is_over_and_nobody_after(game: AnyGame, data: st.DataObject) -> None:
    position = data.draw(positions(game))
    state = position.state
    actors = {seat for seat, _ in choices(game, state, position.setup.seats)}
    assert len(game.scores(state)) == position.setup.seats
    if game.outcome(state) is None:
        assert actors
        assert game.must_act(state) <= actors, "who must act can act"
        assert (timer := game.timer(state)) is None or timer[0] >= 0
        assert game.shown_timer(state) in (None, timer)
        assert timer is None or timer[1] not in game.referee_calls(state), "a person makes those"
    else:
        assert not actors
        assert not game.must_act(state)
        assert game.timer(state) is None
        assert not game.referee_calls(state)


@every_game
@calmly
@given(data=st.data())
def test_who_may_do_nothing_is_refused_and_so_is_who_plays_the_clock_or_the_referee(
    game: AnyGame, data: st.DataObject
) -> None:
    position = data.draw(positions(game))
    before = position.saved()
    listed = position.choices()
    idle = set(position.seats) - {seat for seat, _ in listed}
    for seat in position.seats:
        for owner, move in listed:
            if owner is None or seat in idle:
                with pytest.raises(IllegalMove):
                    game.play(position.state, seat, move, position.chance)
    assert position.saved() == before


@every_game
@calmly
@given(data=st.data())
def test_a_clone_is_independent(game: AnyGame, data: st.DataObject) -> None:
    position = data.draw(positions(game))
    before = position.saved()
    clone = position.state.clone()
    assert clone == position.state
    assert clone is not position.state
    for seat, move in position.choices():
        game.apply(position.state.clone(), seat, move, position.chance.at(position.chance.ply))
    assert position.saved() == before
    for _ in play(position.setup, clone, b"c" * 32):
        pass
    assert position.saved() == before


@every_game
@calmly
@given(data=st.data())
def test_everything_survives_the_codec(game: AnyGame, data: st.DataObject) -> None:
    position = data.draw(positions(game))
    options = position.setup.options
    assert codec.options_from_json(game, _through_text(codec.options_to_json(options)), position.setup.seats) == options
    restored = codec.state_from_json(game, _through_text(position.saved()))
    assert restored == position.state
    for seat, move in position.choices():
        assert codec.move_from_json(game, _through_text(codec.move_to_json(move))) == move
        assert game.read_move(game.print_move(move)) == move
        _check_events(position, restored.clone(), seat, move)


def _check_events(position: Position, restored: Any, seat: int | None, move: Any) -> None:
    game, chance = position.game, position.chance
    state = position.state.clone()
    events = game.apply(state, seat, move, chance.at(chance.ply))
    assert game.apply(restored, seat, move, chance.at(chance.ply)) == events
    assert restored == state
    for event in events:
        for viewer in (None, *position.seats):
            shown = game.redact(event, viewer)
            assert event_from_json(game, _through_text(codec.event_to_json(shown))) == shown


@every_game
@calmly
@given(data=st.data())
def test_an_outsider_gets_events_with_their_secret_fields_blank(game: AnyGame, data: st.DataObject) -> None:
    position = data.draw(positions(game))
    for seat, move in position.choices():
        for event in game.apply(position.state.clone(), seat, move, position.chance.at(position.chance.ply)):
            insiders = set(event.insiders())
            for viewer in (None, *position.seats):
                shown = game.redact(event, viewer)
                if viewer in insiders or not event.secret:
                    assert shown == event
                else:
                    assert all(getattr(shown, name) is None for name in event.secret)
                    assert not event.secret & codec.event_to_json(shown).keys()


@every_game
@calmly
@given(data=st.data())
def test_a_view_is_plain_json_without_null(game: AnyGame, data: st.DataObject) -> None:
    position = data.draw(positions(game))
    before = position.saved()
    for viewer in (None, *position.seats):
        view = game.view(position.state, viewer)
        assert _through_text(view) == view, "no tuples, no keys that are not text"
        _refuse_null(view, "view")
        _spoil(view)
    public = game.public_view(position.state)
    assert all(public.keys().isdisjoint(game.private_view(position.state, seat)) for seat in position.seats)
    assert position.saved() == before, "a view shares nothing with the state"


def _refuse_null(value: Any, path: str) -> None:
    assert value is not None, path
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        _refuse_null(part, f"{path}.{key}")


def _spoil(value: Any) -> None:
    for part in list(value.values()) if isinstance(value, dict) else value:
        if isinstance(part, dict | list):
            _spoil(part)
    value.clear()


# --- two worlds ---
@every_game
@calmly
@given(data=st.data())
def test_a_seat_cannot_tell_the_world_from_one_drawn_anew(game: AnyGame, data: st.DataObject) -> None:
    position = data.draw(positions(game))
    before = position.saved()
    for seat in position.seats:
        world = game.determinize(position.state, seat, Chance(data.draw(st.binary(min_size=32, max_size=32))))
        assert game.view(world, seat) == game.view(position.state, seat)
        assert game.view(world, None) == game.view(position.state, None)
        assert game.legal_moves(world, seat) == game.legal_moves(position.state, seat)
        assert game.shown_timer(world) == game.shown_timer(position.state)
        assert game.must_act(world) == game.must_act(position.state)
        assert game.outcome(world) == game.outcome(position.state)
        for _ in play(position.setup, world, b"w" * 32):
            pass
        assert game.outcome(world) is not None, "a world drawn anew can be played to its end"
    assert position.saved() == before


@every_game
def test_what_a_seat_cannot_see_really_is_drawn_anew(game: AnyGame) -> None:
    for setup in setups(game):
        state = deal(setup, b"d" * 32)
        for seat in range(setup.seats):
            worlds = [game.determinize(state, seat, Chance(bytes([n]) * 32)) for n in range(8)]
            assert any(world != state for world in worlds), (setup, seat)
            assert worlds[0] == game.determinize(state, seat, Chance(bytes(32))), "chance alone decides"
            for other in set(range(setup.seats)) - {seat}:
                if game.view(state, other) != game.view(state, seat):  # else neither sees what the other does not
                    changed = [game.view(world, other) != game.view(state, other) for world in worlds]
                    assert any(changed), (setup, seat, other)


@every_game
@calmly
@given(data=st.data())
def test_a_line_that_is_read_at_once_tells_no_more_than_everybody_saw(game: AnyGame, data: st.DataObject) -> None:
    if not game.open_lines:
        return
    position = data.draw(positions(game))
    lines: dict[str, str] = {}
    for seat, move in position.choices():
        state = position.state.clone()
        events = game.apply(state, seat, move, position.chance.at(position.chance.ply))
        told = [codec.event_to_json(game.redact(event, None)) for event in events]
        seen = json.dumps([seat, told, game.public_view(state)])
        assert lines.setdefault(seen, game.print_move(move)) == game.print_move(move), "two moves that look alike"


# --- junk ---
texts = st.text(max_size=8) | st.sampled_from(["\x00", "\ud800", "\u202e", "\u200b", "type", "x" * 500])
numbers = st.integers() | st.sampled_from([2**53, 2**63, -1, 10**400]) | st.floats()
scalars = st.none() | st.booleans() | numbers | texts
junk = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4), max_leaves=8
)


@st.composite
def nearly_moves(draw: st.DrawFn, position: Position) -> Any:
    """A move of any kind with parts of listed moves or numbers nearby, at times with a field of junk or one less."""
    listed = [codec.move_to_json(move) for _, move in position.choices()[:200]]
    pool = st.sampled_from([part for one in listed for part in one.values()] or [0])
    parts = pool | st.integers(-2, 200) | st.lists(pool, max_size=6)
    kind = draw(st.sampled_from(position.game.moves))
    fields = {field.name: field.default for field in dataclasses.fields(kind)}
    value: dict[str, Any] = {"type": kind.type}
    value |= {name: draw(parts) for name, default in fields.items() if default is not None or draw(st.booleans())}
    if draw(st.integers(0, 3)) == 0:
        value[draw(st.sampled_from(list(value)) | texts)] = draw(junk)
    if draw(st.integers(0, 3)) == 0:
        del value[draw(st.sampled_from(list(value)))]
    return value


@every_game
@calmly
@given(data=st.data())
def test_any_json_value_is_a_move_or_is_refused_in_words(game: AnyGame, data: st.DataObject) -> None:
    position = data.draw(positions(game))
    before = position.saved()
    for value in data.draw(st.lists(junk | nearly_moves(position), min_size=10, max_size=20)):
        seat = data.draw(st.sampled_from([None, *position.seats]))
        try:
            game.check(position.state, seat, codec.move_from_json(game, value))
        except (MalformedMove, IllegalMove) as error:
            assert error.code.isidentifier()
            assert str(error) == (error.message % error.details if error.details else error.message)
            assert _through_text(error.details) == error.details
            str(error).encode()
    assert position.saved() == before


def _nested(levels: int) -> Any:
    """Return so many lists in one another."""
    deep: Any = 0
    gc.disable()  # it would look through all of them again and again while they grow
    try:
        for _ in range(levels):
            deep = [deep]
    finally:
        gc.enable()
    return deep


@every_game
def test_a_value_nested_without_end_is_malformed(game: AnyGame) -> None:
    deep = _nested(1_000_000)
    fields = {name for kind in game.moves for name in kind.__dataclass_fields__}
    for value in (deep, {"type": deep}, *({"type": k.type, f: deep} for k in game.moves for f in fields)):
        with pytest.raises(MalformedMove):
            codec.move_from_json(game, value)
    while deep:  # taken apart by hand: dropping it whole is recursive inside the interpreter
        deep = deep[0]


@every_game
@calmly
@given(text=st.text(max_size=40))
def test_any_text_is_a_move_in_notation_or_is_refused(game: AnyGame, text: str) -> None:
    try:
        move = game.read_move(text)
    except MalformedMove as error:
        assert error.code == "bad_notation"
    else:
        assert game.read_move(game.print_move(move)) == move


def _through_text(value: Any) -> Any:
    return json.loads(json.dumps(value, allow_nan=False))
