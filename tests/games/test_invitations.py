"""Invitations: who may ask whom, what mail leaves, what nobody is told, and that they end with the table's wait."""

from __future__ import annotations

import re

import pytest
from asgiref.sync import async_to_sync
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import friends
from accounts import selectors as people
from accounts.mailing import unwanted
from accounts.models import OutgoingMail, Preferences, User
from games import instants
from games.errors import Refused
from games.models import Invitation, Match
from games.tables import invitations
from games.tables.listed import open_tables
from tests.games.conftest import ask, make_user, open_for
from tests.games.socket_pages import Page, open_pages, session_of

SITE = "https://quintet.example"


@pytest.fixture(autouse=True)
def _outbox(settings, db) -> None:
    settings.EMAIL_BACKEND = "accounts.mailing.outbox.OutboxBackend"


@pytest.fixture
def table(anna) -> Match:
    return Match.objects.select_related("live").get(pk=open_for(anna).pk)


@pytest.fixture
def member(db) -> User:
    return User.objects.create_user("Mira", "mira@example.org")


def refusal(call, *given) -> str:
    with pytest.raises(Refused) as caught:
        call(*given)
    assert caught.value.message
    return caught.value.code


def page_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def invited(user: User) -> list[str]:
    return [asked.match_id for asked in invitations.invitations_of(user.pk)]


# --- by name ---


def test_an_invitation_waits_until_it_is_taken(table, anna, boris):
    invitations.invite_person(table, anna, boris, SITE)
    assert invited(boris) == [table.pk]
    ask(table, boris, "join")
    assert invited(boris) == []


def test_an_invitation_ends_with_the_free_seats_and_with_the_table(table, anna, boris, clara):
    invitations.invite_person(table, anna, boris, SITE)
    ask(table, clara, "join")
    assert invited(boris) == []
    ask(table, clara, "leave")
    assert invited(boris) == [table.pk]
    ask(table, anna, "leave")
    assert invited(boris) == []


def test_who_declines_is_not_asked_again_by_itself_but_can_be(table, anna, boris):
    invitations.invite_person(table, anna, boris, SITE)
    invitations.decline(invitations.invitations_of(boris.pk)[0])
    assert invited(boris) == []
    assert [asked.declined for asked in invitations.invited_to(table)] == [True]
    invitations.invite_person(table, anna, boris, SITE)
    assert invited(boris) == [table.pk]


def test_only_who_sits_at_an_open_table_invites(table, anna, boris, clara):
    assert refusal(invitations.invite_person, table, boris, clara, SITE) == "not_a_player"
    ask(table, anna, "leave")
    table.live.refresh_from_db()
    assert refusal(invitations.invite_person, table, anna, clara, SITE) in {"not_a_player", "not_open"}


def test_nobody_is_invited_twice_to_sit_down(table, anna, boris):
    ask(table, boris, "join")
    assert refusal(invitations.invite_person, table, anna, boris, SITE) == "already_seated"
    assert refusal(invitations.invite_person, table, anna, anna, SITE) == "yourself"


def test_invitations_of_a_day_are_counted(table, anna, boris, clara, monkeypatch):
    monkeypatch.setattr(invitations, "EACH_A_DAY", 1)
    invitations.invite_person(table, anna, boris, SITE)
    assert refusal(invitations.invite_person, table, anna, clara, SITE) == "slow_down"


def test_who_is_asked_again_after_saying_no_is_counted_again(table, anna, boris, monkeypatch):
    monkeypatch.setattr(invitations, "EACH_A_DAY", 2)
    for _ in range(2):
        invitations.invite_person(table, anna, boris, SITE)
        invitations.decline(invitations.invitations_of(boris.pk)[0])
    assert refusal(invitations.invite_person, table, anna, boris, SITE) == "slow_down"
    assert not invitations.invitations_of(boris.pk)


def test_a_guest_cannot_be_invited_to_a_rated_match(member, anna):
    rated = Match.objects.select_related("live").get(pk=open_for(member, rated=True).pk)
    guest = make_user("Guest 1234")
    User.objects.filter(pk=guest.pk).update(is_guest=True)
    guest.refresh_from_db()
    assert refusal(invitations.invite_person, rated, member, guest, SITE) == "members_only"


# --- who does not want to meet ---


def test_a_blocked_person_cannot_invite_and_is_not_told_why(table, anna, boris):
    friends.block_person(boris, anna)
    assert refusal(invitations.invite_person, table, anna, boris, SITE) == "cannot_invite"
    User.objects.filter(pk=boris.pk).update(is_active=False)
    friends.unblock_person(boris, anna)
    boris.refresh_from_db()
    assert refusal(invitations.invite_person, table, anna, boris, SITE) == "cannot_invite"  # the same as who has left


