"""`manage.py arena` tells who won how often, the same however many processes play, and what was asked wrongly."""

from io import StringIO
from time import sleep

import pytest
from django.core.management import CommandError, call_command

from rules import bots


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


def test_a_choice_is_told_in_time_of_the_processor_whatever_else_the_machine_does(monkeypatch) -> None:
    choose = bots.choose_or_wait

    def kept_waiting(*asked, **options):
        sleep(0.02)
        return choose(*asked, **options)

    monkeypatch.setattr(bots, "choose_or_wait", kept_waiting)
    told = arena("blue-diamond", "random", "random", matches=1, options='{"target": 3}')[3]
    mean = float(told.split("mean ")[1].split(",")[0])
    assert 0 <= mean < 15
