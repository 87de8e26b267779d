"""Personal tokens: made once, seen once, good for what they were made for and for as long."""

from __future__ import annotations

import hashlib
import re
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts import personal_tokens
from accounts.models import PersonalToken, User
from accounts.refusals import Refused

ADDRESS = "/api/v1/account"


@pytest.fixture
def boris(person) -> User:
    return person()


def program(text: str, **headers: str) -> Client:
    return Client(enforce_csrf_checks=True, headers={"Authorization": f"Bearer {text}", **headers})


def code_of(answer) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


def test_a_program_with_a_token_acts_for_its_person_and_the_text_is_stored_nowhere(boris):
    token, text = personal_tokens.make_token(boris, "gnubot", ["read", "play"], 30)
    answer = program(text).get(ADDRESS)
    assert answer.status_code == 200
    told = answer.json()
    assert (told["name"], told["kind"]) == ("Boris", "member")
    assert told["token"]["name"], told["token"]["scopes"] == ("gnubot", ["read", "play"])
    assert token.digest == hashlib.sha256(text.encode()).hexdigest()
    assert text not in str(PersonalToken.objects.values().get())
    assert len(text.removeprefix("quintet_")) == 43  # 32 bytes


@pytest.mark.parametrize("spoil", ["revoke", "expire", "leave", "mistype"])
def test_a_token_that_is_over_lets_nobody_in_and_every_way_to_be_none_looks_the_same(spoil, boris):
    token, text = personal_tokens.make_token(boris, "gnubot", ["read"], 7)
    if spoil == "revoke":
        personal_tokens.revoke_token(boris, token.pk)
    elif spoil == "expire":
        PersonalToken.objects.update(expires_at=timezone.now())
    elif spoil == "leave":
        User.objects.update(is_active=False)
    else:
        text = text[:-1] + ("a" if text[-1] != "a" else "b")
    answer = program(text).get(ADDRESS)
    assert code_of(answer) == (401, "bad_token")
    assert answer["WWW-Authenticate"] == "Bearer"
    assert answer.json()["error"]["message"] == "This token is not valid, or not any more."


@pytest.mark.parametrize(
    "header", ["Bearer", "Bearer ", "Basic abc", "bearer \xe9", "quintet_abc", "Bearer " + "a" * 500]
)
def test_a_header_that_holds_no_token_is_not_taken_for_the_cookies_login(header, boris):
    client = Client(headers={"Authorization": header})
    client.force_login(boris)
    assert code_of(client.get(ADDRESS)) == (401, "bad_token")


def test_a_token_in_the_address_is_refused_even_if_it_is_good(boris):
    text = personal_tokens.make_token(boris, "gnubot", ["read"], 7)[1]
    for name in ("token", "access_token"):
        assert code_of(program(text).get(ADDRESS, {name: text})) == (400, "token_in_url")
    assert PersonalToken.objects.get().used_at is None


def test_nobody_revokes_the_token_of_another(boris, person):
    token, text = personal_tokens.make_token(boris, "gnubot", ["read"], 7)
    personal_tokens.revoke_token(person("Clara", "clara@example.org"), token.pk)
    assert program(text).get(ADDRESS).status_code == 200


def test_last_use_is_noted_to_the_minute(boris, django_assert_num_queries):
    text = personal_tokens.make_token(boris, "gnubot", ["read"], 7)[1]
    with time_machine.travel(timezone.now(), tick=False) as clock:
        personal_tokens.find_token(text)
        first = PersonalToken.objects.get().used_at
        clock.shift(timedelta(seconds=50))
        with django_assert_num_queries(1):
            personal_tokens.find_token(text)
        clock.shift(timedelta(seconds=20))
        personal_tokens.find_token(text)
        assert PersonalToken.objects.get().used_at - first == timedelta(seconds=70)


@pytest.mark.parametrize(
    ("scopes", "days"), [([], 7), (["read", "admin"], 7), (["read"], 0), (["read"], 36500), (["read"], -7)]
)
def test_a_token_without_known_scopes_or_for_ever_is_not_made(scopes, days, boris):
    with pytest.raises(Refused):
        personal_tokens.make_token(boris, "gnubot", scopes, days)
    assert not PersonalToken.objects.exists()


def test_a_name_is_free_again_once_its_token_is_over_and_twenty_are_enough(boris):
    for number in range(personal_tokens.EACH):
        last = personal_tokens.make_token(boris, f"bot {number}", ["read"], 7)[0]
    with pytest.raises(Refused, match="slow_down"):
        personal_tokens.make_token(boris, "one more", ["read"], 7)
    PersonalToken.objects.filter(pk=last.pk).update(expires_at=timezone.now())
    with pytest.raises(Refused, match="name_taken"):
        personal_tokens.make_token(boris, "bot 1", ["read"], 7)
    personal_tokens.make_token(boris, last.name, ["read"], 7)


def test_stamps_of_streams_are_valid_as_long_as_their_tokens(boris, person, django_assert_num_queries):
    token = personal_tokens.make_token(boris, "gnubot", ["read"], 7)[0]
    stamp = personal_tokens.stamp_of(token), boris.pk
    others = {(stamp[0], person("Clara", "clara@example.org").pk), ("token:999999", boris.pk)}
    with django_assert_num_queries(1):
        assert personal_tokens.valid_stamps({stamp, *others}) == {stamp}
    personal_tokens.revoke_token(boris, token.pk)
    assert personal_tokens.valid_stamps({stamp}) == set()


# --- the page ---


def test_the_page_makes_a_token_shows_it_once_and_revokes_it(boris, client):
    client.force_login(boris)
    page = client.post("/account/tokens/", {"name": "gnubot", "scopes": ["read", "chat"], "days": "30"})
    text = re.search(r"quintet_[\w-]{43}", page.content.decode())[0]
    assert program(text).get(ADDRESS).json()["token"]["scopes"] == ["read", "chat"]
    again = client.get("/account/tokens/")
    assert text not in again.content.decode()
    assert "gnubot" in again.content.decode()
    assert page["Cache-Control"].startswith("max-age=0") and "no-store" in page["Cache-Control"]
    client.post(f"/account/tokens/{PersonalToken.objects.get().pk}/revoke/")
    assert program(text).get(ADDRESS).status_code == 401


@pytest.mark.parametrize("form", [{}, {"name": "x", "scopes": ["root"], "days": "30"}, {"name": "x", "days": "30"}])
def test_a_form_that_is_no_good_makes_nothing(form, boris, client):
    client.force_login(boris)
    assert client.post("/account/tokens/", form).status_code == 422
    assert not PersonalToken.objects.exists()


def test_a_guest_is_led_to_the_sign_up_page(client):
    client.post("/accounts/guest/")
    assert client.get("/account/tokens/")["Location"] == "/accounts/signup/"
