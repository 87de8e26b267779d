"""What surrounds a match over REST: how much mail of it one gets, and its steps and deal once it is over."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import TurnMail
from games.mail import choices
from games.models import MatchMailChoice
from tests.games.conftest import ask, play_on
from tests.games.doors import browser
from tests.programs import Program, failed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process")]


def test_how_much_mail_comes_of_a_match_is_chosen_for_it_alone(match, anna, boris):
    program, path = Program(anna), f"matches/{match.id}/mails"
    usual = {"mail_turns": "", "usual": choices.likes_of(anna).mail_turns}
    assert program.get(path).json() == usual
    assert program.post(path, mail_turns="none").json() == usual | {"mail_turns": "none"}
    assert choices.turns_in(match.id, anna) == TurnMail.NONE
    assert choices.own_choice(match.id, boris) == ""
    assert program.post(path, mail_turns="").json() == usual
    assert not MatchMailChoice.objects.exists()


@pytest.mark.parametrize(
    ("body", "code"), [({}, "missing_field"), ({"mail_turns": "all"}, "out_of_range"), ({"mail_turns": 1}, "bad_type")]
)
def test_a_choice_that_is_none_is_refused(body, code, match, anna):
    assert failed(Program(anna).post(f"matches/{match.id}/mails", body)) == (400, code)
    assert not MatchMailChoice.objects.exists()


def test_who_only_watches_gets_no_mail(match, clara):
    for answer in (
        Program(clara).get(f"matches/{match.id}/mails"),
        Program(clara).post(f"matches/{match.id}/mails", mail_turns="each"),
    ):
        assert failed(answer) == (403, "not_a_player")


@pytest.mark.parametrize("what", ["steps", "deal"])
def test_what_would_tell_all_is_told_when_the_match_is_over(what, match, anna, boris):
    path = f"matches/{match.id}/{what}"
    play_on(match, 3)
    for program in (Program(anna), Program()):
        assert failed(program.get(path)) == (409, "not_over")
    ask(match, boris, "resign")
    for user in (anna, None):
        page = browser(user) if user else Client()
        assert Program(user).get(path).json() == page.get(f"/m/{match.id}/{what}.json").json()
    told = Program(anna).get(path).json()["steps"]
    assert told
    assert what == "deal" or [step["ply"] for step in told if step["kind"] == "move"] == [0, 1, 2]
