"""What programs and people are told when a request has failed, whoever of the many layers met the failure."""

from unittest import mock

import pytest
from django.db import InterfaceError, OperationalError

from accounts.models import User

pytestmark = pytest.mark.django_db
GONE = "server closed the connection unexpectedly"


@pytest.fixture
def visitor(client):
    """Return a client that is told of failures as a browser is, and has the cookie of a login."""
    client.raise_request_exception = False
    client.force_login(User.objects.create(username="anna", name_key="anna"))
    return client


@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
def test_while_the_database_is_away_programs_are_told_to_try_again(visitor, error):
    with mock.patch("django.contrib.sessions.backends.db.SessionStore.load", side_effect=error(GONE)):
        answer = visitor.post("/api/v1/matches/ABCDEFGH/requests", {}, content_type="application/json")
    assert (answer.status_code, answer["Retry-After"]) == (503, "1")
    assert answer.json()["error"]["code"] == "try_again"


@pytest.mark.parametrize("language", ["en", "ru", "he"])
def test_while_the_database_is_away_people_read_a_sentence_in_their_language_and_may_try_again(visitor, language):
    with mock.patch("django.contrib.sessions.backends.db.SessionStore.load", side_effect=OperationalError(GONE)):
        answer = visitor.get("/lobby/?a=1&b=2", headers={"accept-language": language})
    page = answer.content.decode()
    assert (answer.status_code, answer["Retry-After"]) == (503, "1")
    assert f'lang="{language}" dir="{"rtl" if language == "he" else "ltr"}"' in page
    assert ("We will be back in a moment" in page) is (language == "en")
    assert 'href="/lobby/?a=1&amp;b=2"' in page
    assert GONE not in page


def test_who_has_sent_a_form_in_vain_is_led_home_for_its_address_may_have_no_page(visitor):
    with mock.patch("django.contrib.sessions.backends.db.SessionStore.load", side_effect=OperationalError(GONE)):
        answer = visitor.post("/play/sequence/")
    assert answer.status_code == 503
    assert "/play/" not in answer.content.decode()


def test_any_other_failure_is_a_fault_of_ours_and_says_so(visitor):
    with mock.patch("matchmaking.pages.selectors.games_on_offer", side_effect=ValueError(GONE)):
        answer = visitor.get("/")
    assert answer.status_code == 500
    assert "That was our fault" in answer.content.decode()
    assert GONE not in answer.content.decode()


def test_programs_are_told_to_try_again_whatever_has_failed_before_the_view(visitor):
    with mock.patch("accounts.middleware.RenewalMiddleware.__call__", side_effect=ValueError(GONE)):
        answer = visitor.get("/api/v1/matches/ABCDEFGH")
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "try_again")
