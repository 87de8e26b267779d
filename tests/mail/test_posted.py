"""Mails as providers post them, whole or in fields: nothing parses them before our own reader, and nothing is lost."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from anymail.inbound import AnymailInboundMessage

from games.mail.incoming import webhook
from games.mail.incoming.posted import PostedMail
from games.mail.reading.letters import read_letter
from games.mail.reading.parts import MAX_BYTES
from games.models import MailIn
from tests.games.conftest import to_move
from tests.mail.letters import moves
from tests.mail.test_doors import address, webhooks  # noqa: F401 - a fixture

NO_ONE = "mallory@example.net"


# --- whole ---


@pytest.mark.parametrize("given", ["3 ход".encode("koi8-r"), b"\xff\x00", b""])
def test_bytes_stay_as_they_came(given):
    assert AnymailInboundMessage.parse_raw_mime_bytes(given).raw == given
    assert AnymailInboundMessage.parse_raw_mime_chunks([given[:2], b"", given[2:]]).raw == given


@pytest.mark.parametrize("given", ["Subject: ход\n\n3", "half a sign: \ud83d", None])
def test_any_text_becomes_bytes(given):
    assert AnymailInboundMessage.parse_raw_mime(given).raw == (given or "").encode(errors="replace")


def test_of_a_mail_that_is_fetched_no_more_is_read_than_shows_that_it_is_too_long():
    chunks = iter([b"x" * 100_000] * 1_000)
    assert MAX_BYTES < len(AnymailInboundMessage.parse_raw_mime_chunks(chunks).raw) < MAX_BYTES + 100_001
    assert len(list(chunks)) > 900


# --- in fields ---


def read(**fields: Any) -> Any:
    return read_letter(AnymailInboundMessage.construct(**fields).raw, trusted_edge="mx.example.org")


def test_fields_are_read_as_the_mail_that_they_were():
    letter = read(
        headers=[("Message-ID", "<1@example.org>"), ("Authentication-Results", "mx.example.org; dmarc=pass")],
        from_email="Anna <anna@example.org>", to="r-1@play.example.org", subject="Re: ход", text="3 ход",
        html="<p>3 ход</p>", attachments=[AnymailInboundMessage.construct_attachment("text/plain", "4")],
    )  # fmt: skip
    assert (letter.sender, letter.addresses) == ("anna@example.org", ("r-1@play.example.org",))
    assert (letter.message_id, letter.subject, letter.text.strip()) == ("<1@example.org>", "Re: ход", "3 ход")
    assert letter.authentication == "pass"


def test_a_mail_of_html_alone_is_read_too():
    assert read(from_email="anna@example.org", html="<p>3</p>").text.strip() == "3"


def test_fields_replace_what_the_headers_say_and_headers_of_parts_are_left_out():
    head = "From: old@example.org\r\nSubject: one\r\n two\r\nContent-Type: text/html\r\nMIME-Version: 1.0\r\nX-A: 1"
    letter = read(raw_headers=head, from_email="anna@example.org", text="<b>3</b>")
    assert (letter.sender, letter.subject, letter.text.strip()) == ("anna@example.org", "one two", "<b>3</b>")


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n", "\n\n", "\n ", "\v\n", "\x85\n", "\u2028\r"])
def test_no_field_can_bring_a_header_or_a_body_with_it(end):
    value = f"x{end}From: {NO_ONE}{end}Authentication-Results: mx.example.org; dmarc=pass{end}{end}3"
    for fields in ({"subject": value}, {"headers": {"X-A": value}}, {"headers": {f"X-A: 1{end}From": NO_ONE}}):
        letter = read(from_email="anna@example.org", text="4", **fields)
        assert (letter.sender, letter.authentication, letter.text.strip()) == ("anna@example.org", "none", "4")


def test_no_text_can_end_its_part():
    boundaries = {AnymailInboundMessage.construct(text="3").raw.split(b'"')[1] for _ in range(5)}
    assert len(boundaries) == 5


def test_what_views_set_and_ask_afterwards_stays_possible():
    for mail in (AnymailInboundMessage.parse_raw_mime("X-Spam-Score: 1\n\n3"), AnymailInboundMessage.construct()):
        assert isinstance(mail, PostedMail)
        assert (mail.envelope_sender, mail.envelope_recipient, mail.spam_detected) == (None, None, None)
        assert "Bcc" not in mail
        mail["Bcc"] = f"{NO_ONE}," * 50_000  # the header classes would take this apart
        assert mail.get("X-Spam-Status", "No") == "No"


# --- from providers that post fields ---


def by_postmark(to: str, sender: str) -> dict[str, Any]:
    body = {
        "FromFull": {"Email": sender}, "ToFull": [{"Email": to}], "OriginalRecipient": to, "Subject": "Re: your move",
        "TextBody": "1\n", "HtmlBody": "<p>1</p>", "Headers": [{"Name": "Return-Path", "Value": f"<{sender}>"}],
        "Attachments": [{"ContentType": "message/rfc822", "Content": "RnJvbTogYQ==", "Name": "a"}], "Date": "x",
    }  # fmt: skip
    return {"path": "/anymail/postmark/inbound/", "data": body, "content_type": "application/json"}


def by_mailjet(to: str, sender: str) -> dict[str, Any]:
    body = {
        "Sender": sender, "Recipient": to, "Text-part": "1\n", "Headers": {"From": sender, "To": [to]},
        "Parts": [{"ContentRef": "Attachment1", "Headers": {"Content-Type": "text/plain; " + "a;" * 50_000}}],
        "Attachment1": "MQ==",
    }  # fmt: skip
    return {"path": "/anymail/mailjet/inbound/", "data": body, "content_type": "application/json"}


def by_brevo(to: str, sender: str) -> dict[str, Any]:
    headers = {"From": sender, "To": [to], "Return-Path": f"<{sender}>", "Delivered-To": to}
    body = {"items": [{"Uuid": ["1"], "Headers": headers, "RawTextBody": "1\n"}]}
    return {"path": "/anymail/brevo/inbound/", "data": body, "content_type": "application/json"}


@pytest.mark.django_db
@pytest.mark.sqlite_lane
@pytest.mark.parametrize("by", [by_postmark, by_mailjet, by_brevo])
def test_a_provider_that_posts_fields_can_bring_a_move(by, client, webhooks, match, settings):  # noqa: F811
    settings.ANYMAIL = settings.ANYMAIL | {"BREVO_API_KEY": "unused"}
    mover = to_move(match)[0]
    told = client.post(**by(address(match, mover), mover.email), **webhooks)
    assert told.status_code == 200
    assert [row.verdict for row in MailIn.objects.all()] == ["played"]
    assert moves(match) == 1


@pytest.mark.django_db
def test_what_names_no_mail_is_noted():
    assert webhook.take_in(None, SimpleNamespace(message=None)) == "refused:unreadable"
