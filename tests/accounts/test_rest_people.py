"""Friends, blocks and preferences over REST: what the pages do, and the same limits."""

from __future__ import annotations

import pytest

from accounts import friends, preferences
from accounts.models import Block, Friendship, User
from tests.programs import Program, failed

EMPTY = {"friends": [], "askers": [], "asked": [], "blocked": []}


def do(user: User, name: str, what: str):
    return Program(user).post("account/friends", name=name, do=what)


def test_two_people_become_friends_and_part_again(anna, boris):
    assert do(anna, "Boris", "ask").json() == EMPTY | {"asked": ["Boris"]}
    assert Program(boris).get("account/friends").json() == EMPTY | {"askers": ["Anna"]}
    assert do(boris, "anna", "accept").json() == EMPTY | {"friends": ["Anna"]}
    assert do(anna, "Boris", "end").json() == EMPTY


def test_who_is_declined_is_not_told(anna, boris):
    do(anna, "Boris", "ask")
    assert do(boris, "Anna", "decline").json() == EMPTY
    assert Program(anna).get("account/friends").json() == EMPTY | {"asked": ["Boris"]}


def test_a_block_stands_and_is_taken_back(anna, boris):
    assert do(anna, "Boris", "block").json() == EMPTY | {"blocked": ["Boris"]}
    assert failed(do(anna, "Boris", "ask")) == (409, "blocked")
    assert failed(do(boris, "Anna", "ask")) == (409, "not_available")
    assert do(anna, "Boris", "unblock").json() == EMPTY
    assert not Block.objects.exists()


def test_what_cannot_be_is_refused_and_changes_nothing(anna, boris):
    guest = User.objects.create_user("Guest 4821", is_guest=True)
    assert failed(do(anna, "Nobody", "ask")) == (404, "not_found")
    assert failed(do(anna, "Anna", "ask")) == (409, "yourself")
    assert failed(do(anna, "Anna", "block")) == (409, "yourself")
    assert failed(do(anna, guest.username, "ask")) == (403, "members_only")
    assert failed(do(anna, "Boris", "accept")) == (409, "withdrawn")
    assert failed(do(anna, "Boris", "marry"))[0] == 400
    assert not Friendship.objects.exists()
    assert not Block.objects.exists()


def test_a_token_may_stand_in_these_as_in_all_requests(anna, boris):
    program = Program(anna)
    assert program.post("account/preferences", token="p-1", theme="dark").json()["theme"] == "dark"
    assert "token" not in program.get("account/preferences").json()
    asked = [program.post("account/friends", token="f-1", name="Boris", do="ask").json() for _ in range(2)]
    assert asked[0] == asked[1]
    assert failed(program.post("account/friends", token="no token", name="Boris", do="ask"))[0] == 400


def test_who_has_asked_enough_today_is_told_the_limit(anna, boris, monkeypatch):
    monkeypatch.setattr(friends, "ASKED_A_DAY", 0)
    answer = do(anna, "Boris", "ask")
    assert failed(answer) == (429, "slow_down")
    assert answer.json()["error"]["limit"] == "friendships"
    assert int(answer["Retry-After"]) > 0


def test_preferences_are_read_and_changed_field_by_field(anna):
    program = Program(anna)
    before = program.get("account/preferences").json()
    assert set(before) == set(preferences.FIELDS)
    assert (before["theme"], before["volume"], before["sound"]) == ("auto", 100, True)
    changed = program.post("account/preferences", theme="dark", volume=0, time_zone="Europe/Berlin", sound=False)
    assert changed.json() == before | {"theme": "dark", "volume": 0, "time_zone": "Europe/Berlin", "sound": False}
    assert program.post("account/preferences", {}).json() == changed.json()


@pytest.mark.parametrize(
    "fields", [{"theme": "pink"}, {"volume": 101}, {"volume": "3"}, {"sound": 1}, {"time_zone": "Mars/Base"}, {"x": 1}]
)
def test_a_preference_that_cannot_be_is_refused_and_nothing_is_kept(anna, fields):
    program = Program(anna)
    before = program.get("account/preferences").json()
    assert failed(program.post("account/preferences", {"theme": "dark", **fields}))[0] == 400
    assert program.get("account/preferences").json() == before
