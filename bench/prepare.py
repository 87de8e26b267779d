"""People who are logged in and matches that have started, or are about to, by the thousand, in a site's own database.

Runs inside a site's settings: `DATABASE_URL=… VAR_DIR=… python -P bench/prepare.py '{"game": …}'`. Guests and tables by
pages and forms would take longer than what is to be measured. The entries are made by the door's own `decide` and
`fold_in`, so a match is what it would be after the same requests (`manage.py replay` says so); only the rows go in many
at a time. Prints one JSON line: [{"match": id, "cookies": [by seat]}, …].
"""

from __future__ import annotations

import json
import os
import sys
import uuid
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.conf import settings  # noqa: E402
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY  # noqa: E402
from django.contrib.auth.hashers import make_password  # noqa: E402
from django.contrib.sessions.backends.db import SessionStore  # noqa: E402
from django.contrib.sessions.models import Session  # noqa: E402
from django.db import transaction  # noqa: E402

from accounts import names  # noqa: E402
from accounts.models import User  # noqa: E402
from games import services  # noqa: E402
from games.clocks import alarms  # noqa: E402
from games.door import requests  # noqa: E402
from games.door.deciding import decide  # noqa: E402
from games.door.guards import Asker  # noqa: E402
from games.door.loaded import Loaded, fresh  # noqa: E402
from games.instants import now_ms  # noqa: E402
from games.log.changes import Change, fold_in  # noqa: E402
from games.log.storing import facts_of  # noqa: E402
from games.models import Alarm, EntryRow, Match, MatchLive, SeatRow  # noqa: E402
from games.tables import choices  # noqa: E402
from rules import codec  # noqa: E402
from rules.contract import Event  # noqa: E402
from rules.registry import GAMES  # noqa: E402

CLOCK = {"main": choices.MAIN[1], "increment": 0}  # long enough to wait for its turn to be played
AT_ONCE = 500  # matches a transaction
CLOCKWORK = "tick"  # the game's own clock, which would move in matches that nobody has opened yet
Started = tuple[Match, Loaded, list[Change]]


def guests(count: int) -> list[User]:
    """Return new guests, as services.make_guest makes each."""
    first = uuid.uuid4().int % 10**12
    called = [names.GUEST.format(10**12 + first + n) for n in range(count)]
    made = [User(username=n, name_key=names.key(n), is_guest=True, password=make_password(None)) for n in called]
    return User.objects.bulk_create(made, batch_size=AT_ONCE)


def cookies(people: Iterable[User]) -> list[str]:
    """Log each of them in; return their Cookie headers."""
    store = SessionStore()
    rows = []
    for person in people:
        login = {
            SESSION_KEY: str(person.pk),
            BACKEND_SESSION_KEY: settings.AUTHENTICATION_BACKENDS[0],
            HASH_SESSION_KEY: person.get_session_auth_hash(),
        }
        text = store.encode(login)
        rows.append(Session(session_key=uuid.uuid4().hex, session_data=text, expire_date=store.get_expiry_date()))
    Session.objects.bulk_create(rows, batch_size=AT_ONCE)
    return [f"{settings.SESSION_COOKIE_NAME}={row.session_key}" for row in rows]


def seated(people: Sequence[User], game: str, options: dict[str, Any], clock: dict[str, int], start: bool) -> Started:
    """Return a match that these people have just started, or may start, not yet stored."""
    rules, now = GAMES[game], now_ms()
    chosen = codec.options_to_json(codec.options_from_json(rules, options, len(people)))
    match = Match(game=game, rules_version=rules.version, options=chosen, seats=len(people), opened_at=now)
    match.host, match.clock, match.listed = people[0], clock, False
    loaded = fresh(facts_of(match))
    asked: list[tuple[User, requests.Asked]] = [(p, requests.Join(token=services.new_token())) for p in people]
    asked += [(p, requests.Ready(token=services.new_token(), ready=True)) for p in people[1:]]
    asked += [(people[0], requests.Start(token=services.new_token()))] * start
    return match, loaded, [carried(loaded, person, request, now)[0] for person, request in asked]


def carried(loaded: Loaded, person: User, request: requests.Asked, now: int) -> tuple[Change, list[Event]]:
    """Let a match be as after this request; return what that changes in the database, and what happened."""
    digest = requests.fingerprint(request, person.pk)
    asker = Asker(person.pk, loaded.seat_of(person.pk), request.token, digest)
    return fold_in(loaded, decide(loaded, asker, request, now))


def store(matches: Sequence[Started]) -> None:
    """Write what the carriers would have written for each, but for the game's own clock, in one transaction."""
    with transaction.atomic():
        Match.objects.bulk_create([match for match, _, _ in matches])
        MatchLive.objects.bulk_create([_head(match, changes[-1]) for match, _, changes in matches])
        EntryRow.objects.bulk_create([_entry(change) for _, _, changes in matches for change in changes])
        SeatRow.objects.bulk_create([row for match, loaded, _ in matches for row in _seats(match, loaded)])
        Alarm.objects.bulk_create([row for match, loaded, _ in matches for row in _alarms(match, loaded)])


def _head(match: Match, last: Change) -> MatchLive:
    told = {"status": last.status, "at": last.at, "started_at": last.started_at, "summary": last.summary}
    return MatchLive(match=match, number=last.entry.number, snapshot=last.snapshot, **told)


def _entry(change: Change) -> EntryRow:
    e = change.entry
    content = {"body": e.body, "at": e.at, "token": e.token, "asked": e.asked, "ply": e.ply}
    return EntryRow(match_id=change.match, number=e.number, kind=e.kind, seat=e.seat, **content)


def _seats(match: Match, loaded: Loaded) -> Iterator[SeatRow]:
    for seat, occupant in enumerate(loaded.occupants):
        yield SeatRow(match_id=match.id, seat=seat, user_id=occupant.user, bot=occupant.bot)


def _alarms(match: Match, loaded: Loaded) -> Iterator[Alarm]:
    for (kind, seat), due in alarms.wanted(loaded).items():
        if kind != CLOCKWORK:
            yield Alarm(match_id=match.id, kind=kind, seat=seat, due_at=due)


def prepare(
    *,
    game: str,
    options: dict[str, Any],
    seats: int,
    tables: int,
    matches: int,
    clock: dict[str, int] = CLOCK,
    start: bool = True,
) -> list[dict[str, Any]]:
    """Return so many started matches, or such as their hosts may start; the people of `tables` tables play in turn."""
    people = guests(seats * tables)
    held = cookies(people)
    groups = [slice(table * seats, (table + 1) * seats) for table in range(tables)]
    ready = []
    every = (groups[number % tables] for number in range(matches))
    while some := list(islice(every, AT_ONCE)):
        made = [seated(people[group], game, options, clock, start) for group in some]
        store(made)
        ready += [{"match": m[0].id, "cookies": held[group]} for m, group in zip(made, some, strict=True)]
    return ready


if __name__ == "__main__":
    print(json.dumps(prepare(**json.loads(sys.argv[1]))))
