"""`manage.py doctor`: each thing it looks at, well, and wrong for once."""

import contextlib
import socket
import sqlite3
import threading
from datetime import timedelta
from io import StringIO
from unittest import mock

import pytest
import redis
from django.conf import settings as configured
from django.core.management import call_command
from django.db import OperationalError, connection
from django.utils import timezone

from accounts import services
from accounts.models import OutgoingMail
from config import doctoring
from config.backups import package, taking
from games.clocks import beats, clock
from games.instants import now_ms
from games.models import Alarm, Beat
from tests.games.conftest import make_user, started
from tests.services import free_port

pytestmark = pytest.mark.django_db


def said(look):
    return {finding.told: finding for finding in look()}


def verdicts(look):
    return [finding.verdict for finding in look()]


def found(look, words):
    [finding] = [finding for finding in look() if words in finding.told]
    return finding


def problem(look, words):
    finding = found(look, words)
    assert finding.verdict == "problem", finding
    assert finding.hint, finding
    return finding


def written(to, **row):
    return OutgoingMail.objects.create(sender="a@b", to=to, subject="x", text="y", **row)


def test_names_links_and_keys_are_those_of_the_checks(settings):
    settings.EMBEDDED = False
    settings.ALLOWED_HOSTS = ["*"]
    problem(doctoring.look_at_settings, "any host name")


def test_a_proxy_that_ends_tls_must_be_counted(settings):
    settings.HTTPS, settings.ALLAUTH_TRUSTED_PROXY_COUNT = True, 0
    problem(doctoring.look_at_proxies, "TRUSTED_PROXIES is 0")
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    assert verdicts(doctoring.look_at_proxies) == ["ok"]


def test_proxies_that_are_not_there_are_an_advice(settings):
    settings.HTTPS, settings.ALLAUTH_TRUSTED_PROXY_COUNT = False, 1
    assert verdicts(doctoring.look_at_proxies) == ["advice"]


def test_the_real_database_has_its_tables():
    assert said(doctoring.look_at_database)["all migrations are applied"].verdict == "ok"


def test_a_database_that_is_away_is_a_problem():
    with mock.patch.object(connection, "ensure_connection", side_effect=OperationalError("refused")):
        problem(doctoring.look_at_database, "does not answer: refused")


def test_a_table_that_is_not_there_yet_is_a_problem():
    with mock.patch("config.health.MigrationExecutor.migration_plan", return_value=[("one", False)]):
        problem(doctoring.look_at_database, "1 migrations are not applied")


@pytest.mark.skipif(not configured.REDIS_URL, reason="SQLite's lane has no PostgreSQL")
def test_flags_of_the_real_postgresql_that_may_lose_moves_are_named():
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL synchronous_commit = off")
    assert "synchronous_commit is off" in problem(doctoring.look_at_database, "may lose moves").told


@pytest.mark.skipif(not configured.REDIS_URL, reason="SQLite's lane has no PostgreSQL")
def test_a_postgresql_that_is_too_old_is_a_problem(monkeypatch):
    monkeypatch.setattr(doctoring, "OLDEST_POSTGRESQL", 990_000)
    problem(doctoring.look_at_database, "PostgreSQL 1")


@pytest.mark.skipif(not configured.REDIS_URL, reason="SQLite's lane has no Valkey")
def test_the_real_valkey_is_well_until_it_throws_things_away():
    client = redis.Redis.from_url(configured.REDIS_URL)
    assert verdicts(doctoring.look_at_redis) == ["ok", "ok"]
    client.config_set("maxmemory-policy", "allkeys-lru")
    try:
        problem(doctoring.look_at_redis, "maxmemory-policy is allkeys-lru")
    finally:
        client.config_set("maxmemory-policy", "noeviction")


def test_a_redis_that_is_away_is_a_problem(settings):
    settings.EMBEDDED, settings.REDIS_URL = False, f"redis://127.0.0.1:{free_port()}/0"
    problem(doctoring.look_at_redis, "does not answer")


@pytest.mark.parametrize("address", ["127.0.0.1:6379", "redis://127.0.0.1:port/0"])
def test_an_address_of_redis_that_is_none_is_a_problem(settings, address):
    settings.EMBEDDED, settings.REDIS_URL = False, address
    problem(doctoring.look_at_redis, "does not answer")


