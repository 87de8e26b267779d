"""Every hostile mail of the corpus, and every bomb, to somebody whose turn it is: no move, and the right answer.

By a provider's webhook, behind which all is the same, every third of the bombs that keep all limits; SOAK=1: each.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from types import SimpleNamespace

import pytest
from anymail.inbound import AnymailInboundMessage
from django.db import transaction

from accounts.models import OutgoingMail, User
from games.mail import tokens
from games.mail.incoming import webhook
from games.mail.incoming.receiving import BOUNCE, receive
from games.mail.outgoing import moves as offered
from games.models import EntryRow, Match
from tests.games.conftest import started, to_move
from tests.mail.bombs import load_bombs
from tests.mail.conftest import DOMAIN
from tests.mail.corpus import Case, load
from tests.mail.letters import answer, legal_lines, letter, moves, token_for

pytestmark = pytest.mark.django_db
BY_WEBHOOK = 1 if os.environ.get("SOAK") else 3  # every so many
# One mail may take the processor so long (s), or so many times as long as a plain loop does at that moment: the worst
# ones take 1 s on a quiet machine, and what takes quadratic time takes minutes.
SLOWEST, ROUNDS, TIMES = 4.0, 1_000_000, 100


@dataclass
class Scene:
    """A match in which the account has moved by mail and is to move again, and a match of another person."""

    match: Match
    account: User
    filled: dict[str, str]
    door: Callable[..., str] = receive

    def told_of(self, case: Case) -> str:
        """Receive a mail and take back all that it did; return what it got: silent, one answer, refused, or a fault."""
        point = transaction.savepoint()
        try:
            return self._told_of(case)
        finally:
            transaction.savepoint_rollback(point)

    def _told_of(self, case: Case) -> str:
        before = EntryRow.objects.count()
        began = time.process_time()
        verdict = self.door(case.raw, envelope_to=_field(case.raw, b"Delivered-To"), envelope_from=_sender(case.raw))
        if (taken := time.process_time() - began) > SLOWEST and taken > TIMES * seconds_of_a_loop():
            return f"slow: {taken:.1f} s"
        if EntryRow.objects.count() != before:
            return f"something was done: {verdict}"
        if verdict == "refused:unreadable":
            return "refused"
        sent = list(OutgoingMail.objects.values_list("to", flat=True))
        if set(sent) - set(User.objects.values_list("email", flat=True)):
            return f"a stranger was answered: {sent}"
        return {0: "silent", 1: "one answer"}.get(len(sent), f"{len(sent)} answers")


@pytest.fixture
def scene(anna, boris, settings) -> Scene:
    settings.MAIL_TRUSTED_EDGE = f"mx.{DOMAIN}"
    settings.DEFAULT_FROM_EMAIL = f"Quintet <play@{DOMAIN}>"
    match = _numbered_match(anna, boris)
    account = to_move(match)[0]
    other = boris if account == anna else anna
    elsewhere = started(other, account, game="blue-diamond")
    filled = {
        "TOKEN": token_for(match, account),
        "USED_TOKEN": tokens.issue(match.id, 4, account.pk),
        "OTHER_TOKEN": token_for(elsewhere, other),
        "MATCH": match.id,
        "FROM": account.email,
        "DOMAIN": DOMAIN,
    }
    return Scene(match, account, filled)


def seconds_of_a_loop() -> float:
    began = time.process_time()
    for _ in range(ROUNDS):
        pass
    return time.process_time() - began


def _numbered_match(anna: User, boris: User) -> Match:
    """Return a match of Sequence, the game of the corpus, in which two mails have moved and the next may by number."""
    while True:
        match = started(anna, boris)
        for _ in range(2):
            user = to_move(match)[0]
            assert receive(letter(legal_lines(match, user)[0], token_for(match, user), user.email)) == "played"
        if len(legal_lines(match, to_move(match)[0])) <= offered.MOST:
            return match


def _field(raw: bytes, name: bytes) -> list[str]:
    end = re.search(rb"\r?\n\r?\n", raw)
    head = raw[: end.start()] if end else raw  # a split would copy the rest, of some bombs fifty megabytes
    found = re.findall(rb"^" + name + rb":[ \t]*(\S*)", head, re.MULTILINE | re.IGNORECASE)
    return [value.decode(errors="replace").strip() for value in found][:1]


def _sender(raw: bytes) -> str:
    found = _field(raw, b"Return-Path")
    return BOUNCE if found == [BOUNCE] else "".join(found).strip("<>")


def wrong(scene: Scene, cases: Iterable[Case]) -> list[str]:
    """Return what came out otherwise than expected."""
    found = []
    for case in cases:
        allowed = {case.expected["answer"], *case.expected.get("or", ())}
        if (told := scene.told_of(case)) not in allowed:
            found.append(f"{case.name}: {told}, not {' or '.join(sorted(allowed))} ({case.expected['why']})")
    return found


@pytest.mark.sqlite_lane
def test_the_scene_is_one_in_which_a_good_mail_moves(scene):
    token = scene.filled["USED_TOKEN"]
    assert tokens.find(token).used_at
    assert receive(letter("3", scene.filled["TOKEN"], scene.account.email)) == "played"


def test_no_hostile_mail_moves_and_each_gets_its_answer(scene):
    assert not (found := wrong(scene, load("hostile", scene.filled))), "\n".join(found)
    assert receive(answer(scene.match, scene.account, "3")) == "played"
    assert moves(scene.match) == 3


def test_no_bomb_moves_or_takes_long_and_the_next_good_mail_is_played(scene):
    assert not (found := wrong(scene, load_bombs(scene.filled))), "\n".join(found)
    assert receive(answer(scene.match, scene.account, "3")) == "played"
    assert moves(scene.match) == 3


# --- the same by a provider's webhook ---


def as_it_came(raw: bytes) -> AnymailInboundMessage:
    return AnymailInboundMessage.parse_raw_mime_bytes(raw)


def in_fields(raw: bytes) -> AnymailInboundMessage:
    """Return the mail as a provider posts it that has taken it apart, as well or badly as it can."""
    head, _, body = raw.decode(errors="replace").replace("\r\n", "\n").partition("\n\n")
    text, html = (None, body) if "text/html" in head.lower() else (body, None)
    return AnymailInboundMessage.construct(raw_headers=head, text=text, html=html)


def by_webhook(make: Callable[[bytes], AnymailInboundMessage]) -> Callable[..., str]:
    """Return the door by which django-anymail hands mails over; what is larger, webhook.BodyLimits has refused."""

    def door(raw: bytes, *, envelope_to: Sequence[str] = (), envelope_from: str = "") -> str:
        if len(raw) > webhook.MOST_POSTED:
            return "refused:unreadable"
        message = make(raw)
        message.envelope_recipient, message.envelope_sender = next(iter(envelope_to), None), envelope_from or None
        return webhook.take_in(None, SimpleNamespace(message=message))

    return door


def test_a_mail_that_a_provider_posts_as_it_came_gets_the_same_answer(scene):
    posted = replace(scene, door=by_webhook(as_it_came))
    assert not (found := wrong(posted, load("hostile", scene.filled))), "\n".join(found)
    assert not (found := wrong(posted, load_bombs(scene.filled, BY_WEBHOOK))), "\n".join(found)
    assert posted.door(answer(scene.match, scene.account, "3")) == "played"


def test_a_mail_that_a_provider_posts_in_fields_moves_nothing_and_takes_no_longer(scene):
    posted = replace(scene, door=by_webhook(in_fields))
    # of what was broken a provider makes something whole: answers may differ
    for case in load_bombs(scene.filled, BY_WEBHOOK):
        assert posted.told_of(case) in {"silent", "one answer", "refused"}, case.name
    assert posted.door(answer(scene.match, scene.account, "3")) == "played"
