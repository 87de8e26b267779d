"""What sketches of Blue Diamond say, as picture and as text: the words for what a view holds."""

from __future__ import annotations

from collections.abc import Iterator

from rules.contract import N_, Json
from rules.sketch import Say

ROLES = (N_("Arsène"), N_("Lady X"))  # by seat
PICTURES = {"A": N_("Arsène"), "X": N_("Lady X"), "P": N_("the policeman"), "D": N_("the diamond")}
TASKS = {"build": N_("build the row"), "arrange": N_("change the row"), "return": N_("return what was set aside")}
_MOVED = ("placed", "shifted", "swapped", "flipped", "returned")


def marked_cards(say: Say) -> set[int]:
    """Return the cards that the last moves touched."""
    return {card for event in say.last(*_MOVED) for card in event.get("cards", (event.get("card"),))}


def aside_words(aside: list[Json], say: Say) -> str:
    """Return when the cards that were set aside come back."""
    due = {shown["due"] for shown in aside}
    if due == {True}:
        return say(N_("returns in this turn"))
    return say(N_("returns in the next turn")) if due == {False} else say(N_("returns in this turn and in the next"))


def behind(shown: Json) -> str:
    """Return the picture on a card's back if the table keeps it in sight, else nothing."""
    back: str = shown.get("seen_back", "")
    return back


def cards_in_words(cards: list[Json], say: Say) -> Iterator[str]:
    """Yield each card by number and picture."""
    for shown in cards:
        yield f"{shown['card']} {say(PICTURES[shown['face']])}"
