"""The outbox: rows written with their cause, sent once, tried again with patience; the page that shows them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import mail
from django.core.mail import EmailMessage, EmailMultiAlternatives, send_mail
from django.db import transaction
from django.utils import timezone

from accounts import services, tasks
from accounts.mailing import delivery
from accounts.models import OutgoingMail
from tests.accounts.conftest import SIGNUP


@pytest.fixture(autouse=True)
def _deliver_to_memory(settings) -> None:
    settings.DELIVERY_EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"


@pytest.fixture
def letter() -> OutgoingMail:
    """A mail in the outbox."""
    send_mail("News", "Hello", "Quintet <quintet@example.org>", ["anna@example.org"])
    return OutgoingMail.objects.get()


@pytest.fixture
def broken(monkeypatch) -> None:
    """A mail server that does not answer."""

    def fail(message: EmailMultiAlternatives) -> str:
        raise ConnectionRefusedError("nobody there")

    monkeypatch.setattr(delivery, "send", fail)


def _later(letter: OutgoingMail, **fields) -> None:
    OutgoingMail.objects.filter(pk=letter.pk).update(**fields)


def test_a_mail_waits_in_the_outbox_until_a_worker_sends_it(letter) -> None:
    assert mail.outbox == []
    assert services.due_mail_ids() == [letter.pk]
    tasks.send_mail(letter.pk)
    sent = mail.outbox[0]
    assert (sent.subject, sent.body, sent.to) == ("News", "Hello", ["anna@example.org"])
    assert sent.message()["Message-ID"] == letter.headers["Message-ID"]
    assert sent.message()["Message-ID"].endswith("@example.org>")
    letter.refresh_from_db()
    assert letter.sent_at
    assert letter.attempts == 1


def test_a_mail_is_sent_once(letter) -> None:
    assert services.deliver_mail(letter.pk)
    assert not services.deliver_mail(letter.pk)
    assert len(mail.outbox) == 1
    assert services.due_mail_ids() == []


def test_a_mail_in_a_workers_hands_is_not_sent_by_another(letter) -> None:
    assert services._claim_mail(letter.pk)
    assert not services.deliver_mail(letter.pk)
    assert mail.outbox == []


def test_a_mail_is_handed_out_once_and_again_when_the_worker_is_lost(letter) -> None:
    assert services.due_mail_ids() == [letter.pk]
    assert services.due_mail_ids() == []
    _later(letter, due_at=timezone.now() - timedelta(seconds=1))
    assert services.due_mail_ids() == [letter.pk]


def test_no_more_mails_are_handed_out_than_asked_for() -> None:
    for number in range(3):
        send_mail("News", str(number), None, ["anna@example.org"])
    first = services.due_mail_ids(limit=2)
    assert len(first) == 2
    assert len(services.due_mail_ids(limit=2)) == 1


def test_a_mail_that_took_so_long_that_another_process_took_it_over_leaves_once_more_at_most(letter, monkeypatch):
    """Each used to see that the other had it, so nobody ever wrote down that it had left."""
    send = delivery.send

    def slowly(message):
        monkeypatch.setattr(delivery, "send", send)
        past = timezone.now() - timedelta(seconds=1)
        _later(letter, due_at=past, claimed_until=past)
        assert services._claim_mail(letter.pk)  # another process begins to send it as well
        return send(message)

    monkeypatch.setattr(delivery, "send", slowly)
    assert services.deliver_mail(letter.pk)
    letter.refresh_from_db()
    assert letter.sent_at
    assert not services.deliver_mail(letter.pk)
    assert len(mail.outbox) == 1


def test_a_mail_whose_worker_was_killed_is_sent_with_the_same_id(letter) -> None:
    services._claim_mail(letter.pk)
    past = timezone.now() - timedelta(seconds=1)
    _later(letter, due_at=past, claimed_until=past)
    assert services.deliver_mail(letter.pk)
    assert mail.outbox[0].message()["Message-ID"] == letter.headers["Message-ID"]
    letter.refresh_from_db()
    assert letter.attempts == 2


def test_a_failure_is_written_down_and_tried_again_ever_later(letter, broken) -> None:
    pauses = []
    for _ in range(4):
        _later(letter, claimed_until=timezone.now(), due_at=timezone.now())
        assert not services.deliver_mail(letter.pk)
        letter.refresh_from_db()
        pauses.append(round((letter.due_at - timezone.now()).total_seconds() / 30))
    assert pauses == [1, 2, 4, 8]
    assert "nobody there" in letter.last_error
    assert letter.sent_at is None
    assert services.due_mail_ids() == []
    assert not services.deliver_mail(letter.pk)
    assert letter.attempts == 4


def test_a_mail_is_given_up_in_the_end(letter, broken) -> None:
    _later(letter, attempts=services.MOST_ATTEMPTS - 1)
    assert not services.deliver_mail(letter.pk)
    letter.refresh_from_db()
    assert letter.due_at is None
    assert services.due_mail_ids() == []


def test_a_mail_that_arrives_at_last_leaves_no_error(letter) -> None:
    _later(letter, attempts=3, last_error="nobody there")
    assert services.deliver_mail(letter.pk)
    letter.refresh_from_db()
    assert letter.last_error == ""


def test_a_mail_of_an_undone_change_never_leaves() -> None:
    with pytest.raises(RuntimeError), transaction.atomic():
        send_mail("News", "Hello", None, ["anna@example.org"])
        raise RuntimeError("undo")
    assert not OutgoingMail.objects.exists()


def test_each_recipient_gets_a_row_and_an_id_of_their_own() -> None:
    message = EmailMultiAlternatives(
        "News", "Hello", None, ["a@example.org"], bcc=["b@example.org"], headers={"X": "1"}
    )
    message.attach_alternative("<p>Hello</p>", "text/html")
    assert message.send() == 1
    first, second = OutgoingMail.objects.order_by("to")
    assert (first.to, second.to) == ("a@example.org", "b@example.org")
    assert first.headers["Message-ID"] != second.headers["Message-ID"]
    assert first.headers["X"] == "1"
    services.deliver_mail(first.pk)
    assert mail.outbox[0].alternatives[0].content == "<p>Hello</p>"


def test_attachments_and_broken_headers_are_refused_where_they_are_written() -> None:
    with pytest.raises(ValueError, match="no attachments"):
        EmailMessage("News", "Hello", None, ["a@example.org"], attachments=[("a.txt", "x", "text/plain")]).send()
    with pytest.raises(ValueError, match="newlines"):
        EmailMessage("News\nBcc: b@example.org", "Hello", None, ["a@example.org"]).send()
    assert not OutgoingMail.objects.exists()


def test_on_ones_own_machine_mail_is_written_to_files(letter, settings, tmp_path) -> None:
    settings.DELIVERY_EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    settings.EMAIL_FILE_PATH = str(tmp_path / "mail")
    assert services.deliver_mail(letter.pk)
    (file,) = (tmp_path / "mail").iterdir()
    assert "Hello" in file.read_text()


# --- the page ---
def test_the_page_of_mail_shows_the_newest_first_and_whole(client) -> None:
    send_mail("First", "<b>old</b>", None, ["anna@example.org"])
    client.post("/accounts/signup/", SIGNUP)
    page = client.get("/mail/").content.decode()
    assert page.index("Your code") < page.index("First")
    assert "&lt;b&gt;old&lt;/b&gt;" in page
    assert OutgoingMail.objects.latest("pk").text.split()[5] in page


def test_the_page_of_mail_says_what_to_do_when_empty(client) -> None:
    assert "No mail yet" in client.get("/mail/").content.decode()


def test_where_mail_really_leaves_there_is_no_such_page(client, settings) -> None:
    settings.MAIL_PAGE = False
    assert client.get("/mail/").status_code == 404


def test_a_mail_that_was_dropped_does_not_leave_by_an_old_task(letter) -> None:
    services.drop_waiting_mail("restored")
    _later(letter, claimed_until=timezone.now())
    assert not services.deliver_mail(letter.pk)
    letter.refresh_from_db()
    assert letter.sent_at is None


def test_a_mail_is_tried_for_a_day_and_a_half() -> None:
    pauses = [
        min(services.FIRST_PAUSE * 2**tries, services.LONGEST_PAUSE) for tries in range(services.MOST_ATTEMPTS - 1)
    ]
    assert timedelta(hours=36) < sum(pauses, timedelta()) < timedelta(hours=44)
