"""Sequences: which chips in a line become one, how many a long line holds, sharing, corners and named lines."""

from __future__ import annotations

import itertools
import random

import pytest

from rules.sequence import game
from rules.sequence.board import CARD_ON, CELLS, mask_of
from rules.sequence.models import Play, SequenceMade, SequenceState
from tests.rules.sequence.tables import FIVES, do, made, may, only, refusal, table, words

LETTERS = "abcdefghij"
CORNERS = ("a1", "j1", "a10", "j10")
# A whole line of ten in each direction without a corner where there is one, and with two corners.
OPEN = {
    "across": [f"{letter}5" for letter in LETTERS],
    "down": [f"e{number}" for number in range(1, 11)],
    "falling": [f"{letter}{number}" for letter, number in zip("abcdefghi", range(2, 11), strict=True)],
    "rising": [f"{letter}{number}" for letter, number in zip("abcdefghi", range(9, 0, -1), strict=True)],
}
CORNERED = {
    "across": [f"{letter}1" for letter in LETTERS],
    "down": [f"a{number}" for number in range(1, 11)],
    "falling": [f"{letter}{number}" for letter, number in zip(LETTERS, range(1, 11), strict=True)],
    "rising": [f"{letter}{number}" for letter, number in zip(LETTERS, range(10, 0, -1), strict=True)],
}
RUNS = [(name, cells[:length]) for name, cells in OPEN.items() for length in range(4, len(cells) + 1)]
CORNER_RUNS = [(name, cells[:length]) for name, cells in CORNERED.items() for length in range(4, 11)]


def finish(cells: list[str], last: str, teams: int = 2) -> list[list[str]]:
    """Place the last chip of a run by a wild jack and return the fives that became sequences."""
    hands = ["JC"] + [""] * (teams - 1)
    state = table(*hands, chips=[" ".join(cell for cell in cells if cell not in (last, *CORNERS))])
    events = do(state, 0, f"JC {last}")
    return [list(event.cells) for event in only(events, SequenceMade)]


def most_fives(cells: list[str], last: str) -> int:
    """Return how many fives through the last chip can share at most one chip pairwise: 0, 1 or 2, by trying all."""
    fives = [set(cells[i : i + 5]) for i in range(len(cells) - 4)]
    fives = [five for five in fives if last in five]
    pairs = itertools.combinations(fives, 2)
    return 2 if any(len((one & other) - set(CORNERS)) <= 1 for one, other in pairs) else min(len(fives), 1)


@pytest.mark.parametrize(("direction", "cells"), RUNS)
def test_a_run_filled_in_any_order_makes_the_sequences_it_should(direction: str, cells: list[str]) -> None:
    for last in cells:
        fives = finish(cells, last)
        assert len(fives) == most_fives(cells, last)
        assert all(last in five for five in fives)
        assert all(mask_of(tuple(five)) in FIVES for five in fives)


@pytest.mark.parametrize(("direction", "cells"), CORNER_RUNS)
def test_a_run_from_a_corner_needs_one_chip_less(direction: str, cells: list[str]) -> None:
    far_corner = CORNERED[direction][9:] if len(cells) == 9 else []  # it lengthens a run that reaches it
    for last in (cell for cell in cells if cell not in CORNERS):
        assert len(finish(cells, last)) == most_fives(cells + far_corner, last)


@pytest.mark.parametrize("length", range(4, 11))
def test_four_make_nothing_five_to_eight_one_sequence_nine_and_ten_in_a_row_two(length: int) -> None:
    most = max(len(finish(OPEN["across"][:length], last)) for last in OPEN["across"][:length])
    assert most == {4: 0, 5: 1, 6: 1, 7: 1, 8: 1, 9: 2, 10: 2}[length]


def test_the_middle_chip_of_nine_in_a_row_makes_two_sequences_at_once() -> None:
    assert finish(OPEN["across"][:9], "e5") == [list(words("a5 b5 c5 d5 e5")), list(words("e5 f5 g5 h5 i5"))]


def test_nine_in_a_row_are_one_sequence_when_the_middle_five_already_is_one() -> None:
    row = OPEN["across"]
    middle = " ".join(row[2:7])
    state = table("JC", "", chips=[" ".join(row[:8])], sequences=[(0, middle)])
    assert only(do(state, 0, "JC i5"), SequenceMade) == []
    assert made(state) == [(0, middle)]


def test_nine_in_a_row_grown_from_an_end_are_two_sequences() -> None:
    row = OPEN["across"]
    state = table("JC", "", chips=[" ".join(row[:8])], sequences=[(0, " ".join(row[:5]))])
    do(state, 0, "JC i5")
    assert made(state) == [(0, " ".join(row[:5])), (0, " ".join(row[4:9]))]
    assert state.over


