"""The board as bit masks: cells, cards, and the 192 lines of five.

A cell is named by letter and number: `a1` top left, `j10` bottom right. In a mask a row takes eleven bits, ten cells
and one guard bit that no chip ever covers, so that shifting a mask along a line never wraps into the next row.
"""

from __future__ import annotations

from functools import cache

LAYOUT = (
    "** 2S 3S 4S 5S 6S 7S 8S 9S **",
    "6C 5C 4C 3C 2C AH KH QH TH TS",
    "7C AS 2D 3D 4D 5D 6D 7D 9H QS",
    "8C KS 6C 5C 4C 3C 2C 8D 8H KS",
    "9C QS 7C 6H 5H 4H AH 9D 7H AS",
    "TC TS 8C 7H 2H 3H KH TD 6H 2D",
    "QC 9S 9C 8H 9H TH QH QD 5H 3D",
    "KC 8S TC QC KC AC AD KD 4H 4D",
    "AC 7S 6S 5S 4S 3S 2S 2H 3H 5D",
    "** AD KD QD TD 9D 8D 7D 6D **",
)
SIZE = 10
WIDTH = SIZE + 1  # bits a row takes: ten cells and the guard
CORNER = "**"
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (-1, 1))  # (rows, columns): across, down, falling, rising; from left or top
STEPS = (1, WIDTH, WIDTH + 1, WIDTH - 1)  # the same four as distances between bits

CELLS = tuple(f"{letter}{number}" for number in range(1, SIZE + 1) for letter in "abcdefghij")
BIT = {cell: 1 << i // SIZE * WIDTH + i % SIZE for i, cell in enumerate(CELLS)}
CARD_ON = dict(zip(CELLS, " ".join(LAYOUT).split(), strict=True))
CORNERS = sum(BIT[cell] for cell, card in CARD_ON.items() if card == CORNER)
PLAYABLE = sum(BIT.values()) - CORNERS
_ROW = (1 << WIDTH) - 1
_NAME = {bit.bit_length(): cell for cell, bit in BIT.items()}


def _cells_by_card() -> dict[str, tuple[str, str]]:
    found: dict[str, list[str]] = {}
    for cell, card in CARD_ON.items():
        found.setdefault(card, []).append(cell)
    del found[CORNER]
    return {card: (first, second) for card, (first, second) in found.items()}


CELLS_OF = _cells_by_card()  # the two cells of each card but the jacks


def cells_in(mask: int) -> tuple[str, ...]:
    """Return the cells of a mask in board order: row by row from the top, each from the left."""
    cells: tuple[str, ...] = ()
    row = 0
    while mask:
        if bits := mask & _ROW:
            cells += _cells_in_row(row, bits)
        mask >>= WIDTH
        row += WIDTH
    return cells


@cache  # some thousands at most
def _cells_in_row(start: int, bits: int) -> tuple[str, ...]:
    return tuple(_NAME[start + bit] for bit in range(1, WIDTH) if bits >> bit - 1 & 1)


def mask_of(cells: tuple[str, ...]) -> int:
    """Return the mask of the cells; a name that is no cell adds nothing."""
    mask = 0
    for cell in cells:
        mask |= BIT.get(cell, 0)
    return mask


def _fives_along(row: int, column: int, down: int, right: int) -> tuple[int, ...]:
    """Return the lines of five in one direction that hold the cell, the leftmost (or topmost) first."""
    fives = []
    for back in range(4, -1, -1):
        places = [(row + k * down, column + k * right) for k in range(-back, 5 - back)]
        if all(0 <= r < SIZE and 0 <= c < SIZE for r, c in places):
            fives.append(sum(1 << r * WIDTH + c for r, c in places))
    return tuple(fives)


# By cell, for each of the four directions, the masks of the lines of five that hold the cell.
FIVES_THROUGH = {
    cell: tuple(_fives_along(i // SIZE, i % SIZE, down, right) for down, right in DIRECTIONS)
    for i, cell in enumerate(CELLS)
}
# By cell, for each of the four directions, the mask of the cells that are no further than five from it.
AROUND = {
    cell: tuple(
        sum(
            1 << row * WIDTH + column
            for k in range(-5, 6)
            if 0 <= (row := i // SIZE + k * down) < SIZE and 0 <= (column := i % SIZE + k * right) < SIZE
        )
        for down, right in DIRECTIONS
    )
    for i, cell in enumerate(CELLS)
}
