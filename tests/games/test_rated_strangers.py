"""A rated table is for members: whoever asks somebody there without an account promises what will be kept."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import OutgoingMail, User
from games.models import Invitation, Match
from games.tables import invitations
from tests.games.conftest import make_user, open_for

pytestmark = pytest.mark.django_db
SITE = "https://quintet.example"
TO = "new.one@example.org"
AT_ONCE = "and can play at once"


@pytest.fixture(autouse=True)
def _outbox(settings) -> None:
    settings.EMAIL_BACKEND = "accounts.mailing.outbox.OutboxBackend"


@pytest.fixture
def table(anna) -> Match:
    return Match.objects.select_related("live").get(pk=open_for(anna, rated=True).pk)


@pytest.fixture
def guest(db) -> User:
    return User.objects.create_user("Guest 4711", is_guest=True)


def page_of(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def invitation_page(table: Match, user: User | None = None, **given: str) -> str:
    token = Invitation.objects.get(match=table).token
    return page_of(user).get(reverse("games:invitation", args=[token]), given).content.decode()


def config(table: Match, user: User | None) -> dict:
    """Return what the scripts of the table's page are told."""
    page = page_of(user).get(table.get_absolute_url()).content.decode()
    (text,) = re.findall(r'<script id="match-config" type="application/json">(.*?)</script>', page)
    return json.loads(text)


def test_a_mailed_invitation_says_that_an_account_is_needed_and_leads_there_and_back(table, anna):
    invitations.invite_address(table, anna, TO, SITE)
    text = OutgoingMail.objects.get().text
    assert "without an account" not in text
    assert "rated" in text
    assert "For that you need an account" in text
    assert "/?to=new.one%40example.org" in text
    page = invitation_page(table, to=TO)
    assert "You need no account" not in page
    assert "by mail" not in page
    assert f"{reverse('account_signup')}?next=%2Fm%2F{table.pk}%2F&amp;email=new.one%40example.org" in page


def test_a_member_is_told_of_no_account(table, anna):
    invitations.invite_address(table, anna, make_user("mira").email, SITE)
    assert "an account" not in OutgoingMail.objects.get().text
    assert "Sign up" not in invitation_page(table, User.objects.get(username="mira"))


def test_a_guest_is_led_to_sign_up_from_an_invitation(table, anna, guest):
    invitations.invite_address(table, anna, TO, SITE)
    assert "Sign up and take a seat" in invitation_page(table, guest)


def test_the_panel_promises_nobody_a_seat_at_once(table, anna):
    page = page_of(anna).get(reverse("games:invite", args=[table.pk])).content.decode()
    assert AT_ONCE not in page
    assert "signs up for a seat" in page
    casual = page_of(anna).get(reverse("games:invite", args=[open_for(anna).pk])).content.decode()
    assert AT_ONCE in casual


@pytest.mark.parametrize("choices", [{"rated": True}, {"pace": "mail", "clock": {"per_move": 3 * 86_400_000}}])
def test_the_table_leads_who_is_no_member_to_sign_up_and_back(anna, guest, boris, choices):
    table = open_for(anna, **choices)
    way = f"{reverse('account_signup')}?next=%2Fm%2F{table.pk}%2F"
    assert config(table, None)["signup"] == way
    assert config(table, guest)["signup"] == way
    assert not config(table, boris)["signup"]


def test_a_casual_table_asks_nobody_to_sign_up(anna, guest):
    table = open_for(anna)
    assert not config(table, None)["signup"]
    assert not config(table, guest)["signup"]
