"""Mail that comes back: what providers tell pauses it, what people say starts it again; made mails and their makers."""

from __future__ import annotations

from datetime import timedelta

import pytest
from anymail.signals import AnymailTrackingEvent, tracking
from django.core import mail
from django.core.mail import EmailMultiAlternatives, send_mail
from django.utils import timezone

from accounts import selectors, services
from accounts.mailing import bounces, mailmakers
from accounts.models import MailState, OutgoingMail, User

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _deliver_to_memory(settings) -> None:
    settings.DELIVERY_EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"


@pytest.fixture
def dora() -> User:
    return User.objects.create_user("dora", "dora@example.org")


def tell(kind: str, reason: str | None = None, message_id: str = "", recipient: str = "Dora@example.org ") -> None:
    """Have a mail provider's webhook say what became of a mail."""
    event = AnymailTrackingEvent(event_type=kind, recipient=recipient, message_id=message_id, reject_reason=reason)
    tracking.send(sender=object, event=event, esp_name="Test")


def is_paused(user: User) -> bool:
    user.refresh_from_db()
    return user.mail_is_paused


@pytest.mark.parametrize(("kind", "reason"), [("bounced", "bounced"), ("rejected", "invalid"), ("complained", None)])
def test_a_lasting_failure_pauses_mail_at_once(dora, kind, reason):
    tell(kind, reason)
    assert is_paused(dora)


def test_three_passing_failures_in_a_row_do(dora):
    for count in range(3):
        assert not is_paused(dora)
        tell("bounced", "timed_out")
        assert dora.bounces == count
    assert is_paused(dora)


def test_a_mail_that_arrives_between_them_starts_anew(dora):
    for kind in ("bounced", "bounced", "delivered", "bounced", "bounced"):
        tell(kind, "blocked")
    assert not is_paused(dora)


@pytest.mark.parametrize("kind", ["deferred", "opened", "delivered", "queued", "unknown"])
def test_other_news_changes_nothing(dora, kind):
    tell(kind)
    assert (is_paused(dora), dora.bounces) == (False, 0)


def test_a_mail_that_arrives_late_does_not_end_a_pause(dora):
    tell("bounced", "bounced")
    tell("delivered")
    assert is_paused(dora)


def test_the_person_says_that_the_address_is_right_or_gives_another(dora):
    tell("bounced", "bounced")
    bounces.confirm_address(dora)
    assert not is_paused(dora)
    tell("bounced", "bounced")
    User.objects.filter(pk=dora.pk).update(email="new@example.org")
    assert not is_paused(dora)


def test_who_has_no_address_is_not_paused_by_an_empty_one():
    guest = User.objects.create_user("guest1", "")
    tell("bounced", "bounced", recipient="")
    assert not is_paused(guest)


def test_the_log_says_which_mail_came_back(dora):
    send_mail("News", "Hello", None, ["dora@example.org"])
    row = OutgoingMail.objects.get()
    services.deliver_mail(row.pk)
    OutgoingMail.objects.update(provider_id="<p1>")
    tell("bounced", "bounced", "<p1>")
    row.refresh_from_db()
    assert row.state == MailState.BOUNCED
    assert list(selectors.mail_log(state="bounced")) == [row]
    assert not selectors.mail_log(state="sent").exists()


@pytest.mark.parametrize("shown", ["{}", "<{}>", " <{}> "])
def test_the_log_knows_a_mail_by_our_own_id_and_its_address(dora, shown):
    send_mail("News", "Hello", None, ["dora@example.org", "eve@example.org"])
    for row in OutgoingMail.objects.all():
        services.deliver_mail(row.pk)
    ours = OutgoingMail.objects.get(to=dora.email).headers["Message-ID"].strip("<>")
    tell("bounced", "bounced", "<someone.elses@example.org>")
    tell("bounced", "bounced", shown.format(ours), recipient="frank@example.org")
    assert not selectors.mail_log(state="bounced").exists()
    tell("bounced", "bounced", shown.format(ours), recipient="DORA@example.org")
    assert [row.to for row in selectors.mail_log(state="bounced")] == ["dora@example.org"]


def test_the_log_knows_a_mail_by_the_id_that_its_provider_gave_it(dora, settings):
    settings.DELIVERY_EMAIL_BACKEND = "anymail.backends.test.EmailBackend"
    send_mail("News", "Hello", None, ["eve@example.org", dora.email])  # the ids there count from 0, which is none
    assert all(services.deliver_mail(row.pk) for row in OutgoingMail.objects.order_by("pk"))
    row = OutgoingMail.objects.get(to=dora.email)
    assert row.provider_id
    assert row.provider_id != row.headers["Message-ID"]
    tell("bounced", "bounced", row.provider_id)
    row.refresh_from_db()
    assert row.state == MailState.BOUNCED


# --- mails that are written when they leave ---
@pytest.fixture
def made(monkeypatch, dora) -> OutgoingMail:
    """A mail of a maker that writes what the row is about."""

    def make(row: OutgoingMail) -> EmailMultiAlternatives | None:
        if row.about.get("gone"):
            return None
        message = EmailMultiAlternatives("News", row.about["text"], None, [row.user.email], headers={"X": "1"})
        message.attach("a.png", b"png", "image/png")
        return message

    monkeypatch.setitem(mailmakers._makers, "test", make)
    return OutgoingMail.objects.create(
        maker="test", user=dora, about={"text": "as of now"}, to=dora.email, headers={"Message-ID": "<fixed@x.org>"}
    )


def test_a_made_mail_is_written_when_it_leaves_attachments_too(made):
    OutgoingMail.objects.update(about={"text": "changed"})
    assert services.deliver_mail(made.pk)
    sent = mail.outbox[0]
    assert (sent.body, sent.message()["Message-ID"], sent.extra_headers["X"]) == ("changed", "<fixed@x.org>", "1")
    assert len(sent.attachments) == 1
    made.refresh_from_db()
    assert (made.state, made.subject) == (MailState.SENT, "News")


def test_one_that_has_nothing_to_say_any_more_is_dropped_and_not_tried_again(made):
    OutgoingMail.objects.update(about={"gone": True})
    assert not services.deliver_mail(made.pk)
    made.refresh_from_db()
    assert made.state == MailState.DROPPED
    OutgoingMail.objects.update(claimed_until=timezone.now() - timedelta(hours=1))
    assert services.due_mail_ids() == []
    assert mail.outbox == []


def test_one_that_cannot_be_written_is_tried_again(made):
    OutgoingMail.objects.update(maker="nobody")
    assert not services.deliver_mail(made.pk)
    made.refresh_from_db()
    assert made.state == MailState.QUEUED
    assert "nobody" in made.last_error
    assert made.due_at > timezone.now()


def test_what_was_dropped_is_forgotten_after_a_week_as_what_was_sent(made):
    OutgoingMail.objects.update(about={"gone": True})
    services.deliver_mail(made.pk)
    services.forget_sent_mail()
    assert OutgoingMail.objects.exists()
    OutgoingMail.objects.update(dropped_at=timezone.now() - services.KEPT)
    services.forget_sent_mail()
    assert not OutgoingMail.objects.exists()
