"""What this app holds of people, and what becomes of it when they go: ratings, histories, tickets.

For accounts.privacy. What matches have changed stays, for the others' ratings are worked out from it.
"""

from __future__ import annotations

from django.db.models import QuerySet
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from accounts.models import User
from accounts.privacy import retention
from accounts.privacy.holdings import Json, erase, fields, instant, keep, on_leaving, rows_of, tell
from accounts.privacy.retention import Rule
from matchmaking import rating, tickets
from matchmaking.models import CANCELLED, WAITING, Played, Rating, RatingChange, Ticket


def register() -> None:
    """Let exports have all of it."""
    tell("ratings", "matchmaking.Rating.user", rows=rows_of(Rating), item=_rating)
    tell("rating_changes", "matchmaking.RatingChange.user", rows=_changes, item=_change)
    tell("history", "matchmaking.Played.user", rows=rows_of(Played), item=_played)
    tell("tickets", "matchmaking.Ticket.user", rows=rows_of(Ticket), item=_ticket)
    on_leaving(_stop_waiting)
    erase(_erase_tickets, "matchmaking.Ticket.user", "matchmaking.Ticket")
    keep("numbers of matches that were others’ too; no list shows them any more", "matchmaking.Rating.user",
         "matchmaking.RatingChange.user", "matchmaking.Played.user", "matchmaking.RatedMatch")  # fmt: skip
    retention.register(Rule(N_("Wishes for a match that are over"), N_("a day"), 1, tickets.forget_tickets))


def _rating(row: Rating) -> Json:
    told = fields(row, "game", "pace", "mu", "sigma", "matches")
    return told | {"points": rating.points(row.mu), "last_at": instant(row.last_at)}


def _changes(user: User) -> QuerySet[RatingChange]:
    return RatingChange.objects.filter(user=user).select_related("match").order_by("pk")


def _change(row: RatingChange) -> Json:
    told = fields(row, "match_id", "game", "pace", "mu_before", "sigma_before", "mu_after", "sigma_after")
    points = {"points_before": rating.points(row.mu_before), "points_after": rating.points(row.mu_after)}
    return told | points | {"at": instant(row.at), "annulled": row.match.annulled}


def _played(row: Played) -> Json:
    return fields(row, "match_id", "game", "pace", "result", "place", "sides") | {"at": instant(row.at)}


def _ticket(row: Ticket) -> Json:
    wish = fields(row, "game", "pace", "clock", "any_clock", "seats", "rated", "bots_after", "bots")
    return wish | fields(row, "state", "match_id") | {"since": instant(row.since), "seen_at": instant(row.seen_at)}


def _stop_waiting(user: User) -> None:
    Ticket.objects.filter(user=user, state=WAITING).update(state=CANCELLED)


def _erase_tickets(user: User) -> None:
    Ticket.objects.filter(user=user).delete()