def test_chips_of_another_team_or_a_gap_break_the_line() -> None:
    assert only(do(table("JC", "", chips=["a5 b5 d5 e5", "f5"]), 0, "JC f6"), SequenceMade) == []
    assert only(do(table("JC", "", chips=["a5 b5 d5", "e5"]), 0, "JC c5"), SequenceMade) == []
    assert only(do(table("JC", "", chips=["a5 b5 c5 e5 f5"]), 0, "JC g5"), SequenceMade) == []


def test_a_line_does_not_wrap_round_the_edge_of_the_board() -> None:
    assert only(do(table("JC", "", chips=["h2 i2 j2 a3"]), 0, "JC b3"), SequenceMade) == []
    assert only(do(table("JC", "", chips=["h3 i4 j5 a7"]), 0, "JC b8"), SequenceMade) == []


def test_four_chips_in_the_middle_of_the_board_are_no_sequence_but_with_a_corner_they_are() -> None:
    assert only(do(table("JC", "", chips=["b5 c5 d5"]), 0, "JC e5"), SequenceMade) == []
    assert only(do(table("JC", "", chips=["b1 c1 d1"]), 0, "JC e1"), SequenceMade) == [
        SequenceMade(0, words("a1 b1 c1 d1 e1"))
    ]


def test_a_corner_counts_for_several_teams_and_several_times() -> None:
    state = table("JC", "JC", "JC", chips=["b1 c1 d1", "a2 a3 a4", "b2 c3 d4"])
    state.teams = 3
    do(state, 0, "JC e1")
    state.over, state.turn = False, 1  # three teams end with the first sequence: go on to try the corner again
    do(state, 1, "JC a5")
    state.over, state.turn = False, 2
    do(state, 2, "JC e5")
    assert [team for team, _ in made(state)] == [0, 1, 2]


def test_two_sequences_of_one_team_may_both_use_the_same_corner() -> None:
    state = table("JC", "", chips=["b1 c1 d1 e1 b2 c3 d4"], sequences=[(0, "a1 b1 c1 d1 e1")])
    do(state, 0, "JC e5")
    assert len(made(state)) == 2


# --- sharing ---
def test_a_new_sequence_may_use_one_chip_of_a_finished_one() -> None:
    state = table("JC", "", chips=["a5 b5 c5 d5 e5 f5 g5 h5"], sequences=[(0, "a5 b5 c5 d5 e5")])
    do(state, 0, "JC i5")
    assert made(state)[1] == (0, "e5 f5 g5 h5 i5")


def test_a_new_sequence_may_not_use_two_chips_of_a_finished_one() -> None:
    state = table("JC", "", chips=["a5 b5 c5 d5 e5 f5 g5"], sequences=[(0, "a5 b5 c5 d5 e5")])
    do(state, 0, "JC h5")
    assert len(made(state)) == 1


def test_a_sixth_chip_beside_a_sequence_makes_no_second_one() -> None:
    state = table("JC", "", chips=["a5 b5 c5 d5 e5"], sequences=[(0, "a5 b5 c5 d5 e5")])
    assert only(do(state, 0, "JC f5"), SequenceMade) == []


def test_a_row_that_begins_in_a_corner_goes_on_like_any_other() -> None:
    first = "a1 b1 c1 d1 e1"
    state = table("JC", "", chips=["b1 c1 d1 e1 f1 g1 h1"], sequences=[(0, first)])
    do(state, 0, "JC i1")
    assert made(state) == [(0, first), (0, "e1 f1 g1 h1 i1")]


def test_a_line_may_share_one_chip_with_each_of_two_finished_sequences() -> None:
    pillars = ["c1 c2 c3 c4 c5", "g1 g2 g3 g4 g5"]
    state = table("JC", "", chips=[" ".join(pillars) + " d3 e3"], sequences=[(0, pillar) for pillar in pillars])
    do(state, 0, "JC f3")
    assert made(state)[2:] == [(0, "c3 d3 e3 f3 g3")]


def test_two_lines_that_cross_in_the_placed_chip_are_two_sequences_at_once() -> None:
    state = table("JC", "", chips=["c5 d5 f5 g5 e3 e4 e6 e7"])
    events = do(state, 0, "JC e5")
    assert [event.cells for event in only(events, SequenceMade)] == [words("c5 d5 e5 f5 g5"), words("e3 e4 e5 e6 e7")]
    assert state.over


