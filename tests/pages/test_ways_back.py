"""Whoever logs in or signs up comes back to the page where they were."""

from __future__ import annotations

import pytest

from tests.pages.conftest import table

pytestmark = pytest.mark.django_db


def test_the_menu_leads_through_both_doors_and_back(client, anna):
    address = f"/m/{table(anna).id}/"
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


def test_signing_up_again_with_the_right_address_still_leads_on(client, settings):
    signup = {"username": "Clara", "email": "clara@example.org", "password1": "a calm table for five"}
    code_page = client.post("/accounts/signup/", {**signup, "next": "/rules/?a=1&b=2"}).url
    assert 'href="/accounts/signup/?next=%2Frules%2F%3Fa%3D1%26b%3D2"' in client.get(code_page).content.decode()
