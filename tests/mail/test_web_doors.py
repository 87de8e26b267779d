"""Answers that come by the web: a provider's webhook, and the box on the page of sent mails."""

from __future__ import annotations

import base64

import pytest
from allauth.account.models import EmailAddress
from anymail.signals import inbound
from django.urls import clear_url_caches, include, path

from accounts.models import OutgoingMail
from config import urls
from games.mail import tokens, webhook
from games.mail.answer_page import written_answer
from games.models import MailIn
from tests.mail.letters import answer, last_move, legal_lines, moves, token_for


def address(match, user) -> str:
    return tokens.reply_address(token_for(match, user))


# --- a provider's webhook ---


@pytest.fixture
def webhooks(settings, monkeypatch) -> dict[str, str]:
    """Have the site set up for webhooks and return the headers with which a provider comes."""
    settings.ANYMAIL = {"WEBHOOK_SECRET": "someone:a-long-word"}
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
    monkeypatch.setattr(urls, "urlpatterns", [*urls.urlpatterns, path("anymail/", include("anymail.urls"))])
    clear_url_caches()
    yield {"HTTP_AUTHORIZATION": "Basic " + base64.b64encode(b"someone:a-long-word").decode()}
    clear_url_caches()


def postmark(raw: bytes, to: str, sender: str) -> dict[str, object]:
    """Return a mail as Postmark posts it."""
    return {
        "FromFull": {"Email": sender}, "From": sender, "To": to, "OriginalRecipient": to, "Subject": "Re: your move",
        "MessageID": "73e6d360-66eb-11e1-8e72-a8904824019b", "RawEmail": raw.decode(), "Attachments": [],
        "Headers": [{"Name": "Return-Path", "Value": f"<{sender}>"}], "TextBody": "", "HtmlBody": "",
    }  # fmt: skip


@pytest.mark.django_db
@pytest.mark.sqlite_lane
class TestWebhook:
    def test_a_mail_that_a_provider_posts_is_played(self, client, webhooks, match, mover):
        body = postmark(answer(match, mover, "1\n"), address(match, mover), mover.email)
        told = client.post("/anymail/postmark/inbound/", body, content_type="application/json", **webhooks)
        assert told.status_code == 200
        assert moves(match) == 1

    def test_nobody_else_can_post_one(self, client, webhooks, match, mover):
        body = postmark(answer(match, mover, "1\n"), address(match, mover), mover.email)
        assert client.post("/anymail/postmark/inbound/", body, content_type="application/json").status_code == 400
        assert moves(match) == 0

    def test_a_fault_of_ours_is_told_so_that_the_provider_comes_again(
        self, client, webhooks, match, mover, monkeypatch
    ):
        monkeypatch.setattr("games.mail.receiving.receive", lambda *_, **__: 1 / 0)
        client.raise_request_exception = False
        body = postmark(answer(match, mover, "1\n"), address(match, mover), mover.email)
        told = client.post("/anymail/postmark/inbound/", body, content_type="application/json", **webhooks)
        assert told.status_code in (500, 503)

    def test_without_a_secret_there_is_no_such_address(self, client):
        assert client.post("/anymail/postmark/inbound/", {}, content_type="application/json").status_code == 404

    def test_the_signal_is_heard(self):
        assert webhook.take_in in inbound._live_receivers(None)[0]


# --- the box on the page of sent mails ---


@pytest.fixture
def sent(match, mover, settings) -> OutgoingMail:
    settings.MAIL_PAGE = True
    headers = {"Reply-To": address(match, mover), "Message-ID": "<turn.1@play.example.org>"}
    text = "##- Write your move above this line -##\n\nIt is your move.\n1  3L\n2  3R\n"
    row = {"sender": "Quintet <quintet@play.example.org>", "subject": "Your move", "text": text, "headers": headers}
    return OutgoingMail.objects.create(to=mover.email, user=mover, **row)


@pytest.mark.django_db
@pytest.mark.sqlite_lane
class TestBox:
    @pytest.mark.parametrize(("language", "words"), [("en", "Answer as"), ("ru", "bdi>"), ("he", "bdi>")])
    def test_below_a_mail_there_is_a_box_to_answer_it(self, client, sent, language, words):
        client.cookies["django_language"] = language
        page = client.get("/mail/").content.decode()
        assert f'action="/mail/{sent.pk}/answer/"' in page
        assert words in page
        assert f"<bdi>{sent.to}</bdi>" in page

    def test_what_is_written_there_is_played(self, client, sent, match, mover):
        wanted = legal_lines(match, mover)[1]
        page = client.post(f"/mail/{sent.pk}/answer/", {"text": "2"}, follow=True).content.decode()
        assert last_move(match)[1] == wanted
        assert "the move is played" in page

    def test_it_is_a_mail_as_a_program_writes_one(self, sent):
        raw = written_answer(sent, sent.headers["Reply-To"], "2").decode()
        assert "Subject: Re: Your move" in raw
        assert "In-Reply-To: <turn.1@play.example.org>" in raw
        assert "> It is your move." in raw

    def test_nothing_but_the_quotation_is_no_move(self, client, sent, match):
        page = client.post(f"/mail/{sent.pk}/answer/", {"text": " \n"}, follow=True).content.decode()
        assert "nothing was played" in page
        assert MailIn.objects.get().verdict == "refused:nothing"
        assert moves(match) == 0

    def test_who_has_not_confirmed_the_address_is_told_to_do_so(self, client, sent, mover, match):
        EmailAddress.objects.filter(user=mover).update(verified=False)
        page = client.post(f"/mail/{sent.pk}/answer/", {"text": "2"}, follow=True).content.decode()
        assert "confirm the address" in page
        assert "once an hour" not in page
        assert moves(match) == 0

    def test_only_who_is_answered_seldom_is_told_that_it_is_once_an_hour(self, client, sent):
        for _ in range(2):
            page = client.post(f"/mail/{sent.pk}/answer/", {"text": "what?"}, follow=True).content.decode()
        assert "once an hour" in page

    def test_a_mail_that_cannot_be_answered_has_no_box(self, client, sent):
        OutgoingMail.objects.filter(pk=sent.pk).update(headers={"Reply-To": "anna@example.org"})
        assert "/answer/" not in client.get("/mail/").content.decode()
        assert client.post(f"/mail/{sent.pk}/answer/", {"text": "2"}).status_code == 404

    def test_to_look_at_it_does_nothing(self, client, sent, match):
        assert client.get(f"/mail/{sent.pk}/answer/").status_code == 405
        assert moves(match) == 0

    def test_where_strangers_can_come_there_is_none(self, client, sent, settings, match):
        settings.MAIL_PAGE = False
        assert client.post(f"/mail/{sent.pk}/answer/", {"text": "2"}).status_code == 404
        assert moves(match) == 0

    def test_headers_cannot_be_written_through_the_box(self, client, sent, match):
        client.post(f"/mail/{sent.pk}/answer/", {"text": "2\nBcc: eve@example.org\r\n\r\n3"})
        assert not OutgoingMail.objects.filter(to__contains="eve").exists()