@pytest.mark.parametrize("blocker_is_host", [True, False])
def test_a_block_withdraws_invitations_either_way(table, anna, boris, blocker_is_host):
    invitations.invite_person(table, anna, boris, SITE)
    friends.block_person(*((anna, boris) if blocker_is_host else (boris, anna)))
    assert not Invitation.objects.exists()


def test_a_blocked_person_cannot_sit_down_and_is_not_told_who_it_was(table, anna, boris):
    friends.block_person(anna, boris)
    with pytest.raises(Refused) as caught:
        ask(table, boris, "join")
    assert (caught.value.code, caught.value.message) == ("not_open", "This table is not open to you.")
    friends.unblock_person(anna, boris)
    ask(table, boris, "join")


@pytest.mark.usefixtures("in_process")
def test_the_tables_own_page_does_not_seat_a_blocked_person_either(table, anna, boris, clara):
    friends.block_person(anna, boris)
    pages = [Page(table.pk, session_of(user)) for user in (boris, clara)]

    async def play() -> list[dict]:
        await open_pages(*pages)
        answers = [await page.ask({"type": "join", "token": f"t{n}"}) for n, page in enumerate(pages)]
        for page in pages:
            await page.close()
        return answers

    refused, accepted = async_to_sync(play)()
    assert refused["error"] == {"code": "not_open", "message": "This table is not open to you."}
    assert accepted["type"] == "accepted"


def test_who_has_blocked_somebody_at_the_table_is_told_that(table, anna, boris):
    friends.block_person(boris, anna)
    with pytest.raises(Refused) as caught:
        ask(table, boris, "join")
    assert caught.value.code == "blocked"


def test_tables_of_people_who_do_not_want_to_meet_are_not_listed(table, anna, boris, clara):
    friends.block_person(anna, boris)
    assert [card.id for card in open_tables(boris).cards] == []
    assert [card.id for card in open_tables(clara).cards] == [table.pk]


# --- by mail ---


def test_a_stranger_is_mailed_a_link_that_leads_to_the_seat(table, anna):
    invitations.invite_address(table, anna, "New@Example.org", SITE)
    mail = OutgoingMail.objects.get()
    assert (mail.to, mail.subject) == ("New@Example.org", "anna invites you to a game of Sequence")
    link = re.search(rf"{SITE}(/i/[\w-]+/)", mail.text)[1]
    assert mail.headers["List-Unsubscribe"] == f"<{SITE}{link}never/>"
    page = Client().get(link)
    assert page.status_code == 200
    assert table.get_absolute_url() in page.content.decode()


def test_the_address_is_kept_nowhere_but_in_the_outbox(table, anna):
    invitations.invite_address(table, anna, "new@example.org", SITE)
    (row,) = Invitation.objects.values()
    assert "new@example.org" not in str(row)


def test_reading_a_mailed_link_changes_nothing(table, anna):
    invitations.invite_address(table, anna, "new@example.org", SITE)
    asked = Invitation.objects.get()
    for suffix in ("", "never/"):
        for method in ("get", "head"):
            getattr(Client(), method)(f"/i/{asked.token}/{suffix}")
    assert Invitation.objects.get().declined is False
    assert not unwanted.is_unwanted(unwanted.digest("new@example.org"))


def test_no_mail_goes_to_an_address_whose_owner_wants_none(table, anna, member):
    invitations.invite_address(table, anna, "new@example.org", SITE)
    token = Invitation.objects.get().token
    one_click = Client(enforce_csrf_checks=True).post(f"/i/{token}/never/", {"List-Unsubscribe": "One-Click"})
    assert one_click.status_code == 302
    other = open_for(member)
    invitations.invite_address(Match.objects.get(pk=other.pk), member, " NEW@example.org", SITE)
    assert OutgoingMail.objects.count() == 1


def test_one_table_mails_one_address_once_and_nobody_is_mailed_more_than_three_times_a_day(anna, boris):
    for host in (anna, boris):
        for _ in range(3):
            table = Match.objects.get(pk=open_for(host).pk)
            invitations.invite_address(table, host, "new@example.org", SITE)
            invitations.invite_address(table, host, "new@example.org", SITE)
    assert OutgoingMail.objects.count() == invitations.MAILS_TO_ONE


def test_one_person_mails_so_many_a_day_and_is_told_when_it_is_too_much(table, anna, monkeypatch):
    monkeypatch.setattr(invitations, "MAILS_A_DAY", 2)
    for name in ("one", "two"):
        invitations.invite_address(table, anna, f"{name}@example.org", SITE)
    assert refusal(invitations.invite_address, table, anna, "three@example.org", SITE) == "slow_down"


