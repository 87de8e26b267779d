"""How strong people are, what each match that counts has changed in that, what they have played, and who waits."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models

from games.models import Match


class Rating(models.Model):
    """What is known of one person's strength in one game at one pace. Rebuilt from the changes at any time."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="ratings", db_index=False)
    game = models.CharField(max_length=40)
    pace = models.CharField(max_length=4)
    mu = models.FloatField()
    sigma = models.FloatField()  # true at `last_at`; it grows with idle time: matchmaking.rating
    matches = models.PositiveIntegerField(default=0)
    last_at = models.BigIntegerField(default=0)  # ms since 1970 UTC: the end of the last match that counted
    settled_until = models.BigIntegerField(default=0)  # provisional after it, for idle time makes it uncertain

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["user", "game", "pace"], name="one_rating_a_game_and_pace"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["game", "pace", "-mu"], name="leaderboard"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.game} {self.pace}"


class RatedMatch(models.Model):
    """What became of a match that was opened to count. One row a match: so it counts once, whoever comes twice."""

    match = models.OneToOneField(Match, on_delete=models.CASCADE, primary_key=True, related_name="rating")
    at = models.BigIntegerField()  # its end
    why_not = models.CharField(max_length=12, blank=True, default="")  # a code of matchmaking.verdicts; "": it counts
    annulled = models.BooleanField(default=False)  # taken back by a moderator: matchmaking.annulling
    annulled_why = models.CharField(max_length=500, blank=True, default="")  # as its players are told

    def __str__(self) -> str:
        return f"{self.match_id} {self.why_not}"


class RatingChange(models.Model):
    """What one match has changed for one person. The order of the ids is the order in which matches count."""

    match = models.ForeignKey(RatedMatch, on_delete=models.CASCADE, related_name="changes", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    game = models.CharField(max_length=40)
    pace = models.CharField(max_length=4)
    at = models.BigIntegerField()  # the end of the match
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu_after = models.FloatField()
    sigma_after = models.FloatField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["match", "user"], name="one_change_a_match_and_person"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["user", "game", "pace", "id"], name="changes_of_a_person"),
            models.Index(fields=["user", "at"], name="changes_of_a_day"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.user_id}"


WON, DRAWN, LOST = "won", "drawn", "lost"


class Played(models.Model):
    """One match that one person has played to its end: what histories and profiles are made of.

    All of it can be read from the match as well; here it stands so that a database can search it.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="played", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="played", db_index=False)
    game = models.CharField(max_length=40)
    pace = models.CharField(max_length=4)
    result = models.CharField(max_length=5)  # WON, DRAWN or LOST
    place = models.PositiveSmallIntegerField()
    sides = models.PositiveSmallIntegerField()
    public = models.BooleanField()  # everybody may find it here; else only who has played in it
    at = models.BigIntegerField()  # its end

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["match", "user"], name="one_line_a_match_and_person"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["user", "-at"], name="history_of_a_person"),
            models.Index(fields=["user", "game", "-at"], name="history_in_a_game"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.user_id} {self.result}"


WAITING, CALLED, SEATED, CANCELLED, EXPIRED = "waiting", "called", "seated", "cancelled", "expired"
_OPEN = models.Q(state__in=(WAITING, CALLED))


class Ticket(models.Model):
    """A person's wish to be matched. `called`: the table is there and they are to come; `seated`: they play.

    All instants are ms since 1970 UTC. Who comes back from a table that did not fill keeps `since`, and so their place.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tickets", db_index=False)
    game = models.CharField(max_length=40)
    pace = models.CharField(max_length=4, default="live")
    clock = models.JSONField()
    any_clock = models.BooleanField(default=False, db_default=False)  # each on offer will do: then `clock` is the usual
    seats = models.PositiveSmallIntegerField()
    rated = models.BooleanField(default=False)
    bots_after = models.PositiveIntegerField(null=True)  # ms of waiting; None: people only
    bots = models.CharField(max_length=10, null=True)  # how well these play; None: nothing was chosen
    since = models.BigIntegerField()
    look_at = models.BigIntegerField()  # when it is worth looking for others again
    seen_at = models.BigIntegerField()  # when a page of this person was last open: nobody is called to a ghost
    state = models.CharField(max_length=9, default=WAITING)
    match = models.ForeignKey(Match, null=True, on_delete=models.SET_NULL, related_name="tickets")
    token = models.CharField(max_length=64, null=True)  # the id that a program gave its request

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["user", "game", "pace"], condition=_OPEN, name="one_open_ticket_a_pace"),
            models.UniqueConstraint(fields=["user"], condition=models.Q(state=CALLED), name="called_to_one_table"),
            models.UniqueConstraint(fields=["user", "token"], name="one_ticket_a_token"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["look_at"], condition=models.Q(state=WAITING), name="waiting_tickets"),
            models.Index(fields=["user", "since"], name="tickets_of_a_person"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.game} {self.state}"
