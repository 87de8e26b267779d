"""The form of a quick match: what it asks for where somebody has chosen nothing."""

from __future__ import annotations

import pytest
from django.test import Client

from matchmaking.models import Ticket

pytestmark = pytest.mark.django_db
WISH = {"game": "diamoniak", "seats": "4", "rated": "0"}


def asked_for(browser: Client, **chosen: str) -> Ticket:
    answer = browser.post("/lobby/quick/", WISH | chosen)
    assert answer.status_code == 302, answer.content.decode()
    return Ticket.objects.get()


@pytest.fixture
def browser(anna) -> Client:
    browser = Client()
    browser.force_login(anna)
    return browser


@pytest.mark.parametrize(("chosen", "after"), [
    ({"rated": "0", "bots_after": "usual"}, 30_000), ({"rated": "1", "bots_after": "usual"}, None),
    ({"rated": "1"}, None), ({"rated": "0"}, 30_000),
    ({"rated": "1", "bots_after": "60"}, 60_000), ({"rated": "0", "bots_after": "never"}, None),
])  # fmt: skip
def test_to_a_rated_match_bots_come_only_if_that_is_chosen(browser, chosen, after):
    assert asked_for(browser, **chosen).bots_after == after


def test_the_page_says_so_and_chooses_nothing_for_the_person(browser):
    page = browser.get("/lobby/").content.decode()
    assert '<option value="usual" selected>after 30 s, never if rated</option>' in page
    assert "Rated matches are between people. Bots come only if you say when, and with one the match is casual." in page


def test_bots_play_as_the_person_last_wished_it_of_a_bot(browser):
    browser.post("/play/sequence/", {"level": "sharp"})
    assert asked_for(browser).bots == "sharp"


@pytest.mark.parametrize("level", ["", "grand master", "random"])
def test_a_level_that_there_is_not_is_none(browser, level):
    session = browser.session
    session["level"] = level
    session.save()
    assert asked_for(browser).bots is None
