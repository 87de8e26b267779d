"""The board: the cards on it, its corners, the spiral of the classic print, and the 192 lines of five."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise

from rules.sequence import game
from rules.sequence.board import (
    BIT,
    CARD_ON,
    CELLS,
    CELLS_OF,
    CORNERS,
    FIVES_THROUGH,
    LAYOUT,
    PLAYABLE,
    cells_in,
    mask_of,
)
from rules.sequence.cards import CARDS, JACKS, ONE_EYED, PACK, TWO_EYED
from tests.rules.sequence.tables import FIVES, table, words

PRINTED = """\
** 2S 3S 4S 5S 6S 7S 8S 9S **
6C 5C 4C 3C 2C AH KH QH TH TS
7C AS 2D 3D 4D 5D 6D 7D 9H QS
8C KS 6C 5C 4C 3C 2C 8D 8H KS
9C QS 7C 6H 5H 4H AH 9D 7H AS
TC TS 8C 7H 2H 3H KH TD 6H 2D
QC 9S 9C 8H 9H TH QH QD 5H 3D
KC 8S TC QC KC AC AD KD 4H 4D
AC 7S 6S 5S 4S 3S 2S 2H 3H 5D
** AD KD QD TD 9D 8D 7D 6D **"""


def inward_spiral() -> list[str]:
    """Return the cells clockwise from a1, by walking until a wall or a cell already seen."""
    seen: dict[tuple[int, int], None] = {(0, 0): None}
    row, column, down, right = 0, 0, 0, 1
    while len(seen) < 100:
        ahead = (row + down, column + right)
        if ahead in seen or not (0 <= ahead[0] < 10 and 0 <= ahead[1] < 10):
            down, right = right, -down
            continue
        row, column = ahead
        seen[ahead] = None
    return [f"{'abcdefghij'[c]}{r + 1}" for r, c in seen]


def test_the_layout_is_the_classic_print() -> None:
    assert "\n".join(LAYOUT) == PRINTED


def test_every_card_but_the_jacks_stands_on_the_board_twice_and_the_corners_are_free() -> None:
    count = Counter(CARD_ON.values())
    assert count.pop("**") == 4
    assert count == dict.fromkeys(CARDS - JACKS, 2)
    assert cells_in(CORNERS) == ("a1", "j1", "a10", "j10")


def test_read_as_an_inward_spiral_the_board_is_one_run_of_48_cards_twice_over() -> None:
    low_to_high = [*"23456789T", "Q", "K", "A"]
    high_to_low = ["A", "K", "Q", "T", *"98765432"]
    run = [rank + "S" for rank in low_to_high] + [rank + "D" for rank in low_to_high]
    run += [rank + "C" for rank in high_to_low] + [rank + "H" for rank in high_to_low]
    assert [CARD_ON[cell] for cell in inward_spiral() if CARD_ON[cell] != "**"] == run * 2


def test_cells_are_named_by_letter_across_and_number_down() -> None:
    assert CELLS[:3] == ("a1", "b1", "c1")
    assert CELLS[-1] == "j10"
    assert CARD_ON["d7"] == "8H"
    assert CARD_ON["j9"] == "5D"
    assert CELLS_OF["5S"] == ("e1", "d9")


def test_masks_and_cells_are_each_others_inverse() -> None:
    assert all(cells_in(BIT[cell]) == (cell,) for cell in CELLS)
    assert cells_in(mask_of(CELLS)) == CELLS
    assert mask_of(("a1", "k1", "a11", "")) == BIT["a1"]
    assert mask_of(CELLS) == PLAYABLE | CORNERS


def test_there_are_192_lines_of_five_60_across_60_down_and_36_on_each_diagonal() -> None:
    assert len(FIVES) == len(set(FIVES)) == 192
    by_direction = [{five for ways in FIVES_THROUGH.values() for five in ways[way]} for way in range(4)]
    assert [len(fives) for fives in by_direction] == [60, 60, 36, 36]
    assert all(five.bit_count() == 5 for five in FIVES)


def test_each_line_is_five_neighbours_in_a_row() -> None:
    for five in FIVES:
        places = [("abcdefghij".index(cell[0]), int(cell[1:])) for cell in cells_in(five)]
        steps = {(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(places)}
        assert len(steps) == 1
        assert steps <= {(1, 0), (0, 1), (1, 1), (-1, 1)}


def test_two_lines_that_share_a_corner_share_nothing_else() -> None:
    cornered = [five for five in FIVES if five & CORNERS]
    assert len(cornered) == 12
    assert all((a & b).bit_count() <= 1 for a, b in combinations(cornered, 2) if a & b & CORNERS)


def test_the_lines_through_a_cell_run_from_the_left_or_from_the_top() -> None:
    across, down, falling, rising = FIVES_THROUGH["e5"]
    assert cells_in(across[0]) == words("a5 b5 c5 d5 e5")
    assert cells_in(down[0]) == words("e1 e2 e3 e4 e5")
    assert cells_in(falling[0]) == words("a1 b2 c3 d4 e5")
    assert cells_in(rising[0]) == words("e5 d6 c7 b8 a9")  # in board order; its leftmost cell is a9
    assert [len(fives) for fives in FIVES_THROUGH["e5"]] == [5, 5, 5, 5]
    assert [len(fives) for fives in FIVES_THROUGH["a1"]] == [1, 1, 1, 0]


def test_a_pack_is_clubs_diamonds_hearts_spades_each_from_two_to_ace() -> None:
    assert PACK[:3] == ("2C", "3C", "4C")
    assert PACK[8:14] == ("TC", "JC", "QC", "KC", "AC", "2D")
    assert PACK[26] == "2H"
    assert PACK[39] == "2S"
    assert len(set(PACK)) == 52


def test_the_jacks_of_clubs_and_diamonds_have_two_eyes_those_of_hearts_and_spades_one() -> None:
    assert sorted(TWO_EYED) == ["JC", "JD"]
    assert sorted(ONE_EYED) == ["JH", "JS"]


def test_the_view_shows_the_layout_so_that_no_client_needs_its_own() -> None:
    assert game.view(table("", ""), None)["layout"] == PRINTED.splitlines()
