"""The one way in for mail: every door hands its mails to `receive`.

A fault of ours is raised, and the door asks the sender to come again: a mail is never lost between two chairs.
"""

from __future__ import annotations

from collections.abc import Sequence
from email.utils import parseaddr

from django.conf import settings
from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext

from accounts.selectors import has_proven_address
from games.errors import Refused
from games.mail import tokens
from games.mail.incoming import answers, intake
from games.mail.incoming.obeying import carry_out
from games.mail.reading.letters import Letter, Unreadable, read_letter
from games.mail.reading.parts import MAX_BYTES
from games.mail.reading.replies import own_words, read_letter_forms
from games.models import ReplyToken

__all__ = ["BOUNCE", "MAX_BYTES", "receive"]
BOUNCE = "<>"  # the envelope's sender of what no person has written


def receive(raw: bytes, *, envelope_to: Sequence[str] = (), envelope_from: str = "") -> str:
    """Do what a mail asks for and answer it where it must be answered; return a word for logs.

    `played`, `done:…`, `answered:…`, `refused:…` (the person was told, or the mail could not be read), `silent:…`.
    `envelope_from`: "<>" for a bounce, "" where the door does not know. Raises whatever goes wrong on our side.
    """
    try:
        letter = read_letter(raw, envelope_to=envelope_to, trusted_edge=settings.MAIL_TRUSTED_EDGE)
    except Unreadable:
        return intake.note("refused:unreadable")
    if why := _of_no_person(letter, envelope_from):
        return intake.note(f"silent:{why}")
    found = sorted({token for address in letter.addresses if (token := tokens.token_in(address))})
    rows = [row for token in found if (row := tokens.find(token))]
    if not rows:
        return intake.note("silent:unknown")
    row = rows[0]
    with translation.override(row.user.language or settings.LANGUAGE_CODE):
        return intake.note(_answer(letter, row, sole=len(found) == 1), row)


def _of_no_person(letter: Letter, envelope_from: str) -> str:
    """Return why nobody has written this mail, "" if somebody may have."""
    if letter.automatic or envelope_from == BOUNCE:
        return "automatic"
    return "own" if any(map(_is_ours, (letter.sender, envelope_from))) else ""


def _is_ours(address: str) -> bool:
    plain = address.strip().lower()
    ours = {parseaddr(sender)[1].lower() for sender in (settings.DEFAULT_FROM_EMAIL, settings.SERVER_EMAIL)}
    return plain in ours or bool(tokens.token_in(plain))


def _answer(letter: Letter, row: ReplyToken, *, sole: bool) -> str:
    """Do what the mail asks for and return what became of it."""
    if letter.sender != row.user.email.lower():
        return _refuse(row, "sender", gettext("This reply must come from the address of your account."), letter)
    if not has_proven_address(row.user):
        return "silent:unproven"  # the address may be somebody else's: nothing goes there
    if letter.authentication == "fail":
        return "silent:authentication"
    if not sole:
        text = gettext("Your mail went to several of our addresses at once. Please answer each of our mails by itself.")
        return _refuse(row, "addresses", text, letter)
    return _obey(letter, row)


def _obey(letter: Letter, row: ReplyToken) -> str:
    try:
        done = carry_out(row, read_letter_forms(letter.text, letter.other), message_id=letter.message_id)
    except Refused as refused:
        if refused.code == "try_again":
            raise
        return _refuse(row, refused.code, refused.message, letter)
    if not done.kind:
        return done.verdict
    if done.asked:
        return answers.send(row, done, letter.message_id) if intake.may_answer(row) else "silent:limit"
    return _tell(row, done, letter)


def _refuse(row: ReplyToken, why: str, text: str, letter: Letter) -> str:
    return _tell(row, answers.Done(f"refused:{why}", "board", text), letter)


def _tell(row: ReplyToken, done: answers.Done, letter: Letter) -> str:
    """Answer a mail that was not obeyed, unless its sender has had such an answer just now."""
    with transaction.atomic():
        if not intake.may_refuse(row, own_words(letter.text)):
            return f"silent:limit {done.verdict}"[:40]
        return answers.send(row, done, letter.message_id)
