"""All lines of five of one direction, looked at at once: a mask of lines holds the first cell of each."""

from __future__ import annotations


def all_of_five(cells: int, step: int) -> int:
    """Return the cells from which five in a row, in one direction, all belong to the mask."""
    pairs = cells & cells >> step
    return pairs & pairs >> 2 * step & cells >> 4 * step


def any_of_five(cells: int, step: int) -> int:
    """Return the cells from which at least one of five in a row belongs to the mask."""
    pairs = cells | cells >> step
    return pairs | pairs >> 2 * step | cells >> 4 * step


def chips_of_five(chips: int, step: int) -> tuple[int, int, int]:
    """Count, from every cell at once, the chips among five in a row: the binary digits 1, 2 and 4 of the counts."""
    second, third, fourth, fifth = chips >> step, chips >> 2 * step, chips >> 3 * step, chips >> 4 * step
    half = chips ^ second
    odd = half ^ third
    carry = chips & second | half & third
    half = odd ^ fourth
    other = odd & fourth | half & fifth
    return half ^ fifth, carry ^ other, carry & other
