"""The matches that a person has played: noted when they end, found again by game, result, opponent, pace and date."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games import rulebook
from games.door.loaded import MAIL
from games.models import Match, SeatRow
from games.people import PublicName, names_of
from matchmaking import verdicts
from matchmaking.models import DRAWN, LOST, WON, Played, RatedMatch, RatingChange
from matchmaking.rating import points
from rules.registry import GAMES

SHOWN = 30
RESULTS = {WON: _("Won"), DRAWN: _("Drawn"), LOST: _("Lost")}
PACES = {"live": _("Live"), "mail": _("By mail")}
OTHERS = {"people": _("People alone"), "bots": _("Bots too")}


@dataclass(frozen=True, slots=True)
class Line:
    """One match as the history of one person shows it."""

    match: str
    game: str
    game_name: str
    result: str
    result_words: str  # or the place, where there were more than two sides: "2 of 4"
    others: list[PublicName]
    bots: int
    rated: bool
    by_mail: bool
    change: int | None  # points; None: no rating has changed
    annulled: bool  # it did count, until a moderator took that back
    at: int


@dataclass(frozen=True, slots=True)
class Score:
    """How many matches a person has played, and how they ended."""

    won: int
    drawn: int
    lost: int

    @property
    def played(self) -> int:
        """All of them."""
        return self.won + self.drawn + self.lost


@dataclass(frozen=True, slots=True)
class Total(Score):
    """The same of one game."""

    game: str
    game_name: str


# --- written ---


def note(match: Match, **_: Any) -> None:
    """Note a finished match for each of its people. Receives `match_finished`."""
    teams, summary = match.teams, match.live.summary
    places = verdicts.places_of_sides(teams, summary)
    Played.objects.bulk_create(
        [
            Played(
                match=match, user_id=seat[0], game=match.game, pace=match.pace, result=_result(places, team),
                place=places[team], sides=len(places), public=match.listed and match.watchers, at=match.live.at,
            )
            for seat, team in zip(summary["seats"], teams, strict=True)
            if seat[0] is not None
        ],
        ignore_conflicts=True,  # it has been noted already
    )  # fmt: skip


def _result(places: dict[int, int], team: int) -> str:
    if set(places.values()) == {1}:
        return DRAWN
    return WON if places[team] == 1 else LOST


def move_history(guest: User, member: User) -> None:
    """Give a guest's history to the member whom the guest turned out to be; a match of both stays the guest's."""
    both = Played.objects.filter(user=member, match=OuterRef("match"))
    Played.objects.filter(~Exists(both), user=guest).update(user=member)


# --- read ---


def played_by(person: User, viewer: Any) -> QuerySet[Played]:
    """Return what a viewer may see of a person's history, latest first: the public matches and those they were in."""
    played = Played.objects.filter(user=person).order_by("-at", "-id")
    if viewer == person:
        return played
    together = Played.objects.filter(user=viewer.pk or 0, match=OuterRef("match"))
    return played.filter(Q(public=True) | Exists(together))


def against(played: QuerySet[Played], opponent: User) -> QuerySet[Played]:
    """Return those of the matches in which somebody else sat too."""
    return played.filter(Exists(Played.objects.filter(user=opponent, match=OuterRef("match"))))


def among(played: QuerySet[Played], of: str) -> QuerySet[Played]:
    """Return those of the matches in which people alone were the others ("people"), or a bot was too ("bots")."""
    bots = Q(user=None) | Q(user__is_bot=True) & ~Q(user=OuterRef("user"))  # one that plays on has its person still
    with_bot = Exists(SeatRow.objects.filter(bots, match=OuterRef("match")))
    return played.filter(with_bot if of == "bots" else ~with_bot)


def _counting(played: QuerySet[Played]) -> QuerySet[Played]:
    """Return those of the matches that stand in results: what a moderator has annulled counts for nobody."""
    return played.filter(~Exists(RatedMatch.objects.filter(pk=OuterRef("match"), annulled=True)))


def score(played: QuerySet[Played]) -> Score:
    """Return how all of these matches ended, those left out that were annulled; one query."""
    counted = _counting(played).order_by().values_list("result").annotate(count=Count("id"))
    return Score(*_ends(dict(counted)))


def lines(played: QuerySet[Played]) -> list[Line]:
    """Return matches as lists show them: two queries for any number."""
    return lines_of(list(with_matches(played)))


def with_matches(played: QuerySet[Played]) -> QuerySet[Played]:
    """Return the same with all that `lines_of` needs of the matches and of what they have changed."""
    changes = RatingChange.objects.filter(user=OuterRef("user"), match=OuterRef("match"))
    told = {name: Subquery(changes.values(name)[:1]) for name in ("mu_before", "mu_after")}
    annulled = Exists(RatedMatch.objects.filter(pk=OuterRef("match"), annulled=True))
    return played.select_related("match__live").defer("match__live__snapshot").annotate(annulled=annulled, **told)


def lines_of(rows: list[Any]) -> list[Line]:
    """Return rows of `with_matches` as lists show them; one query."""
    people = names_of(seat[0] for row in rows for seat in row.match.live.summary["seats"] if seat[0] is not None)
    return [_line(row, people) for row in rows]


def _line(row: Any, people: dict[int, PublicName]) -> Line:
    seats = row.match.live.summary["seats"]
    others = [people[user] for user, *_ in seats if user not in (None, row.user_id) and user in people]
    change = None if row.mu_after is None or row.annulled else points(row.mu_after) - points(row.mu_before)
    return Line(
        match=row.match_id, game=row.game, game_name=rulebook.name(row.game), result=row.result,
        result_words=_result_words(row), others=others, bots=sum(user is None for user, *_ in seats),
        rated=row.match.rated, by_mail=row.pace == MAIL, change=change, annulled=row.annulled,
        at=row.at,
    )  # fmt: skip


def _result_words(row: Played) -> str:
    if row.result == LOST and row.sides > 2:
        return gettext("%(place)s of %(sides)s") % {"place": row.place, "sides": row.sides}
    return str(RESULTS[row.result])


def totals(person: User) -> list[Total]:
    """Return how a person's matches ended, as `score`, by game in the order of the site; what was not played is out."""
    counted = _counting(Played.objects.filter(user=person)).values_list("game", "result").annotate(count=Count("id"))
    by_game: dict[str, dict[str, int]] = {}
    for game, result, count in counted:
        by_game.setdefault(game, {})[result] = count
    return [_total(game, by_game[game]) for game in _in_order(by_game)]


def _total(game: str, ended: dict[str, int]) -> Total:
    return Total(*_ends(ended), game=game, game_name=rulebook.name(game))


def _ends(ended: dict[str, int]) -> tuple[int, int, int]:
    return ended.get(WON, 0), ended.get(DRAWN, 0), ended.get(LOST, 0)


def _in_order(games: Iterable[str]) -> list[str]:
    known = set(games)
    return [slug for slug in GAMES if slug in known]
