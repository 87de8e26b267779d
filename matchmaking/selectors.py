"""What home and lobby show: the games on offer, and the tables that the visitor may join or watch."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext

from accounts import quick_sql
from accounts import selectors as people
from accounts.models import User
from games import boards, strengths
from games.door.loaded import LIVE
from games.instants import now_ms
from games.own_matches import unfinished_matches_of
from games.selectors import MatchCard
from games.tables import listed
from games.tables.listed import ANY, TableFilters
from matchmaking import rating
from matchmaking.models import SEATED, Rating
from rules.registry import GAMES


@dataclass(frozen=True, slots=True)
class GameCard:
    """One game as the home page offers it: its name, one-line idea, numbers of players and minutes, in words."""

    slug: str
    name: str
    idea: str
    players: str
    minutes: str
    mark: str  # the picture beside the name, among the game's own static files


def games_on_offer() -> list[GameCard]:
    """Return a card for every game that can be played on a page, in the active language."""
    return [_game_card(slug) for slug in boards.playable()]


def _game_card(slug: str) -> GameCard:
    game = GAMES[slug]
    mark = boards.static_file(slug, "mark.svg")
    minutes = gettext("about %(minutes)s min") % {"minutes": game.minutes}
    return GameCard(slug, gettext(game.name), gettext(game.idea), number_runs(game.seats), minutes, mark)


def gathering(user: Any, filters: TableFilters = ANY) -> dict[str, Any]:
    """Return the lists that home and lobby share: one's `own` matches, `tables` to join, `live` matches to watch.

    Of each, `…_left_out` says how many are not shown; of tables and live matches only what the visitor asks for is.
    """
    lists = {
        "own": unfinished_matches_of(user),
        "tables": listed.open_tables(user, filters),
        "live": listed.live_matches(user, filters),
    }
    known = {card.id for card in lists["own"].cards}
    others = {name: [card for card in lists[name].cards if card.id not in known] for name in ("tables", "live")}
    left_out = {f"{name}_left_out": found.left_out for name, found in lists.items()}
    return {**left_out, **_beside_each({"own": lists["own"].cards} | others), "chosen": filters}


def _beside_each(lists: Mapping[str, list[MatchCard]]) -> dict[str, list[MatchCard]]:
    """Return lists of cards with how strong they are who sit there; one query for all lists."""
    cards = iter(strengths.beside(card for shown in lists.values() for card in shown))
    return {name: [next(cards) for _ in shown] for name, shown in lists.items()}


def friends_here(user: Any) -> list[User]:
    """Return the friends of a member who have a page open just now, by name."""
    return [friend for friend in people.friends_of(user) if people.is_here(friend)]


# --- who waits ---
_WAITING = """
SELECT user_id, id, game, pace, seats, rated, bots_after, since, state, match_id FROM matchmaking_ticket
WHERE (state IN ('waiting', 'called') OR (state = 'seated' AND look_at > %s)) AND user_id {} ORDER BY since
"""
JUST_SEATED = 20_000  # ms for which a page that has slept is still told that its person has found a table


@dataclass(frozen=True, slots=True)
class Waiting:
    """A ticket as its person's pages show it."""

    id: int
    game: str
    pace: str
    seats: int
    rated: bool
    bots_after: int | None
    since: int
    state: str
    match: str | None

    @property
    def waited(self) -> int:
        """For how many ms they have waited."""
        return max(0, now_ms() - self.since)

    @property
    def bots_in(self) -> int | None:
        """In how many ms bots may come; None: never."""
        return None if self.bots_after is None else max(0, self.bots_after - self.waited)

    @property
    def url(self) -> str:
        """The table that is ready, "" while there is none."""
        return reverse("games:match", args=[self.match]) if self.match else ""

    def as_json(self) -> dict[str, Any]:
        """Return what a page needs to know."""
        told = {"id": self.id, "game": self.game, "pace": self.pace, "seats": self.seats, "rated": self.rated}
        return told | {"state": self.state} | {"waited": self.waited, "bots_in": self.bots_in, "url": self.url}


def waiting_of(user_ids: Iterable[int]) -> dict[int, list[Waiting]]:
    """Return for what these people wait, the longest first, and where they have just been seated. One query."""
    found: dict[int, list[Waiting]] = {}
    sql = _WAITING.format(quick_sql.any_number(""))
    for user, *ticket in quick_sql.rows(sql, now_ms() - JUST_SEATED, quick_sql.together(user_ids)):
        found.setdefault(user, []).append(Waiting(*ticket))
    return found


def open_tickets_of(user_ids: Iterable[int]) -> dict[int, list[int]]:
    """Return the ids of what these people wait for, or are called to, with a page open: none by mail. One query."""
    found = waiting_of(user_ids)
    return {user: [one.id for one in told if one.state != SEATED and one.pace == LIVE] for user, told in found.items()}


def number_runs(numbers: Any) -> str:
    """Return numbers in words, neighbours drawn together: (2, 3, 4, 6) gives "2–4, 6"."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


def points(user_ids: Iterable[int], game: str, pace: str) -> dict[int, int]:
    """Return the rating points of these people in one game at one pace; who has none yet starts in the middle."""
    wanted = set(user_ids)
    known = Rating.objects.filter(user__in=wanted, game=game, pace=pace).values_list("user_id", "mu")
    return dict.fromkeys(wanted, rating.points(rating.MU)) | {user: rating.points(mu) for user, mu in known}
