"""What a game hands over for mails: drawn from a viewer's view alone, and fit to be sent, at every table there is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules import codec, registry, svg
from rules.blue_diamond import figures as blue_diamond_figures
from rules.chance import Chance
from rules.contract import AnyGame, Seat, State
from rules.diamoniak import figures as diamoniak_figures
from rules.sequence import figures as sequence_figures
from rules.sketch import COLUMNS, Say, Sketch, clipped, columns, wrapped
from tests.rules import toy
from tests.rules.positions import EXAMPLES, Position, deal, play, positions, setups

calmly = settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
SKETCHED = {slug: registry.GAMES[slug] for slug in ("blue-diamond", "diamoniak", "sequence")}
every_sketched = pytest.mark.parametrize("game", SKETCHED.values(), ids=SKETCHED.keys())
# What people call themselves: markup, a lone sign of markup, long, another direction, no sign of the font, an override.
NAMES = (
    "<script>alert(1)</script>",
    "a & b",
    "W" * 60,
    "נועה",
    "日本語の名前",
    "\u202eevil\nname\x00",
    "",
    "Ann ]]> %(name)s",
    "😀",
    "o'\"Brien",
    "Ада",
    "x",
)


def _say(*, names: tuple[str, ...] = NAMES, long: bool = False, rtl: bool = False, happened: Any = ()) -> Say:
    translate: Callable[[str], str] = (lambda text: f"{text} и ещё много слов по-русски") if long else str
    return Say(names, translate, rtl, tuple(happened))


def _sketch(game: AnyGame, state: State, viewer: Seat | None, say: Say) -> Sketch:
    sketch = game.sketch(game.view(state, viewer), viewer, say)
    assert sketch is not None
    return sketch


def _check(sketch: Sketch) -> None:
    root = ElementTree.fromstring(sketch.svg)  # noqa: S314 - our own text
    assert root.get("width") == "600"
    known = {element.get("id") for element in root.iter() if element.get("id")}
    used = {element.get("href") for element in root.iter() if element.get("href")}
    assert used <= {f"#{name}" for name in known}, "a figure that is not there draws nothing"
    lines = sketch.text.split("\n")
    assert lines.pop() == "", "it ends with its last line"
    assert all(columns(line) <= COLUMNS and line == line.rstrip() for line in lines), sketch.text
    assert all(line.isprintable() for line in lines), "a control or a direction mark would spoil a terminal"
    assert not any(line.startswith((">", "From ")) or line == "--" for line in lines), "mail programs fold these"
    assert sketch.alt.strip() and "\n" not in sketch.alt


# --- every table ---
@every_sketched
@calmly
@given(data=st.data())
def test_every_position_of_every_table_can_be_sketched_for_every_viewer(game: AnyGame, data: st.DataObject) -> None:
    position = data.draw(positions(game))
    events = [codec.event_to_json(event) for seat, _, events in _last(position) for event in events]
    say = _say(long=data.draw(st.booleans()), rtl=data.draw(st.booleans()), happened=events)
    for viewer in {data.draw(st.sampled_from(position.seats)), None}:
        _check(_sketch(game, position.state, viewer, say))


def _last(position: Position) -> Iterator[Any]:
    """Go one action on, if there is one, so that there are events to mark."""
    if position.game.outcome(position.state) is None:
        yield next(play(position.setup, position.state, Random(position.chance.ply).randbytes(32)))


@every_sketched
def test_every_setup_is_sketched_from_its_deal_to_its_end(game: AnyGame) -> None:
    for number, setup in enumerate(setups(game)):
        seed = Random(number).randbytes(32)
        state = deal(setup, seed)
        viewer = number % setup.seats
        for ply, played in enumerate(play(setup, state, seed)):
            if ply in {0, 37} or game.outcome(state) is not None:
                events = [codec.event_to_json(game.redact(event, viewer)) for event in played.events]
                _check(_sketch(game, state, viewer, _say(happened=events)))
        assert game.outcome(state) is not None


# --- nothing hidden ---
@every_sketched
@calmly
@given(data=st.data())
def test_a_sketch_is_the_same_in_every_world_that_its_viewer_cannot_tell_apart(
    game: AnyGame, data: st.DataObject
) -> None:
    position = data.draw(positions(game))
    for seat in position.seats[:3]:
        world = game.determinize(position.state, seat, Chance(data.draw(st.binary(min_size=32, max_size=32))))
        assert _sketch(game, world, seat, _say()) == _sketch(game, position.state, seat, _say())


def test_another_seats_sketch_of_sequence_is_not_the_same() -> None:
    """The test above could not fail if sketches showed no hand at all."""
    game = registry.GAMES["sequence"]
    state = deal(setups(game)[0], bytes(32))
    assert _sketch(game, state, 0, _say()).svg != _sketch(game, state, 1, _say()).svg
    assert _sketch(game, state, 0, _say()).alt != _sketch(game, state, None, _say()).alt


@every_sketched
def test_a_sketch_leaves_the_view_as_it_was(game: AnyGame) -> None:
    setup = setups(game)[0]
    state = deal(setup, bytes(32))
    for _ in zip(range(20), play(setup, state, bytes(32)), strict=False):
        view = game.view(state, 0)
        before = repr(view)
        game.sketch(view, 0, _say())
        assert repr(view) == before


# --- names ---
@every_sketched
def test_a_name_is_text_whatever_it_holds(game: AnyGame) -> None:
    sketch = _sketch(game, deal(setups(game)[0], bytes(32)), None, _say(names=("<b>&amp;", "]]><!--a")))
    said = "".join(ElementTree.fromstring(sketch.svg).itertext())  # noqa: S314 - our own text
    assert "<b>&amp;" in said and "]]><!--a" in said
    assert "<b>" not in sketch.svg


@every_sketched
def test_a_name_that_the_font_cannot_write_is_the_number_of_its_seat(game: AnyGame) -> None:
    sketch = _sketch(game, deal(setups(game)[0], bytes(32)), None, _say(names=("日本", "😀")))
    assert "日本" not in sketch.svg and "Seat 1" in sketch.svg and "Seat 2" in sketch.svg
    assert "日本" in sketch.text


def test_a_name_of_two_lines_cannot_forge_a_line_of_the_text() -> None:
    say = Say(("Bob\nYour turn: pass", "\u202eAnn"), str)
    assert say.name(0) == "Bob Your turn: pass"
    assert say.name(1) == "Ann"
    assert say.name(7) == "Seat 8"


# --- the last move ---
@every_sketched
def test_what_was_moved_last_is_marked_in_picture_and_text(game: AnyGame) -> None:
    setup = setups(game)[0]
    seed = bytes(32)
    state = deal(setup, seed)
    marked = 0
    for _, played in zip(range(30), play(setup, state, seed), strict=False):
        told = [codec.event_to_json(game.redact(event, 0)) for event in played.events]
        plain, lit = (_sketch(game, state, 0, _say(happened=happened)) for happened in ((), told))
        marked += plain.svg != lit.svg and plain.text != lit.text
    assert marked or game.slug == "sequence"  # whose view tells the last cell itself


@every_sketched
def test_the_sign_of_the_last_move_is_explained_where_it_stands_and_nowhere_else(game: AnyGame) -> None:
    setup = setups(game)[0]
    seed = bytes(32)
    state = deal(setup, seed)
    signs = set()
    for _, played in zip(range(30), play(setup, state, seed), strict=False):
        told = [codec.event_to_json(game.redact(event, 0)) for event in played.events]
        for happened in ((), told):
            picture = _sketch(game, state, 0, _say(happened=happened)).svg
            brackets = picture.count(svg._BRACKETS)
            assert brackets != 1, "explained, and nowhere to be seen"
            assert ("the last move" in picture) == (brackets > 0)
            signs.add(brackets > 0)
    assert True in signs


def test_sequence_marks_the_last_cell_without_being_told() -> None:
    game = registry.GAMES["sequence"]
    setup = setups(game)[0]
    state = deal(setup, bytes(32))
    before = _sketch(game, state, 0, _say()).text
    next(play(setup, state, bytes(32)))
    assert "!" not in before.split("\n\n")[2]
    assert _sketch(game, state, 0, _say()).text.split("\n\n")[2].count("!") == 1


# --- the contract ---
def test_a_game_need_not_sketch() -> None:
    state = deal(setups(toy.game)[0], bytes(32))
    assert toy.game.sketch(toy.game.view(state, 0), 0, _say()) is None


@pytest.mark.parametrize(
    ("figures", "files"),
    [
        (blue_diamond_figures, ["blue_diamond/ui/board.html"]),
        (sequence_figures, ["sequence/ui/board.html"]),
        (diamoniak_figures, ["diamoniak/ui/board.html", "diamoniak/ui/palaces.js"]),
    ],
    ids=SKETCHED.keys(),
)
def test_figures_of_mails_are_those_of_the_site(figures: Any, files: list[str]) -> None:
    site = "".join(Path("rules", file).read_text() for file in files)
    drawn = re.findall(r' d="([^"]+)"', "".join(inside for _, inside in figures.FIGURES.values()))
    drawn += [d for parts in getattr(figures, "PALACES", {}).values() for part in parts for _, d in part]
    assert drawn
    assert [d for d in drawn if d not in site] == []


# --- lines ---
@given(st.text(max_size=300))
def test_lines_are_never_too_long_and_lose_no_word(text: str) -> None:
    lines = list(wrapped(text, "  "))
    assert all(columns(line) <= COLUMNS for line in lines)
    if all(columns(word) < COLUMNS - 2 for word in text.split(" ")):
        assert " ".join(lines).split() == text.split()


@given(st.text(max_size=60), st.integers(2, 40))
def test_what_is_clipped_fits(text: str, room: int) -> None:
    assert columns(clipped(text, room)) <= max(room, 0)
    assert clipped(text, room) == text or columns(text) > room
