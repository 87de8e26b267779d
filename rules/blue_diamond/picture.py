"""The table of Blue Diamond as a picture: the players above, the cards on their cloth, the prize rows below."""

from __future__ import annotations

from collections.abc import Iterable

from rules import svg
from rules.blue_diamond.figures import FIGURES
from rules.blue_diamond.phrases import ROLES, TASKS, aside_words, behind, marked_cards
from rules.contract import N_, Json, Seat
from rules.sketch import Say
from rules.svg import Sheet, group, tag, use, words

_TINTS = {"A": "#efd795", "X": "#f0bccb", "P": "#b9d3ee", "D": "#1d3052"}
_CLOTH, _HEM, _DARK = "#40587f", "#7d93b8", "#17202f"
_ROLE_PICTURES = "AX"  # by seat
_CARD = 84  # width of a card in the row
_SMALL = 70  # of one that is loose or set aside
_GAP = 5


def draw(view: Json, seat: Seat | None, say: Say, status: str) -> str:
    """Return the SVG of the table under a line that says how it stands."""
    sheet = Sheet(FIGURES, rtl=say.rtl)
    task = say(TASKS[view["must"]]) if "must" in view else ""
    sheet.words(20, 37, svg.fitted(status, 320, 19), 19, bold=True)
    sheet.words(svg.WIDTH - 20, 36, svg.fitted(task, 220, 16), 16, fill=svg.SOFT, anchor="end")
    for player in (0, 1):
        _plaque(sheet, view, player, say, own=player == seat)
    y = _cloth(sheet, view, say, 126)
    y = _prizes(sheet, view, say, y + 12)
    sheet.legend(y + 24, say(N_("the last move")))
    return sheet.svg(y + 40)


# --- the players ---
def _plaque(sheet: Sheet, view: Json, player: Seat, say: Say, *, own: bool) -> None:
    x, y, width = 16 + player * 288, 52, 280
    moves = view.get("turn") == player
    look: svg.Look = {"fill": svg.WASH, "stroke": svg.ACCENT} if moves else {"fill": svg.PANEL, "stroke": svg.LINE}
    sheet.box(x, y, width, 62, 10, stroke_width=2.5 if moves else 1, **look)
    sheet.put(x + 10, y + 10, 38, *_tile(_ROLE_PICTURES[player], 38, 42))
    count, target = view["diamonds"][player], view["target"]
    told = say(N_("you")) if own else say.drawn_name(player)
    role = say(ROLES[player])
    sheet.words(x + 58, y + 25, role, 16, bold=True)
    space = svg.breadth(role, 16) + 6
    sheet.words(x + 58 + space, y + 25, svg.fitted(told, 168 - space, 15), 15, fill=svg.SOFT)
    sheet.words(x + width - 12, y + 26, f"{count}/{target}", 17, bold=True, anchor="end")
    places = max(target, count)
    step = min(19.0, 206 / places)
    for i in range(places):
        gem = use("gem", 0, 0, step - 1, opacity=1 if i < count else 0.22)
        sheet.put(x + 58 + i * step, y + 34 + (18 - step) / 2, step, gem)


def _tile(face: str, width: float, height: float) -> Iterable[str]:
    """Return one of the four figures on its ground."""
    yield svg.box(0, 0, width, height, 5, fill=_TINTS[face])
    room = (width * 0.14, height * 0.1, width * 0.72, height * 0.8) if face == "D" else (2, 3, width - 4, height - 3)
    yield use(face, *room)


# --- the cards ---
def _cloth(sheet: Sheet, view: Json, say: Say, y: float) -> float:
    upper = 148 if view["aside"] else 126 if view["loose"] else 0
    height = upper + 172
    marked = marked_cards(say)
    sheet.box(16, y, 568, height, 12, fill=_CLOTH)
    sheet.box(20, y + 4, 560, height - 8, 9, fill="none", stroke=_HEM)
    if upper:
        _upper(sheet, view, say, y + 16, marked)
    _row(sheet, view, say, y + 14 + upper, marked)
    return y + height


