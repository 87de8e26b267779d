"""One's own profile shows friends and who is blocked; nobody else's eyes see either."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts import friends
from accounts.models import User
from tests.games.conftest import anna, boris, clara, make_user

__all__ = ["anna", "boris", "clara"]
pytestmark = pytest.mark.django_db


def page(path: str, person: User | None = None) -> str:
    browser = Client()
    if person is not None:
        browser.force_login(person)
    return browser.get(path).content.decode()


def befriend(one: User, other: User) -> None:
    friends.ask_friendship(one, other)
    friends.accept_friendship(other, one)


@pytest.fixture
def ties(anna, boris, clara) -> None:
    befriend(anna, boris)
    friends.block_person(anna, clara)


@pytest.mark.usefixtures("ties")
def test_ones_own_profile_shows_friends_and_who_is_blocked(anna):
    own = page("/people/anna/", anna)
    assert 'href="/people/boris/"' in own
    assert 'href="/people/clara/"' in own
    assert "All friends" in own
    assert own.index("boris") < own.index("Blocked") < own.index("clara")
    assert 'value="unblock"' in own


@pytest.mark.usefixtures("ties")
@pytest.mark.parametrize("viewer", ["boris", "clara", None])
def test_others_see_neither(viewer):
    person = User.objects.get(username=viewer) if viewer else None
    shown = page("/people/anna/", person).split("<main", 1)[1]
    assert 'href="/people/boris/"' not in shown
    assert 'href="/people/clara/"' not in shown
    assert "Blocked" not in shown


@pytest.mark.usefixtures("ties")
def test_what_one_is_to_the_other_stands_beside_the_name(anna, boris, clara):
    assert ">your friend</span>" in page("/people/boris/", anna)
    assert ">your friend</span>" in page("/people/anna/", boris)
    assert ">blocked by you</span>" in page("/people/clara/", anna)
    assert "blocked" not in page("/people/anna/", clara).split("<main", 1)[1]


def test_without_any_there_is_a_way_to_find_some(anna):
    own = page("/people/anna/", anna)
    assert "Find friends" in own
    assert "Blocked" not in own.split("<main", 1)[1]


def test_a_long_list_is_cut_and_the_whole_one_is_a_page_away(anna):
    for _ in range(12):
        befriend(anna, make_user())
    own = page("/people/anna/", anna)
    assert own.count('class="person-link"') == 8
    assert "All friends (12)" in own


def test_a_guest_sees_whom_they_have_blocked_and_no_friends(boris):
    guest = User.objects.create_user("Guest 4711", is_guest=True)
    friends.block_person(guest, boris)
    own = page("/people/Guest 4711/", guest)
    assert 'href="/people/boris/"' in own
    assert "Find friends" not in own
