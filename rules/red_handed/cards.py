"""The sixty cards, and which of them are an incident together.

A code is the kind, then colour and quantity where there are any: `Tr2` a thief, `Dg1` a diamond, `Fb3` a
fingerprint, `Pr` a policeman, `K` a dark room.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import product

COLOURS = "rgb"
QUANTITIES = "123"
DARK_ROOM = "K"
THIEVES, DIAMONDS, FINGERPRINTS = (
    tuple(kind + colour + quantity for colour in COLOURS for quantity in QUANTITIES) for kind in "TDF"
)
POLICEMEN = tuple("P" + colour for colour in COLOURS)
DECK = (*(code for code in THIEVES + DIAMONDS + FINGERPRINTS for _ in range(2)), *POLICEMEN, *(DARK_ROOM,) * 3)

Codes = tuple[str, ...]


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


def _completions(incidents: list[Codes]) -> dict[str, tuple[Codes, ...]]:
    return {
        code: tuple(tuple(other for other in codes if other != code) for codes in incidents if code in codes)
        for code in DECK
    }


# By whether a dark room is open: the incidents there are, and what each card still needs to be in one.
INCIDENTS = {dark: frozenset(map(frozenset, _incidents(dark))) for dark in (False, True)}
COMPLETIONS = {dark: _completions(_incidents(dark)) for dark in (False, True)}


def is_incident(codes: Collection[str], dark: bool) -> bool:
    """Tell whether exactly these cards are a theft or an arrest; `dark`: a dark room is open."""
    found = frozenset(codes)
    return len(found) == len(codes) and found in INCIDENTS[dark]
