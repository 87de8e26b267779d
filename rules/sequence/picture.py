"""The table of Sequence as a picture: seats and sequences above, the board, one's own hand below."""

from __future__ import annotations

from collections.abc import Iterable
from math import hypot
from typing import NamedTuple

from rules import svg
from rules.contract import N_, Json, Seat
from rules.sequence.board import CARD_ON, CELLS, CORNER, SIZE
from rules.sequence.cards import JACKS, TWO_EYED
from rules.sequence.figures import FIGURES
from rules.sketch import Say
from rules.svg import Sheet, group, path, tag, use, words

TEAM_COLOURS = ("#0072b2", "#009e73", "#d55e00")
_DASHES: tuple[svg.Look, ...] = ({}, {"stroke_dasharray": "4 4"}, {"stroke_dasharray": "0.01 5"})
_RED, _BLACK, _GOLD = "#b3213f", "#1d2433", "#b98421"
_CLOTH, _HEM = "#4f7a78", "#7fa5a1"
_CELL_WIDTH, _CELL_HEIGHT = 50, 54
_LEFT, _TOP = 19, 17
_BOARD_WIDTH, _BOARD_HEIGHT = 528, 566
_FEW = 4  # players of whom there is room to say more
_SCALE = 568 / _BOARD_WIDTH
_PLACES = {cell: (_LEFT + i % SIZE * _CELL_WIDTH, _TOP + i // SIZE * _CELL_HEIGHT) for i, cell in enumerate(CELLS)}


def draw(view: Json, seat: Seat | None, say: Say, status: str) -> str:
    """Return the SVG of the table as the seat sees it, under a line that says how it stands."""
    sheet = Sheet(FIGURES, rtl=say.rtl)
    y = _head(sheet, view, say, status)
    y = _seats(sheet, view, seat, say, y)
    sheet.add(group(16, y, *_board(view, marked_cells(view, say)), scale=_SCALE))
    y += _BOARD_HEIGHT * _SCALE + 12
    if view.get("hand"):
        y = _hand(sheet, view, say, y)
    sheet.legend(y + 13, say(N_("the last move")))
    return sheet.svg(y + 30)


def marked_cells(view: Json, say: Say) -> list[str]:
    """Return the cells that the last moves changed, each once."""
    told = [event["cell"] for event in say.last("placed", "removed")]
    return list(dict.fromkeys([*told, *filter(None, [view.get("last")])]))


def _head(sheet: Sheet, view: Json, say: Say, status: str) -> float:
    sheet.words(20, 37, svg.fitted(status, 330, 19), 19, bold=True)
    x = svg.WIDTH - 20
    for team in sorted(set(view["teams"]), reverse=True):
        made = sum(five["team"] == team for five in view["sequences"])
        slots = max(view["needed"], made)
        x -= slots * 46 + 26
        sheet.put(x, 18, slots * 46 + 26, *_score(team, made, slots))
        x -= 10
    return 52


def _score(team: int, made: int, slots: int) -> Iterable[str]:
    yield use(f"chip-{team}", 0, 0, 26, color=TEAM_COLOURS[team])
    for slot in range(slots):
        fill = TEAM_COLOURS[team] if slot < made else "none"
        for place in range(5):
            x = 35 + slot * 46 + place * 8
            yield tag("circle", cx=x, cy=13, r=3.1, fill=fill, stroke=TEAM_COLOURS[team], stroke_width=1.2)


# --- the seats ---
class _Place(NamedTuple):
    """Where a seat's box lies on the sheet; a table of many has low ones."""

    x: float
    y: float
    width: float
    height: float


def _places(seats: int, y: float) -> list[_Place]:
    across = 2 if seats in {2, 4} else 3
    width, height = (568 - 8 * (across - 1)) / across, 50 if seats <= _FEW else 30
    return [_Place(16 + i % across * (width + 8), y + i // across * (height + 6), width, height) for i in range(seats)]


def _seats(sheet: Sheet, view: Json, own: Seat | None, say: Say, y: float) -> float:
    places = _places(len(view["teams"]), y)
    for seat, place in enumerate(places):
        _frame(sheet, view, seat, place)
        if len(places) <= _FEW:
            _told(sheet, place, say.drawn_name(seat), " · ".join(notes(view, seat, say, own == seat)))
        else:
            name = " · ".join([*([say(N_("you"))] if own == seat else []), say.drawn_name(seat)])
            _counted(sheet, place, name, view["hand_sizes"][seat])
    return places[-1].y + places[-1].height + 12


def _frame(sheet: Sheet, view: Json, seat: Seat, place: _Place) -> None:
    """Draw the box, the chip before the name, and the uppermost discard behind it."""
    x, y, width, height = place
    moves = view.get("turn") == seat
    look: svg.Look = {"fill": svg.WASH, "stroke": svg.ACCENT} if moves else {"fill": svg.PANEL, "stroke": svg.LINE}
    sheet.box(x, y, width, height, 9, stroke_width=2.5 if moves else 1, **look)
    team, middle = view["teams"][seat], y + height / 2
    sheet.put(x + 8, middle - 12, 24, use(f"chip-{team}", 0, 0, 24, color=TEAM_COLOURS[team]))
    sheet.put(x + width - 48, middle - 12, 40, *_top(view["discards"][seat]))


def _told(sheet: Sheet, place: _Place, name: str, told: str) -> None:
    x, y, width, _ = place
    sheet.words(x + 40, y + 22, svg.fitted(name, width - 94, 17), 17, bold=True)
    sheet.words(x + 40, y + 41, svg.fitted(told, width - 94, 15), 15, fill=svg.SOFT)


def _counted(sheet: Sheet, place: _Place, name: str, cards: int) -> None:
    """Write the name, and the number of cards on a small card."""
    x, y, width, _ = place
    sheet.words(x + 38, y + 20, svg.fitted(name, width - 116, 13.5), 13.5, bold=True)
    back = svg.box(0.5, 0.5, 17, 23, 3, fill=_CLOTH)
    sheet.put(x + width - 72, y + 3, 18, back, words(9, 17, str(cards), 12.5, fill="#fff", anchor="middle", bold=True))


def notes(view: Json, seat: Seat, say: Say, own: bool) -> list[str]:
    """Return what there is to say of a seat beside its name, in short phrases."""
    told = [say(N_("you"))] if own else []
    told.append(say(N_("cards: %(count)s"), count=view["hand_sizes"][seat]))
    if owed := view["forfeits"][seat]:
        told.append(say(N_("owes %(count)s"), count=owed))
    if seat in view["rights"]:
        told.append(say(N_("may draw")))
    return told


# --- the board ---
def _board(view: Json, marked: list[str]) -> Iterable[str]:
    yield svg.box(0, 0, _BOARD_WIDTH, _BOARD_HEIGHT, 12, fill=_CLOTH)
    yield svg.box(3, 3, _BOARD_WIDTH - 6, _BOARD_HEIGHT - 6, 9.5, fill="none", stroke=_HEM)
    yield from _coordinates()
    for cell, (x, y) in _PLACES.items():
        yield group(x, y, *_cell(CARD_ON[cell], cell in view["chips"]))
    yield from (_stroke(five, 15, stroke_width=36, opacity=0.3) for five in view["sequences"])
    for cell, team in view["chips"].items():
        across, down = _chip_place(cell)
        yield use(f"chip-{team}", across - 17, down - 17, 34, color=TEAM_COLOURS[team])
    for five in view["sequences"]:
        yield _stroke(five, 8, colour="#fff", stroke_width=7, opacity=0.92)
        yield _stroke(five, 8, stroke_width=3.4, **_DASHES[five["team"]])
    yield from (svg.brackets(*_PLACES[cell], _CELL_WIDTH, _CELL_HEIGHT) for cell in marked)


def _coordinates() -> Iterable[str]:
    for i in range(SIZE):
        column = words(_LEFT + i * _CELL_WIDTH + 25, 13.4, "abcdefghij"[i], 14, fill="#fff", anchor="middle")
        row = words(10.5, _TOP + i * _CELL_HEIGHT + 32, str(i + 1), 14, fill="#fff", anchor="middle")
        yield from (column, row)


def _cell(printed: str, covered: bool) -> Iterable[str]:
    if printed == CORNER:
        yield svg.box(1.5, 1.5, 47, 51, 4.5, fill="none", stroke=_HEM, stroke_dasharray="3 3")
        yield use("star", 3, 5, 44)
        return
    yield svg.box(1.5, 1.5, 47, 51, 4.5, fill=svg.PAPER)
    colour = _colour(printed)
    yield _rank(printed, 5, 18.2, 18)
    yield use(printed[1], 31.5, 5.5, 13, color=colour) if covered else use(printed[1], 19, 23, 26, color=colour)


def _rank(printed: str, x: float, y: float, size: float) -> str:
    rank = "10" if printed[0] == "T" else printed[0]
    tight: svg.Look = {"letter_spacing": -0.06 * size}
    return tag("text", rank, x=x, y=y, font_size=size, font_weight=700, fill=_colour(printed), **tight)


def _colour(printed: str) -> str:
    return _RED if printed[1] in "DH" else _BLACK


def _chip_place(cell: str) -> tuple[float, float]:
    x, y = _PLACES[cell]
    return x + 25, y + 34


def _stroke(five: Json, reach: float, colour: str = "", **attributes: str | float) -> str:
    """Return a stroke through a five, reaching a little past its ends."""
    cells = sorted(five["cells"], key=CELLS.index)
    (x1, y1), (x2, y2) = _chip_place(cells[0]), _chip_place(cells[-1])
    part = reach / hypot(x2 - x1, y2 - y1)
    dx, dy = (x2 - x1) * part, (y2 - y1) * part
    d = f"M{x1 - dx:.1f} {y1 - dy:.1f}L{x2 + dx:.1f} {y2 + dy:.1f}"
    return path(d, stroke=colour or TEAM_COLOURS[five["team"]], fill="none", stroke_linecap="round", **attributes)


# --- cards ---
def card(name: str, dead: bool = False) -> str:
    """Return a card of 100 by 140, face up; a dead one is pale."""
    face = [_rank(name, 8, 38, 38), use(name[1], 8, 46, 24), *_face(name)]
    shown = tag("g", *face, color=_colour(name), opacity=0.35 if dead else 1)
    return svg.card(shown, fill="#e4dfd3" if dead else svg.PAPER)


def _face(name: str) -> Iterable[str]:
    if name in JACKS:
        kind = "two" if name in TWO_EYED else "one"
        return (use(f"jack-{kind}", 17, 40, 80, 96), use(f"sign-{kind}", 72, 9, 20))
    if name[0] == "A":
        return (use(name[1], 30, 68, 62),)
    crown = (use(f"crown-{name[0]}", 42, 48, 40, 24),) if name[0] in "KQ" else ()
    return (*crown, use(name[1], 36, 78, 52))


def _top(discards: list[str]) -> Iterable[str]:
    """Return the uppermost of a seat's discards, no more than its rank and suit, or its empty place."""
    if not discards:
        yield svg.box(1, 1, 38, 22, 5, fill="none", stroke=svg.LINE, stroke_width=1.5, stroke_dasharray="4 4")
        return
    top = discards[-1]
    yield svg.box(0.5, 0.5, 39, 23, 5, fill=svg.PAPER, stroke=svg.EDGE)
    yield _rank(top, 5, 17, 14.5)
    yield use(top[1], 22, 5, 14, color=_colour(top))


def _hand(sheet: Sheet, view: Json, say: Say, y: float) -> float:
    sheet.words(20, y + 15, say(N_("Your cards")), 17, bold=True)
    sheet.words(svg.WIDTH - 20, y + 15, say(N_("Deck: %(count)s"), count=view["deck"]), 15, fill=svg.SOFT, anchor="end")
    start = (svg.WIDTH - len(view["hand"]) * 80 + 4) / 2
    for i, name in enumerate(view["hand"]):
        sheet.add(group(start + i * 80, y + 26, card(name, name in view["dead"]), scale=0.76))
        if name in view["dead"]:
            sheet.add(*_tag_of_dead(start + i * 80 + 38, y + 92, say))
    return y + 26 + 107 + 10


def _tag_of_dead(x: float, y: float, say: Say) -> Iterable[str]:
    text = svg.fitted(say(N_("dead")), 64, 12)
    width = svg.breadth(text, 12) + 12
    yield svg.box(x - width / 2, y, width, 18, 4, fill=_GOLD)
    yield words(x, y + 13.2, text, 12, fill="#1d2433", anchor="middle", bold=True)
