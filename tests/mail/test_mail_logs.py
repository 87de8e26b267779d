"""The two pages of the delivery log: each person's own, and the whole one for those who look after the site."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import OutgoingMail, User
from games.mail.incoming import intake
from games.mail.outgoing import outbox
from games.models import Match, ReplyToken
from tests.accounts.staff import give_app
from tests.games.conftest import Time
from tests.mail.conftest import make_member
from tests.mail.posts import by_mail
from tests.staff import enter

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_lane]
WHOLE, OWN = "/staff/mails/", "/account/mails/"


@pytest.fixture
def match(stopped: Time, anna: User, boris: User) -> Match:
    return by_mail(anna, boris)


@pytest.fixture
def staff(db) -> Client:
    return enter(give_app(User.objects.create_superuser("keeper", "keeper@example.org")))


def came_in(match: Match, user: User, verdict: str) -> None:
    intake.note(verdict, ReplyToken(match=match, user=user))


def sent(match: Match, user: User, subject: str, **more: object) -> OutgoingMail:
    row = outbox.post_answer(match.pk, user, "board", 4)
    OutgoingMail.objects.filter(pk=row.pk).update(subject=subject, **more)
    return row


def text_of(client: Client, path: str, **asked: str) -> str:
    page = client.get(path, asked)
    assert page.status_code == 200
    return page.content.decode()


# --- one's own ---


def test_a_person_sees_what_became_of_their_own_mails_and_nobody_elses(client, match, anna, boris):
    came_in(match, anna, "refused:bad_notation")
    came_in(match, boris, "silent:authentication")
    client.force_login(anna)
    page = text_of(client, OWN)
    assert "nothing was done, and we said why" in page
    assert page.count(f'href="/m/{match.pk}/"') == 1
    assert "bad_notation" not in page
    assert "silent" not in page


def test_who_has_mailed_us_nothing_is_told_nothing_of_it(client, match, anna, boris):
    came_in(match, boris, "played")
    client.force_login(anna)
    assert "What you have mailed us" not in text_of(client, OWN)


# --- everybody's ---


def test_the_whole_log_is_for_staff_alone(client, match, anna):
    assert client.get(WHOLE).status_code == 302
    client.force_login(anna)
    assert client.get(WHOLE).status_code == 404
    User.objects.filter(pk=anna.pk).update(is_superuser=True)
    assert client.get(WHOLE).url == "/accounts/2fa/"
    client = enter(give_app(anna))
    assert client.get(WHOLE).status_code == 200
    assert client.post(WHOLE).status_code == 405


def test_staff_see_mail_of_all_kinds_and_of_nobody(staff, match, anna, boris):
    sent(match, anna, "To Anna", last_error="SMTPException('no such mailbox')", due_at=None)
    OutgoingMail.objects.create(to="new@example.net", subject="A code", sender="x@example.org", text="the secret 1234")
    came_in(match, boris, "played")
    intake.note("silent:unknown")
    intake.note("silent:unknown")
    page = text_of(staff, WHOLE)
    for shown in ("To Anna", "no such mailbox", "could not be sent", "new@example.net", "A code", "boris"):
        assert shown in page
    assert "2 mails of nobody we know" in page
    assert "1234" not in page


@pytest.mark.parametrize("person", ["anna", "ANNA", "anna@example.org", "Anna@Example.org"])
def test_they_filter_by_person(staff, match, anna, boris, person):
    for user in (anna, boris):
        sent(match, user, f"To {user.username}")
        came_in(match, user, f"refused:{user.username}")
    page = text_of(staff, WHOLE, person=person)
    assert "To anna" in page
    assert "refused:anna" in page
    assert "To boris" not in page
    assert "refused:boris" not in page


def test_they_filter_by_match(staff, match, anna, boris):
    other = by_mail(make_member("clara"), boris)
    for one, word in ((match, "here"), (other, "there")):
        sent(one, boris, f"mail {word}")
        came_in(one, boris, f"done:{word}")
    page = text_of(staff, WHOLE, match=f" {match.pk} ")
    assert "mail here" in page
    assert "done:here" in page
    assert "mail there" not in page
    assert "done:there" not in page


def test_they_filter_by_what_became_of_it(staff, match, anna):
    sent(match, anna, "one that left", sent_at=timezone.now())
    sent(match, anna, "one that waits")
    came_in(match, anna, "silent:limit")
    came_in(match, anna, "refused:several")
    page = text_of(staff, WHOLE, state="sent", verdict="silent")
    assert "one that left" in page
    assert "silent:limit" in page
    assert "one that waits" not in page
    assert "refused:several" not in page


def test_what_cannot_be_asked_is_said_beside_its_field_and_filters_nothing(staff, match, anna):
    sent(match, anna, "one that waits")
    page = text_of(staff, WHOLE, state="unheard-of", person="nobody\x00")
    assert "one that waits" in page
    assert "errorlist" in page


def test_a_name_with_html_in_it_is_text(staff, match, anna):
    sent(match, anna, "<script>alert(1)</script>")
    assert "<script>alert" not in text_of(staff, WHOLE)
    assert "<script>alert" not in text_of(staff, WHOLE, person="<script>alert(1)</script>")
