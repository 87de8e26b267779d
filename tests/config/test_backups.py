"""Backups: one moment of the database in one file, and a site that is right after it was restored.

In both lanes: PostgreSQL by pg_dump into another database of the tests' server, SQLite into another file.
"""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import IO, Any

import msgspec
import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, OperationalError, connection

from accounts import services as accounts_services
from accounts.models import MailState, ModerationAction, OutgoingMail, User
from accounts.moderation import trail
from config import checks
from config.backups import package, postgres, restoring, taking
from games import carrier
from games.clocks import beats, clock
from games.instants import now_ms
from games.log import archiving
from games.log.archive import entries as archived_entries
from games.mail.outgoing import posting
from games.models import Alarm, ArchivedLog, Beat, EntryRow, Match, MatchLive
from games.tasks import tell_of_ends
from matchmaking.models import Rating
from tests.games.conftest import Time, ask, make_user, play_on, started, stopped, to_move  # noqa: F401 - a fixture
from tests.games.mail_tables import DAY, HOUR, deadline
from tests.mail.posts import MINUTE, by_mail, post_due
from tests.services import postgres_programs

pytestmark = pytest.mark.sqlite_lane
LONG = {"main": 3_600_000, "increment": 0}
EMPTY = package.Origin("sqlite", "0", [], "")


@pytest.fixture(autouse=True)
def programs(monkeypatch) -> None:
    """Let pg_dump be found that belongs to the tests' server."""
    monkeypatch.setenv("PATH", f"{postgres_programs()}:{os.environ['PATH']}")


@contextmanager
def empty_database(tmp_path: Path) -> Iterator[None]:
    """Let Django work on a new database without tables."""
    usual, name = connection.settings_dict["NAME"], f"restored_{uuid.uuid4().hex[:12]}"
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f'CREATE DATABASE "{name}" TEMPLATE template0')
    connection.close()
    connection.settings_dict["NAME"] = name if connection.vendor == "postgresql" else str(tmp_path / "restored.sqlite3")
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = usual
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(f'DROP DATABASE "{name}"')


def manage(*arguments: Any) -> str:
    told = StringIO()
    call_command(*arguments, stdout=told, stderr=told)
    return told.getvalue()


@pytest.fixture
def path(tmp_path) -> Path:
    return tmp_path / "backup.zip"


@pytest.fixture(autouse=True)
def workers(monkeypatch) -> None:
    """Let what the clock hands out be done at once."""
    monkeypatch.setattr(clock.post_mails, "apply_async", lambda args, **_: posting.post_all(*args))


def archived(*players: User) -> Match:
    """Return a rated match that is over and whose log is packed."""
    match = started(*players, rated=True)
    play_on(match)
    tell_of_ends([match.id])
    MatchLive.objects.filter(match=match).update(at=now_ms() - 100 * archiving.DAY)
    manage("archive", "--older-than", "90")
    return match


def leave_in_the_midst(somebody: User, now: int) -> None:
    """Leave the traces of processes that were at work."""
    mail = {"sender": "q@example.org", "to": somebody.email, "subject": "A code", "text": "123"}
    OutgoingMail.objects.create(**mail)
    trail.record(None, "role", somebody, why="a test")
    MatchLive.objects.update(owner="dead")
    Alarm.objects.update(claimed_until=now + 5_000)
    Beat.objects.create(name="s:dead", at=now, since=now)


def counted() -> dict[str, int]:
    """Return how many rows there are of what must come along."""
    kinds: list[Any] = [User, Match, EntryRow, ArchivedLog, Rating, ModerationAction, OutgoingMail]
    return {kind.__name__: kind.objects.count() for kind in kinds}


def refuses_to_change_the_trail() -> None:
    with pytest.raises(DatabaseError, match="append-only"), connection.cursor() as cursor:
        cursor.execute("DELETE FROM accounts_moderationaction")


