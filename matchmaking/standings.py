"""Ratings as people see them: on one's own page with a graph, and in order on the leaderboards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import F, QuerySet, Window
from django.db.models.functions import RowNumber

from accounts.models import User
from games import rulebook
from games.instants import now_ms
from games.strengths import Kind, Strength
from matchmaking import rating
from matchmaking.graphs import Graph, graph
from matchmaking.history import PACES, played_by
from matchmaking.models import Rating, RatingChange
from rules.registry import GAMES

SHOWN = 50
FURTHEST = 1_000  # the last page that is looked for, here and in histories: what lies before must be read over
DRAWN = 60  # the latest matches that a graph shows


@dataclass(frozen=True, slots=True)
class Step:
    """One match in the course of a rating."""

    match: str  # "": not for the viewer, to whom its address would be an invitation
    at: int
    before: int
    after: int
    margin: int

    @property
    def change(self) -> int:
        """By how many points."""
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class Standing:
    """One person's rating in one game at one pace, with its course; the graph is none without a match to show."""

    game: str
    game_name: str
    pace: str
    pace_name: str
    points: int
    margin: int
    provisional: bool
    matches: int
    steps: list[Step]  # the latest first
    graph: Graph | None


@dataclass(frozen=True, slots=True)
class Leader:
    """One line of a leaderboard."""

    place: int
    name: str
    points: int
    margin: int
    matches: int
    you: bool


def standings_of(person: User, viewer: Any, now: int) -> list[Standing]:
    """Return a person's ratings in the order of the games, uncertainty grown by idle time; three queries."""
    courses: dict[tuple[str, str], list[Step]] = defaultdict(list)
    changes = list(_latest_changes(person))
    shown = _shown(changes, person, viewer)
    for change in changes:
        courses[change.game, change.pace].append(_step(change, shown))
    rows = Rating.objects.filter(user=person, matches__gt=0)
    order = list(GAMES)
    known = sorted((row for row in rows if row.game in GAMES), key=lambda row: (order.index(row.game), row.pace))
    return [_standing(row, courses[row.game, row.pace], now) for row in known]


def _latest_changes(person: User) -> QuerySet[RatingChange]:
    of_each = Window(RowNumber(), partition_by=["game", "pace"], order_by=F("id").desc())
    changes = RatingChange.objects.filter(user=person, match__annulled=False).annotate(back=of_each)
    return changes.filter(back__lte=DRAWN).order_by("-id")


def _shown(changes: Iterable[RatingChange], person: User, viewer: Any) -> set[str]:
    """Return those of the matches that the person's history shows to the viewer."""
    played = played_by(person, viewer).filter(match__in=[change.match_id for change in changes])
    return set(played.values_list("match_id", flat=True))


def _standing(row: Rating, steps: list[Step], now: int) -> Standing:
    course = steps[::-1]
    return Standing(
        game=row.game, game_name=rulebook.name(row.game), pace=row.pace, pace_name=str(PACES[row.pace]),
        points=rating.points(row.mu), margin=_margin(row, now), provisional=row.settled_until <= now,
        matches=row.matches, steps=steps,
        graph=graph([step.after for step in course], [step.margin for step in course]) if course else None,
    )  # fmt: skip


def _step(change: RatingChange, shown: set[str]) -> Step:
    match = change.match_id if change.match_id in shown else ""
    before, after = rating.points(change.mu_before), rating.points(change.mu_after)
    return Step(match, change.at, before, after, rating.margin(change.sigma_after))


def _margin(row: Rating, now: int) -> int:
    return rating.margin(rating.aged(rating.Strength(row.mu, row.sigma, row.last_at), now).sigma)


def strengths_of(kinds: Iterable[Kind]) -> dict[Kind, Strength]:
    """Return how strong people are now, for who has played so that it counts; one query. For games.strengths."""
    wanted = set(kinds)
    names, games, paces = (set(values) for values in zip(*wanted, strict=True))
    rows = Rating.objects.filter(user__username__in=names, game__in=games, pace__in=paces, matches__gt=0)
    now, found = now_ms(), {}
    for name, game, pace, mu, until in rows.values_list("user__username", "game", "pace", "mu", "settled_until"):
        found[name, game, pace] = Strength(rating.points(mu), until <= now)
    return {kind: strength for kind, strength in found.items() if kind in wanted}


# --- leaderboards: who is known well enough, by points ---


def leaders(game: str, pace: str, page: int, viewer: Any, now: int, *, bots: bool = False) -> tuple[list[Leader], bool]:
    """Return a page of a leaderboard, people's or bots', and whether there is another one after it; one query."""
    first = (page - 1) * SHOWN
    rows = list(_ranked(game, pace, now, bots).select_related("user")[first : first + SHOWN + 1])
    told = [_leader(place, row, row.user.username, viewer, now) for place, row in enumerate(rows[:SHOWN], first + 1)]
    return told, len(rows) > SHOWN


def _leader(place: int, row: Rating, name: str, viewer: Any, now: int) -> Leader:
    return Leader(place, name, rating.points(row.mu), _margin(row, now), row.matches, row.user_id == viewer.pk)


def own_line(game: str, pace: str, viewer: Any, now: int) -> tuple[Leader | None, Rating | None]:
    """Return the viewer's line of a leaderboard; None with their rating if that is provisional, or None, None."""
    row = Rating.objects.filter(user=viewer.pk or 0, game=game, pace=pace, matches__gt=0).first()
    if row is None or row.settled_until <= now:
        return None, row
    better = _ranked(game, pace, now, viewer.is_bot).filter(mu__gt=row.mu).count()
    return _leader(better + 1, row, viewer.username, viewer, now), row


def _ranked(game: str, pace: str, now: int, bots: bool) -> QuerySet[Rating]:
    people = {"user__is_active": True, "user__is_bot": bots}
    settled = Rating.objects.filter(game=game, pace=pace, settled_until__gt=now, **people)
    return settled.order_by("-mu", "user_id")


def paces_of(game: str) -> list[tuple[str, str]]:
    """Return the paces at which somebody has a rating in a game, with their names; live play always."""
    known = {"live", *Rating.objects.filter(game=game).order_by().values_list("pace", flat=True).distinct()}
    return [(pace, str(name)) for pace, name in PACES.items() if pace in known]
