"""A whole match of each game by mail alone: mails as they leave are read, and answered through the real SMTP door.

Nobody here looks at the match: the players know what stands in their mails. One game in each language, of which Blue
Diamond has its boards drawn; SOAK=1: each has.
"""

from __future__ import annotations

import os
import random
import re
import smtplib
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from email.message import EmailMessage
from email.utils import formataddr, make_msgid

import pytest
from django.core import mail
from django.core.mail import EmailMultiAlternatives

from accounts import services as accounts_services
from accounts.models import OutgoingMail
from games.clocks import clock
from games.mail.incoming import smtp
from games.mail.outgoing import drawing
from games.models import MailIn, Match, MatchLive
from games.tasks import tell_of_ends
from rules.contract import AnyGame, MalformedMove
from tests.games.conftest import Time, stopped  # noqa: F401 - a fixture
from tests.mail.conftest import PNG, _mail, make_member, posted_at_once  # noqa: F401 - fixtures
from tests.mail.posts import MINUTE, by_mail, post_due

pytestmark = [pytest.mark.live, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("posted_at_once")]
DRAWN = {"blue-diamond", *(["sequence", "diamoniak"] if os.environ.get("SOAK") else [])}
LONGEST = 150  # mails of one match
# By which all is dealt. Left to chance, who plays Diamoniak at random may need 50 moves or 700; by this one 55 to 70.
SEED = bytes([9]) * 32
NUMBERED = re.compile(r"(?:^| {2})(\d+)\. (\S.*?)(?= {3}|$)", re.MULTILINE)  # maybe several in a line
WROTE = {
    "en": "On Sat, 28 Nov 2026 at 10:12, Quintet <{0}> wrote:",
    "ru": "сб, 28 нояб. 2026 г. в 10:12, Quintet <{0}>:",
    "he": "\u202bבתאריך יום שבת, 28 בנוב׳ 2026 ב-10:12 מאת \u202aQuintet\u202c\u200f <\u202a{0}\u202c\u200f>:\u202c",
}


@pytest.fixture
def door() -> Iterator[tuple[str, int]]:
    """Run the built-in mail server; return where."""
    stop, listener = threading.Event(), socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(target=smtp.run, args=(listener, stop))
    thread.start()
    yield listener.getsockname()
    stop.set()
    thread.join(20)
    assert not thread.is_alive()


def leave(time: Time) -> list[EmailMultiAlternatives]:
    """Let some minutes pass, and clock and workers do what is due; return the mails that left."""
    sent = len(mail.outbox)
    time.move(5 * MINUTE)
    post_due()
    for row in OutgoingMail.objects.filter(sent_at=None, dropped_at=None).order_by("pk"):
        accounts_services.deliver_mail(row.pk)
    return mail.outbox[sent:]


def offered(message: EmailMultiAlternatives, game: AnyGame) -> list[str]:
    """Return what a mail says that its reader may answer: the numbers of moves, else moves as examples."""
    text = str(message.body)
    if numbers := [number for number, line in NUMBERED.findall(text) if _is_move(line, game)]:
        return numbers
    return [line.strip() for line in text.splitlines() if line.startswith("  ") and _is_move(line, game)]


def _is_move(line: str, game: AnyGame) -> bool:
    with suppress(MalformedMove):
        return bool(game.read_move(line))
    return False


def answer(message: EmailMultiAlternatives, line: str, language: str) -> bytes:
    """Return the answer that a mail program makes: words on top, the mail quoted below."""
    reply = EmailMessage()
    reply["From"], reply["To"] = formataddr(("Somebody", message.to[0])), message.reply_to[0]
    reply["Subject"], reply["Message-ID"] = f"Re: {message.subject}", make_msgid(domain="example.org")
    reply["In-Reply-To"] = message.extra_headers["Message-ID"]
    quoted = "\n".join(f"> {line}" for line in str(message.body).splitlines())
    reply.set_content(f"{line}\n\n{WROTE[language].format('quintet@play.example.org')}\n{quoted}\n")
    return reply.as_bytes()


def send(where: tuple[str, int], message: EmailMultiAlternatives, raw: bytes) -> None:
    with smtplib.SMTP(*where, timeout=60) as client:
        client.sendmail(message.to[0], message.reply_to, raw.replace(b"\n", b"\r\n"))


def play_by_mail(match: Match, time: Time, where: tuple[str, int], language: str) -> list[str]:
    """Answer each mail that offers moves until none comes any more; return what was written."""
    chosen, written = random.Random(7), []
    while len(written) < LONGEST:
        turns = [message for message in leave(time) if offered(message, match.rules)]
        if not turns:
            return written
        for message in turns:
            line = chosen.choice(offered(message, match.rules))
            send(where, message, answer(message, line, language))
            written.append(line)
    raise AssertionError(f"not over after {LONGEST} mails: {written[-5:]}")


@pytest.mark.parametrize(("game", "language"), [("blue-diamond", "en"), ("sequence", "ru"), ("diamoniak", "he")])
def test_a_match_is_played_to_its_end_by_mail_alone(stopped, door, monkeypatch, game, language):  # noqa: F811
    monkeypatch.setattr(Match._meta.get_field("server_seed"), "_get_default", lambda: SEED)
    if game not in DRAWN:
        monkeypatch.setattr(drawing, "picture", lambda svg: PNG)
    anna, boris = make_member("anna", language), make_member("boris", language)
    match = by_mail(anna, boris, game=game)
    written = play_by_mail(match, stopped, door, language)
    live = MatchLive.objects.get(match=match)
    assert live.status == "finished"
    assert live.summary["ended"]["by"] == "rules"
    assert len(written) == match.entries.filter(kind="move", seat__gte=0).count()
    assert set(MailIn.objects.values_list("verdict", flat=True)) == {"played"}
    clock.tell_finishes()
    tell_of_ends([match.id])
    assert {message.to[0] for message in leave(stopped)} == {anna.email, boris.email}
