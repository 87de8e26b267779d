"""What is set up so that mails would lead nowhere is told before the site starts."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from django.core.checks.registry import registry

from games.mail import checks
from tests.environments import settings_in
from tests.stack import ROOT

HERE = "http://127.0.0.1:8000"


@pytest.fixture(autouse=True)
def _production(settings) -> None:
    settings.EMBEDDED = False


@pytest.mark.parametrize(
    ("hosts", "site", "found"),
    [
        (["play.example.org"], HERE, ["games.E001"]),
        ([".example.org"], "http://localhost", ["games.E001"]),
        (["*"], "http://[::1]:8000", ["games.E001"]),
        (["localhost", "play.example.org"], "https://play.example.org", []),
        (["localhost", "127.0.0.1", "[::1]"], HERE, []),
    ],
)
def test_links_that_lead_readers_to_their_own_machine_are_an_error(settings, hosts, site, found):
    settings.ALLOWED_HOSTS, settings.SITE_URL = hosts, site
    assert [message.id for message in checks.check_links()] == found


@pytest.mark.parametrize(("comes_in", "found"), [(False, ["games.W001"]), (True, [])])
def test_answers_that_nobody_would_get_are_a_warning(settings, comes_in, found):
    settings.MAIL_COMES_IN = comes_in
    assert [message.id for message in checks.check_answers()] == found


def test_one_process_for_this_machine_needs_neither(settings):
    settings.EMBEDDED, settings.MAIL_COMES_IN = True, False
    settings.ALLOWED_HOSTS, settings.SITE_URL = ["friend.example.org"], HERE
    assert checks.check_links() == checks.check_answers() == []


def test_all_are_looked_at():
    assert {checks.check_links, checks.check_answers, checks.check_provider} <= set(registry.get_checks())


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"ALLOWED_HOSTS": "play.example.org"}, ["E001", "W001"]),
        ({"ALLOWED_HOSTS": ".example.org", "HTTPS": "on", "MAIL_IN_PORT": "8025"}, ["E001"]),
        ({"ALLOWED_HOSTS": "play.example.org", "HTTPS": "on"}, ["W001"]),
        ({"ALLOWED_HOSTS": ".example.org", "SITE_URL": "https://a.example.org", "MAIL_DOMAIN": "a.example.org"}, []),
    ],
)
def test_what_the_environment_says_of_links_and_answers_decides(more, told, monkeypatch):
    monkeypatch.setattr(checks, "settings", settings_in(environment(**more)))
    found = [message.id.removeprefix("games.") for message in (*checks.check_links(), *checks.check_answers())]
    assert found == told


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"MAIL_PROVIDER": "pigeon", "EMAIL_URL": "smtp://127.0.0.1:25", "ALLOWED_HOSTS": "play.example.org"},
         ["E001", "E002", "W001"]),
        ({"MAIL_PROVIDER": "postmark", "ANYMAIL": '{"POSTMARK_SERVER_TOKEN": "a"}', "MAIL_IN_PORT": "8025"}, []),
    ],
)  # fmt: skip
def test_what_the_environment_says_is_told_before_the_start(more, told):
    command = [sys.executable, "manage.py", "check"]
    options = {"cwd": ROOT, "capture_output": True, "text": True, "timeout": 120}
    done = subprocess.run(command, env=environment(**more), check=False, **options)
    assert [name for name in ("E001", "E002", "W001") if f"(games.{name})" in done.stdout + done.stderr] == told
    assert done.returncode == bool({"E001", "E002"} & set(told))


def environment(**more: str) -> dict[str, str]:
    names = {"ALLOWED_HOSTS", "HTTPS", "SITE_URL", "MAIL_DOMAIN", "MAIL_IN_PORT", "ANYMAIL", "MAIL_PROVIDER"}
    shape = {"DATABASE_URL": "postgres://a:b@127.0.0.1:1/c", "REDIS_URL": "redis://127.0.0.1:1", "SECRET_KEY": "k" * 60}
    return {key: value for key, value in os.environ.items() if key not in names} | shape | more


# --- the provider by which mail leaves ---


@pytest.mark.parametrize(
    ("provider", "keys", "told"),
    [
        ("", {}, ""),
        ("postmark", {"POSTMARK_SERVER_TOKEN": "a-word"}, ""),
        ("postmark", {}, "POSTMARK_SERVER_TOKEN"),
        ("pigeon", {}, "pigeon"),
    ],
)
def test_a_provider_must_be_known_and_have_its_key(settings, provider, keys, told):
    settings.MAIL_PROVIDER, settings.ANYMAIL = provider, keys
    settings.DELIVERY_EMAIL_BACKEND = f"anymail.backends.{provider}.EmailBackend"
    found = checks.check_provider()
    assert [error.id for error in found] == (["games.E002"] if told else [])
    assert all(told in error.msg for error in found)
