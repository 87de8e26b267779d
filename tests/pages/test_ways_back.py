"""Log in and sign up: whoever does comes back to the page where they were, and the fields are easy to fill in."""

from __future__ import annotations

import pytest

from tests.games.conftest import open_for

pytestmark = pytest.mark.django_db


def test_the_menu_leads_through_both_doors_and_back(client, anna):
    address = f"/m/{open_for(anna).id}/"
    page = client.get(address).content.decode()
    for door in ("/accounts/login/", "/accounts/signup/"):
        assert f'href="{door}?next=%2Fm%2F{address.split("/")[2]}%2F"' in page


def test_a_guest_comes_back_from_both_doors(client, anna):
    client.post("/accounts/guest/")
    page = client.get("/lobby/?page=2&x=<").content.decode()
    assert 'href="/accounts/signup/?next=%2Flobby%2F%3Fpage%3D2%26x%3D%253C"' in page
    assert 'href="/accounts/login/?next=%2Flobby%2F%3Fpage%3D2%26x%3D%253C"' in page


def test_a_door_does_not_lead_back_to_a_door(client):
    assert "?next=%2Faccounts" not in client.get("/accounts/login/").content.decode()


def test_an_answer_to_a_form_is_no_page_to_come_back_to(client):
    page = client.post("/accounts/login/", {"login": "nobody@example.org", "password": "x"}).content.decode()
    assert "?next=" not in page


def test_signing_up_again_with_the_right_address_still_leads_on(client):
    signup = {"username": "Clara", "email": "clara@example.org", "password1": "a calm table for five"}
    code_page = client.post("/accounts/signup/", {**signup, "next": "/rules/?a=1&b=2"}).url
    assert 'href="/accounts/signup/?next=%2Frules%2F%3Fa%3D1%26b%3D2"' in client.get(code_page).content.decode()


@pytest.mark.parametrize(("door", "field"), [("login", "login"), ("signup", "email"), ("password/reset", "email")])
def test_an_address_reads_from_left_to_right_in_any_language(client, door, field):
    form = client.get(f"/accounts/{door}/", headers={"accept-language": "he"}).context["form"]
    assert 'dir="ltr"' in str(form[field])


def test_a_phone_that_has_read_the_mail_can_fill_in_the_code(client):
    signup = {"username": "Clara", "email": "clara@example.org", "password1": "a calm table for five"}
    form = client.get(client.post("/accounts/signup/", signup).url).context["form"]
    assert {"autofocus", 'autocomplete="one-time-code"', 'inputmode="text"'} <= set(str(form["code"]).split())
