"""Matches that go by mail, and what the clock, a worker and the mail server do with their mails, in turn."""

from __future__ import annotations

from typing import Any

from django.core import mail
from django.core.mail import EmailMultiAlternatives

from accounts import services as accounts_services
from accounts.models import OutgoingMail, User
from games import instants, services
from games.clocks import clock
from games.door.loaded import Loaded
from games.log.storing import load
from games.mail.outgoing import outbox
from games.models import Alarm, Match
from tests.games.conftest import Time, ask, open_for, to_move

DAY = 24 * 60 * 60 * 1000
MINUTE = 60_000


def by_mail(*players: User, days: int = 3, **choices: Any) -> Match:
    """Return a match of these people that goes by mail and has just begun; the first is its host."""
    pace = {"pace": "mail", "clock": {"per_move": days * DAY}}
    match = open_for(players[0], **({"seats": len(players)} | pace | choices))
    for player in players[1:]:
        ask(match, player, "join")
        ask(match, player, "ready", ready=True)
    ask(match, players[0], "start")
    return match


def alarms_of(match: Match) -> dict[tuple[str, int], int]:
    """Return when each alarm of a match is due."""
    return {(alarm.kind, alarm.seat): alarm.due_at for alarm in Alarm.objects.filter(match=match)}


def mail_alarms_of(match: Match) -> dict[tuple[str, int], int]:
    """Return the same of its mails alone."""
    return {key: at for key, at in alarms_of(match).items() if key[0] in clock.MAIL_KINDS}


def acting(match: Match) -> tuple[User, int, Loaded]:
    """Return who is to move, on which seat, and the match."""
    loaded = load(match.id)
    (seat,) = loaded.must_act()
    return User.objects.get(pk=loaded.occupants[seat].user), seat, loaded


def move(match: Match, token: str = "") -> User:
    """Make the first legal move; return who made it."""
    user, legal = to_move(match)
    body = {"type": "move", "token": token or services.new_token(), "move": legal[0]}
    services.request(match.id, user, body)
    return user


def post_due() -> list[OutgoingMail]:
    """Let the clock and a worker deal with all alarms of mail that are due; return what is new in the outbox."""
    before = set(OutgoingMail.objects.values_list("pk", flat=True))
    clock.post_due_mails()
    return list(OutgoingMail.objects.exclude(pk__in=before).order_by("pk"))


def deliver(row: OutgoingMail) -> EmailMultiAlternatives | None:
    """Let a worker send a mail; return what the mail server got, None where it was dropped."""
    sent = len(mail.outbox)
    accounts_services.deliver_mail(row.pk)
    row.refresh_from_db()
    assert row.last_error == ""
    return mail.outbox[sent] if len(mail.outbox) > sent else None


def now() -> int:
    """Return the present instant as the platform knows it."""
    return instants.now_ms()


def kinds_of(user: User) -> list[str]:
    """Return the kinds of the mails of matches that were put into the outbox for a person, in their order."""
    mails = OutgoingMail.objects.filter(user=user, maker=outbox.MAKER)
    return list(mails.order_by("pk").values_list("about__kind", flat=True))


def begin(match: Match, stopped: Time) -> None:
    """Let both be told of the start."""
    stopped.move(2 * MINUTE)  # they have just sat down, so at first they are at the page
    assert len(post_due()) == 2
