"""A moderator's pages at a match: for moderators alone, a look before it is done, and a double click acts once."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.friends import ask_friendship
from accounts.models import ModerationAction, Role, User
from games import admin, carrier
from games.bots import plans
from games.models import Alarm, EntryRow
from tests.games.conftest import started
from tests.games.test_refereeing import four, make_staff
from tests.staff import enter, staff

__all__ = ["four"]
pytestmark = pytest.mark.django_db
WHY = "Both asked for it <b>today</b>."


@pytest.fixture
def mod(db) -> User:
    return make_staff()


def client_of(user: User) -> Client:
    return enter(user)


def token_on(page: str) -> str:
    found = re.search(r'name="token" value="([^"]+)"', page)
    assert found
    return found[1]


@pytest.mark.parametrize("tool", ["abort", "adjudicate", "fine", "annul", "nonsense"])
def test_for_others_there_is_no_such_page(match, anna, clara, tool):
    for user in (anna, clara):
        for method in ("get", "post"):
            assert getattr(client_of(user), method)(f"/staff/matches/{match.id}/{tool}/").status_code == 404
    assert Client().get(f"/staff/matches/{match.id}/{tool}/").status_code == 302


def test_the_panel_is_on_the_page_of_moderators_alone(match, anna, clara, mod):
    address = f"/staff/matches/{match.id}/abort/"
    assert address in client_of(mod).get(f"/m/{match.id}/").content.decode()
    for user in (anna, clara):
        page = client_of(user).get(f"/m/{match.id}/").content.decode()
        assert "/staff/matches/" not in page
    own = started(mod, clara)
    assert "/staff/matches/" not in client_of(mod).get(f"/m/{own.id}/").content.decode()
    answer = client_of(mod).get(f"/staff/matches/{own.id}/abort/")
    assert answer.status_code == 403
    assert "You cannot judge what concerns yourself." in answer.content.decode()
    assert client_of(mod).post(f"/staff/matches/{own.id}/abort/", {"why": "x", "token": "t", "sure": "yes"})
    assert not carrier.load(own.id).over


def test_who_may_not_judge_a_match_reads_why_on_its_page(match, anna, clara, mod):
    ask_friendship(anna, mod)
    ask_friendship(mod, anna)
    page = client_of(mod).get(f"/m/{match.id}/").content.decode()
    assert "/staff/matches/" not in page
    assert "You are friends: somebody else has to judge it." in page
    assert "For moderators" not in client_of(anna).get(f"/m/{match.id}/").content.decode()
    own = started(mod, clara)
    assert "For moderators" not in client_of(mod).get(f"/m/{own.id}/").content.decode()


@pytest.mark.parametrize("tool", ["abort", "adjudicate"])
def test_a_reason_that_names_a_player_is_refused_before_one_is_asked_whether_it_is_right(match, mod, anna, tool):
    address = f"/staff/matches/{match.id}/{tool}/"
    form = {"why": f"{anna.username} has asked.", "token": "t1", "place_0": "1", "place_1": "2"}
    page = client_of(mod).post(address, form)
    assert page.status_code == 422
    assert "out of the reason" in page.content.decode()
    assert "Is that right?" not in page.content.decode()


def test_there_is_a_look_before_it_is_done_and_two_clicks_do_it_once(match, mod):
    client, address = client_of(mod), f"/staff/matches/{match.id}/abort/"
    asked = {"why": WHY, "token": token_on(client.get(address).content.decode())}
    look = client.post(address, asked)
    assert look.status_code == 200
    page = look.content.decode()
    assert "Both asked for it &lt;b&gt;today&lt;/b&gt;." in page
    assert 'name="sure"' in page
    assert not carrier.load(match.id).over
    assert token_on(page) == asked["token"]
    assert 'name="sure"' not in client.post(address, asked | {"back": "yes"}).content.decode()
    answers = [client.post(address, asked | {"sure": "yes"}) for _ in range(2)]
    assert [(one.status_code, one["Location"]) for one in answers] == [(302, f"/m/{match.id}/")] * 2
    assert EntryRow.objects.filter(match=match, kind="abort").count() == 1
    assert ModerationAction.objects.filter(action="match.abort").count() == 1


@pytest.mark.parametrize("why", ["", "   ", "x" * 501])
def test_without_a_reason_nothing_is_done(match, mod, why):
    address = f"/staff/matches/{match.id}/abort/"
    assert client_of(mod).post(address, {"why": why, "token": "t1", "sure": "yes"}).status_code == 422
    assert not carrier.load(match.id).over


def test_places_are_asked_by_side_and_what_cannot_be_is_said(match, mod, anna, boris):
    client, address = client_of(mod), f"/staff/matches/{match.id}/adjudicate/"
    page = client.get(address).content.decode()
    assert "anna" in page
    asked = {"why": WHY, "token": "t1", "sure": "yes", "place_0": "2", "place_1": "2"}
    answer = client.post(address, asked)
    assert answer.status_code == 422
    assert "These places cannot be" in answer.content.decode()
    assert client.post(address, asked | {"place_1": "1"}).status_code == 302
    assert carrier.load(match.id).outcome.places == (2, 1)
    again = client.post(address, asked | {"place_1": "1", "token": "t2"})
    assert again.status_code == 422
    assert "This match is over." in again.content.decode()


def test_a_team_is_fined_by_the_page(four, mod):
    client, address = client_of(mod), f"/staff/matches/{four.id}/fine/"
    assert address in client.get(f"/m/{four.id}/").content.decode()
    answer = client.post(address, {"why": WHY, "token": "t1", "sure": "yes", "team": "1"})
    assert answer.status_code == 302
    assert ModerationAction.objects.get(action="match.fine").after["move"] == {"type": "penalty", "team": 1}


# --- the admin ---


def test_the_alarm_of_a_bot_that_waits_for_the_table_to_change_is_shown_like_the_others(anna, boris):
    """It stands at no instant that any calendar has; so did no alarm at all on that page."""
    match = started(anna, boris)
    Alarm.objects.create(match=match, seat=1, kind="bot", due_at=plans.NEVER, seen=4)
    Alarm.objects.create(match=match, seat=0, kind="bot", due_at=1)
    administrator = enter(staff("ada", Role.ADMINISTRATOR))
    for which in ("", "?overdue=yes"):
        shown = administrator.get(f"/staff/admin/games/alarm/{which}")
        assert shown.status_code == 200
        assert ("when the table changes" in shown.content.decode()) == (which == "")
    (late,) = Alarm.objects.filter(due_at=1)
    assert re.match(r"\d{5,} days, \d+:\d\d:\d\d$", admin.late(late))
    assert admin.late(Alarm.objects.get(due_at=plans.NEVER)) == ""
