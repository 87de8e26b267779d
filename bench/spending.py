"""What matches of one game take: bytes of PostgreSQL, and processor time to judge, fold and tell a move.

Runs inside a site's settings (bench.costs): `python -m bench.spending '{"game": …, "matches": …}'`. Bots play whole
matches by the door's own `decide` and `fold_in`; the rows go in many at a time, as in bench/prepare.py. Prints JSON.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from time import process_time
from typing import Any

from django.db import connection

from bench.prepare import CLOCK, carried, cookies, guests, seated, store  # which sets Django up, so it comes first
from games import finishes, frames, services
from games.door import requests
from games.door.clocks import tick_due
from games.door.deciding import order
from games.door.loaded import Loaded
from games.instants import now_ms
from games.log import archiving
from games.log.changes import Change, fold_in
from games.models import Match
from games.people import people_at
from rules import bots, codec
from rules.chance import Chance
from rules.contract import Seat
from rules.registry import GAMES

MOMENT = 1_500  # ms that a person thinks
PATIENCE = 300  # moves after which the last seat gives up: equal bots could play Red-Handed for ever
TABLES = "SELECT sum(pg_total_relation_size(c.oid)) FROM pg_class c WHERE relname = ANY(%s) AND relkind IN ('r', 'm')"
OF_LOGS = ["games_entryrow"]
OF_MATCHES = [
    "games_match", "games_matchlive", "games_seatrow", "games_alarm", "matchmaking_played", "matchmaking_ratedmatch",
    "matchmaking_ratingchange",
]  # fmt: skip
OF_PEOPLE = ["accounts_user", "account_emailaddress", "django_session", "matchmaking_rating"]


class Spent:
    """Seconds of this process's processor by what they went to, over all moves."""

    def __init__(self) -> None:
        self.moves, self.judging, self.telling = 0, 0.0, 0.0

    def judged(self, since: float) -> float:
        """Note the time that judging and folding a move took; return the present."""
        now = process_time()
        self.judging += now - since
        return now


def played(people: list[Any], game: str, spent: Spent) -> tuple[Match, Loaded, list[Change]]:
    """Return a match that bots have played to its end, in the seats of people, not yet stored."""
    match, loaded, changes = seated(people, game, {}, CLOCK, start=True)
    lasting = frames.encode(frames.lasting(loaded, people_at(loaded)))
    at = loaded.at
    for deed in _deeds(loaded, len(people)):
        at = max(at + MOMENT, tick_due(loaded) or 0) if deed is None else at + MOMENT
        since = process_time()
        change, events = _judged(loaded, people, deed, at)
        since = spent.judged(since)
        telling = frames.Telling(loaded, lasting, change.entry, events)
        for seat in (*range(len(people)), None):
            telling.to(seat)
        spent.telling += process_time() - since
        spent.moves += 1
        changes.append(change)
    if not loaded.over:
        changes.append(carried(loaded, people[-1], requests.Resign(token=services.new_token()), at)[0])
    return match, loaded, changes


def _judged(loaded: Loaded, people: list[Any], deed: tuple[Seat, Any] | None, at: int) -> tuple[Change, Any]:
    if deed is None:
        return fold_in(loaded, order(loaded, requests.Tick(), at))
    seat, move = deed
    return carried(loaded, people[seat], requests.Play(token=f"move{loaded.number:010}", move=move), at)


def _deeds(loaded: Loaded, seats: int) -> Iterator[tuple[Seat, Any] | None]:
    """Yield what a plain bot does next, who must act first; None: the game's clock moves."""
    game = loaded.facts.game
    for _ in range(PATIENCE):
        if loaded.over or loaded.state is None:
            return
        due = sorted(range(seats), key=lambda seat: (seat not in loaded.must_act(), seat))
        acting = next((seat for seat in due if game.legal_moves(loaded.state, seat)), None)
        if acting is None or (loaded.timer is not None and acting not in loaded.must_act() and loaded.ply % 2):
            yield None
        else:
            move = bots.choose(game, loaded.state, acting, "greedy", Chance(bytes(32), loaded.ply))
            yield acting, codec.move_to_json(move)


def size(tables: list[str]) -> int:
    """Return the bytes of tables with their indexes, once nothing in them is dead."""
    with connection.cursor() as cursor:
        for table in tables:
            cursor.execute(f"VACUUM FULL {table}")
        cursor.execute(TABLES, [tables])
        return int(cursor.fetchone()[0])


def _archive_size() -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT sum(pg_total_relation_size(relid)) FROM pg_partition_tree('games_archivedlog') WHERE isleaf"
        )
        return int(cursor.fetchone()[0] or 0)


def spend(game: str, matches: int) -> dict[str, float]:
    """Play so many matches and return what they took: bytes and µs, by match and by move."""
    rules, spent = GAMES[game], Spent()
    people = guests(min(rules.seats) * matches)
    seats = min(rules.seats)
    before, archived = size(OF_LOGS), _archive_size()
    heads = size(OF_MATCHES)
    made = [played(people[n * seats : (n + 1) * seats], game, spent) for n in range(matches)]
    store(made)
    since = process_time()
    finishes.tell_all([match.id for match, _, _ in made])
    ending = process_time() - since
    log, head = size(OF_LOGS) - before, size(OF_MATCHES) - heads
    list(archiving.archive_matches(now_ms() + 3_600_000))
    return {
        "moves": spent.moves / matches,
        "seats": seats,
        "log": log / matches,
        "head": head / matches,
        "archived": (_archive_size() - archived) / matches,
        "judging_us": 1e6 * spent.judging / spent.moves,
        "telling_us": 1e6 * spent.telling / spent.moves,
        "ending_us": 1e6 * ending / matches,
    }


def people(many: int) -> dict[str, float]:
    """Return the bytes of a person with a log-in."""
    before = size(OF_PEOPLE)
    cookies(guests(many))
    return {"person": (size(OF_PEOPLE) - before) / many}


if __name__ == "__main__":
    wish = json.loads(sys.argv[1])
    print(json.dumps(spend(**wish) if "game" in wish else people(**wish)))
