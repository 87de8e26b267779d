"""Moves of every game as text: printed strictly, read leniently, and the same move again after the round trip.

What only one game forgives, and what each kind of move looks like, is tested beside that game.
"""

from __future__ import annotations

import re
import string
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rules
from rules import notation, registry
from rules.chance import Chance
from rules.contract import AnyGame, MalformedMove, Move
from tests.rules.positions import Position, deal, play, setups

MATCHES = 24  # of each game, spread over its setups
READMES = ["README.md", "README.ru.md", "README.he.md"]
INVISIBLE = "\u200b\u200e\u200f\u202a\u202b\u202c\u2066\u2067\u2069\ufeff\u05b0\u05bc"
SPACES = " \t\u00a0\u3000"
LOOK_ALIKE = {
    "Cyrillic, small": str.maketrans("acehijkopstxyqwd", "асеһіјкорѕтхуԛԝԁ"),
    "Cyrillic, capital": str.maketrans("ABCEHIJKMOPSTXYbhkmt", "АВСЕНІЈКМОРЅТХУВНКМТ"),
    "Hebrew": str.maketrans("olvwn", "סוטשח"),
    "wide": {ord(sign): ord(sign) + 0xFEE0 for sign in string.ascii_letters + string.digits},
}
REFUSED = [
    *("", " ", "\u200f", "undo", "no move", "0", "-1", "٣", "½", ";", "[]", "{}", "null", "\x00", "\ud800", "💣"),
    *("[" * 300, "a" * 300, "%(text)s", "%s %d", "%", "'; DROP TABLE moves; --", "<b>draw</b>"),
]

calmly = settings(deadline=None)  # whoever comes first plays the matches
every_game = pytest.mark.parametrize("game", registry.GAMES.values(), ids=list(registry.GAMES))


@cache
def moves_of(game: AnyGame) -> list[Move]:
    """Return the moves that might have come in some random matches, the clock's and the referee's among them."""
    found: dict[Move, None] = {}
    for number, setup in enumerate(Random(1).choices(setups(game), k=MATCHES)):
        seed = bytes([number] * 32)
        state = deal(setup, seed)
        position = Position(setup, state, Chance(seed))
        found.update(dict.fromkeys(move for _, move in position.choices()))
        for _ in play(setup, state, seed):
            found.update(dict.fromkeys(move for _, move in position.choices()))
    return list(found)


@cache
def any_move(game: AnyGame) -> st.SearchStrategy[Move]:
    kinds = [[move for move in moves_of(game) if type(move) is kind] for kind in game.moves]
    return st.sampled_from(list(filter(None, kinds))).flatmap(
        st.sampled_from
    )  # each kind alike, or rare ones would hardly come


@every_game
def test_every_move_survives_being_printed_and_read(game: AnyGame) -> None:
    for move in moves_of(game):
        line = game.print_move(move)
        assert game.read_move(line) == move
        assert line.isascii()  # so that it can be typed everywhere, and runs in one direction in Hebrew text
        assert line.isprintable()
        assert 0 < len(line.strip()) == len(line) <= notation.LONGEST


@every_game
def test_case_does_not_matter(game: AnyGame) -> None:
    for move in moves_of(game):
        for change in (str.upper, str.lower, str.swapcase, str.title):
            assert game.read_move(change(game.print_move(move))) == move


@every_game
@pytest.mark.parametrize("alphabet", LOOK_ALIKE)
def test_letters_that_look_like_latin_ones_are_read(game: AnyGame, alphabet: str) -> None:
    for move in moves_of(game):
        assert game.read_move(game.print_move(move).translate(LOOK_ALIKE[alphabet])) == move


@every_game
@given(data=st.data())
@calmly
def test_more_spaces_and_invisible_marks_do_not_matter(game: AnyGame, data: st.DataObject) -> None:
    move = data.draw(any_move(game))
    marks, spaces = st.text(INVISIBLE, max_size=2), st.text(SPACES, max_size=2)
    parts = [sign + data.draw(marks) + (data.draw(spaces) if sign == " " else "") for sign in game.print_move(move)]
    assert game.read_move(data.draw(spaces) + "".join(parts) + data.draw(spaces) + "\r\n") == move


@every_game
@pytest.mark.parametrize("text", REFUSED)
def test_what_is_no_move_is_refused_in_a_sentence_that_quotes_it(game: AnyGame, text: str) -> None:
    with pytest.raises(MalformedMove) as caught:
        game.read_move(text)
    refusal = caught.value
    assert refusal.code == "bad_notation"
    assert len(refusal.details["text"]) <= 40
    assert refusal.details["text"].isprintable()
    assert str(refusal).endswith(".")
    assert "is not a move. Write for example “" in str(refusal)


@every_game
def test_the_examples_of_a_refusal_are_moves(game: AnyGame) -> None:
    with pytest.raises(MalformedMove) as caught:
        game.read_move("?")
    examples = re.findall("“([^”]+)”", str(caught.value))[1:]
    assert len({game.read_move(example) for example in examples}) >= 3


@every_game
@given(data=st.data())
@calmly
def test_a_move_followed_by_more_is_refused(game: AnyGame, data: st.DataObject) -> None:
    line = game.print_move(data.draw(any_move(game)))
    for more in ("\x00; undo", " undo", " %", "?"):
        with pytest.raises(MalformedMove):
            game.read_move(line + more)


@every_game
@given(data=st.data())
@calmly
def test_no_text_does_more_than_be_read_or_refused(game: AnyGame, data: st.DataObject) -> None:
    line = game.print_move(data.draw(any_move(game)))
    text = data.draw(
        st.text(max_size=300) | st.text(line + string.ascii_letters + string.digits + " []@♠", max_size=30)
    )
    try:
        move = game.read_move(text)
    except MalformedMove:
        return
    assert game.read_move(game.print_move(move)) == move


@every_game
@pytest.mark.parametrize("name", READMES)
def test_the_rules_show_every_kind_of_move_as_it_is_printed(game: AnyGame, name: str) -> None:
    text = (Path(rules.__path__[0]) / registry.folder(game.slug) / name).read_text()
    table = [block for block in text.split("\n\n") if block.startswith("|")][-1]
    examples = [example for row in table.splitlines()[2:] for example in re.findall("`([^`]+)`", row.split("|")[1])]
    assert [game.print_move(game.read_move(example)) for example in examples] == examples
    assert {type(game.read_move(example)) for example in examples} == set(game.moves)
