"""The paper that sketches are drawn on: SVG by hand, in the site's colours, and one sheet that mirrors for Hebrew.

Attributes only, no style sheet: the text must look the same in whatever draws it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import Literal

WIDTH = 600
FONT = "Open Sans, system-ui, sans-serif"  # games/mail/outgoing/pictures.py loads the first; browsers have the others
PAGE, PANEL, INK, SOFT, LINE = "#f6f3ec", "#ffffff", "#1d2433", "#5a6275", "#d9d3c5"
ACCENT, WASH, GLOW, PAPER, EDGE = "#0b6b74", "#e3efee", "#ffd76a", "#fffdf7", "#cfc7b4"
_BRACKETS = "#3a2c0a"  # round what the last move changed, and nothing else has it: by it they are known again
Look = dict[str, str | float]  # attributes of an element
Anchor = Literal["start", "middle", "end"]
Figures = Mapping[str, tuple[str, str]]  # by name: the viewBox, and what is in it
_MIRRORED: dict[Anchor, Anchor] = {"start": "end", "middle": "middle", "end": "start"}
_RIGHT_TO_LEFT, _AS_IT_IS, _APART_NO_MORE = "\u2067", "\u2068", "\u2069"

# Widths of signs in parts of the font's size, a little more than the semibold ones are.
_WIDTHS = dict.fromkeys(" !'(),-.:;IJ[]ijl|·ІЇіїוזין", 0.32) | dict.fromkeys('"/\\frt{}*гגנדר', 0.47)
_WIDTHS |= dict.fromkeys("HNOQwmжмфыюшщЖМНОФЭДЦЪЫ", 0.86) | dict.fromkeys("%@MWШЩЮѩm", 1.06)
_USUAL, _CAPITAL = 0.63, 0.74


def tag(name: str, *inside: str, **attributes: str | float) -> str:
    """Return an element; `_` in a name stands for `-`, and values are escaped. What is inside is SVG already."""
    told = "".join(f' {key.strip("_").replace("_", "-")}="{_value(value)}"' for key, value in attributes.items())
    return f"<{name}{told}>{''.join(inside)}</{name}>" if inside else f"<{name}{told}/>"


def group(x: float, y: float, *inside: str, scale: float = 1, **attributes: str | float) -> str:
    """Return what is inside, moved to a place and scaled."""
    scaled = "" if scale == 1 else f" scale({_value(scale)})"
    return tag("g", *inside, transform=f"translate({_value(x)} {_value(y)}){scaled}", **attributes)


def box(x: float, y: float, width: float, height: float, radius: float = 0, **attributes: str | float) -> str:
    """Return a rectangle with round corners."""
    return tag("rect", x=x, y=y, width=width, height=height, rx=radius, **attributes)


def path(d: str, **attributes: str | float) -> str:
    """Return a path."""
    return tag("path", d=d, **attributes)


def use(name: str, x: float, y: float, width: float, height: float | None = None, **attributes: str | float) -> str:
    """Return one of the figures that the sheet has, fitted into a box."""
    height = width if height is None else height
    return tag("use", href=f"#{name}", x=x, y=y, width=width, height=height, **attributes)


def words(
    x: float,
    y: float,
    text: str,
    size: float = 14,
    *,
    fill: str = INK,
    anchor: Anchor = "start",
    bold: bool = False,
) -> str:
    """Return a line of text on its base line; the text may hold anything."""
    weight: Look = {"font_weight": 600} if bold else {}
    return tag("text", escape(text), x=x, y=y, font_size=size, fill=fill, text_anchor=anchor, **weight)


def breadth(text: str, size: float) -> float:
    """Return about how wide the text is, rather too much than too little."""
    return size * sum(_WIDTHS.get(sign) or (_CAPITAL if sign.isupper() else _USUAL) for sign in text)


def fitted(text: str, room: float, size: float) -> str:
    """Return the text, shortened with an ellipsis if it is wider than the room."""
    if breadth(text, size) <= room:
        return text
    kept = text
    while kept and breadth(kept + "…", size) > room:
        kept = kept[:-1]
    return kept.rstrip() + "…"


def apart(text: str) -> str:
    """Return a name of any script, set apart so that it cannot turn the words around it."""
    return f"{_AS_IT_IS}{text}{_APART_NO_MORE}"


def card(*inside: str, **edge: str | float) -> str:
    """Return the paper of a card of 100 by 140 and what is on it; `edge` has attributes other than the usual ones."""
    look: Look = {"fill": PAPER, "stroke": EDGE, "stroke_width": 1.2, **edge}
    return box(0.75, 0.75, 98.5, 138.5, 8, **look) + "".join(inside)


def brackets(x: float, y: float, width: float, height: float, reach: float = 11) -> str:
    """Return four corners round a box: the sign of the last move in every picture."""
    right, bottom, bend = x + width, y + height, 4
    corners = ((x, y, 1, 1), (right, y, -1, 1), (x, bottom, 1, -1), (right, bottom, -1, -1))
    d = "".join(
        f"M{_value(a)} {_value(b + v * reach)}V{_value(b + v * bend)}"
        f"Q{_value(a)} {_value(b)} {_value(a + h * bend)} {_value(b)}H{_value(a + h * reach)}"
        for a, b, h, v in corners
    )
    round_ends: Look = {"fill": "none", "stroke_linecap": "round"}
    return path(d, stroke=_BRACKETS, stroke_width=5.4, **round_ends) + path(
        d, stroke=GLOW, stroke_width=3.2, **round_ends
    )


class Sheet:
    """A picture 600 wide that fills from the top; for a reader from right to left its places are mirrored.

    Only where things stand is mirrored: boards and cards keep their own direction.
    """

    def __init__(self, figures: Figures, *, rtl: bool = False) -> None:
        self._figures = figures
        self.rtl = rtl
        self._parts: list[str] = []

    def add(self, *parts: str) -> None:
        """Draw what has its place already."""
        self._parts.extend(parts)

    def left(self, x: float, width: float) -> float:
        """Return the left edge of something so wide that begins at `x` for who reads from the left."""
        return WIDTH - x - width if self.rtl else x

    def box(self, x: float, y: float, width: float, height: float, radius: float, **attributes: str | float) -> None:
        """Draw a rectangle with round corners."""
        self.add(box(self.left(x, width), y, width, height, radius, **attributes))

    def put(self, x: float, y: float, width: float, *inside: str, scale: float = 1, **attributes: str | float) -> None:
        """Draw something of known width, unmirrored itself."""
        self.add(group(self.left(x, width), y, *inside, scale=scale, **attributes))

    def words(
        self,
        x: float,
        y: float,
        text: str,
        size: float = 14,
        *,
        fill: str = INK,
        anchor: Anchor = "start",
        bold: bool = False,
    ) -> None:
        """Write a line of text; `x` is where it begins for who reads from the left."""
        if self.rtl:
            x, anchor, text = WIDTH - x, _MIRRORED[anchor], f"{_RIGHT_TO_LEFT}{text}{_APART_NO_MORE}"
        self.add(words(x, y, text, size, fill=fill, anchor=anchor, bold=bold))

    def legend(self, y: float, text: str) -> None:
        """Write what the brackets mean, if there are any: what the last move changed may lie there no more."""
        if not any(_BRACKETS in part for part in self._parts):
            return
        self.put(20, y - 13, 18, brackets(0, 0, 18, 16, 6))
        self.words(46, y, text, 16, fill=SOFT)

    def svg(self, height: float) -> str:
        """Return the picture."""
        body = "".join(self._parts)
        defs = tag("defs", *self._symbols(body))
        ground = box(0, 0, WIDTH, height, fill=PAGE)
        size: Look = {"width": WIDTH, "height": height, "viewBox": f"0 0 {WIDTH} {_value(height)}"}
        return tag("svg", defs, ground, body, xmlns="http://www.w3.org/2000/svg", font_family=FONT, **size)

    def _symbols(self, body: str) -> Iterable[str]:
        for name, (view, inside) in self._figures.items():
            if f'"#{name}"' in body:
                yield tag("symbol", inside, id=name, viewBox=view)


def _value(value: str | float) -> str:
    return escape(value) if isinstance(value, str) else f"{value:.2f}".rstrip("0").rstrip(".")
