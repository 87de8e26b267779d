"""The prize combinations: who scores, how much, and what the rows of six cards can hold at all."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from rules.blue_diamond import game
from rules.blue_diamond.models import PAIRS, SetAside
from rules.blue_diamond.prizes import combinations
from tests.rules.blue_diamond.tables import do, faces, only, scored, table

ARSENE, LADY_X = 0, 1

# Rows in which one action makes the combination: (row, action, pattern)
MAKING = {
    "PXP": ("PA XD DP AX XP DA", "flip 3"),
    "PAP": ("PX AD DP XA AP DX", "flip 3"),
    "ADA": ("AX DP PA DX XP AD", "flip 3"),
    "XDX": ("XA DP PX DA AP XD", "flip 3"),
    "DDD": ("DA DX PD AX XP PA", "flip 3"),
}


def every_row(cards: int) -> set[str]:
    """Return the pictures of every row of so many cards."""
    return {"".join(up) for pairs in permutations(PAIRS, cards) for up in product(*pairs)}


@pytest.mark.parametrize("maker", [ARSENE, LADY_X])
@pytest.mark.parametrize(
    ("pattern", "owner", "diamonds"), [("PXP", ARSENE, 1), ("PAP", LADY_X, 1), ("ADA", ARSENE, 2), ("XDX", LADY_X, 2)]
)
def test_a_character_scores_the_same_whoever_made_the_combination(
    maker: int, pattern: str, owner: int, diamonds: int
) -> None:
    row, action = MAKING[pattern]
    state = table(row, turn=maker)
    assert scored(do(state, action)) == [(pattern, owner, diamonds)]
    assert state.diamonds[owner] == diamonds
    assert state.diamonds[1 - owner] == 0


@pytest.mark.parametrize("maker", [ARSENE, LADY_X])
def test_the_robbery_of_the_century_brings_three_diamonds_to_the_player_who_made_it(maker: int) -> None:
    row, action = MAKING["DDD"]
    assert scored(do(table(row, turn=maker), action)) == [("DDD", maker, 3)]


@pytest.mark.parametrize("pictures", ["XPX", "APA", "DAD", "DXD", "PDP", "AXA", "PXA", "DDA", "PPP", "PP", "D", ""])
def test_nothing_else_is_a_combination(pictures: str) -> None:
    assert combinations(list(range(1, len(pictures) + 1)), pictures) == ()


def test_a_combination_is_three_neighbours_not_three_cards_with_others_between() -> None:
    assert combinations([1, 2, 3, 4], "PXXP") == ()
    assert combinations([1, 2, 3, 4, 5], "DDADD") == ()


def test_running_out_of_diamonds_changes_nothing() -> None:
    row, action = MAKING["DDD"]
    state = table(row, diamonds=(14, 14), target=15)
    do(state, action)
    assert state.diamonds == [17, 14]


def test_a_row_never_holds_more_than_two_combinations_and_a_row_of_four_never_more_than_one() -> None:
    most = {cards: max(len(combinations(range(cards), row)) for row in every_row(cards)) for cards in (3, 4, 5, 6)}
    assert most == {3: 1, 4: 1, 5: 2, 6: 2}


def test_closing_up_never_makes_a_combination() -> None:
    for cards in (4, 5, 6):
        for row in every_row(cards):
            found = combinations(range(cards), row)
            for taken in product((False, True), repeat=len(found)):
                middles = {one.cards[1] for one, goes in zip(found, taken, strict=True) if goes}
                left = [place for place in range(cards) if place not in middles]
                after = combinations(left, "".join(row[place] for place in left))
                assert all(one.is_among(found) for one in after), row


def test_no_combination_lies_in_the_view_as_inert_when_it_has_just_scored() -> None:
    for row, action in MAKING.values():
        state = table(row)
        events = do(state, action)
        assert len(only(events, SetAside)) == 1
        assert game.view(state, None)["standing"] == []


def test_the_view_names_each_prize_and_who_scores() -> None:
    assert game.view(table(MAKING["DDD"][0]), None)["prizes"] == [
        {"pattern": "PXP", "seat": ARSENE, "diamonds": 1},
        {"pattern": "PAP", "seat": LADY_X, "diamonds": 1},
        {"pattern": "ADA", "seat": ARSENE, "diamonds": 2},
        {"pattern": "XDX", "seat": LADY_X, "diamonds": 2},
        {"pattern": "DDD", "diamonds": 3},
    ]


def test_the_middle_card_leaves_the_row_at_once_and_the_row_closes_up() -> None:
    row, action = MAKING["PXP"]
    state = table(row)
    assert only(do(state, action), SetAside) == [SetAside(2)]
    assert faces(state) == "PPAXD"
    assert game.view(state, None)["aside"] == [{"card": 2, "face": "X", "due": True}]
