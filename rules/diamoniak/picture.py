"""The table of Diamoniak as a picture: the others' palaces above, the piles in the middle, one's own below."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rules import svg
from rules.contract import N_, Json, Seat
from rules.diamoniak.cards import KINDS
from rules.diamoniak.figures import FIGURES, PALACES
from rules.diamoniak.phrases import Marks, marks, task_words
from rules.sketch import Say
from rules.svg import Sheet, group, path, tag, use, words

_CLOTH, _HEM, _AREA, _SKY, _EARTH, _DARK = "#8f7fb8", "#b9add6", "#f8f4ff", "#e9e2f8", "#cbbfe2", "#241a3a"
_BACK, _STAR = "#5b3f86", "#7d60ab"
_SHADES = {  # of each colour: wall, roof, pale
    "pink": ("#e3a5c6", "#b9558b", "#f6d9e8"),
    "blue": ("#7eb2dc", "#0072b2", "#cfe4f5"),
    "green": ("#86cbb3", "#009e73", "#d3efe4"),
    "yellow": ("#f4c95c", "#e69f00", "#fbe7b4"),
}
_TINTS = {"pink": "#fbe6f0", "blue": "#dcebf7", "green": "#dcf2ea", "yellow": "#fdf0cd"}
_TINTS |= {"diamond": "#24406b", "fairy": "#d9c8f0", "witch": "#f0a560"}
_BOXES = {"diamond": (12, 32, 76, 76), "witch": (6, 30, 88, 104), "fairy": (8, 28, 84, 104)}


class _Area(NamedTuple):
    """Where a player's area lies, how wide its palace is and how wide its cards."""

    x: float
    y: float
    width: float
    height: float
    palace: float
    card: float
    tall: bool = False  # the cards lie under the palace, not beside it


def draw(view: Json, seat: Seat | None, say: Say, status: str) -> str:
    """Return the SVG of the table under a line that says how it stands."""
    sheet = Sheet(FIGURES, rtl=say.rtl)
    sheet.words(20, 37, svg.fitted(status, 300, 19), 19, bold=True)
    if "turn" in view:
        task = svg.fitted(task_words(view, say), 250, 16)
        sheet.words(svg.WIDTH - 20, 36, task, 16, fill=svg.SOFT, anchor="end")
    others, own = _seating(len(view["players"]), seat)
    areas = _other_areas(len(others), 66)
    middle = areas[-1].y + areas[-1].height + 12
    below = middle + 118
    end = below + (6 if own is None else 150)
    _cloth(sheet, end - 52)
    moved = marks(view, say)
    for other, area in zip(others, areas, strict=True):
        _player(sheet, view, other, say, area=area, moved=moved)
    _middle(sheet, view, middle, moved)
    if own is not None:
        _player(sheet, view, own, say, area=_Area(28, below, 544, 138, 128, 56), moved=moved, own=True)
    sheet.legend(end + 24, say(N_("the last move")))
    return sheet.svg(end + 40)


def _cloth(sheet: Sheet, height: float) -> None:
    sheet.box(16, 52, 568, height, 14, fill=_CLOTH)
    sheet.box(19.5, 55.5, 561, height - 7, 11, fill="none", stroke=_HEM)


def _seating(seats: int, own: Seat | None) -> tuple[list[Seat], Seat | None]:
    """Return the others in the order of their turns, and the viewer's own seat."""
    if own is None:
        return list(range(seats)), None
    return [(own + 1 + i) % seats for i in range(seats - 1)], own


