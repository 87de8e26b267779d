"""Ratings in the database: each finished match counts once, and all of it can be worked out again."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.db import connection, transaction
from django.db.models import F, Min
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from accounts.models import User
from games.errors import Refused
from games.models import Match
from games.tables import connections
from matchmaking import rating, verdicts
from matchmaking.models import CALLED, WAITING, RatedMatch, Rating, RatingChange, Ticket
from matchmaking.rating import Strength
from matchmaking.verdicts import Result

_LOCK = 7_201_500  # of PostgreSQL's advisory locks, the one that means: ratings change here
_CHUNK = 500
Kind = tuple[int, str, str]  # person, game, pace


def count(match: Match, **_: Any) -> None:
    """Let a finished match change its people's ratings, once; inside a transaction. Receives `match_finished`."""
    if not match.rated:
        return
    wait_for_turn()
    if RatedMatch.objects.filter(pk=match.pk).exists():
        return
    result, at = result_of(match), match.live.at
    why_not = verdicts.BOTS if result is None else _why_not(match, result, at)
    counted = RatedMatch.objects.create(match=match, at=at, why_not=why_not)
    if result is not None and not why_not:
        _apply(counted, result)


def _why_not(match: Match, result: Result, at: int) -> str:
    if connections.are_shared(match.pk, result.people):
        return verdicts.SHARED
    return verdicts.OFTEN if pairs_too_often(result.people, at) else ""


def need_no_rating(user: User) -> None:
    """Refuse (has_ratings) to turn an account into a bot that people have played rated matches with, or that waits."""
    if Rating.objects.filter(user=user, matches__gt=0).exists():
        raise Refused("has_ratings", N_("This account has a rating among people: a bot begins with none."))
    if Ticket.objects.filter(user=user, state__in=(WAITING, CALLED)).exists():
        raise Refused("still_playing", N_("Finish your matches and leave your tables first."))


def result_of(match: Match) -> Result | None:
    """Return who has played a finished match, and how it ended; None if bots had seats of their own in it."""
    return verdicts.result(match.teams, match.live.summary)


def pairs_too_often(people: Iterable[int], at: int) -> list[tuple[int, int]]:
    """Return the pairs of these people for whom no more matches count at that instant."""
    wanted = set(people)
    recent = RatingChange.objects.filter(user__in=wanted, at__gt=verdicts.day_before(at), match__annulled=False)
    met: dict[str, set[int]] = defaultdict(set)
    for match_id, user in recent.values_list("match_id", "user_id"):
        met[match_id].add(user)
    return verdicts.often(wanted, map(frozenset, met.values()))


def rebuild(**of: str) -> tuple[int, int]:
    """Work all ratings out anew from the matches that count; return how many those are, and how many rows differed.

    `game`, `pace`: those of one kind alone, which no other kind bears upon.
    """
    with transaction.atomic():
        wait_for_turn()
        ratings: dict[Kind, Rating] = {}
        matches = differing = 0
        for counted in _in_order(of):
            matches += not counted.annulled
            differing += _recount(counted, ratings)
        return matches, differing + _replace(ratings, of)


def wait_for_turn() -> None:
    """Let one transaction at a time change ratings: their order is then that of the changes' ids.

    SQLite has one writer at a time anyway.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])


def _apply(counted: RatedMatch, result: Result) -> None:
    match = counted.match
    stored = Rating.objects.filter(user__in=result.people, game=match.game, pace=match.pace)
    known = {row.user_id: row for row in stored}
    rows = {user: known.get(user) or _unrated((user, match.game, match.pace)) for user in result.people}
    changes = _changes(counted, rows, result)
    for row in rows.values():
        row.save()
    RatingChange.objects.bulk_create(changes)


def _changes(counted: RatedMatch, rows: dict[int, Rating], result: Result | None) -> list[RatingChange]:
    """Bring the ratings forward by a match and return what it has changed; nothing at all without a result."""
    before = {user: Strength(row.mu, row.sigma, row.last_at) for user, row in rows.items()}
    after = before if result is None else verdicts.strengths(result, before, counted.at)
    for user, row in rows.items():
        strength = after[user]
        row.mu, row.sigma, row.last_at = strength.mu, strength.sigma, strength.at
        row.matches += result is not None
        row.settled_until = rating.settled_until(strength)
    return [_change(counted, row, before[user]) for user, row in rows.items()]


def _change(counted: RatedMatch, row: Rating, before: Strength) -> RatingChange:
    return RatingChange(
        match=counted, user_id=row.user_id, game=row.game, pace=row.pace, at=counted.at,
        mu_before=before.mu, sigma_before=before.sigma, mu_after=row.mu, sigma_after=row.sigma,
    )  # fmt: skip


def _unrated(kind: Kind) -> Rating:
    user, game, pace = kind
    return Rating(user_id=user, game=game, pace=pace, mu=rating.MU, sigma=rating.SIGMA)


# --- worked out anew ---

_COUNTED = ("mu_before", "sigma_before", "mu_after", "sigma_after")
_KEPT = ("mu", "sigma", "matches", "last_at", "settled_until")


def _in_order(of: Mapping[str, str]) -> Iterator[RatedMatch]:
    kind = {f"match__{name}": value for name, value in of.items()}
    counted = RatedMatch.objects.filter(why_not="", **kind).annotate(first=Min("changes__id")).order_by(F("first"))
    loaded = counted.select_related("match__live").defer("match__live__snapshot").prefetch_related("changes")
    return iter(loaded.iterator(chunk_size=_CHUNK))


def _recount(counted: RatedMatch, ratings: dict[Kind, Rating]) -> int:
    """Bring the ratings forward by a match; correct its changes where they differ, and return how many did."""
    match = counted.match
    stored = {change.user_id: change for change in counted.changes.all()}
    kinds = {user: (user, match.game, match.pace) for user in stored}
    rows = {user: ratings.setdefault(kind, _unrated(kind)) for user, kind in kinds.items()}
    differing = 0
    for change in _changes(counted, rows, None if counted.annulled else result_of(match)):
        old = stored[change.user_id]
        if any(getattr(old, name) != getattr(change, name) for name in _COUNTED):
            change.pk, differing = old.pk, differing + 1
            change.save(force_update=True)
    return differing


def _replace(ratings: dict[Kind, Rating], of: Mapping[str, str]) -> int:
    """Put these ratings in the place of those that are stored, where they differ; return how many did."""
    differing = 0
    for old in Rating.objects.filter(**of).iterator():
        new = ratings.pop((old.user_id, old.game, old.pace), None)
        if new is None:
            old.delete()
        elif any(getattr(old, name) != getattr(new, name) for name in _KEPT):
            new.pk = old.pk
            new.save(force_update=True)
        else:
            continue
        differing += 1
    Rating.objects.bulk_create(ratings.values(), batch_size=_CHUNK)
    return differing + len(ratings)