def nobody_holds_anything(taken_at: int) -> None:
    assert set(MatchLive.objects.values_list("owner", flat=True)) == {""}
    assert set(Alarm.objects.values_list("claimed_until", flat=True)) == {0}
    assert list(Beat.objects.values_list("name", "at")) == [(beats.SERVERS, taken_at)]


def nothing_is_mailed(time: Time) -> None:
    assert post_due() == []
    assert accounts_services.due_mail_ids() == []
    assert OutgoingMail.objects.get().state == MailState.DROPPED
    time.move(2 * MINUTE, servers_up=False)
    assert post_due() == []


def the_clock_gives_all_time_back(live: Match, slow: Match, time: Time) -> None:
    """A server beats for the first time, and all that is due is done."""
    before = deadline(slow)
    assert before < time.now
    beats.beat()
    clock.give_back_outage()
    clock.do_due_alarms()
    assert {carrier.load(match.id).status for match in (live, slow)} == {"active"}
    assert deadline(slow) == before + 3 * DAY + 2 * MINUTE
    assert post_due() == []
    move(live)


def who_is_to_move_next_is_mailed(slow: Match, time: Time) -> None:
    """As ever: once, a minute after the move, and once more when the time runs short."""
    move(slow)
    reader, _ = to_move(slow)
    time.move(5 * MINUTE)
    assert [row.user for row in post_due()] == [reader]
    time.move(20 * HOUR)
    assert [row.about["kind"] for row in post_due()] == ["fifth"]


def move(match: Match, at: int = 0) -> None:
    user, legal = to_move(match)
    ask(match, user, "move", move=legal[at])


@pytest.mark.django_db(transaction=True)
def test_a_restored_site_goes_on_where_it_was_and_mails_nobody_twice(stopped, path, tmp_path):  # noqa: F811
    anna, boris = make_user("anna"), make_user("boris")
    live, slow, old = started(anna, boris, clock=LONG), by_mail(anna, boris, days=1), archived(anna, boris)
    move(live)
    stopped.move(5 * MINUTE)  # by then both are to be told of the match by mail
    leave_in_the_midst(anna, stopped.now)
    manage("backup", path)
    assert list(tmp_path.iterdir()) == [path]
    taken_at, rows = stopped.now, counted()
    move(live)
    stopped.move(3 * DAY, servers_up=False)
    with empty_database(tmp_path):
        assert "1 mails that waited then will not be sent" in manage("restore", path)
        assert counted() == rows
        assert "3 matches are as their logs say" in manage("replay")
        assert len(archived_entries(old.id)) > 10
        refuses_to_change_the_trail()
        nobody_holds_anything(taken_at)
        nothing_is_mailed(stopped)
        the_clock_gives_all_time_back(live, slow, stopped)
        who_is_to_move_next_is_mailed(slow, stopped)


@pytest.mark.django_db
def test_what_is_not_empty_is_left_as_it_is(path):
    package.write(path, taking._origin(), lambda file: file.write(b"nothing"))
    before = make_user().pk
    with pytest.raises(CommandError, match="is not empty, so nothing was changed"):
        manage("restore", path)
    assert User.objects.get().pk == before


def a_backup(path: Path, **other: Any) -> bytes:
    """Write the file of a backup whose database is no database; return its bytes."""
    origin = package.Origin(connection.vendor, "7.1", [], taking.mark_of("a key"))
    package.write(path, msgspec.structs.replace(origin, **other), lambda file: file.write(bytes(range(256))))
    return path.read_bytes()


def test_a_file_that_was_cut_or_changed_anywhere_is_refused(path):
    whole = a_backup(path)
    assert "Whole" in manage("restore", "--check", path)
    for length in range(0, len(whole), 50):
        path.write_bytes(whole[:length])
        with pytest.raises(package.BackupError, match="was cut or changed"):
            package.verify(path)
    about = package.About(**dict.fromkeys(package.About.__struct_fields__))
    for at in range(0, len(whole), 3):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        about = told(path) or about
    assert about.origin.version == "7.1"


