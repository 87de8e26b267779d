"""Preferences: kept for accounts and guests, told to every page, changed by form and by the pages' own switches."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from html import unescape

import pytest
from django.template import Context, Template
from django.test import Client, RequestFactory
from django.utils import timezone

from accounts import avatars, middleware, preferences, services
from accounts.backends import Backend
from accounts.models import Block, Preferences, User
from tests.accounts.conftest import enter_as_guest

FORM = {"language": "en", "theme": "dark", "motion": "reduced", "volume": "40", "time_zone": "Europe/Berlin"}


@pytest.fixture
def boris(person) -> User:
    return person("Boris", "boris@example.org")


@pytest.fixture
def browser(boris) -> Client:
    client = Client()
    client.force_login(boris)
    return client


def page_tag(client: Client, path: str = "/") -> str:
    return re.search(r"<html[^>]*>", client.get(path).content.decode())[0]


def memory(client: Client) -> dict:
    return json.loads(unescape(re.search(r'data-memory="([^"]*)"', page_tag(client))[1]))


def test_what_was_chosen_is_on_every_page_before_the_first_paint(browser):
    assert browser.post("/account/preferences/", FORM).status_code == 302
    for path in ("/", "/rules/", "/account/"):
        tag = page_tag(browser, path)
        assert all(mark in tag for mark in ('data-theme="dark"', 'data-motion="reduced"', 'data-zone="Europe/Berlin"'))
    assert memory(browser) == {"theme": "dark", "motion": "reduced", "sound": "off", "volume": "40", "notify": None}


def test_who_has_chosen_nothing_keeps_what_the_browser_remembers(browser):
    assert memory(browser) == {}
    assert "data-theme" not in page_tag(browser)
    assert "data-memory" not in page_tag(Client())


def test_preferences_come_with_the_login_in_its_one_query(browser, boris, django_assert_num_queries):
    browser.post("/account/preferences/", FORM)
    with django_assert_num_queries(1):
        found = Backend().get_user(boris.pk)
        assert preferences.preferences_of(found).theme == "dark"
        assert preferences.has_chosen(found)
    assert preferences.preferences_of(found) == Preferences.objects.get()


def test_without_a_row_the_defaults_hold_and_nothing_is_asked(boris, django_assert_num_queries):
    with django_assert_num_queries(1):
        found = Backend().get_user(boris.pk)
        assert preferences.preferences_of(found).sound is True
        assert not preferences.has_chosen(found)


@pytest.mark.parametrize(
    ("told", "field", "value"),
    [
        ({"theme": "light"}, "theme", "light"),
        ({"theme": ""}, "theme", "auto"),
        ({"sound": "off"}, "sound", False),
        ({"sound": ""}, "sound", True),
        ({"volume": "0"}, "volume", 0),
        ({"motion": "full"}, "motion", "full"),
        ({"notify": "on"}, "notify_browser", True),
    ],
)
def test_a_pages_own_switch_changes_that_and_nothing_else(browser, told, field, value):
    browser.post("/account/preferences/", FORM | {"sound": "on", "notify_mail": "on"})
    before = Preferences.objects.values().get()
    assert browser.post("/account/preferences/keep/", told).status_code == 204
    assert Preferences.objects.values().get() == before | {field: value}


@pytest.mark.parametrize(
    "told", [{"theme": "pink"}, {"volume": "101"}, {"volume": "-1"}, {"volume": "x"}, {"x": "y"}, {}]
)
def test_nonsense_is_refused_and_changes_nothing(browser, told):
    browser.post("/account/preferences/", FORM)
    before = Preferences.objects.values().get()
    assert browser.post("/account/preferences/keep/", told).status_code == 422
    assert Preferences.objects.values().get() == before


def test_a_stranger_who_keeps_something_becomes_a_guest(db):
    client = Client()
    assert client.post("/account/preferences/keep/", {"theme": "dark"}).status_code == 403
    client.post("/account/preferences/", FORM)
    assert Preferences.objects.get().user.is_guest
    assert 'data-theme="dark"' in page_tag(client)


def test_a_time_zone_that_does_not_exist_is_refused_with_what_was_typed_kept(browser):
    answer = browser.post("/account/preferences/", FORM | {"time_zone": "Mars/Olympus"})
    assert answer.status_code == 422
    assert re.search(r'value="dark"[^>]*checked', answer.content.decode())
    assert not Preferences.objects.exists()


def test_the_language_is_kept_for_the_person_and_shown_at_once(browser, boris):
    answer = browser.post("/account/preferences/", FORM | {"language": "ru"}, follow=True)
    boris.refresh_from_db()
    assert boris.language == "ru"
    assert 'lang="ru"' in answer.content.decode()


def told_time(client: Client, **cookies: str) -> str:
    """Return noon UTC as a page of this browser tells it."""
    seen = []

    def look(request, *_, **__):
        moment = datetime(2026, 7, 1, 12, tzinfo=UTC)
        seen.append(Template("{{ moment|date:'H:i' }}").render(Context({"moment": moment})))

    for name, value in cookies.items():
        client.cookies[name] = value
    request = RequestFactory().get("/")
    request.COOKIES = {name: morsel.value for name, morsel in client.cookies.items()}
    request.user = User.objects.first()
    middleware.TimeZoneMiddleware(look)(request)
    return seen[0]


def test_times_are_told_in_the_persons_zone_else_the_devices_else_utc(browser, boris):
    assert told_time(browser) == "12:00"
    assert told_time(browser, timezone="America%2FNew_York") == "08:00"
    assert told_time(browser, timezone="../../etc/passwd") == "12:00"
    preferences.keep_preferences(boris, {"time_zone": "Asia/Jerusalem"})
    assert told_time(browser, timezone="America%2FNew_York") == "15:00"
    assert timezone.get_current_timezone_name() == "UTC"  # nothing is left for the next request


def test_a_guests_preferences_and_blocks_come_along_unless_the_member_has_some(boris, person):
    carla = person("Carla", "carla@example.org")
    client = Client()
    guest = enter_as_guest(client)
    preferences.keep_preferences(guest, {"theme": "light"})
    Block.objects.create(blocker=guest, blocked=carla)
    Block.objects.create(blocker=guest, blocked=boris)
    services.merge_guest(guest, boris)
    assert Preferences.objects.get(user=boris).theme == "light"
    assert Block.objects.filter(blocker=boris, blocked=carla).exists()

    other = enter_as_guest(Client())
    preferences.keep_preferences(other, {"theme": "dark"})
    services.merge_guest(other, boris)
    assert Preferences.objects.get(user=boris).theme == "light"


# --- faces, friends' pages ---


def test_a_face_belongs_to_the_name_and_to_names_that_look_alike():
    assert avatars.drawing("Anna") == avatars.drawing("anna")
    faces = {avatars.drawing(f"{a}{b}") for a in ("Anna", "Boris", "Carla", "Dora") for b in range(100)}
    assert len(faces) > 390  # of 400: a face is rarely shared


def test_faces_are_served_for_any_name_and_kept_for_long(client):
    answer = client.get("/faces/Guest%204821.svg")
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/svg+xml")
    assert "immutable" in answer["Cache-Control"]
    assert b"<script" not in client.get("/faces/<script>alert(1).svg").content


def test_the_page_of_friends_lists_each_tie_with_its_buttons(browser, boris, person):
    anna, *_ = [person(name, f"{name}@example.org") for name in ("Anna", "Carla", "Dora", "Eva")]
    theirs = Client()
    theirs.force_login(anna)
    theirs.post("/people/Boris/tie/", {"do": "ask"})
    browser.post("/people/Anna/tie/", {"do": "accept"})
    browser.post("/people/Carla/tie/", {"do": "ask"})
    browser.post("/people/Dora/tie/", {"do": "block"})
    text = browser.get("/friends/").content.decode()
    for expected in ('value="end">End the friendship', 'value="end">Take back', 'value="unblock"'):
        assert expected in text
    assert "Eva" not in text


def test_a_refusal_is_a_sentence_on_the_page_where_the_button_was(browser, boris, person):
    anna = person("Anna", "anna@example.org")
    Block.objects.create(blocker=anna, blocked=boris)
    answer = browser.post("/people/Anna/tie/", {"do": "ask", "next": "/rules/"}, follow=True)
    assert answer.redirect_chain == [("/rules/", 302)]
    assert "Anna cannot be asked." in answer.content.decode()
    assert browser.post("/people/Anna/tie/", {"do": "ask", "next": "https://evil.example/"})["Location"] == "/friends/"
    assert browser.post("/people/Nobody-here/tie/", {"do": "ask"}).status_code == 404