def test_a_port_for_mail_that_is_no_number_is_a_problem(monkeypatch):
    monkeypatch.setenv("MAIL_IN_PORT", "smtp")
    problem(doctoring.look_at_mail, "MAIL_IN_PORT is no number: smtp")


def test_servers_are_at_work_while_they_beat(settings):
    settings.EMBEDDED = True
    problem(doctoring.look_at_processes, "servers at work: 0")
    now = now_ms()
    beats.beat()
    Beat.objects.create(name="s:one", at=now, since=now)
    beats.beat_clock()
    assert verdicts(doctoring.look_at_processes) == ["ok"] * 5


@pytest.mark.parametrize(("kind", "what"), [("tick", "alarms"), ("bot", "bots"), ("finish", "ends and mails")])
def test_what_nobody_does_is_named_though_the_clock_hands_it_out_again_and_again(settings, kind, what):
    settings.EMBEDDED = True
    match, now = started(make_user(), make_user()), now_ms()
    Alarm.objects.filter(match=match).delete()
    Alarm.objects.create(match=match, kind=kind, seat=-1, due_at=now - doctoring.ALARM_LATE - 1)
    assert clock.claim_due_alarms(now, [kind])
    assert problem(doctoring.look_at_processes, f"{what} overdue by more than 30 s: 1")


@pytest.mark.parametrize(("ago", "told"), [(None, "never"), (61_000, "61 s ago")])
def test_a_clock_that_says_nothing_is_a_problem_though_nothing_is_due(ago, told):
    if ago:
        Beat.objects.create(name=beats.CLOCK, at=now_ms() - ago, since=0)
    problem(doctoring.look_at_processes, f"the clock last said that it runs: {told}")


def test_the_clock_says_that_it_runs():
    for duty in clock._duties(clock.SWEEP_EVERY):
        duty()
    assert beats.clock_age() < 10_000


def test_flags_of_sqlite_that_may_lose_moves_are_named():
    with contextlib.closing(sqlite3.connect(":memory:")) as lax, mock.patch("config.doctoring.connection") as ours:
        ours.cursor.side_effect = lambda: contextlib.closing(lax.cursor())
        [found] = doctoring._sqlite()
    assert found.verdict == "problem"
    assert "journal_mode is memory" in found.told
    assert "foreign_keys is 0" in found.told


@pytest.mark.skipif(not configured.REDIS_URL, reason="SQLite's lane has no Valkey")
def test_queues_that_no_worker_serves_are_named():
    served = {"bots@here": [{"name": "bots"}], "celery@here": [{"name": "celery"}]}
    with mock.patch("config.doctoring.celery.control.inspect") as inspect:
        inspect.return_value.active_queues.return_value = served
        problem(doctoring.look_at_processes, "queue mail: none")
        inspect.return_value.active_queues.return_value = None
        problem(doctoring.look_at_processes, "queue bots: none")


def test_mail_that_nobody_tries_to_send_is_a_problem_though_the_clock_hands_it_out_again_and_again():
    assert verdicts(doctoring.look_at_mail)[0] == "ok"
    written("c@d", created_at=timezone.now() - timedelta(minutes=11))
    assert services.due_mail_ids()
    problem(doctoring.look_at_mail, "nobody has tried to send for ten minutes: 1")


def test_a_mail_server_that_takes_nothing_is_a_problem_and_one_wrong_address_an_advice():
    written("a@b", sent_at=timezone.now())
    tried = {"attempts": 3, "last_error": "SMTPAuthenticationError"}
    written("typo@d", **tried)
    written("typo@d", **tried)
    assert found(doctoring.look_at_mail, "no mail has left since others did: 1").verdict == "advice"
    written("c@d", **tried)
    problem(doctoring.look_at_mail, "no mail has left since others did: 2")
    written("e@f", sent_at=timezone.now())
    assert found(doctoring.look_at_mail, "no mail has left since others did: 0").verdict == "ok"


def test_an_outgoing_mail_server_that_is_away_is_a_problem(settings):
    settings.DELIVERY_EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()
    problem(doctoring.look_at_mail, "does not take us")


