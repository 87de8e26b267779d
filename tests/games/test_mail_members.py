"""By mail only those play whom mail reaches; who is invited and new is led to an account and back to the table."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from asgiref.sync import async_to_sync
from django.test import Client
from django.urls import reverse

from accounts.models import OutgoingMail, User
from games import services
from games.errors import Refused
from games.models import Invitation, Match
from games.tables import invitations
from tests.games.conftest import ask, make_user, open_for, started
from tests.games.mail_tables import DAY, by_mail, kinds, mover, play_until
from tests.games.socket_pages import Page, open_pages, session_of

pytestmark = pytest.mark.django_db
SITE = "https://quintet.example"
TO = "new.one@example.org"


@pytest.fixture(autouse=True)
def _outbox(settings, db) -> None:
    settings.EMAIL_BACKEND = "accounts.mailing.outbox.OutboxBackend"


@pytest.fixture
def guest(db) -> User:
    return User.objects.create_user("Guest 4821", is_guest=True)


@pytest.fixture
def unproven(db) -> User:
    user = User.objects.create_user("ursula", "ursula@example.org")
    EmailAddress.objects.create(user=user, email=user.email, verified=False, primary=True)
    return user


@pytest.fixture
def table(anna) -> Match:
    opened = open_for(anna, pace="mail", clock={"per_move": 3 * DAY})
    return Match.objects.select_related("live").get(pk=opened.pk)


# --- who may play ---
@pytest.mark.parametrize("person", ["guest", "unproven"])
def test_who_cannot_be_mailed_neither_opens_a_table_by_mail_nor_sits_down_there(request, table, person):
    user = request.getfixturevalue(person)
    with pytest.raises(Refused, match="members_only"):
        open_for(user, pace="mail", clock={"per_move": DAY})
    with pytest.raises(Refused, match="members_only") as caught:
        ask(table, user, "join")
    assert "Sign up" in str(caught.value.message)
    assert kinds(table).count("join") == 1


def test_who_cannot_be_mailed_neither_asks_to_go_on_by_mail_nor_agrees(anna, guest):
    match = started(anna, guest)
    with pytest.raises(Refused, match="members_only"):
        ask(match, guest, "slow", days=1)
    ask(match, anna, "slow", days=1)
    with pytest.raises(Refused, match="members_only"):
        ask(match, guest, "accept_slow")
    assert Match.objects.get(pk=match.pk).pace == "live"
    ask(match, guest, "decline_slow")


def test_a_guest_who_becomes_a_member_sits_down(table, guest):
    User.objects.filter(pk=guest.pk).update(is_guest=False, email=TO)
    EmailAddress.objects.create(user=guest, email=TO, verified=True)
    ask(table, guest, "join")


def test_a_guest_is_refused_by_a_page_that_is_open_too(table, guest, in_process):
    page = Page(table.pk, session_of(guest))

    async def through() -> str:
        await open_pages(page)
        answer = await page.ask({"type": "join", "token": services.new_token()})
        await page.close()
        code: str = answer.get("code") or answer["error"]["code"]
        return code

    assert async_to_sync(through)() == "members_only"


# --- who is invited ---
def test_a_guest_is_not_invited_to_a_table_by_mail(table, anna, guest):
    with pytest.raises(Refused, match="members_only"):
        invitations.invite_person(table, anna, guest, SITE)


def invitation_page(table: Match, **given: str) -> str:
    token = Invitation.objects.get(match=table).token
    return Client().get(reverse("games:invitation", args=[token]), given).content.decode()


def test_an_invitation_by_mail_names_game_and_days_and_leads_a_newcomer_to_an_account_and_back(table, anna):
    invitations.invite_address(table, anna, TO, SITE)
    text = OutgoingMail.objects.get().text
    assert "Sequence" in text
    assert "3 days" in text
    assert "without an account" not in text
    assert "/?to=new.one%40example.org" in text
    page = invitation_page(table, to=TO)
    way = f"{reverse('account_signup')}?next=%2Fm%2F{table.pk}%2F&amp;email=new.one%40example.org"
    assert way in page
    form = Client().get(way.replace("&amp;", "&")).content.decode()
    assert f'value="{TO}"' in form
    assert f'name="next" value="/m/{table.pk}/"' in form


def test_nobody_elses_address_is_filled_in(table, anna):
    invitations.invite_address(table, anna, TO, SITE)
    page = invitation_page(table, to="other@example.org")
    assert "email=other%40example.org" not in page
    assert "Sign up and take a seat" in page


def test_an_invitation_to_a_live_table_is_as_it_was(anna):
    User.objects.filter(pk=anna.pk).update(email="anna@example.org")
    live = Match.objects.select_related("live").get(pk=open_for(anna).pk)
    invitations.invite_address(live, anna, TO, SITE)
    text = OutgoingMail.objects.get().text
    assert "also without an account" in text
    assert "?to=" not in text
    assert "Sign up and take a seat" not in invitation_page(live)


# --- who comes back ---
def test_a_bots_seat_is_not_taken_back_by_who_has_lost_their_address(anna):
    match = by_mail(anna, boris := make_user())
    play_until(match, boris)
    assert mover(match) == boris
    EmailAddress.objects.filter(user=boris).delete()
    with pytest.raises(Refused, match="members_only"):
        ask(match, boris, "take_back")
