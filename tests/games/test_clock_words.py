"""What a clock is called where tables are listed and beside a board."""

from __future__ import annotations

import pytest
from django.utils import translation

from games.templatetags.tables import clock_words

SECOND, MINUTE, DAY = 1_000, 60_000, 86_400_000


@pytest.mark.parametrize(
    ("clock", "words"),
    [
        ({"per_move": 20 * SECOND}, "20 s a move"),
        ({"per_move": MINUTE}, "60 s a move"),
        ({"per_move": 90 * SECOND}, "90 s a move"),
        ({"per_move": 5 * MINUTE}, "5 min a move"),
        ({"per_move": DAY}, "1 day a move"),
        ({"main": 5 * MINUTE, "increment": 5 * SECOND}, "5 min + 5 s"),
        ({"main": 180 * MINUTE, "increment": 0}, "180 min for the whole match"),
    ],
)
def test_a_clock_is_told_as_people_say_it(clock, words):
    assert clock_words(clock, "sequence") == words


@pytest.mark.parametrize(("language", "words"), [("ru", "5 мин на ход"), ("he", "5 דק׳ למהלך")])
def test_whole_minutes_are_told_in_each_language(language, words):
    with translation.override(language):
        assert clock_words({"per_move": 5 * MINUTE}, "sequence") == words


def test_a_race_has_no_clock_of_a_player():
    assert clock_words({"per_move": MINUTE}, "blitz") == ""
