"""`manage.py arena` tells who won how often, the same however many processes play, and what was asked wrongly."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command


def arena(*asked: str, **options) -> list[str]:
    out = StringIO()
    call_command("arena", *asked, stdout=out, **options)
    return out.getvalue().splitlines()


def test_it_tells_the_share_of_wins_its_interval_and_the_time_of_a_choice() -> None:
    share, counts, length, *times = arena("blue-diamond", "greedy", "random", matches=4, seed=3)
    assert share == "greedy against random: 100.0 % of 4 matches (95 %: 51.0 to 100.0)"
    assert counts == "won 4, drawn 0, lost 0"
    assert length.startswith("moves a match: ")
    assert [line.split(":")[0] for line in times] == ["greedy", "random"]
    assert all("p95" in line and "choices" in line for line in times)


def test_several_processes_play_the_same_matches() -> None:
    alone, together = (arena("diamoniak", "greedy", "random", matches=3, seed=8, jobs=jobs)[:3] for jobs in (1, 2))
    assert alone == together


def test_seats_and_options_are_those_asked_for() -> None:
    short, long = (
        arena("blue-diamond", "greedy", "greedy", matches=2, options=f'{{"target": {target}}}')[2] for target in (3, 15)
    )
    assert float(short.split()[-1]) < float(long.split()[-1])


@pytest.mark.parametrize(
    "options, told",
    [
        ({"options": "{"}, "--options must be JSON"),
        ({"options": '{"target": 99}'}, "target"),
        ({"seats": 5}, "5 players cannot play"),
        ({"matches": 0}, "at least one match"),
    ],
)
def test_what_was_asked_wrongly_is_told(options: dict[str, object], told: str) -> None:
    with pytest.raises(CommandError, match=told):
        arena("blue-diamond", "greedy", "random", **options)