@contextlib.contextmanager
def greeting(line):
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def greet():
            caller, _ = listener.accept()
            with caller:
                caller.sendall(line)

        threading.Thread(target=greet, daemon=True).start()
        yield listener.getsockname()[1]


def test_a_site_of_which_no_mail_leaves_is_a_problem_and_a_laptop_is_not(settings):
    settings.DELIVERY_EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    settings.EMBEDDED = False
    assert "EMAIL_URL" in problem(doctoring.look_at_mail, "no mail leaves").hint
    settings.EMBEDDED = True
    assert set(verdicts(doctoring.look_at_mail)) == {"ok"}


@pytest.mark.parametrize(("stops", "looks"), [(False, 1), (True, 0)])
def test_what_needs_the_tables_is_looked_at_whatever_else_is_wrong_as_long_as_they_are_there(stops, looks, monkeypatch):
    seen = []
    wrong = doctoring.Finding("problem", "PostgreSQL is too old", "a newer one", stops=stops)
    monkeypatch.setattr(doctoring, "BEFORE_DATABASE", [])
    monkeypatch.setattr(doctoring, "look_at_database", lambda: iter([wrong]))
    monkeypatch.setattr(doctoring, "WITH_DATABASE", [lambda: seen.append(1) or iter([])])
    assert list(doctoring.look_at_all()) == [wrong]
    assert len(seen) == looks


def test_the_mail_door_answers_or_another_does_or_nobody(monkeypatch):
    with greeting(b"220 here LMTP\r\n") as port:
        monkeypatch.setenv("MAIL_IN_PORT", str(port))
        assert verdicts(doctoring.look_at_mail)[-1] == "ok"
    with greeting(b"SSH-2.0\r\n") as port:
        monkeypatch.setenv("MAIL_IN_PORT", str(port))
        problem(doctoring.look_at_mail, "is something else")
    monkeypatch.setenv("MAIL_IN_PORT", str(free_port()))
    problem(doctoring.look_at_mail, "does not answer")


def test_a_folder_that_cannot_be_written_or_a_full_disk_is_a_problem(settings, tmp_path, monkeypatch):
    settings.VAR_DIR = tmp_path
    assert verdicts(doctoring.look_at_disk) == ["ok"] * 3
    monkeypatch.setattr(doctoring, "LEAST_SPACE", 1 << 60)
    problem(doctoring.look_at_disk, "free for")
    monkeypatch.setattr("config.doctoring.os.access", lambda *_: False)
    problem(doctoring.look_at_disk, "not be written")


def test_translations_that_nobody_has_compiled_are_a_problem(settings, tmp_path):
    settings.VAR_DIR, settings.LOCALE_PATHS = tmp_path, [tmp_path]
    (tmp_path / "django.po").touch()
    problem(doctoring.look_at_disk, "not compiled: 1")


def test_the_age_of_the_last_backup_is_told(settings, tmp_path):
    settings.BACKUP_DIR = ""
    assert verdicts(doctoring.look_at_backups) == ["advice"]
    settings.BACKUP_DIR = str(tmp_path / "backups")
    problem(doctoring.look_at_backups, "no backup in")
    path = taking.new_name(tmp_path / "backups")
    path.parent.mkdir()
    package.write(path, package.Origin("sqlite", "1", [], ""), lambda file: file.write(b"all"))
    assert list(said(doctoring.look_at_backups)) == [f"the last backup was made 0 hours ago: {path.name}"]
    with mock.patch.object(doctoring, "BACKUP_LATE", timedelta(0)):
        problem(doctoring.look_at_backups, "0 hours ago")
    path.write_text("half")
    problem(doctoring.look_at_backups, "is no backup")


@pytest.mark.parametrize(("verdict", "status"), [("ok", 0), ("advice", 0), ("problem", 1)])
def test_the_command_says_all_and_ends_with_1_where_there_is_a_problem(verdict, status):
    out = StringIO()
    found = [doctoring.Finding("ok", "this is well"), doctoring.Finding(verdict, "and this", "do that")]
    with (
        mock.patch("config.management.commands.doctor.look_at_all", return_value=found),
        pytest.raises(SystemExit) as end,
    ):
        call_command("doctor", stdout=out)
    assert end.value.code == status
    assert "this is well" in out.getvalue() and "→ do that" in out.getvalue()
