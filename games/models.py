"""Matches as stored. The entries are the truth; all else can be rebuilt from them (`manage.py replay`)."""

from __future__ import annotations

import secrets
from typing import Any, NoReturn

from django.conf import settings
from django.db import models
from django.urls import reverse

from accounts.models import TurnMail
from games.talk.phrases import FREE
from rules import codec
from rules.contract import Game
from rules.registry import GAMES

ID_LENGTH = 16
ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # no 0 o 1 l i: an id is also read aloud


def new_match_id() -> str:
    """Return an id that cannot be guessed (16 letters, 78 bits): the address of a table is also its invitation."""
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def is_match_id(text: str) -> bool:
    """Return whether a text from outside can be a match's id at all; the database is not asked with any other."""
    return len(text) == ID_LENGTH and set(text) <= set(ID_LETTERS)


def new_seed() -> bytes:
    """Return 32 bytes from the operating system's generator."""
    return secrets.token_bytes(32)


class Match(models.Model):
    """One table: what was chosen when it was opened, and the secret seed of its deal.

    Never changes, but for `host`, who opened it, when that guest turns out to be a member, and for the pace of a live
    match that goes on by mail: `pace` and `clock` are then a projection of its log, and `live_clock` is what it began
    with.
    """

    id = models.CharField(primary_key=True, max_length=ID_LENGTH, default=new_match_id)
    game = models.CharField(max_length=40)  # a slug of the registry, not a choice: a new game needs no migration
    rules_version = models.PositiveSmallIntegerField()
    options = models.JSONField()
    seats = models.PositiveSmallIntegerField()
    pace = models.CharField(max_length=4, default="live")
    clock = models.JSONField()
    live_clock = models.JSONField(null=True)
    listed = models.BooleanField(default=True)
    watchers = models.BooleanField(default=True)
    talk = models.CharField(max_length=8, default=FREE)  # or PHRASES
    rated = models.BooleanField(default=False)  # the result counts: members alone may sit down
    host = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    server_seed = models.BinaryField(default=new_seed)
    opened_at = models.BigIntegerField()
    # the match whose people play again here: the database lets there be one such table a match
    rematch_of = models.OneToOneField("self", null=True, on_delete=models.SET_NULL, related_name="rematch")

    class Meta:
        indexes = [models.Index(fields=["-opened_at"])]

    def __str__(self) -> str:
        return f"{self.game} {self.id}"

    def get_absolute_url(self) -> str:
        """Return the page of the match, which is its invitation too."""
        return reverse("games:match", args=[self.id])

    @property
    def rules(self) -> Game[Any, Any]:
        """The game that is played."""
        return GAMES[self.game]

    @property
    def teams(self) -> tuple[int, ...]:
        """The team of each seat."""
        return self.rules.teams(codec.options_from_json(self.rules, self.options, self.seats), self.seats)


class MatchLive(models.Model):
    """The head of a match's log: kept by the carriers alone, in the same transaction as the entry."""

    match = models.OneToOneField(Match, on_delete=models.CASCADE, primary_key=True, related_name="live")
    number = models.PositiveIntegerField(default=0)
    status = models.CharField(max_length=8, default="open", db_index=True)
    at = models.BigIntegerField()  # in no index: so PostgreSQL changes a head in place, without touching an index
    started_at = models.BigIntegerField(default=0)
    owner = models.CharField(max_length=16, blank=True)  # the server process that judges: games.serving.upkeep
    summary = models.JSONField(default=dict)  # what lists show: games.log.changes
    snapshot = models.JSONField()  # of some entry up to `number`; secrets included: never serialised

    def save(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refuse: a save() of a stale copy would take back moves."""
        raise TypeError("MatchLive is written by the carriers alone")


class SeatRow(models.Model):
    """Who sits where: a projection of the log, so that people find their matches."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seat_rows")
    seat = models.PositiveSmallIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="seats")
    bot = models.CharField(max_length=20, blank=True)
    seen_at = models.BigIntegerField(default=0)  # when a page of this person last had the match open
    acted_at = models.BigIntegerField(default=0)  # when they last touched that page: noted in mail pace, to the minute
    # the match is; what goes on is looked for every second, for many people at once, and who has played 500 matches
    # must not cost 500 looks at a head (a server of before 0015 has left it at False: so the head is asked too)
    over = models.BooleanField(default=False, db_default=False)

    class Meta:
        indexes = [models.Index(fields=["user"], condition=models.Q(over=False), name="seats_of_what_goes_on")]
        constraints = [
            models.UniqueConstraint(fields=["match", "seat"], name="one_row_a_seat"),
            models.UniqueConstraint(fields=["match", "user"], name="one_seat_a_person"),
        ]


class EntryRow(models.Model):
    """One change of a match. Append-only: the database judges by the two unique keys."""

    # No index of its own: the unique key (match, number) is one.
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="entries", db_index=False)
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=12)
    seat = models.SmallIntegerField()  # -1: the clock, the referee
    ply = models.PositiveIntegerField(null=True)
    body = models.JSONField()
    at = models.BigIntegerField()
    token = models.CharField(max_length=64, null=True)
    asked = models.CharField(max_length=24, blank=True)

    class Meta:
        ordering = ["match", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_entry_a_number"),
            models.UniqueConstraint(fields=["match", "seat", "token"], name="one_entry_a_token"),
        ]


