"""A face for each name: a playing piece with a hat, drawn here, the same for ever, from nothing but the name.

Colours, hat, eyes and the pattern of the coat are drawn from a hash: 44 800 faces in all. Two names that look
alike have one key (accounts.names) and so cannot both exist.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from hashlib import blake2b

from accounts import names

# Ground and coat: each coat stands out against each ground that is not its own neighbour on the wheel.
GROUNDS = ("#f3d9a4", "#cfe3d4", "#cfdcf0", "#e7d3ea", "#f4cfc4", "#d9d3c5", "#c9e4e7", "#e4e2b5")
COATS = ("#0072b2", "#00795a", "#b3470a", "#8d4f86", "#3d4a63", "#7a5b00", "#a3324a")
SKINS = ("#f2cfa8", "#dba97c", "#b57b4f", "#7c4f34")
DARK, LIGHT = "#1d2433", "#ffffff"
BODY = "M10 46c0-8 5-11 8-15h12c3 4 8 7 8 15z"
PATTERNS = (
    "",
    '<path d="M24 31v15" stroke="{0}" stroke-width="3"/>',
    '<path d="M13 40h22" stroke="{0}" stroke-width="3"/>',
    '<g fill="{0}"><circle cx="18" cy="41" r="2"/><circle cx="24" cy="37" r="2"/><circle cx="30" cy="41" r="2"/></g>',
    '<path d="M18 31l6 8 6-8" fill="none" stroke="{0}" stroke-width="3"/>',
)
EYES = (
    '<g fill="{0}"><circle cx="20.500" cy="22" r="1.600"/><circle cx="27.500" cy="22" r="1.600"/></g>',
    '<path d="M18.500 22.500q2-2.500 4 0m3 0q2-2.500 4 0" fill="none" stroke="{0}" stroke-width="1.600"/>',
    '<g fill="none" stroke="{0}" stroke-width="1.500"><circle cx="20" cy="22" r="3"/><circle cx="28" cy="22" r="3"/>'
    '<path d="M23 22h2"/></g>',
    '<circle cx="20.500" cy="22" r="1.600" fill="{0}"/><path d="M25.500 22h4" stroke="{0}" stroke-width="1.800"/>',
)
HATS = (  # crown, top hat, beret, cap, party hat, cat's ears, straw hat, feather, bow, hair alone
    '<path d="M14 18l-1-11 6 5 5-7 5 7 6-5-1 11z" fill="#e0a312"/>',
    '<path d="M11 17h26v3H11zM16 4h16v13H16z" fill="{0}"/><path d="M16 13h16v3H16z" fill="{1}"/>',
    '<path d="M12 18q0-12 13-12 13 0 12 8-1 4-12 4z" fill="{1}"/><path d="M27 3v4" stroke="{1}" stroke-width="2.500"/>',
    '<path d="M13 18q0-12 11-12t11 12z" fill="{1}"/><path d="M24 15h17v3.500H24z" fill="{0}"/>',
    '<path d="M24 2l11 17H13z" fill="{1}"/><circle cx="24" cy="3.500" r="3" fill="{2}"/>',
    '<path d="M13 18L12 5l8 6zM35 18l1-13-8 6z" fill="{0}"/><path d="M13 18q11-10 22 0z" fill="{0}"/>',
    '<path d="M8 18h32v3H8zM15 18q0-11 9-11t9 11z" fill="#8a6a3a"/><path d="M15 15h18v3H15z" fill="{1}"/>',
    '<path d="M13 20q-1-14 11-14t11 14q-3-7-11-7t-11 7z" fill="{0}"/><path d="M31 8q7-7 6 2z" fill="{1}"/>',
    '<path d="M24 10q-9-9-10 0t10 2q9 7 10-2t-10 0z" fill="{1}"/><circle cx="24" cy="11" r="2.500" fill="{0}"/>',
    '<path d="M12 20q0-15 12-15t12 15l-3-1q-1-6-9-6t-9 6z" fill="{0}"/>',
)


@lru_cache(maxsize=2_000)
def drawing(name: str) -> str:
    """Return the face of a name as an SVG element without a size of its own."""
    draw = _numbers(name)
    ground, coat = GROUNDS[next(draw) % len(GROUNDS)], COATS[next(draw) % len(COATS)]
    skin, hat = SKINS[next(draw) % len(SKINS)], HATS[next(draw) % len(HATS)]
    eyes, pattern = EYES[next(draw) % len(EYES)], PATTERNS[next(draw) % len(PATTERNS)]
    parts = (
        f'<rect width="48" height="48" rx="10" fill="{ground}"/>',
        f'<path d="{BODY}" fill="{coat}"/>',
        pattern.format(ground),
        f'<circle cx="24" cy="22" r="11" fill="{skin}"/>',
        eyes.format(DARK),
        hat.format(DARK, coat, LIGHT),
    )
    return f'<svg class="face" viewBox="0 0 48 48" aria-hidden="true" focusable="false">{"".join(parts)}</svg>'


def image(name: str) -> str:
    """Return the same as a whole SVG file."""
    return drawing(name).replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)


def _numbers(name: str) -> Iterator[int]:
    """Yield independent numbers that belong to the name: to its key, which names that look alike share."""
    digest = blake2b(names.key(name).encode(), digest_size=24, person=b"quintet face").digest()
    for place in range(0, len(digest), 4):
        yield int.from_bytes(digest[place : place + 4])
