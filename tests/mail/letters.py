"""Mails as people and programs write them to us, for tests."""

from __future__ import annotations

import itertools
from email.message import EmailMessage

from accounts.models import OutgoingMail, User
from games import carrier
from games.mail import tokens
from games.models import Match
from rules import codec

_ids = itertools.count(1)


def token_for(match: Match, user: User) -> str:
    """Return the token of a mail that tells the person where the match stands now."""
    return tokens.issue(match.id, carrier.load(match.id).moved, user.pk)


def letter(text: str, token: str, sender: str, message_id: str | None = None, **headers: str) -> bytes:
    """Return a plain mail to a reply address; further headers by keyword, `_` for `-`, "" for none of that name."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = sender, tokens.reply_address(token), "Re: your move"
    message["Message-ID"] = f"<{next(_ids)}@mail.example.org>" if message_id is None else message_id
    for name, value in headers.items():
        del message[name.replace("_", "-")]
        if value:
            message[name.replace("_", "-")] = value
    if message_id == "":
        del message["Message-ID"]
    message.set_content(text)
    return message.as_bytes()


def answer(match: Match, user: User, text: str, **more: str) -> bytes:
    """Return what a person answers to the mail about the match as it stands."""
    return letter(text, token_for(match, user), f"{user.username} <{user.email}>", **more)


def legal_lines(match: Match, user: User) -> list[str]:
    """Return the moves that a person may make now, as their game writes them, in order."""
    loaded = carrier.load(match.id)
    seat = loaded.seat_of(user.pk)
    return [loaded.facts.game.print_move(move) for move in loaded.facts.game.legal_moves(loaded.state, seat)]


def last_move(match: Match) -> tuple[int, str]:
    """Return the seat and the line of the match's last move."""
    row = match.entries.filter(kind="move").last()
    return row.seat, match.rules.print_move(codec.move_from_json(match.rules, row.body["move"]))


def moves(match: Match) -> int:
    """Return how many moves were made."""
    return match.entries.filter(kind="move").count()


def answers_to(user: User) -> list[str]:
    """Return the notes of the answers that wait for a person, oldest first."""
    return [mail.about.get("note", "") for mail in OutgoingMail.objects.filter(user=user, maker="match").order_by("pk")]
