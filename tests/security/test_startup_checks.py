"""Settings that would harm people are told before the site starts: Django's own checks and ours (E1)."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from django.core.checks.registry import registry
from django.db import connection

from config import checks
from games.mail import checks as mail_checks
from tests.environments import settings_in
from tests.services import free_port, start_postgres, temporary_folder
from tests.stack import ROOT
from tests.stores import SQLite

GOOD = {  # what docs/deploy.md asks for
    "DATABASE_URL": "postgres://a:b@127.0.0.1:1/c", "REDIS_URL": "redis://127.0.0.1:1",
    "SECRET_KEY": "a-Key0f_Many1etters" * 3,
    "ALLOWED_HOSTS": "play.example.org", "HTTPS": "on", "MAIL_FROM": "Quintet <play@example.org>",
    "MAIL_DOMAIN": "play.example.org", "MAIL_IN_PORT": "8025",
}  # fmt: skip
DURABLE = dict.fromkeys(checks.DURABLE, "on")


def environment(**changes: str | None) -> dict[str, str]:
    """Return a good site's environment with some of it changed, or missing."""
    names = {"DEBUG", "SITE_URL", "ANYMAIL", "MAIL_PROVIDER", "CSRF_TRUSTED_ORIGINS", *GOOD}
    told = {key: value for key, value in os.environ.items() if key not in names} | GOOD | changes
    return {key: value for key, value in told.items() if value is not None}


def run(*command: str, **changes: str | None) -> subprocess.CompletedProcess[str]:
    """Run a command of ours in such an environment."""
    arguments = [sys.executable, *command]
    options = {"cwd": ROOT, "capture_output": True, "text": True, "timeout": 400}
    return subprocess.run(arguments, check=False, env=environment(**changes), **options)


# --- as the site is shipped ---


def test_with_the_settings_that_the_guide_asks_for_there_is_no_warning_at_all():
    done = run("manage.py", "check", "--deploy", "--fail-level", "WARNING")
    assert (done.returncode, "no issues" in done.stdout) == (0, True), done.stderr


def test_what_is_wrong_is_told_with_what_to_do():
    done = run("manage.py", "check", "--fail-level", "WARNING", ALLOWED_HOSTS="play.example.org,*", DEBUG="on")
    assert done.returncode == 1
    assert "(config.E001)" in done.stderr and "(config.E002)" in done.stderr
    assert "HINT: " in done.stderr


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({}, None),
        ({"ALLOWED_HOSTS": "play.example.org,*"}, "config.E001"),
        ({"DEBUG": "on"}, "config.E002"),
        ({"SECRET_KEY": None}, "config.E003"),
        ({"REDIS_URL": None}, "config.E004"),
        ({"HTTPS": "off", "SITE_URL": "https://play.example.org"}, "config.W001"),
        ({"MAIL_DOMAIN": None, "MAIL_FROM": None}, "config.W002"),
    ],
)
def test_each_setting_that_is_wrong_is_found(changes, told, monkeypatch):
    monkeypatch.setattr(checks, "settings", settings_in(environment(**changes)))
    monkeypatch.setattr(mail_checks, "settings", checks.settings)  # who may come is asked there
    messages = [message for check in checks.OF_SETTINGS for message in check()]
    assert [message.id for message in messages] == ([told] if told else [])
    assert all(message.hint for message in messages)


TOLD = """
from django.conf import settings
from django.test import Client
answer = Client().post("/accounts/login/", secure=True, headers={"Host": "play.example.org"})
print(answer.status_code, *sorted(f"{name}: {value}" for name, value in answer.headers.items()), sep=chr(10))
print(*(morsel.OutputString() for morsel in answer.cookies.values()), sep=chr(10))
"""


@pytest.mark.live
def test_over_tls_cookies_and_headers_are_as_tight_as_they_can_be(tmp_path):
    """A site on SQLite serves: what is asked here of HTTPS=on is the same in every shape."""
    changes = {"DATABASE_URL": None, "REDIS_URL": None, "VAR_DIR": str(tmp_path)}
    SQLite(tmp_path, bare=False)
    told = run("manage.py", "shell", "-v0", "--no-imports", "-c", TOLD, **changes).stdout
    assert told.startswith("200")
    assert "Strict-Transport-Security: max-age=31536000; includeSubDomains" in told
    assert "X-Content-Type-Options: nosniff" in told
    assert "Referrer-Policy: same-origin" in told
    assert "base-uri 'none'" in told and "object-src 'none'" in told
    cookies = [line for line in told.splitlines() if line.startswith("__Host-")]
    assert cookies
    for cookie in cookies:
        assert {"HttpOnly", "Path=/", "SameSite=Lax", "Secure"} <= set(cookie.split("; "))
        assert "Domain" not in cookie


def test_errors_keep_the_production_shape_from_starting():
    done = run(
        "-m", "config.production", "--port", str(free_port()), ALLOWED_HOSTS="*", SITE_URL="https://a.example.org"
    )
    assert done.returncode == 1
    assert "would answer to any host name" in done.stderr
    assert "Set ALLOWED_HOSTS" in done.stderr
    assert done.stderr.rstrip().endswith("Quintet stops: the reason is above.")
    assert "Traceback" not in done.stderr


