"""The sixty cards, and which of them are an incident together.

A code is the kind, then colour and quantity where there are any: `Tr2` a thief, `Dg1` a diamond, `Fb3` a
fingerprint, `Pr` a policeman, `K` a dark room.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import product
from typing import Literal

COLOURS = "rgb"
QUANTITIES = "123"
DARK_ROOM = "K"
THIEVES, DIAMONDS, FINGERPRINTS = (
    tuple(kind + colour + quantity for colour in COLOURS for quantity in QUANTITIES) for kind in "TDF"
)
POLICEMEN = tuple("P" + colour for colour in COLOURS)
DECK = (*(code for code in THIEVES + DIAMONDS + FINGERPRINTS for _ in range(2)), *POLICEMEN, *(DARK_ROOM,) * 3)

Codes = tuple[str, ...]
Fact = Literal["kinds", "colours", "quantities"]
Needs = dict[str, tuple[str, ...]]  # by second card, the third ones that make an incident with both; none: it is one


def _fit(signs: Collection[str]) -> bool:
    return len(set(signs)) in (1, 3)  # all alike or all different


def _is_theft(codes: tuple[str, str, str], dark: bool) -> bool:
    return _fit([code[2] for code in codes]) and (dark or _fit([code[1] for code in codes]))


def _is_arrest(codes: tuple[str, str], dark: bool) -> bool:
    return dark or codes[0][1] == codes[1][1]


def _incidents(dark: bool) -> list[Codes]:
    thefts = [codes for codes in product(THIEVES, DIAMONDS, FINGERPRINTS) if _is_theft(codes, dark)]
    arrests = [codes for codes in product(POLICEMEN, THIEVES) if _is_arrest(codes, dark)]
    return [*thefts, *arrests]


def _completions(dark: bool) -> dict[str, Needs]:
    found: dict[str, dict[str, list[str]]] = {code: {} for code in DECK}
    for codes in _incidents(dark):
        for code in codes:
            second, *third = (other for other in codes if other != code)
            found[code].setdefault(second, []).extend(third)
    return {code: {second: tuple(thirds) for second, thirds in needs.items()} for code, needs in found.items()}


# By whether a dark room is open: the incidents there are, and with what each card makes one.
INCIDENTS = {dark: frozenset(map(frozenset, _incidents(dark))) for dark in (False, True)}
COMPLETIONS = {dark: _completions(dark) for dark in (False, True)}


def is_incident(codes: Collection[str], dark: bool) -> bool:
    """Tell whether exactly these cards are a theft or an arrest; `dark`: a dark room is open."""
    found = frozenset(codes)
    return len(found) == len(codes) and found in INCIDENTS[dark]


def facts(codes: Codes, dark: bool) -> dict[Fact, bool]:
    """Tell what is asked of a claim, an arrest's two cards or a theft's three, each with whether it is so.

    What not all of them show is left out: then their kinds are wrong already. All is so if they are an incident.
    """
    theft = len(codes) == 3
    found: dict[Fact, bool] = {"kinds": sorted(code[0] for code in codes) == (["D", "F", "T"] if theft else ["P", "T"])}
    if all(len(code) > 1 for code in codes):
        colours = [code[1] for code in codes]
        found["colours"] = dark or (_fit(colours) if theft else len(set(colours)) == 1)
    if theft and all(len(code) > 2 for code in codes):
        found["quantities"] = _fit([code[2] for code in codes])
    return found