def _upper(sheet: Sheet, view: Json, say: Say, y: float, marked: set[int]) -> None:
    """Draw the loose cards, and in a dashed frame those that were set aside."""
    loose, aside = view["loose"], view["aside"]
    room = len(loose) * (_SMALL + _GAP) + (16 if loose and aside else 0) + len(aside) * (_SMALL + _GAP)
    x = (svg.WIDTH - room + _GAP) / 2
    for shown in loose:
        sheet.add(_laid(shown, x, y + 10, _SMALL, shown["card"] in marked))
        x += _SMALL + _GAP
    if not aside:
        return
    x += 16 if loose else 0
    width = len(aside) * (_SMALL + _GAP) - _GAP
    dashes: svg.Look = {"stroke": _HEM, "stroke_width": 1.5, "stroke_dasharray": "5 4"}
    sheet.add(svg.box(x - 6, y - 4, width + 12, 110, 10, fill="none", **dashes))
    caption = svg.fitted(aside_words(aside, say), 280, 15)
    sheet.add(words(x + width / 2, y + 122, caption, 15, fill="#fff", anchor="middle"))
    for shown in aside:
        sheet.add(_laid(shown, x, y + 2, _SMALL, shown["card"] in marked))
        x += _SMALL + _GAP


def _row(sheet: Sheet, view: Json, say: Say, y: float, marked: set[int]) -> None:
    row = view["row"]
    if not row:
        sheet.words(svg.WIDTH / 2, y + 74, say(N_("The row is still empty.")), 15, fill="#fff", anchor="middle")
        return
    x = (svg.WIDTH - len(row) * (_CARD + _GAP) + _GAP) / 2
    for place, shown in enumerate(row, 1):
        sheet.add(_laid(shown, x, y, _CARD, shown["card"] in marked))
        sheet.add(words(x + _CARD / 2, y + 138, str(place), 17, fill="#fff", anchor="middle"))
        x += _CARD + _GAP
    start = (svg.WIDTH - len(row) * (_CARD + _GAP) + _GAP) / 2
    _end(sheet, max(start - 15, 31), y, "L")
    _end(sheet, min(x + 10, svg.WIDTH - 31), y, "R")


def _end(sheet: Sheet, x: float, y: float, letter: str) -> None:
    """Write an end's letter, as the notation has it."""
    sheet.add(words(x, y + 138, letter, 17, fill=svg.GLOW, anchor="middle", bold=True))


def _laid(shown: Json, x: float, y: float, width: float, marked: bool) -> str:
    """Return a card on its place, and the brackets if it was moved last."""
    card = group(x, y, *_card(shown), scale=width / 100)
    return card + svg.brackets(x - 1, y - 1, width + 2, width * 1.4 + 2, 14) if marked else card


def _card(shown: Json) -> Iterable[str]:
    face = shown["face"]
    due: svg.Look = {"stroke": svg.GLOW, "stroke_width": 4} if shown.get("due") else {}
    yield svg.card(**due)
    yield svg.box(6, 6, 88, 128, 5, fill=_TINTS[face])
    yield use(face, 8, 30, 84, 101)
    yield tag("circle", cx=19, cy=19, r=14.5, fill=svg.PAPER, stroke="#000", stroke_opacity=0.2)
    yield words(19, 26, str(shown["card"]), 20, fill=_DARK, anchor="middle", bold=True)
    if back := behind(shown):
        yield svg.box(62, 5, 34, 40, 5, fill=svg.PAPER, stroke=svg.EDGE)
        yield use(back, 65, 7, 28, 36)


# --- the prizes ---
def _prizes(sheet: Sheet, view: Json, say: Say, y: float) -> float:
    lying = {one["pattern"] for one in view["standing"]}
    count = len(view["prizes"])
    width = (568 - 6 * (count - 1)) / count
    for i, prize in enumerate(view["prizes"]):
        x = 16 + i * (width + 6)
        rests = prize["pattern"] in lying
        dashes: svg.Look = {"stroke_dasharray": "4 3", "stroke": svg.SOFT} if rests else {}
        look: svg.Look = {"fill": svg.PANEL, "stroke": svg.LINE, **dashes}
        sheet.box(x, y, width, 64, 8, **look)
        sheet.put(x, y, width, *_prize(prize, width), opacity=0.45 if rests else 1)
        owner = say(ROLES[prize["seat"]]) if "seat" in prize else say(N_("the maker"))
        sheet.words(x + width / 2, y + 57, svg.fitted(owner, width - 8, 14), 14, fill=svg.SOFT, anchor="middle")
    return y + 64


def _prize(prize: Json, width: float) -> Iterable[str]:
    gems = prize["diamonds"]
    x = (width - 3 * 23 - 16) / 2
    for face in prize["pattern"]:
        yield group(x, 8, *_tile(face, 22, 30))
        x += 23
    for i in range(gems):
        yield use("gem", x + 5, 7 + (3 - gems) * 5.5 + i * 11, 11)