def test_four_lines_through_one_chip_come_in_the_order_across_down_falling_rising() -> None:
    star = "c5 d5 f5 g5 e3 e4 e6 e7 c3 d4 f6 g7 g3 f4 d6 c7"
    state = table("JC", "", chips=[star])
    events = do(state, 0, "JC e5")
    assert [" ".join(event.cells) for event in only(events, SequenceMade)] == [
        "c5 d5 e5 f5 g5",
        "e3 e4 e5 e6 e7",
        "c3 d4 e5 f6 g7",
        "g3 f4 e5 d6 c7",
    ]


def test_a_sequence_is_made_only_by_placing_a_chip() -> None:
    five = "a5 b5 c5 d5 e5"
    state = table("JS 5S", "", chips=[five, "j5"])
    assert only(do(state, 0, "JSxj5"), SequenceMade) == []
    elsewhere = table("5S", "", chips=[five])
    assert only(do(elsewhere, 0, "5S d9"), SequenceMade) == []


# --- which five ---
def choose(cells: str, last: str, line: str = "") -> tuple[SequenceState, list[str]]:
    state = table("JC", "", chips=[" ".join(cell for cell in words(cells) if cell != last)])
    events = do(state, 0, f"JC {last}" + (f" [{line}]" if line else ""))
    return state, [" ".join(event.cells) for event in only(events, SequenceMade)]


@pytest.mark.parametrize(
    ("cells", "last", "first"),
    [
        ("a5 b5 c5 d5 e5 f5", "c5", "a5 b5 c5 d5 e5"),
        ("a5 b5 c5 d5 e5 f5 g5", "g5", "c5 d5 e5 f5 g5"),
        ("e1 e2 e3 e4 e5 e6 e7", "e3", "e1 e2 e3 e4 e5"),
        ("b2 c3 d4 e5 f6 g7 h8", "e5", "a1 b2 c3 d4 e5"),
        ("b8 c7 d6 e5 f4 g3", "e5", "f4 e5 d6 c7 b8"),
    ],
)
def test_without_a_line_the_first_allowed_five_from_the_left_or_top_is_taken(cells: str, last: str, first: str) -> None:
    assert choose(cells, last)[1] == [first]


def test_the_player_may_name_the_five_in_any_order() -> None:
    for line in ("b5 c5 d5 e5 f5", "f5 b5 e5 c5 d5"):
        state, fives = choose("a5 b5 c5 d5 e5 f5", "c5", line)
        assert fives == ["b5 c5 d5 e5 f5"]
        assert made(state) == [(0, "b5 c5 d5 e5 f5")]


def test_a_line_may_be_named_where_only_one_five_would_do() -> None:
    assert choose("a5 b5 c5 d5 e5", "c5", "a5 b5 c5 d5 e5")[1] == ["a5 b5 c5 d5 e5"]


def test_the_named_five_comes_first_then_the_default_rule_in_all_four_directions() -> None:
    _, fives = choose("a5 b5 c5 d5 e5 f5 e3 e4 e6 e7", "e5", "b5 c5 d5 e5 f5")
    assert fives == ["b5 c5 d5 e5 f5", "e3 e4 e5 e6 e7"]
    _, fives = choose("a5 b5 c5 d5 e5 f5 e3 e4 e6 e7", "e5", "e3 e4 e5 e6 e7")
    assert fives == ["e3 e4 e5 e6 e7", "a5 b5 c5 d5 e5"]
    _, fives = choose("a5 b5 c5 d5 e5 f5 g5 h5 i5", "e5", "e5 f5 g5 h5 i5")
    assert fives == ["e5 f5 g5 h5 i5", "a5 b5 c5 d5 e5"]
    _, fives = choose("a5 b5 c5 d5 e5 f5 g5 h5 i5", "e5", "b5 c5 d5 e5 f5")
    assert fives == ["b5 c5 d5 e5 f5"]


@pytest.mark.parametrize(
    "line",
    [
        "",
        "a5 b5 c5 d5",
        "a5 b5 c5 d5 e5 f5",
        "a5 b5 c5 d5 d5",
        "b5 c5 d5 e5 f5",
        "a5 b5 c5 d5 z9",
        "a4 b5 c5 d5 e5",
        "a1 b1 c1 d1 e1",
        "A5 b5 c5 d5 e5",
        "a5 b5 c5 d5 e5 e5",
        "a5 b5 c5 d5 e5 z9",
    ],
)
def test_a_line_that_is_not_an_allowed_five_is_refused(line: str) -> None:
    state = table("JC", "", chips=["a5 b5 d5 e5"])
    assert "not a line of five" in refusal(state, 0, Play("JC", "c5", words(line)))