def _other_areas(count: int, y: float) -> list[_Area]:
    if count == 1:
        return [_Area(28, y, 544, 124, 112, 50)]
    if count == 3:
        return [_Area(28 + i * 184, y, 176, 182, 96, 29, tall=True) for i in range(3)]
    return [_Area(28 + i % 2 * 276, y + i // 2 * 120, 268, 112, 84, 28) for i in range(count)]


# --- a player ---
def _player(sheet: Sheet, view: Json, seat: Seat, say: Say, *, area: _Area, moved: Marks, own: bool = False) -> None:
    x, y, width, height, palace, card, tall = area
    player = view["players"][seat]
    lit = view.get("turn") == seat or view.get("winner") == seat
    edge: svg.Look = {"stroke": svg.GLOW, "stroke_width": 4} if lit else {"stroke": _AREA}
    sheet.box(x, y, width, height, 10, fill=_AREA, **edge)
    left = x + (width - palace) / 2 if tall else x + 10
    top = y + (34 if tall else (height - palace * 0.9 - 8) / 2)
    sheet.put(left, top, palace, *_scene(player, palace, view["needed"]))
    if seat in moved.palaces:
        sheet.add(svg.brackets(sheet.left(left, palace), top, palace, palace * 0.9 + 8))
    start, room = (x + 10, width - 20) if tall else (left + palace + 14, width - palace - 34)
    name = " · ".join([say.drawn_name(seat), *([say(N_("you"))] if own else [])])
    _name(sheet, seat, name, (start, y, room))
    cards = [kind for kind in KINDS if kind in player["side"]]
    step = min(card + 10, (room - card) / max(1, len(cards) - 1))
    base = top + palace * 0.9 + 16 if tall else y + (height + 30 - card * 1.4) / 2
    for i, kind in enumerate(cards):
        place = (sheet.left(start + i * step, card), base)
        sheet.add(*_item(kind, player["side"][kind], place, card, (seat, kind) in moved.sides))


def _name(sheet: Sheet, seat: Seat, name: str, place: tuple[float, float, float]) -> None:
    """Write the seat's number, as the notation has it, and the name."""
    x, y, room = place
    number = tag("circle", cx=10, cy=10, r=10, fill=_DARK)
    sheet.put(x, y + 9, 20, number, words(10, 14.6, str(seat), 14, fill="#fff", anchor="middle", bold=True))
    sheet.words(x + 27, y + 25, svg.fitted(name, room - 30, 17), 17, bold=True)


def _item(kind: str, count: int, place: tuple[float, float], width: float, marked: bool) -> Iterable[str]:
    x, y = place
    yield group(x, y, card(kind), scale=width / 100)
    if marked:
        yield svg.brackets(x - 1, y - 1, width + 2, width * 1.4 + 2, 9)
    if count > 1:
        yield _counter(x + width - 2, y + width * 1.4 - 4, f"×{count}")


def _counter(x: float, y: float, text: str) -> str:
    """Return a number on a dark ground, centred on a point."""
    width = svg.breadth(text, 15) + 9
    ground = svg.box(x - width / 2, y - 10.5, width, 21, 10.5, fill=_DARK, stroke="#fff", stroke_opacity=0.5)
    return ground + words(x, y + 5.4, text, 15, fill="#fff", anchor="middle", bold=True)


# --- the middle ---
def _middle(sheet: Sheet, view: Json, y: float, moved: Marks) -> None:
    deck = group(0, 0, _back() if view["deck"] else _no_card(), scale=0.7)
    sheet.put(40, y, 70, deck, _counter(66, 95, str(view["deck"])))
    top = card(view["discard"][-1]) if view["discard"] else _no_card()
    discard = group(0, 0, top, scale=0.7)
    lit = svg.brackets(-1, -1, 72, 100) if moved.discard else ""
    sheet.put(490, y, 70, discard, lit, _counter(66, 95, str(len(view["discard"]))))
    drawn = view["drawn"]
    step = min(78.0, 280 / max(1, len(drawn) - 1))
    x = (svg.WIDTH - (len(drawn) - 1) * step - 70) / 2
    for i, name in enumerate(drawn):
        sheet.add(group(x + i * step, y, card(name), scale=0.7))
    if drawn and moved.drawn:
        sheet.add(svg.brackets(x + (len(drawn) - 1) * step - 1, y - 1, 72, 100))


# --- palaces and cards ---
def _scene(player: Json, width: float, needed: int) -> Iterable[str]:
    """Return a palace on its ground under a piece of sky, with how many of its parts stand."""
    colour = player.get("colour")
    yield svg.box(0, 0, width, width * 0.9 + 8, 8, fill=_SKY)
    ground = path("M4 100c30-3 82-3 112 0 3 5-20 7-56 7s-59-2-56-7Z", fill=_EARTH)
    if colour is None:
        yield group(0, 4, ground, _plan("M20 100V70h24V46h32v24h24v30Z"), scale=width / 120)
        return
    yield group(0, 4, ground, *_parts(colour, player["palace"]), scale=width / 120)
    yield _counter(width - 22, width * 0.9 - 5, f"{player['palace']}/{needed}")


def _parts(colour: str, built: int) -> Iterable[str]:
    """Return the six parts of a palace: first the outlines of those that are missing, then those that stand."""
    parts = PALACES[colour]
    yield from (_plan(part[0][1]) for part in parts[built:])
    yield from (_material(kind, d, colour) for part in parts[:built] for kind, d in part)


def _plan(d: str) -> str:
    return path(d, fill="none", stroke=svg.SOFT, stroke_width=1.2, stroke_dasharray="3 3", opacity=0.7)


def _material(kind: str, d: str, colour: str) -> str:
    wall, roof, pale = _SHADES[colour]
    edge: svg.Look = {"stroke": _DARK, "stroke_opacity": 0.35, "stroke_width": 0.8} if kind in {"wall", "roof"} else {}
    fills = {"wall": wall, "roof": roof, "pale": pale, "door": "#4a3268", "gold": "#eebb4d", "leaf": "#4f9d5d"}
    return path(d, fill=fills[kind], **edge)


def card(name: str) -> str:
    """Return a card of 100 by 140, face up."""
    shown = name.removeprefix("palace:")
    ground = svg.box(6, 6, 88, 128, 5, fill=_TINTS[shown])
    if shown in PALACES:
        return svg.card(ground, group(8, 31, *_parts(shown, 6), scale=0.7))
    return svg.card(ground, use(shown, *_BOXES[shown]))


def _back() -> str:
    star = "m11 4 1.6 4.9 5 .1-4 3 1.5 4.8-4.1-2.9-4.1 2.9 1.5-4.8-4-3 5-.1Z"
    stars = (
        path(star, fill=_STAR, transform=f"translate({x} {y})") for x in (6, 28, 50, 72) for y in range(8, 118, 22)
    )
    return svg.card(svg.box(6, 6, 88, 128, 5, fill=_BACK), *stars)


def _no_card() -> str:
    dashes: svg.Look = {"stroke": _HEM, "stroke_width": 3, "stroke_dasharray": "8 7"}
    return svg.box(2, 2, 96, 136, 8, fill="none", **dashes)
