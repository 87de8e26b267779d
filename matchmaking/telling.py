"""What the page of a rated match says about it: whether it will count, and afterwards what it has changed."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext

from accounts.names import shown
from games import strengths
from games.door.loaded import ABORTED, FINISHED, OPEN
from games.instants import now_ms
from games.models import Match
from games.people import names_of
from games.tables import connections
from matchmaking import rating, ratings, verdicts
from matchmaking.models import RatedMatch, Rating, RatingChange


def told_of(match: Match, viewer: int | None) -> dict[str, Any]:
    """Return what a viewer is told of a match.

    {"state": "casual" | "open" | "active" | "stopped" | "pending" | "counted" | "not_counted", …}. "open"
    and "active" may hold the `sentence` why it will not count; "not_counted" does. "counted" holds the `changes` by
    seat. "pending": it has just ended, ask again in a moment.
    """
    if not match.rated:
        return {"state": "casual"}
    if match.live.status == FINISHED:
        return _after(match, viewer)
    if match.live.status == ABORTED:
        return {"state": "stopped"}
    state = "open" if match.live.status == OPEN else "active"
    seats = match.live.summary["seats"]
    sentence = _warning(match, [seat[0] for seat in seats if seat[0] is not None])
    return {"state": state, **({"sentence": sentence} if sentence else {})}


def strengths_at(match: Match) -> dict[str, Any]:
    """Return how strong they are who sit at an open table: {"strengths": by name}; afterwards nobody comes: {}."""
    if match.live.status != OPEN:
        return {}
    people = names_of(seat[0] for seat in match.live.summary["seats"] if seat[0] is not None)
    return {"strengths": strengths.among((one.name for one in people.values()), match.game, match.pace)}


def _warning(match: Match, people: list[int]) -> str:
    """Return the sentence for people who share a connection, or sit together too often today; "" for others."""
    if connections.are_shared(match.pk, people):
        return gettext("Two of you are here by one browser or one network: this match will not count.")
    pairs = ratings.pairs_too_often(people, now_ms())
    if not pairs:
        return ""
    names = names_of(pairs[0])
    one, two = (shown(names[user].name) for user in pairs[0])
    text = gettext("%(one)s and %(two)s have played three rated matches within a day: this one will not count.")
    return text % {"one": one, "two": two}


def _after(match: Match, viewer: int | None) -> dict[str, Any]:
    counted = RatedMatch.objects.filter(pk=match.pk).first()
    if counted is None:
        return {"state": "pending"}
    if counted.annulled:
        return {"state": "not_counted", "sentence": _annulled(match, counted, viewer)}
    if counted.why_not:
        return {"state": "not_counted", "sentence": verdicts.why_not(counted.why_not)}
    changes = {change.user_id: change for change in counted.changes.all()}
    people = [seat[0] for seat in match.live.summary["seats"]]
    provisional = _provisional(match, people)
    told = [_change(seat, changes[user], user in provisional) for seat, user in enumerate(people) if user in changes]
    return {"state": "counted", "changes": told}


def _annulled(match: Match, counted: RatedMatch, viewer: int | None) -> str:
    """Return that it counts no more; its players are told why, in the moderator's words."""
    sentence = gettext("This match was annulled: it counts for nobody.")
    played = viewer is not None and viewer in (seat[0] for seat in match.live.summary["seats"])
    if not played or not counted.annulled_why:
        return sentence
    reason = gettext("The moderator’s reason: %(why)s") % {"why": f"\u2068{counted.annulled_why}\u2069"}
    return f"{sentence} {reason}"


def _provisional(match: Match, people: list[int]) -> set[int]:
    unsettled = Rating.objects.filter(user__in=people, game=match.game, pace=match.pace, settled_until__lte=now_ms())
    return set(unsettled.values_list("user_id", flat=True))


def _change(seat: int, change: RatingChange, provisional: bool) -> dict[str, Any]:
    return {
        "seat": seat,
        "before": rating.points(change.mu_before),
        "after": rating.points(change.mu_after),
        "margin": rating.margin(change.sigma_after),
        "provisional": provisional,
    }