def test_guests_have_no_mail_sent_and_are_told_why(table, anna):
    anna.is_guest = True
    assert refusal(invitations.invite_address, table, anna, "new@example.org", SITE) == "members_only"


def test_nobody_learns_whether_an_address_has_an_account(table, anna, member):
    client, url = page_of(anna), reverse("games:invite", args=[table.pk])
    told = [client.post(url, {"who": address}).content.decode() for address in (member.email, "nobody@example.org")]
    secrets = (r"mira@example\.org|nobody@example\.org", r'value="[\w]{64}"', r'nonce="[^"]*"', r"\?v=\w+")
    plain = [re.sub("|".join(secrets), "", text) for text in told]
    assert plain[0] == plain[1]
    assert invited(member) == [table.pk]  # and yet a member finds it on the page


def test_inviting_somebody_by_name_as_well_does_not_tell_whose_an_address_is(table, anna, member, monkeypatch):
    monkeypatch.setattr(invitations, "MAILS_A_DAY", 1)
    invitations.invite_address(table, anna, member.email, SITE)
    invitations.invite_person(table, anna, member, SITE)
    assert refusal(invitations.invite_address, table, anna, "nobody@example.org", SITE) == "slow_down"
    assert [asked.invited for asked in invitations.invited_to(table)] == [member]
    assert invited(member) == [table.pk]


def test_a_member_who_wants_no_mail_gets_none_but_is_invited(table, anna, member):
    Preferences.objects.create(user=member, notify_mail=False)
    invitations.invite_address(table, anna, member.email, SITE)
    assert not OutgoingMail.objects.exists()
    assert invited(member) == [table.pk]


def test_an_address_does_not_lead_around_a_block(table, anna, member):
    friends.block_person(member, anna)
    invitations.invite_address(table, anna, member.email, SITE)
    assert not OutgoingMail.objects.exists()
    assert invited(member) == []


def test_who_is_away_is_mailed_and_who_is_here_is_not(table, anna, member, boris):
    User.objects.filter(pk=boris.pk).update(email="boris@example.org")
    boris.refresh_from_db()
    boris.seen_at = timezone.now()
    assert people.is_here(boris)
    invitations.invite_person(table, anna, boris, SITE)
    assert not OutgoingMail.objects.exists()
    invitations.invite_person(table, anna, member, SITE)
    invitations.invite_person(table, anna, member, SITE)
    (mail,) = OutgoingMail.objects.all()
    assert mail.to == "mira@example.org"
    assert f"{SITE}/account/preferences/" in mail.text
    assert "gave us your address" not in mail.text  # it is the member's own account that we have it from


def test_a_guests_invitations_come_along(table, anna, boris):
    guest = make_user("Guest 4821")
    invitations.invite_person(table, anna, guest, SITE)
    invitations.move_invitations(guest, boris)
    assert invited(boris) == [table.pk]


def test_what_was_asked_a_month_ago_is_forgotten(table, anna, boris):
    invitations.invite_person(table, anna, boris, SITE)
    Invitation.objects.update(at=instants.now_ms() - invitations.KEPT - 1)
    invitations.forget_old_invitations()
    assert not Invitation.objects.exists()


# --- the page ---


def test_the_page_says_what_is_wrong_and_keeps_what_was_typed(table, anna):
    answer = page_of(anna).post(reverse("games:invite", args=[table.pk]), {"who": "Nemo"})
    assert answer.status_code == 422
    assert "Nobody here is called “Nemo”." in answer.content.decode()
    assert 'value="Nemo"' in answer.content.decode()


def test_a_stranger_to_an_invitation_cannot_decline_it(table, anna, boris, clara):
    invitations.invite_person(table, anna, boris, SITE)
    url = reverse("games:decline_invitation", args=[Invitation.objects.get().pk])
    page_of(clara).post(url)
    assert invited(boris) == [table.pk]
    assert page_of(boris).post(f"{url}?part").status_code == 204
    assert invited(boris) == []


def test_a_table_opened_with_a_friend_invites_them_and_stands_even_if_that_fails(anna, boris, clara):
    friends.block_person(clara, anna)
    browser = page_of(anna)
    url = reverse("games:open", args=["blue-diamond"])
    initial = browser.get(url).context["form"]
    form = {name: initial.get_initial_for_field(field, name) for name, field in initial.fields.items()}
    form = {name: value for name, value in form.items() if value not in (None, False)}
    assert browser.post(f"{url}?with=boris", form).status_code == 302
    assert len(invited(boris)) == 1
    page = browser.post(f"{url}?with=clara", form, follow=True)
    assert "clara cannot be invited." in page.content.decode()
    assert Match.objects.filter(host=anna).count() == 2
