"""People are found by their name: on the page of friends, and "Play" on the profile of whoever may be invited."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts import friends, selectors
from accounts.models import User
from accounts.pages import people

NOBODY = "Nobody here is called “Nemo”."


@pytest.fixture
def page(anna) -> Client:
    browser = Client()
    browser.force_login(anna)
    return browser


def find(page: Client, name: str, do: str = "look"):
    return page.post("/friends/", {"name": name, "do": do})


def test_the_page_asks_for_a_name_and_leads_to_the_profile(page, boris):
    assert "Name of a player" in page.get("/friends/").content.decode()
    assert find(page, " boris ")["Location"] == "/people/Boris/"


def test_whoever_is_asked_by_name_is_asked(page, anna, boris):
    answer = find(page, "Boris", "ask")
    assert answer["Location"] == "/friends/"
    assert selectors.tie(anna, boris) == "asked"
    assert "Boris is asked." in page.get("/friends/").content.decode()


@pytest.mark.parametrize("do", ["look", "ask"])
def test_a_name_that_nobody_has_is_told_and_kept_in_the_field(page, do):
    answer = find(page, "Nemo", do)
    assert answer.status_code == 422
    text = answer.content.decode()
    assert NOBODY in text
    assert 'value="Nemo"' in text
    assert "Enter a name." in find(page, " ", do).content.decode()


def test_an_account_that_is_gone_is_told_as_one_that_never_was(page, boris):
    User.objects.filter(pk=boris.pk).update(is_active=False)
    assert "Nobody here is called “Boris”." in find(page, "Boris").content.decode()
    assert page.get("/people/Boris/").status_code == 404


def test_who_cannot_be_asked_is_said_beside_the_field(page, anna, boris):
    friends.block_person(boris, anna)
    answer = find(page, "Boris", "ask")
    assert answer.status_code == 422
    assert "Boris cannot be asked." in answer.content.decode()
    assert find(page, "Boris")["Location"] == "/people/Boris/", "as the profile shows itself to them"
    assert "You are your own friend already." in find(page, "Anna", "ask").content.decode()


def test_names_are_not_tried_without_end(page, boris, monkeypatch):
    monkeypatch.setattr(people, "SOUGHT", people.Limit("names", 2, 3600))
    assert [find(page, "Nemo").status_code for _ in range(3)] == [422, 422, 429]
    answer = find(page, "Boris")
    assert answer.status_code == 429
    assert "Too many requests" in answer.content.decode()


def test_a_guest_finds_people_and_asks_nobody(boris):
    guest, browser = User.objects.create_user("Guest 4821", is_guest=True), Client()
    browser.force_login(guest)
    text = browser.get("/friends/").content.decode()
    assert "Name of a player" in text
    assert 'value="ask"' not in text
    assert find(browser, "Boris")["Location"] == "/people/Boris/"
    assert "Friends are for members" in find(browser, "Boris", "ask").content.decode()


# --- "Play" on a profile ---


def offers_to_play(page: Client, name: str) -> bool:
    return f"?with={name}" in page.get(f"/people/{name}/").content.decode()


def test_whoever_may_be_invited_is_asked_to_play_from_their_profile(page, anna, boris):
    assert offers_to_play(page, "Boris")
    friends.ask_friendship(anna, boris)
    assert offers_to_play(page, "Boris")
    friends.accept_friendship(boris, anna)
    assert page.get("/people/Boris/").content.decode().count("tables/new/sequence/?with=Boris") == 1
    assert not offers_to_play(page, "Anna")
    assert not offers_to_play(Client(), "Boris")


def test_nobody_is_asked_to_play_whom_one_has_blocked(page, anna, boris):
    friends.block_person(anna, boris)
    assert not offers_to_play(page, "Boris")


def test_who_has_blocked_somebody_is_not_told_and_not_invited(page, anna, boris):
    friends.block_person(boris, anna)
    assert offers_to_play(page, "Boris")
    form = {"seats": "2", "clock_kind": "per_move", "per_move": "60", "talk": "free"}
    form |= {"option_teams": "2", "option_draw": '"auto"'}
    answer = page.post("/tables/new/sequence/?with=Boris", form, follow=True)
    assert "Boris cannot be invited." in answer.content.decode()


def test_a_guest_is_asked_to_play_too_and_lists_stay_short(page, anna, boris):
    User.objects.create_user("Guest 4821", is_guest=True)
    assert "?with=Guest%204821" in page.get("/people/Guest 4821/").content.decode()
    friends.ask_friendship(anna, boris)
    assert "?with=Boris" not in page.get("/friends/").content.decode()
