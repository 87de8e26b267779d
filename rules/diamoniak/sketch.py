"""What a mail shows of a table of Diamoniak: the picture, the same as plain text, and a sentence that says it."""

from __future__ import annotations

from collections.abc import Iterator

from rules.contract import N_, Json, Seat
from rules.diamoniak import picture
from rules.diamoniak.cards import COLOURS, KINDS
from rules.diamoniak.phrases import Marks, list_words, marks, palace_words, task_words
from rules.sketch import COLUMNS, Say, Sketcher, clipped, status, wrapped

_HINTS = {
    "paying": N_("“pay” gives the witch the cards that it names."),
    "": N_("“draw” takes a card from the deck, “stop” keeps what you have drawn, “buy 2” buys a card from seat 2."),
}


def _hint(view: Json, say: Say) -> str:
    return say(_HINTS["paying" if view["phase"] == "paying" else ""])


def _alt(view: Json, seat: Seat | None, say: Say) -> str:
    stand = status(view.get("turn"), seat, say, say.name)
    palaces = "; ".join(
        f"{say.name(other)}, {palace_words(player, view['needed'], say)}"
        for other, player in enumerate(view["players"])
    )
    side = _own_side(view, seat, say)
    if side:
        template = N_("The table of Diamoniak. %(status)s. %(palaces)s. Beside your palace: %(cards)s.")
        return say(template, status=stand, palaces=palaces, cards=side)
    return say(N_("The table of Diamoniak. %(status)s. %(palaces)s."), status=stand, palaces=palaces)


def _own_side(view: Json, seat: Seat | None, say: Say) -> str:
    side = {} if seat is None else view["players"][seat]["side"]
    return list_words((kind for kind in KINDS for _ in range(side.get(kind, 0))), say)


def _lines(view: Json, seat: Seat | None, say: Say) -> Iterator[str]:
    task = f": {task_words(view, say)}" if "turn" in view else ""
    yield from wrapped(f"{status(view.get('turn'), seat, say, say.name)}{task}.")
    yield ""
    yield from (_player(view, other, seat, say) for other in range(len(view["players"])))
    yield ""
    moved = marks(view, say)
    yield from _holdings(view, moved)
    yield ""
    yield from _middle(view, moved, say)
    signs = N_("Seats are numbered as in “buy 2”; # is a part of a palace that stands; ! is the last move.")
    yield from wrapped(say(signs), "  ")


def _player(view: Json, seat: Seat, own: Seat | None, say: Say) -> str:
    template = N_("Seat %(number)s, %(name)s – %(palace)s") if seat != own else N_("Seat %(number)s, you – %(palace)s")
    palace = palace_words(view["players"][seat], view["needed"], say)
    return clipped(say(template, number=seat, name=clipped(say.name(seat), 26), palace=palace), COLUMNS)


def _holdings(view: Json, moved: Marks) -> Iterator[str]:
    """Yield what lies before each seat, under the words that the notation has for the cards."""
    names = [*COLOURS, *KINDS[len(COLOURS) :]]
    yield "    " + f"{'palace':<15}" + "".join(f"{name:>8}" for name in names)
    for seat, player in enumerate(view["players"]):
        side = "".join(_count(player["side"].get(kind, 0), (seat, kind) in moved.sides) for kind in KINDS)
        yield f" {seat}  {_palace(player, view['needed'], seat in moved.palaces):<15}{side}".rstrip()


def _palace(player: Json, needed: int, marked: bool) -> str:
    parts = "#" * player["palace"] + "." * (needed - player["palace"])
    return f"{player.get('colour', '-'):<7}{parts}{'!' if marked else ''}"


def _count(count: int, marked: bool) -> str:
    return f"{count or '-':>7}{'!' if marked else ' '}"


def _middle(view: Json, moved: Marks, say: Say) -> Iterator[str]:
    if view["drawn"]:
        sign = "!" if moved.drawn else ""
        yield from wrapped(say(N_("Drawn in this turn: %(list)s"), list=list_words(view["drawn"], say)) + sign, "  ")
    yield from wrapped(say(N_("Cards in the deck: %(count)s"), count=view["deck"]))
    if view["discard"]:
        values = {"count": len(view["discard"]), "card": list_words(view["discard"][-1:], say)}
        sign = "!" if moved.discard else ""
        yield from wrapped(say(N_("Discards: %(count)s, on top: %(card)s"), **values) + sign)


sketch = Sketcher(picture.draw, _lines, _alt, _hint)
