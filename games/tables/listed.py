"""The tables to join and the matches to watch, as lists show them: narrowed by what a visitor asks for, then cut.

In this order, or fifty new tables of one game would hide all of another. Each list is read with one plain query, few
columns a row, of each game the same number: so it can be narrowed for many pages at once. Cards are made of what is
shown alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from accounts import quick_sql
from accounts.selectors import blocked_by_or_of
from games.door.loaded import ACTIVE, MAIL, OPEN
from games.door.pace import DAY
from games.selectors import SHOWN, Listing, cards_by_id
from rules.registry import GAMES

WITHIN = 200  # tables of one game among which those are looked for that fit
STATUS = {"open": OPEN, "live": ACTIVE}  # by list
USUAL_MOVES = 30  # of one player in a match
_SPEEDS = (("brisk", 30_000), ("calm", 120_000))  # ms a move
SPEEDS = (*(word for word, _ in _SPEEDS), "long", MAIL, "race")
_LISTED = """
SELECT id, game, rated, clock, summary FROM (
    SELECT played.id, played.game, played.rated, played.clock, head.summary,
        ROW_NUMBER() OVER (ORDER BY {order}, played.id) AS place,
        ROW_NUMBER() OVER (PARTITION BY played.game ORDER BY {order}, played.id) AS place_within
    FROM games_match played JOIN games_matchlive head ON head.match_id = played.id
    WHERE head.status = '{status}' AND played.listed AND {condition}
) listed WHERE place_within <= %s ORDER BY place
"""
_ORDERS = {"open": "played.opened_at DESC", "live": "played.pace, played.opened_at DESC"}  # live: it keeps still
_CONDITIONS = {"open": "played.rematch_of_id IS NULL", "live": "played.watchers"}


def speed(clock: Mapping[str, int], game: str) -> str:
    """Return how quick a clock is, for choosing among tables, by the time for a usual move: one of SPEEDS."""
    if GAMES[game].race:
        return "race"
    if clock.get("per_move", 0) >= DAY:
        return MAIL
    usual = clock.get("per_move") or clock["main"] / USUAL_MOVES + clock["increment"]
    return next((word for word, most in _SPEEDS if usual <= most), "long")


@dataclass(frozen=True, slots=True)
class Listed:
    """A row of a list: just enough to choose by."""

    id: str
    game: str
    rated: bool
    speed: str
    free: int
    people: frozenset[int]


@dataclass(frozen=True, slots=True)
class TableFilters:
    """What somebody asks of tables; what is left at its default may be any."""

    game: str = ""
    free: int = 0  # seats at least
    rated: bool | None = None
    speed: str = ""

    @classmethod
    def read(cls, asked: Mapping[str, Any]) -> TableFilters:
        """Return what was asked for, by the names of the lobby's form; what cannot be is as if it were not asked."""
        told = {name: value for name, value in asked.items() if isinstance(value, str)}
        return cls(
            game=told["only"] if told.get("only") in GAMES else "",
            free=int(told["free"]) if told.get("free") in {"1", "2", "3"} else 0,
            rated={"1": True, "0": False}.get(told.get("rated", "")),
            speed=told["speed"] if told.get("speed") in SPEEDS else "",
        )

    @property
    def used(self) -> bool:
        """Whether anything is asked for."""
        return self != ANY

    def of_list(self, name: str) -> TableFilters:
        """Return what of it holds for a list: who only watches asks for a game alone."""
        return self if name == "open" else TableFilters(game=self.game)

    def fits(self, table: Listed) -> bool:
        """Return whether a table is as asked."""
        return (
            self.game in ("", table.game)
            and table.free >= self.free
            and self.rated in (None, table.rated)
            and self.speed in ("", table.speed)
        )


ANY = TableFilters()


class Narrowed(NamedTuple):
    """The ids that a list shows, and how many more would fit."""

    ids: list[str]
    left_out: int


def narrowed(name: str, rows: Iterable[Listed], filters: TableFilters, apart: Iterable[int] = ()) -> Narrowed:
    """Return what a list with these rows shows to who asks for this and must not meet the people `apart`."""
    wanted, unwanted = filters.of_list(name), frozenset(apart)
    fitting = [row.id for row in rows if wanted.fits(row) and not unwanted & row.people]
    return Narrowed(fitting[:SHOWN], max(0, len(fitting) - SHOWN))


def rows_of(name: str) -> list[Listed]:
    """Return the rows of a list, `open` or `live`, in its order. One query."""
    sql = _LISTED.format(order=_ORDERS[name], status=STATUS[name], condition=_CONDITIONS[name])
    found = [_listed(*row) for row in quick_sql.rows(sql, WITHIN)]
    return [row for row in found if row.free] if name == "open" else found


def _listed(match_id: str, game: str, rated: bool, clock: str, summary: str) -> Listed:
    seats = quick_sql.json_of(summary)["seats"]
    free = sum(user is None and not bot for user, bot, *_ in seats)
    people = frozenset(user for user, *_ in seats if user is not None)
    return Listed(match_id, game, bool(rated), speed(quick_sql.json_of(clock), game), free, people)


def open_tables(user: Any, filters: TableFilters = ANY) -> Listing:
    """Return the listed tables that wait for players, newest first; none whose seats are kept.

    None either at which somebody sits whom this person must not meet.
    """
    return _listing("open", user, filters)


def live_matches(user: Any, filters: TableFilters = ANY) -> Listing:
    """Return the listed matches that are going on and may be watched, live ones first, then newest: it keeps still."""
    return _listing("live", user, filters)


def _listing(name: str, user: Any, filters: TableFilters) -> Listing:
    apart = blocked_by_or_of([user.pk])[user.pk] if user.is_authenticated else ()
    found = narrowed(name, rows_of(name), filters, apart)
    return Listing(cards_by_id(found.ids, user), found.left_out)
