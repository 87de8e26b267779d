"""The colours of the teams, as the rules name them."""

from __future__ import annotations

import colorsys
import re
from pathlib import Path

import pytest

BOARD = Path(__file__).parents[3] / "rules" / "sequence" / "ui" / "board.css"
HUES = {0: (190, 260), 1: (90, 170), 2: (0, 40)}  # degrees: blue, green, red


@pytest.mark.parametrize("team", HUES)
def test_team_0_is_blue_1_green_2_red(team: int) -> None:
    found = re.search(rf"\.seq-team-{team} .*var\(--team-{team}, #(\w{{6}})\)", BOARD.read_text(encoding="utf-8"))
    assert found
    red, green, blue = bytes.fromhex(found[1])
    low, high = HUES[team]
    assert low <= 360 * colorsys.rgb_to_hsv(red, green, blue)[0] <= high