def test_a_line_without_the_placed_cell_is_refused() -> None:
    state = table("JC", "", chips=["a5 b5 c5 d5 e5 c7"])
    assert "not a line of five" in refusal(state, 0, Play("JC", "c6", words("a5 b5 c5 d5 e5")))


def test_a_line_that_shares_two_chips_with_a_finished_sequence_is_refused() -> None:
    state = table("JC", "", chips=["a5 b5 c5 d5 e5 f5 g5"], sequences=[(0, "a5 b5 c5 d5 e5")])
    assert "not a line of five" in refusal(state, 0, Play("JC", "h5", words("d5 e5 f5 g5 h5")))


def test_a_line_is_refused_with_one_eyed_jacks() -> None:
    state = table("JS", "", chips=["", "a5 b5 c5 d5 e5"])
    assert "completes no line" in refusal(state, 0, Play("JS", "a5", words("a5 b5 c5 d5 e5")))


def test_a_play_is_listed_with_lines_only_where_one_direction_offers_several_fives() -> None:
    card = CARD_ON["c5"]
    six = table(card, "", chips=["a5 b5 d5 e5 f5"])
    other = next(cell for cell in CELLS if CARD_ON[cell] == card and cell != "c5")
    assert sorted(may(six, 0)) == sorted(
        [f"{card} c5", f"{card} {other}", f"{card} c5 [a5 b5 c5 d5 e5]", f"{card} c5 [b5 c5 d5 e5 f5]"]
    )
    cross = table(card, "", chips=["a5 b5 d5 e5 c3 c4 c6 c7"])
    assert sorted(may(cross, 0)) == sorted([f"{card} c5", f"{card} {other}"])


@pytest.mark.parametrize("direction", sorted(OPEN))
@pytest.mark.parametrize("gap", range(6))
def test_both_fives_of_six_are_offered_where_the_gap_is_inside(direction: str, gap: int) -> None:
    six = OPEN[direction][2:8]
    state = table("JC", "", chips=[" ".join(cell for cell in six if cell != six[gap])])
    lines = [text for text in may(state, 0) if "[" in text]
    assert len(lines) == (0 if gap in (0, 5) else 2)
    assert all(text.startswith(f"JC {six[gap]} [") for text in lines)


def test_fives_that_share_too_much_are_not_offered() -> None:
    row = "a5 b5 c5 d5 e5 f5 g5 h5"
    state = table("JC", "", chips=[row], sequences=[(0, "a5 b5 c5 d5 e5")])
    assert [text for text in may(state, 0) if "[" in text] == []  # only e5 to i5 would do


@pytest.mark.parametrize("hard", [False, True])
def test_exactly_the_nameable_fives_are_listed_on_boards_filled_at_random(hard: bool) -> None:
    rng = random.Random(5)
    seen = 0
    for _ in range(40):
        cells = [cell for cell in CELLS if cell not in CORNERS]
        own = rng.sample(cells, rng.randrange(30, 70))
        finished = [five for five in rng.sample(FIVES, 40) if five & mask_of((*own, *CORNERS)) == five][:1]
        state = table("JD", "", chips=[" ".join(own)], hard=hard)
        state.sequences = [(0, five) for five in finished]
        listed = {move for move in game.legal_moves(state, 0) if isinstance(move, Play) and move.line}
        expected = set()
        for cell in set(cells) - set(own):
            for play in _nameable(state, cell, {*own, *CORNERS, cell}):
                expected.add(play)
        assert listed == expected
        seen += len(listed)
    assert seen > 100


def _nameable(state: SequenceState, cell: str, own: set[str]) -> list[Play]:
    """Return the plays with a line on the cell, found by walking the board and asking `check`."""
    plays = []
    column, row = LETTERS.index(cell[0]), int(cell[1:])
    for right, down in ((1, 0), (0, 1), (1, 1), (1, -1)):
        lines = []
        for back in range(5):
            steps = [(column + k * right, row + k * down) for k in range(-back, 5 - back)]
            if all(0 <= c < 10 and 1 <= r <= 10 for c, r in steps):
                names = [f"{LETTERS[c]}{r}" for c, r in steps]
                shares = [
                    sum(bool(five & mask_of((name,))) for name in names if name not in CORNERS)
                    for _, five in state.sequences
                ]
                if own.issuperset(names) and all(shared <= 1 for shared in shares):
                    lines.append(tuple(sorted(names, key=CELLS.index)))
        plays += [Play("JD", cell, line) for line in lines if len(lines) > 1]
    for play in plays:
        game.check(state, 0, play)
    return plays
