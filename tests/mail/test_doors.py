"""The doors of mail as programs meet them: SMTP and LMTP on loopback, the pipe, a provider's webhook, a page's box."""

from __future__ import annotations

import base64
import io
import os
import smtplib
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from anymail.signals import inbound
from django.core.management import call_command
from django.urls import clear_url_caches, include, path

from accounts.models import OutgoingMail
from config import urls
from games.mail import tokens
from games.mail.incoming import smtp, webhook
from games.mail.incoming.receiving import MAX_BYTES
from games.models import MailIn
from tests.mail.conftest import DOMAIN
from tests.mail.letters import answer, last_move, legal_lines, letter, moves, token_for

WITH_SERVER = [pytest.mark.live, pytest.mark.sqlite_lane, pytest.mark.django_db(transaction=True)]
SOON = 10.0  # s
Open = Callable[..., smtplib.SMTP]


@pytest.fixture
def door() -> Iterator[Open]:
    """Start the built-in server and connect to it: door(lmtp=False)."""
    stop, threads, clients = threading.Event(), [], []

    def open_door(*, lmtp: bool = False) -> smtplib.SMTP:
        listener = socket.create_server(("127.0.0.1", 0))
        thread = threading.Thread(target=smtp.run, args=(listener, stop), kwargs={"lmtp": lmtp})
        thread.start()
        threads.append(thread)
        client = (smtplib.LMTP if lmtp else smtplib.SMTP)("127.0.0.1", listener.getsockname()[1], timeout=60)
        clients.append(client)
        return client

    yield open_door
    for client in clients:
        client.close()
    stop.set()
    for thread in threads:
        thread.join(SOON)
        assert not thread.is_alive()


def address(match, user) -> str:
    return tokens.reply_address(token_for(match, user))


def send(client: smtplib.SMTP, raw: bytes, to: str, sender: str = "anna@example.org") -> tuple[int, bytes]:
    """Send a mail step by step and return the last answer; smtplib's own way hides it."""
    client.ehlo_or_helo_if_needed()
    for code, text in (client.mail(sender), client.rcpt(to)):
        if code != 250:
            client.rset()
            return code, text
    return client.data(raw.replace(b"\n", b"\r\n"))


# --- SMTP and LMTP ---


