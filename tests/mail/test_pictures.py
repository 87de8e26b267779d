"""Pictures of boards in mails: they decode, they are small, and their words are there."""

from __future__ import annotations

from io import BytesIO
from random import Random
from typing import Any

import pytest
from PIL import Image

from games.mail.outgoing import pictures
from games.mail.outgoing.pictures import LARGEST, board_png
from rules import registry, svg
from rules.contract import AnyGame
from rules.sketch import Say
from rules.svg import Sheet
from tests.rules.positions import Setup, deal, play, setups

SKETCHED = {slug: registry.GAMES[slug] for slug in ("blue-diamond", "diamoniak", "sequence")}
NAMES = ("Clementine <3 & Co", "Александра", "נועה", "Bob", *(f"Player {n}" for n in range(8)))


def _drawn(setup: Setup, plies: int, seat: int = 0) -> Image.Image:
    """Return the picture of a table after some random moves, checked to be small and of the promised width."""
    seed = Random(plies).randbytes(32)
    state = deal(setup, seed)
    for _ in zip(range(plies), play(setup, state, seed), strict=False):
        pass
    sketch = setup.game.sketch(setup.game.view(state, seat), seat, Say(NAMES, str, rtl=plies % 2 == 1))
    assert sketch is not None
    png = board_png(sketch.svg)
    assert len(png) <= LARGEST
    picture = Image.open(BytesIO(png))
    assert picture.width in {900, 1200}
    return picture


def _fullest(game: AnyGame) -> Setup:
    return max(setups(game), key=lambda setup: setup.seats)


@pytest.mark.parametrize("game", SKETCHED.values(), ids=SKETCHED.keys())
@pytest.mark.parametrize("plies", [0, 31, 120])
def test_a_picture_decodes_and_is_small(game: AnyGame, plies: int) -> None:
    for setup in (setups(game)[0], _fullest(game)):
        assert _drawn(setup, plies).format == "PNG"


def test_grounds_keep_the_colours_of_the_site() -> None:
    picture = _drawn(setups(registry.GAMES["sequence"])[0], 60).convert("RGB")
    assert picture.getpixel((2, 2)) == (0xF6, 0xF3, 0xEC)


def _inked(text: str, **looks: Any) -> int:
    """Return how many pixels a line of text darkens."""
    sheet = Sheet({})
    sheet.words(20, 30, text, 20, **looks)
    picture = Image.open(BytesIO(board_png(sheet.svg(50)))).convert("L")
    return sum(picture.histogram()[:128])


@pytest.mark.parametrize("text", ["Your turn", "Ваш ход", "התור שלכם", "Älvsjö 10/7 ×2 · …"])
def test_words_of_every_language_are_drawn(text: str) -> None:
    """A renderer leaves out text for which it has no font, and says nothing."""
    assert _inked(text) > 20 * len(text)
    assert _inked(text, bold=True) > 1.1 * _inked(text), "semibold is another cut"


def test_marks_of_direction_leave_no_box() -> None:
    assert _inked(f"\u2067{svg.apart('abc')}\u2069") == _inked("abc")


@pytest.mark.parametrize("broken", ["", "no svg", "<svg"])
def test_what_is_no_svg_is_refused(broken: str) -> None:
    with pytest.raises(ValueError):
        board_png(broken)


def test_a_missing_font_is_an_error_and_not_a_picture_without_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "_FONT", "none.ttf")
    pictures._font.cache_clear()
    try:
        with pytest.raises(FileNotFoundError):
            board_png(Sheet({}).svg(10))
    finally:
        pictures._font.cache_clear()


def test_words_stay_within_the_room_that_they_were_given() -> None:
    """The rules know no font: what `breadth` says must not be less than what is drawn."""
    for text in ("Your turn", "WWWWWWW", "Шщемящая ЖЖЖ", "Александра Петровна", "התור של נועה כהן", "mmmmm", "AAA KKK"):
        sheet = Sheet({})
        sheet.words(0, 30, text, 20, bold=True)
        inverted = Image.eval(Image.open(BytesIO(board_png(sheet.svg(50)))).convert("L"), lambda level: 255 - level)
        box = inverted.point(lambda level: 255 if level > 128 else 0).getbbox()
        assert box is not None
        assert box[2] / 2 <= svg.breadth(text, 20), text