def test_errors_keep_the_embedded_shape_from_starting(tmp_path):
    changes = {"DATABASE_URL": None, "REDIS_URL": None, "ALLOWED_HOSTS": "*", "VAR_DIR": str(tmp_path)}
    done = run("-m", "config.embedded", "--port", str(free_port()), **changes)
    assert done.returncode == 1
    assert "would answer to any host name" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"ALLOWED_HOSTS": "*", "SITE_URL": "https://a.example.org"}, "would answer to any host name"),
        ({}, "The database does not answer"),
    ],
    ids=["a setting", "no database"],
)
def test_errors_keep_a_server_that_a_unit_starts_from_starting(changes, told):
    done = run("-m", "config.server", "--port", str(free_port()), **changes)
    assert done.returncode == 1
    assert told in done.stderr
    assert done.stderr.rstrip().endswith("Quintet stops: the reason is above.")
    assert "Traceback" not in done.stderr


def test_django_knows_all_of_them():
    assert {*checks.OF_SETTINGS, checks.check_database} <= set(registry.get_checks(include_deployment_checks=True))


# --- one by one ---


@pytest.fixture
def good(settings):
    """The settings of a good site."""
    settings.EMBEDDED, settings.DEBUG, settings.HTTPS, settings.SECRET_KEY_GIVEN = False, False, True, True
    settings.ALLOWED_HOSTS, settings.SECRET_KEY = ["play.example.org"], "k" * 50
    settings.MAIL_DOMAIN, settings.DEFAULT_FROM_EMAIL = "play.example.org", "Quintet <play@example.org>"
    settings.CACHES = {"default": {"BACKEND": "config.cache.ForgivingRedisCache"}}
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer"}}
    return settings


def found() -> list[str]:
    return [message.id for check in checks.OF_SETTINGS for message in check()]


MEMORY = {"default": {"BACKEND": "config.cache.CountingMemory"}}
LAYER = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
WRONG = [
    ("config.E001", {"ALLOWED_HOSTS": ["play.example.org", "*"]}),
    ("config.E002", {"DEBUG": True}),
    ("config.E003", {"SECRET_KEY_GIVEN": False}),
    ("config.E003", {"SECRET_KEY": "short"}),
    ("config.E004", {"CACHES": MEMORY}),
    ("config.E004", {"CHANNEL_LAYERS": LAYER}),
    ("config.E004", {"CHANNEL_LAYERS": {}}),
    ("config.W001", {"HTTPS": False}),
    ("config.W002", {"MAIL_DOMAIN": "localhost"}),
    ("config.W002", {"DEFAULT_FROM_EMAIL": "Quintet <quintet@localhost>"}),
]


@pytest.mark.parametrize(("told", "changes"), WRONG)
def test_each_check_finds_what_it_is_for_and_no_other_does(good, told, changes):
    assert found() == []
    for name, value in changes.items():
        setattr(good, name, value)
    assert found() == [told]


def test_a_site_for_this_machine_alone_may_be_open(good):
    good.ALLOWED_HOSTS, good.DEBUG, good.SECRET_KEY_GIVEN = ["localhost", "127.0.0.1", "[::1]"], True, False
    good.HTTPS, good.MAIL_DOMAIN = False, "localhost"
    assert found() == []


def test_one_process_keeps_its_counts_in_memory(good):
    good.EMBEDDED, good.CACHES, good.CHANNEL_LAYERS = True, MEMORY, {}
    good.DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3"}}
    assert found() == []


# --- what the database says ---


@pytest.mark.parametrize("name", DURABLE)
def test_a_database_that_may_lose_what_it_has_called_written_is_found(name, good, monkeypatch):
    monkeypatch.setattr(checks, "connections", {"default": type("Connection", (), {"vendor": "postgresql"})})
    monkeypatch.setattr(checks, "_durability", lambda: DURABLE)
    monkeypatch.setattr(checks, "is_half_restored", lambda: False)
    assert checks.check_database(databases=["default"]) == []
    monkeypatch.setattr(checks, "_durability", lambda: DURABLE | {name: "off"})
    (error,) = checks.check_database(databases=["default"])
    assert (error.id, error.is_serious()) == ("config.E005", True)
    assert f"{name} is off" in error.msg
    good.ALLOWED_HOSTS = ["localhost"]
    (warning,) = checks.check_database(databases=["default"])
    assert not warning.is_serious()
    checks.refuse_unsafe(database=True)
    good.ALLOWED_HOSTS = ["play.example.org"]
    with pytest.raises(SystemExit):
        checks.refuse_unsafe(database=True)


def test_nobody_is_asked_unless_a_command_says_which_database():
    assert checks.check_database() == checks.check_database(databases=[]) == []


@pytest.mark.django_db
def test_the_database_tells_what_it_does():
    if connection.vendor != "postgresql":
        assert checks.check_database(databases=["default"]) == []
        return
    assert set(checks._durability()) == set(checks.DURABLE)
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL synchronous_commit = off")
    (told,) = checks.check_database(databases=["default"])
    assert "synchronous_commit is off" in told.msg


def test_a_database_that_is_away_is_one_sentence():
    done = run("manage.py", "check", "--database", "default")
    assert done.returncode == 1
    assert "(config.E006) The database does not answer" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.live
def test_a_durable_database_is_clean_and_a_lax_one_keeps_the_site_from_starting():
    from contextlib import ExitStack

    with ExitStack() as stack:
        url = start_postgres(temporary_folder(stack), stack, durable=True)
        done = run("manage.py", "check", "--deploy", "--database", "default", "--fail-level=WARNING", DATABASE_URL=url)
        assert done.returncode == 0, done.stderr
    with ExitStack() as stack:
        url = start_postgres(temporary_folder(stack), stack, durable=False)
        done = run("-m", "config.production", "--port", str(free_port()), DATABASE_URL=url)
        assert done.returncode == 1
        for name in checks.DURABLE:
            assert f"{name} is off" in done.stderr
