"""What a mail shows of a table of Blue Diamond: the picture, the same as plain text, and a sentence that says it."""

from __future__ import annotations

from collections.abc import Iterator

from rules.blue_diamond import picture
from rules.blue_diamond.phrases import PICTURES, ROLES, TASKS, aside_words, behind, cards_in_words, marked_cards
from rules.contract import N_, Json, Seat
from rules.sketch import COLUMNS, Say, Sketcher, clipped, status, wrapped

_CELL = 7  # columns of a card of the row: " 3 A/X "
_HINTS = {
    "build": N_("3L puts card 3 at the left end of the row, 3R at the right one; 3L* turns it over as well."),
    "arrange": N_(
        "“shift left” takes the card at the left end to the right one, “swap 2” lets the cards on places 2 and 3 "
        "change places, “flip 4” turns card 4 over."
    ),
    "return": N_(
        "“return 3L” puts card 3 back at the left end, “return 3R” at the right one; * turns it over as well."
    ),
}


def _hint(view: Json, say: Say) -> str:
    return say(_HINTS[view["must"]]) if "must" in view else ""


def _alt(view: Json, seat: Seat | None, say: Say) -> str:
    stand = status(view.get("turn"), seat, say, say.name)
    scores = "; ".join(_score(view, player, say) for player in (0, 1))
    row = ", ".join(cards_in_words(view["row"], say)) or "–"
    template = N_("The table of Blue Diamond. %(status)s. %(scores)s. The row from left to right: %(row)s.")
    return say(template, status=stand, scores=scores, row=row)


def _lines(view: Json, seat: Seat | None, say: Say) -> Iterator[str]:
    task = f": {say(TASKS[view['must']])}" if "must" in view else ""
    yield from wrapped(f"{status(view.get('turn'), seat, say, say.name)}{task}.")
    yield ""
    yield from (_player(view, player, seat, say) for player in (0, 1))
    yield ""
    yield from _row(view["row"], marked_cards(say)) if view["row"] else (say(N_("The row is still empty.")),)
    yield ""
    yield from _beside(view, say)
    yield from _prizes(view, say)
    pictures = ", ".join(f"{letter} {say(name)}" for letter, name in PICTURES.items())
    signs = N_("On the cards: %(pictures)s. Above the row stand its places; ! is the last move.")
    yield from wrapped(say(signs, pictures=pictures), "  ")


def _player(view: Json, player: Seat, own: Seat | None, say: Say) -> str:
    told = _score(view, player, say)
    you = say(N_("you"))
    return clipped(f"{told} ({you})" if player == own else told, COLUMNS)


def _score(view: Json, player: Seat, say: Say) -> str:
    template = N_("%(role)s, %(name)s: %(count)s of %(target)s diamonds")
    name, count = clipped(say.name(player), 26), view["diamonds"][player]
    return say(template, role=say(ROLES[player]), name=name, count=count, target=view["target"])


def _row(row: list[Json], marked: set[int]) -> Iterator[str]:
    rule = "    +" + ("-" * _CELL + "+") * len(row)
    yield "     " + " ".join(f"{place:^{_CELL}}" for place in range(1, len(row) + 1)).rstrip()
    yield rule
    yield "  L |" + "|".join(f"{_short(shown):^{_CELL}}" for shown in row) + "| R"
    yield rule
    if any(shown["card"] in marked for shown in row):
        marks = ("!" if shown["card"] in marked else "" for shown in row)
        yield ("     " + " ".join(f"{mark:^{_CELL}}" for mark in marks)).rstrip()


def _short(shown: Json) -> str:
    back = behind(shown)
    return f"{shown['card']} {shown['face']}" + (f"/{back}" if back else "")


def _beside(view: Json, say: Say) -> Iterator[str]:
    if view["loose"]:
        yield from wrapped(say(N_("Loose cards: %(cards)s"), cards=", ".join(map(_short, view["loose"]))), "  ")
    if view["aside"]:
        cards = ", ".join(map(_short, view["aside"]))
        yield from wrapped(
            say(N_("Set aside: %(cards)s (%(when)s)"), cards=cards, when=aside_words(view["aside"], say))
        )
    if any(map(behind, [*view["loose"], *view["row"], *view["aside"]])):
        yield from wrapped(say(N_("Behind a stroke stands the picture on the back, where both have seen it.")))


def _prizes(view: Json, say: Say) -> Iterator[str]:
    lying = {one["pattern"] for one in view["standing"]}
    yield from wrapped(
        say(N_("Prize rows: %(list)s"), list="; ".join(_prize(one, say) for one in view["prizes"])), "  "
    )
    for pattern in sorted(lying):
        yield from wrapped(say(N_("%(pattern)s lies in the row and scores nothing."), pattern=pattern))


def _prize(prize: Json, say: Say) -> str:
    owner = say(ROLES[prize["seat"]]) if "seat" in prize else say(N_("the maker"))
    return f"{prize['pattern']} +{prize['diamonds']} {owner}"


sketch = Sketcher(picture.draw, _lines, _alt, _hint)
