"""What a mail shows of a table of Sequence: the picture, the same as plain text, and a sentence that says it."""

from __future__ import annotations

from collections.abc import Iterator

from rules.contract import N_, Json, Seat
from rules.sequence import picture
from rules.sequence.board import CARD_ON, CELLS, CORNER, SIZE
from rules.sequence.cards import ONE_EYED, TWO_EYED
from rules.sketch import COLUMNS, Say, Sketcher, clipped, status, wrapped

_TEAMS = (N_("Blue"), N_("Green"), N_("Red"))
_LETTERS = "BGR"  # of the teams on the board of plain text
_HINT = N_("“5S d7” plays the five of spades on d7, “JSxd7” takes a chip away there, “swap 5S” exchanges a dead card.")


def _alt(view: Json, seat: Seat | None, say: Say) -> str:
    stand = status(view.get("turn"), seat, say, say.name)
    scores = "; ".join(_scores(view, say))
    if not view.get("hand"):
        return say(N_("The board of Sequence. %(status)s. %(scores)s."), status=stand, scores=scores)
    template = N_("The board of Sequence. %(status)s. %(scores)s. Your cards: %(cards)s.")
    return say(template, status=stand, scores=scores, cards=" ".join(view["hand"]))


def _lines(view: Json, seat: Seat | None, say: Say) -> Iterator[str]:
    yield from wrapped(f"{status(view.get('turn'), seat, say, say.name)}. {'; '.join(_scores(view, say))}.")
    yield ""
    yield from (_seat_line(view, other, seat, say) for other in range(len(view["teams"])))
    yield ""
    yield from _board(view, picture.marked_cells(view, say))
    yield ""
    if view.get("hand"):
        yield from wrapped(say(N_("Your cards: %(cards)s"), cards=", ".join(_held(view, say))), "  ")
    yield from wrapped(say(N_("Cards in the deck: %(count)s"), count=view["deck"]))
    yield ""
    yield from _legend(view, say)


def _scores(view: Json, say: Say) -> Iterator[str]:
    for team in sorted(set(view["teams"])):
        made = sum(five["team"] == team for five in view["sequences"])
        template = N_("%(team)s: %(made)s of %(needed)s sequences")
        yield say(template, team=say(_TEAMS[team]), made=made, needed=view["needed"])


def _seat_line(view: Json, seat: Seat, own: Seat | None, say: Say) -> str:
    notes = picture.notes(view, seat, say, own == seat)
    if view["discards"][seat]:
        notes.append(say(N_("last discard %(card)s"), card=view["discards"][seat][-1]))
    if view.get("turn") == seat:
        notes.append(say(N_("to move")))
    team = say(_TEAMS[view["teams"][seat]])
    return clipped(f"{team}, {clipped(say.name(seat), 26)}: {', '.join(notes)}", COLUMNS)


def _board(view: Json, marked: list[str]) -> Iterator[str]:
    locked = {cell for five in view["sequences"] for cell in five["cells"]}
    heads = "    " + "".join(f"  {letter}  " for letter in "abcdefghij")
    yield heads.rstrip()
    for row in range(SIZE):
        cells = CELLS[row * SIZE : (row + 1) * SIZE]
        shown = (f"{_cell(view, cell, cell in locked):>4}{'!' if cell in marked else ' '}" for cell in cells)
        yield f" {row + 1:>2} {''.join(shown)} {row + 1}"
    yield heads.rstrip()


def _cell(view: Json, cell: str, locked: bool) -> str:
    if cell not in view["chips"]:
        return f"{CARD_ON[cell]} "
    letter = _LETTERS[view["chips"][cell]]
    return f"[{letter}]" if locked else f"({letter})"


def _held(view: Json, say: Say) -> Iterator[str]:
    for card in view["hand"]:
        note = _note(card, card in view["dead"])
        yield f"{card} ({say(note)})" if note else card


def _note(card: str, dead: bool) -> str:
    if card in TWO_EYED:
        return N_("puts a chip on any free cell")
    if card in ONE_EYED:
        return N_("takes a chip away")
    return N_("dead") if dead else ""


def _legend(view: Json, say: Say) -> Iterator[str]:
    teams = ", ".join(f"({_LETTERS[team]}) {say(_TEAMS[team])}" for team in sorted(set(view["teams"])))
    signs = N_("Chips: %(teams)s; [B] is part of a sequence, %(corner)s counts for everyone, ! is the last move.")
    yield from wrapped(say(signs, teams=teams, corner=CORNER), "  ")
    yield from wrapped(say(N_("Cards: C clubs, D diamonds, H hearts, S spades; T is a ten.")), "  ")


sketch = Sketcher(picture.draw, _lines, _alt, lambda _, say: say(_HINT))
