"""Sketches of boards as small PNG files, for mail programs draw no SVG and phones pay for every byte.

No font of the machine is used, so a picture looks the same wherever the site runs. docs/decisions/0023 says why.
`python -m games.mail.outgoing.pictures` is the process in which games.mail.outgoing.drawing has them drawn.
"""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from importlib.resources import files
from io import BytesIO
from operator import sub
from typing import Any

import resvg_py
from PIL import Image

from games.bots import thinking

LARGEST = 60_000  # bytes
_AREA = 400_000  # square units of a sketch up to which it is drawn twice as large; a taller one half as large again
_COLOURS = (64, 32, 24, 20)  # flat drawings: the commonest are theirs, and enough are left for smooth edges
_CLOSE = 8  # steps of red, green or blue, of 256
_FONT = "OpenSans[wdth,wght].ttf"
Colour = tuple[int, int, int]
_SIZE = re.compile(r'viewBox="0 0 ([0-9.]+) ([0-9.]+)"')


def board_png(svg: str) -> bytes:
    """Return a sketch's SVG as PNG, 900 or 1200 pixels wide; raises ValueError if it is no SVG.

    It has at most LARGEST bytes: in a crowded one the colours get fewer, and at last it is 600 pixels wide.
    """
    picture = _rendered(svg, _sharpness(svg))
    for colours in _COLOURS:
        if len(png := _packed(picture, colours)) <= LARGEST:
            return png
    return _packed(_rendered(svg, 1), _COLOURS[-1])


def _sharpness(svg: str) -> float:
    size = _SIZE.search(svg)
    return 2 if size and float(size[1]) * float(size[2]) <= _AREA else 1.5


def _rendered(svg: str, sharpness: float) -> Image.Image:
    png = resvg_py.svg_to_bytes(svg_string=svg, zoom=sharpness, skip_system_fonts=True, font_files=[_font()])
    return Image.open(BytesIO(png)).convert("RGB")


def _packed(picture: Image.Image, colours: int) -> bytes:
    """Return the picture with a palette, a third of the size."""
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in _commonest(picture, colours) for part in colour])
    packed = BytesIO()
    picture.quantize(palette=palette, dither=Image.Dither.NONE).save(packed, "PNG", optimize=True)
    return packed.getvalue()


def _commonest(picture: Image.Image, count: int) -> list[Colour]:
    """Return the commonest colours, none close to another: Pillow would take one for the other, and tint a ground."""
    known: list[tuple[int, Any]] = picture.getcolors(picture.width * picture.height) or []
    chosen: list[Colour] = []
    for _, colour in sorted(known, reverse=True):
        if all(max(map(abs, map(sub, colour, other))) > _CLOSE for other in chosen):
            chosen.append(colour)
            if len(chosen) == count:
                break
    return chosen


@cache
def _font() -> str:
    """Return the path of the font; a missing one must be noticed, for text without a font is left out silently."""
    path = files("fontpkg_open_sans") / "files" / _FONT
    if not path.is_file():
        raise FileNotFoundError(f"the font of the pictures is missing: {path}")
    return str(path)


def _answer(question: dict[str, Any]) -> dict[str, Any]:
    return {"png": b64encode(board_png(question["svg"])).decode()}


if __name__ == "__main__":
    thinking.serve(_answer)