def told(path: Path) -> package.About | None:
    """Return what a changed file says that is taken for whole: then only what nobody reads was changed in it."""
    try:
        about = package.verify(path)
    except package.BackupError:
        return None
    with package.database_of(path) as source:
        assert source.read() == bytes(range(256))
    return about


def test_what_is_no_file_or_no_backup_is_refused_with_a_sentence(path):
    with pytest.raises(CommandError, match="cannot be read: No such file"):
        manage("restore", path)
    path.write_text("hello")
    with pytest.raises(CommandError, match="is no backup"):
        manage("restore", path)


def test_a_backup_of_a_newer_version_is_refused(path, monkeypatch):
    a_backup(path, migrations=["games.0001_initial", "games.9999_from_the_future"])
    with pytest.raises(CommandError, match=r"version 7\.1, which is newer: .* games\.9999_from_the_future"):
        manage("restore", path)
    monkeypatch.setattr(package, "FORMAT", 2)
    with pytest.raises(CommandError, match="made by a newer version"):
        manage("restore", path)


def test_a_backup_of_another_kind_of_database_is_refused(path):
    a_backup(path, vendor="oracle")
    with pytest.raises(CommandError, match="is of oracle, and DATABASE_URL leads to"):
        manage("restore", path)


def test_nothing_that_is_not_whole_ever_stands_under_the_name(path):
    def fail(file: IO[bytes]) -> None:
        file.write(b"half")
        assert not path.exists()
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space"):
        package.write(path, EMPTY, fail)
    assert list(path.parent.iterdir()) == []
    a_backup(path)
    assert path.stat().st_mode & 0o777 == 0o600
    with pytest.raises(package.BackupError, match="there already"):
        package.write(path, EMPTY, fail)


def test_the_newest_stay_and_what_a_kill_has_left_goes(tmp_path):
    names = [f"quintet-2026112{day}-034000.zip" for day in range(5)]
    for name in [*names, "mine.zip", ".quintet-20261120-034000.zip.7.part"]:
        (tmp_path / name).touch()
        os.utime(tmp_path / name, (0, 0))
    (tmp_path / ".being-written.part").touch()
    assert taking.forget_old(tmp_path, 2) == 3
    assert {path.name for path in tmp_path.iterdir()} == {*names[3:], "mine.zip", ".being-written.part"}


def test_where_to_write_must_be_said(settings, path):
    settings.BACKUP_DIR = ""
    for words in (["backup"], ["backup", path, "--keep", "3"], ["backup", "--keep", "0"]):
        with pytest.raises(CommandError, match="BACKUP_DIR"):
            manage(*words)


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_a_database_that_does_not_answer_is_told_of(path, monkeypatch, command):
    def refuse() -> None:
        raise OperationalError("connection refused")

    if command == "restore":
        a_backup(path)
    monkeypatch.setattr(connection, "cursor", refuse)
    monkeypatch.setattr(connection, "ensure_connection", refuse)
    with pytest.raises(CommandError, match="The database does not answer: connection refused"):
        manage(command, path)


@pytest.mark.django_db(transaction=True)
def test_without_postgresqls_programs_it_is_said_how_to_get_them(monkeypatch, path):
    if connection.vendor != "postgresql":
        pytest.skip("SQLite needs none")
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(CommandError, match="apt-get install postgresql-client"):
        manage("backup", path)


@pytest.mark.django_db
def test_a_restore_that_was_ended_in_its_midst_keeps_the_site_from_starting():
    if connection.vendor != "postgresql":
        pytest.skip("SQLite takes a whole file or none")
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE TABLE {postgres.UNFINISHED} ()")
    assert [message.id for message in checks.check_restore(["default"])] == ["config.E007"]


def test_another_secret_key_is_told_of(settings, path):
    a_backup(path)
    assert not restoring.is_key_known(package.verify(path))
    settings.SECRET_KEY_FALLBACKS = ["a key"]
    assert restoring.is_key_known(package.verify(path))
