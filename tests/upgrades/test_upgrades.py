"""What earlier releases have left goes on with this one: nothing is lost, every log replays, every match goes on."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
import time_machine
from django.conf import global_settings
from django.core.management import call_command
from django.test import Client

from accounts.models import User
from games import carrier, selectors, services
from games.clocks.beats import beat
from games.models import Alarm, ChatLine, EntryRow, Match
from games.tasks import move_bot
from rules import codec, record
from rules.registry import GAMES
from tests.upgrades.databases import RELEASES, Table, connected_to, content
from tests.upgrades.make import KEPT, MOST

pytestmark = pytest.mark.sqlite_lane

# What a migration has taken away or changed on purpose: (table, column).
MEANT: set[tuple[str, str]] = {
    ("games_matchmail", "mail"),  # games 0012: a pointer that nobody read
}

FIRST_GAMES = {"sequence", "blue-diamond", "diamoniak"}  # what the oldest release could play to the end
NOT_YET: set[str] = set()  # games that have come since the newest release that is kept
FROM_VISITS = {  # tables that only a browser, a mail that came in or a fault fills, or whose rows soon go
    "account_emailconfirmation", "accounts_formeraddress", "accounts_tally", "accounts_unwantedaddress",
    "accounts_user_user_permissions", "django_admin_log", "django_session", "games_mailin", "games_mailpause",
    "games_seatmark", "mfa_authenticator", "usersessions_usersession",
}  # fmt: skip


class Upgraded:
    """A release's database, migrated to now, and what had stood in it."""

    def __init__(self, release: str) -> None:
        self.release, self.before = release, content()
        call_command("migrate", verbosity=0)
        self.after = content()

    @property
    def games(self) -> set[str]:
        """The games of which the release has left matches both over and going on: of the newest all."""
        return set(GAMES) - NOT_YET if self.release == RELEASES[-1] else FIRST_GAMES


@pytest.fixture(scope="module", params=RELEASES)
def upgraded(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    django_db_setup: None,
    django_db_blocker: Any,
) -> Iterator[Upgraded]:
    with django_db_blocker.unblock(), connected_to(request.param, tmp_path_factory.mktemp("left")):
        yield Upgraded(request.param)


def test_what_is_kept_is_small_and_of_several_releases():
    assert len(RELEASES) >= 3
    assert sum(path.stat().st_size for path in KEPT.iterdir()) <= MOST


def test_the_newest_release_has_left_something_in_each_table(upgraded: Upgraded):
    empty = {name for name, table in upgraded.before.items() if not table.rows}
    assert upgraded.release != RELEASES[-1] or empty <= FROM_VISITS


def test_no_row_and_no_value_is_lost(upgraded: Upgraded):
    lost = {name: _lost(name, table, upgraded.after[name]) for name, table in upgraded.before.items()}
    assert {name: rows for name, rows in lost.items() if rows} == {}


def _lost(name: str, before: Table, after: Table) -> list[str]:
    stays = before.columns - {column for table, column in MEANT if table == name}
    assert stays <= after.columns, f"{name} has lost {stays - after.columns}"
    return list((before.told(stays) - after.told(stays)).elements())


def test_people_and_what_they_said_are_who_and_what_they_were(upgraded: Upgraded, settings):
    settings.PASSWORD_HASHERS = global_settings.PASSWORD_HASHERS  # that of tests is another
    ada = User.objects.get(username="ada")
    assert (ada.email, ada.language, ada.is_guest) == ("ada@members.example", "ru", False)
    assert ada.check_password("ada's long password")
    assert User.objects.filter(is_guest=True, language="he").count() == 1
    assert set(ChatLine.objects.values_list("text", flat=True)) == {"Good luck, שלום, удачи!"}
    seated = upgraded.before["games_seatrow"].rows
    assert Match.objects.filter(seat_rows__user=ada).count() == sum(row["user_id"] == ada.pk for row in seated) > 3


def test_every_log_replays_to_what_is_stored(upgraded: Upgraded):
    told = StringIO()
    call_command("replay", stdout=told)
    assert told.getvalue() == f"{Match.objects.count()} matches are as their logs say\n"


def test_every_finished_match_has_a_record_that_a_stranger_can_check(upgraded: Upgraded):
    finished = Match.objects.filter(live__status="finished")
    assert {match.game for match in finished} >= upgraded.games
    for match in finished:
        told = record.parse(selectors.record_text(match))
        assert codec.outcome_to_json(record.check(told)) == match.live.summary["outcome"]


def test_every_page_of_an_old_match_opens_for_its_people_and_for_strangers(upgraded: Upgraded):
    ada, stranger = Client(), Client()
    ada.force_login(User.objects.get(username="ada"))
    matches = Match.objects.filter(seat_rows__user=User.objects.get(username="ada"))
    of_ada = ["/", "/people/ada/matches/", *(match.get_absolute_url() for match in matches)]
    watched = [Match.objects.filter(live__status=status)[0].get_absolute_url() for status in ("active", "finished")]
    asked = [(ada, page) for page in of_ada] + [(stranger, page) for page in ("/lobby/", *watched)]
    assert [(page, status) for who, page in asked if (status := who.get(page).status_code) != 200] == []


def test_every_match_that_went_on_goes_on_with_a_legal_move(upgraded: Upgraded):
    going = Match.objects.filter(live__status="active").select_related("live")
    assert {match.game for match in going} >= upgraded.games
    for match in going:
        with time_machine.travel(match.live.at / 1000 + 1, tick=False) as time:
            beat()
            _move_a_person(match) or _let_a_bot_move(match, time)
        assert EntryRow.objects.filter(match=match, kind="move", number__gt=match.live.number).count() == 1


def _move_a_person(match: Match) -> bool:
    """Make somebody's first legal move, out of turn if it is a bot's; return False if nobody has one."""
    loaded = carrier.load(match.id)
    for seat in sorted(range(match.seats), key=lambda seat: seat not in loaded.must_act()):
        person = loaded.occupants[seat].user
        moves = GAMES[match.game].legal_moves(loaded.state, seat)
        if moves and person is not None:
            body = {"type": "move", "token": "after-the-upgrade", "move": codec.move_to_json(moves[0])}
            services.request(match.id, User.objects.get(pk=person), body)
            return True
    return False


def _let_a_bot_move(match: Match, time: time_machine.Traveller) -> None:
    """Ring the bot's alarm, which an earlier release may have set otherwise: then it is set anew, and rings again."""
    for _ in range(2):
        alarm = Alarm.objects.get(match=match, kind="bot")
        time.move_to(alarm.due_at / 1000 + 0.01)
        move_bot(match.id, alarm.seat, alarm.due_at)
        if EntryRow.objects.filter(match=match, kind="move", number__gt=match.live.number).exists():
            return