class ArchivedLog(models.Model):
    """The entries of a match that is long over, packed (games.log.archive): then they are no EntryRows.

    On PostgreSQL a table of partitions, one for each month in which matches were opened (migration 0014): `opened_at`
    is the match's, which never changes, so that there can be but one row a match.
    """

    match = models.OneToOneField(Match, on_delete=models.CASCADE, primary_key=True, related_name="archived")
    opened_at = models.BigIntegerField()
    entries = models.BinaryField()


class Alarm(models.Model):
    """Something due at an instant (ms since 1970 UTC). A row, never a broker's timer: it outlives every crash."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="alarms")
    seat = models.SmallIntegerField(default=-1)
    kind = models.CharField(max_length=8)  # time, tick, bot, expire, gather, finish, start, mail, offer, remind
    due_at = models.BigIntegerField(db_index=True)
    claimed_until = models.BigIntegerField(default=0)
    # of a bot in a race (games.bots.plans): what it means to do then, secret until that instant, and what it has seen
    move = models.JSONField(null=True)
    seen = models.PositiveIntegerField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "seat", "kind"], name="one_alarm_a_kind")]


class ChatLine(models.Model):
    """A line of table talk, for the whole table: plain text, or the id of a set phrase."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="chat_lines")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    text = models.CharField(max_length=500)
    phrase = models.CharField(max_length=20, blank=True, default="")
    at = models.BigIntegerField()
    token = models.CharField(max_length=64)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "user", "token"], name="one_line_a_token")]


class Invitation(models.Model):
    """Somebody asked to an open table: a person, or whoever reads the mail of an address. It ends with the wait.

    It is open while the table is, has a free seat, and who was asked neither sits there nor has declined. Of an address
    only a keyed hash is kept.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="invitations")
    inviter = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    invited = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+")
    address = models.CharField(max_length=64, blank=True, default="", db_index=True)  # accounts.mailing.unwanted.digest
    token = models.CharField(max_length=32, null=True, unique=True)  # of the link in the mail
    declined = models.BooleanField(default=False)
    at = models.BigIntegerField(db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "invited"], name="one_invitation_a_person"),
            models.UniqueConstraint(
                fields=["match", "address"], condition=~models.Q(address=""), name="one_invitation_an_address"
            ),
        ]


class MatchMail(models.Model):
    """That a person has been mailed of a place in a match's log: once for each kind, whoever comes twice.

    Kept while the match goes on, and for 30 days.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="mails")
    number = models.PositiveIntegerField()  # of the entry that led to the position; 0: of the match as a whole
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="match_mails")
    kind = models.CharField(max_length=8)  # start, turn, offer, half, fifth, hours, end
    at = models.BigIntegerField(db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "number", "user", "kind"], name="one_mail_a_kind"),
        ]


class MatchMailChoice(models.Model):
    """How much mail a person wants of this one match, where that is not what they want of all."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="mail_choices")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    turns = models.CharField(max_length=6, choices=TurnMail)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "user"], name="one_mail_choice")]


MARKS_KEPT = 24 * 3600 * 1000  # ms after the end of a match


class SeatMark(models.Model):
    """A connection by which a person has seen or played a rated match of hidden hands: see games.tables.connections.

    A keyed hash that is another one in each match. Kept while the match goes on, and for MARKS_KEPT.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seat_marks", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    digest = models.CharField(max_length=64)
    at = models.BigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "user", "digest"], name="one_mark_a_connection"),
        ]


class Beat(models.Model):
    """A sign of life of one kind of process: a gap shows an outage of ours, which no player is charged for."""

    name = models.CharField(primary_key=True, max_length=20)
    at = models.BigIntegerField()
    since = models.BigIntegerField()  # alive without a gap since then
    gap = models.BigIntegerField(default=0)  # ms of outage before that


class ReplyToken(models.Model):
    """What an answer by mail is about: a match, a place in its log, and whose answer it is (games.mail.tokens)."""

    digest = models.CharField(primary_key=True, max_length=64)  # of the token, which stands nowhere
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="reply_tokens")
    number = models.PositiveIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    used_at = models.BigIntegerField(null=True)  # when a move was made by it
    made_at = models.BigIntegerField(db_index=True)


class MailIn(models.Model):
    """A mail that came in and what became of it; nothing of its content. Kept for 30 days.

    Mails of nobody we know are counted, in one row for each verdict and hour, for anybody can send any number of them.
    """

    at = models.BigIntegerField(db_index=True)  # of the last one, if several are counted
    times = models.PositiveIntegerField(default=1)
    verdict = models.CharField(max_length=40)  # a word for logs: games.mail.incoming.receiving
    match = models.ForeignKey(Match, null=True, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="+")

    class Meta:
        indexes = [models.Index(fields=["user", "at"])]


class MailPause(models.Model):
    """What a mail that comes in may not cause again before an instant: the key says what and by whom."""

    key = models.CharField(primary_key=True, max_length=64)
    until = models.BigIntegerField(db_index=True)