class TestServer:
    pytestmark = WITH_SERVER

    @pytest.mark.parametrize("lmtp", [False, True])
    def test_an_answer_is_played_before_it_is_taken(self, door, match, mover, lmtp):
        wanted = legal_lines(match, mover)[0]
        assert send(door(lmtp=lmtp), answer(match, mover, "1\n"), address(match, mover))[0] == 250
        assert last_move(match)[1] == wanted

    @pytest.mark.parametrize("to", ["r-" + "0" * 32, "r-xyz", "postmaster", "anna"])
    def test_what_is_not_for_us_is_refused_before_it_is_sent(self, door, match, mover, to):
        assert send(door(), answer(match, mover, "1\n"), f"{to}@{DOMAIN}")[0] == 550
        assert MailIn.objects.filter(verdict="silent:unknown").count() == to.startswith("r-")
        assert moves(match) == 0

    def test_nothing_is_passed_on_to_other_domains(self, door, match, mover):
        token = token_for(match, mover)
        assert send(door(), answer(match, mover, "1\n"), f"r-{token}@example.org")[0] == 550

    def test_whoever_tries_addresses_costs_us_five_looks(self, door):
        client = door()
        client.ehlo()
        client.mail("eve@example.org")
        assert {client.rcpt(f"r-{number:032x}@{DOMAIN}")[0] for number in range(20)} == {550}
        assert sum(MailIn.objects.values_list("times", flat=True)) == smtp.STRANGERS
        assert MailIn.objects.count() <= 2  # an hour may have ended meanwhile

    def test_a_mail_has_one_recipient(self, door, match, mover):
        client = door()
        client.ehlo()
        client.mail("anna@example.org")
        assert client.rcpt(address(match, mover))[0] == 250
        assert client.rcpt(address(match, mover))[0] == 452

    def test_a_bounce_plays_nothing(self, door, match, mover):
        assert send(door(), answer(match, mover, "1\n"), address(match, mover), sender="")[0] == 250
        assert MailIn.objects.get().verdict == "silent:automatic"
        assert moves(match) == 0

    def test_a_fault_of_ours_asks_the_sender_to_come_again(self, door, match, mover, monkeypatch):
        raw, to, client = answer(match, mover, "1\n"), address(match, mover), door()
        with monkeypatch.context() as broken:
            broken.setattr(smtp, "receive", lambda *_, **__: 1 / 0)
            assert send(client, raw, to)[0] == 451
        assert send(client, raw, to)[0] == 250
        assert moves(match) == 1

    def test_a_fault_while_the_address_is_looked_up_asks_for_the_same(self, door, match, mover, monkeypatch):
        monkeypatch.setattr(smtp.tokens, "find", lambda token: 1 / 0)
        assert send(door(), answer(match, mover, "1\n"), f"r-{'0' * 32}@{DOMAIN}")[0] == 451

    def test_a_mail_of_256_kilobytes_and_more_is_refused_by_its_size_alone(self, door, match, mover):
        client, to = door(), address(match, mover)
        client.ehlo()
        assert client.esmtp_features["size"] == str(MAX_BYTES)
        assert client.mail("anna@example.org", [f"SIZE={MAX_BYTES + 1}"])[0] == 552
        raw = answer(match, mover, "1\n" + "\n".join("x" * 70 for _ in range(MAX_BYTES // 70)))
        assert send(client, raw, to)[0] == 552

    @pytest.mark.parametrize("line", [b"x" * 70 + b"\r\n", b"x"])
    def test_after_fifty_megabytes_the_next_good_mail_is_played_in_time(self, door, match, mover, line):
        client, to = door(), address(match, mover)
        chunk = line * (64 * 1024 // len(line))
        with suppress(smtplib.SMTPException, OSError):
            client.ehlo()
            client.mail("anna@example.org")
            client.rcpt(to)
            client.docmd("DATA")
            for _ in range(50 * 1024 * 1024 // len(chunk)):
                client.send(chunk)
        began = time.monotonic()
        assert send(door(), answer(match, mover, "1\n"), to)[0] == 250
        assert time.monotonic() - began < SOON
        assert moves(match) == 1

    @pytest.mark.parametrize("nested", [False, True])
    def test_a_mail_of_too_many_parts_or_levels_is_refused_and_the_next_is_played(self, door, match, mover, nested):
        head = answer(match, mover, "1\n").partition(b"\n\n")[0]
        kind = b'Content-Type: multipart/mixed; boundary="b%d"\n\n'
        flat, deep = kind % 0 + b"--b0\n\nx\n" * 10_000, b"".join(kind % n + b"--b%d\n" % n for n in range(2_000))
        body = deep if nested else flat
        raw = head.replace(b"Content-Type", b"X-Was") + b"\n" + body
        client = door()
        assert send(client, raw, address(match, mover))[0] == 554
        began = time.monotonic()
        assert send(client, answer(match, mover, "1\n"), address(match, mover))[0] == 250
        assert time.monotonic() - began < SOON
        assert moves(match) == 1

    def test_one_address_may_come_so_often_in_a_minute(self, door, monkeypatch):
        monkeypatch.setattr(smtp, "PER_MINUTE", 3)
        where = door().sock.getpeername()
        answers = [_greeting(where) for _ in range(4)]
        assert [answer.startswith(b"220") for answer in answers] == [True, True, False, False]
        assert answers[-1].startswith(b"421")

    @pytest.mark.parametrize("limit", ["CONNECTIONS", "EACH"])
    def test_only_so_many_are_connected_at_once_in_all_and_of_one_address(self, door, monkeypatch, limit):
        monkeypatch.setattr(smtp, limit, 1)
        client = door()
        client.ehlo()
        where = client.sock.getpeername()
        assert _greeting(where).startswith(b"421")
        client.quit()
        _until(lambda: _greeting(where).startswith(b"220"))

    def test_whoever_says_nothing_is_hung_up_on(self, door, monkeypatch):
        monkeypatch.setattr(smtp, "TIMEOUT", 0.2)
        client = door()
        began = time.monotonic()
        assert client.sock.recv(100) == b""
        assert time.monotonic() - began < SOON

    def test_addresses_are_not_written_to_the_log(self, door, match, mover, caplog):
        token = token_for(match, mover)
        send(door(), answer(match, mover, "1\n"), address(match, mover))
        assert token not in caplog.text

    @pytest.mark.parametrize("message_id", [None, ""])
    def test_the_same_mail_three_times_at_once_is_one_move(self, door, match, mover, message_id):
        raw, to = answer(match, mover, "1\n", message_id=message_id), address(match, mover)
        clients = [door() for _ in range(3)]
        with ThreadPoolExecutor(3) as pool:
            told = list(pool.map(lambda client: send(client, raw, to)[0], clients))
        assert told == [250] * 3
        assert moves(match) == 1
        verdicts = sorted(MailIn.objects.values_list("verdict", flat=True))
        assert verdicts == ["answered:used", "played", "silent:limit answered:used"]
        assert OutgoingMail.objects.count() == 1


def _greeting(where: tuple[str, int]) -> bytes:
    with socket.create_connection(where, timeout=SOON) as connection:
        return connection.recv(200)


def _until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + SOON
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.02)


# --- the pipe ---


@pytest.fixture
def pipe(monkeypatch) -> Callable[..., int]:
    """Give a mail to the command and return its exit status."""

    def run(raw: bytes, *arguments: str) -> int:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))
        with pytest.raises(SystemExit) as ended:
            call_command("mail_pipe", *arguments)
        return int(ended.value.code or 0)

    return run


@pytest.mark.django_db
@pytest.mark.sqlite_lane
class TestPipe:
    def test_a_mail_is_played_and_its_envelope_counts(self, pipe, match, mover):
        raw = letter("1\n", "0" * 32, mover.email, To="undisclosed-recipients:;")
        assert pipe(raw, "--to", address(match, mover), "--from", mover.email) == 0
        assert moves(match) == 1

    def test_a_bounce_plays_nothing(self, pipe, match, mover):
        assert pipe(answer(match, mover, "1\n"), "--from", "<>") == 0
        assert moves(match) == 0

    def test_what_cannot_be_read_makes_no_bounce_to_whoever_is_named_as_its_sender(self, pipe, match, mover):
        assert pipe(answer(match, mover, "1\n" + "x\n" * MAX_BYTES)) == 0
        assert MailIn.objects.get().verdict == "refused:unreadable"

    def test_it_takes_the_time_from_the_database_as_every_process_does(self, pipe, match, mover, monkeypatch):
        taken = []
        monkeypatch.setattr("games.management.commands.mail_pipe.keep_time", lambda: taken.append(moves(match)))
        pipe(answer(match, mover, "1\n"))
        assert taken == [0]
        assert moves(match) == 1

    def test_a_fault_of_ours_leaves_the_mail_with_its_server(self, pipe, match, mover, monkeypatch):
        raw = answer(match, mover, "1\n")
        monkeypatch.setattr("games.management.commands.mail_pipe.receive", lambda *_, **__: 1 / 0)
        assert pipe(raw) == os.EX_TEMPFAIL
        assert moves(match) == 0


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
        monkeypatch.setattr("games.mail.incoming.receiving.receive", lambda *_, **__: 1 / 0)
        client.raise_request_exception = False
        body = postmark(answer(match, mover, "1\n"), address(match, mover), mover.email)
        told = client.post("/anymail/postmark/inbound/", body, content_type="application/json", **webhooks)
        assert told.status_code in (500, 503)

    def test_without_a_secret_there_is_no_such_address(self, client):
        assert client.post("/anymail/postmark/inbound/", {}, content_type="application/json").status_code == 404

    def test_the_signal_is_heard(self):
        assert webhook.take_in in inbound._live_receivers(None)[0]
