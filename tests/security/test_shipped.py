"""Small promises of docs/security.md that hold for the whole site, and that the document names tests that exist."""

from __future__ import annotations

import ast
import logging
import re

import pytest
from django.contrib.auth.hashers import identify_hasher

from accounts.models import User
from tests.accounts.conftest import PASSWORD
from tests.stack import ROOT

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_lane]
DOCUMENT = ROOT / "docs" / "security.md"
ITEMS = re.findall(
    r"\S+",
    """
    1.2.1 1.2.2 1.2.3 1.2.4 1.3.11 1.5.2 2.1.3 2.2.1 2.2.2 2.2.3 2.3.1 2.3.2 2.3.3 2.3.4 2.4.1 3.2.2 3.3.1 3.3.2
    3.3.3 3.3.4 3.4.1 3.4.2 3.4.3 3.4.4 3.4.5 3.4.6 3.5.1 3.5.2 3.5.3 3.7.2 4.1.1 4.1.3 4.4.1 4.4.2 4.4.3 4.4.4
    6.1.1 6.2.1 6.2.2 6.2.3 6.2.4 6.2.5 6.2.6 6.2.7 6.2.8 6.2.9 6.2.10 6.2.11 6.2.12 6.3.1 6.3.2 6.3.3 6.3.4 6.3.8
    6.4.1 6.4.2 6.4.3 6.5.1 7.1.1 7.1.2 7.1.3 7.2.1 7.2.2 7.2.3 7.2.4 7.3.1 7.3.2 7.4.1 7.4.2 7.4.3 7.4.4 7.4.5
    7.5.1 7.5.2 8.1.1 8.1.2 8.2.1 8.2.2 8.2.3 8.3.1 11.4.2 11.5.1 13.4.1 13.4.2 13.4.3 13.4.4 13.4.5 14.2.1 14.2.2
    14.3.2 15.1.2 15.2.2 15.3.1 15.3.3 15.3.4 15.3.7 16.2.1 16.2.2 16.2.3 16.2.4 16.2.5 16.3.1 16.3.2 16.3.3 16.3.4
    16.4.1 16.4.2 16.4.3 16.5.1 16.5.2 16.5.3
    """,
)


# --- the document ---


def test_the_document_has_each_item_once():
    rows = [line for line in DOCUMENT.read_text().splitlines() if re.match(r"\| \d+\.\d+\.\d+", line)]
    told = [item for row in rows for item in row.split("|")[1].strip().split(", ")]
    assert sorted(told) == sorted(ITEMS)


def test_the_document_names_tests_that_exist():
    named = set(re.findall(r"`(test_\w+)`", DOCUMENT.read_text()))
    assert len(named) > 60
    assert not named - _tests(), sorted(named - _tests())


def test_the_document_names_every_check_of_ours():
    told = set(re.findall(r"`(config\.[EW]\d+)`", DOCUMENT.read_text()))
    assert told == set(re.findall(r'id="(config\.[EW]\d+)"', (ROOT / "config" / "checks.py").read_text()))


def _tests() -> set[str]:
    found = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        found |= {one.name for one in ast.parse(path.read_text()).body if isinstance(one, _FUNCTIONS)}
    return found


_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def test_who_has_found_a_hole_is_told_where_to_write(client, settings):
    settings.SECURITY_CONTACT, settings.LANGUAGES = "holes@example.org", [*settings.LANGUAGES, ("fr", "French")]
    answer = client.get("/.well-known/security.txt")
    assert "Contact: mailto:holes@example.org\n" in answer.content.decode()
    assert re.search(r"^Expires: \d{4}-\d\d-\d\dT00:00:00Z$", answer.content.decode(), re.MULTILINE)
    assert "Preferred-Languages: en, ru, he, fr\n" in answer.content.decode()
    settings.SECURITY_CONTACT = ""
    assert client.get("/.well-known/security.txt").status_code == 404
    text = (ROOT / "SECURITY.md").read_text()
    assert all(word in text for word in ("no public issue", "critical", "2 days", "7 days", "30 days", "90 days"))


# --- the site ---


def test_no_answer_lets_a_foreign_page_read_it(client):
    headers = {"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
    for path in ("/", "/api/v1/games", "/api/v1/account", "/static/js/site.js", "/healthz", "/api/v1/openapi.json"):
        for answer in (client.get(path, headers=headers), client.options(path, headers=headers)):
            assert not [name for name in answer.headers if name.lower().startswith("access-control-")], path


def test_every_password_field_is_one(client):
    """So that browsers hide what is typed, keep it and fill it in; and nothing keeps anybody from pasting."""
    for path, name in (("/accounts/login/", "password"), ("/accounts/signup/", "password1")):
        field = re.search(rf'<input[^>]*name="{name}"[^>]*>', client.get(path).content.decode())
        assert field
        assert 'type="password"' in field[0]
        assert re.search(r'autocomplete="(current|new)-password"', field[0])
        assert "onpaste" not in field[0] and "maxlength" not in field[0]


def test_nobody_is_there_before_somebody_comes():
    """All migrations have run: none of them has made an account, with whatever password."""
    assert not User.objects.exists()


def test_passwords_are_hashed_as_django_has_it():
    from django.conf import global_settings

    from config import settings as shipped

    assert not hasattr(shipped, "PASSWORD_HASHERS")
    assert global_settings.PASSWORD_HASHERS[0].endswith(".PBKDF2PasswordHasher")
    user = User.objects.create_user("Boris", "boris@example.org", PASSWORD)
    assert identify_hasher(user.password)
    assert PASSWORD not in user.password


PRIVATE = ["manage.py", "config/settings.py", ".git/config", "static/../manage.py", "static/%2e%2e/manage.py",
           "static/", "static//etc/passwd", "static/js/", "var/secret-key", "requirements.lock"]  # fmt: skip


@pytest.mark.parametrize("path", PRIVATE)
def test_no_file_of_ours_is_served_but_static_ones(path, client):
    assert client.get(f"/{path}").status_code == 404
    assert client.get("/static/js/site.js").status_code == 200


def test_log_ins_are_logged_without_addresses(caplog, client):
    user = User.objects.create_user("Boris", "boris@example.org", PASSWORD)
    with caplog.at_level(logging.INFO, "accounts.login_log"):
        client.post("/accounts/login/", {"login": "boris@example.org", "password": "not that one"})
        client.post("/accounts/login/", {"login": "BORIS@example.org", "password": "nor that"})
        client.force_login(user)
        client.logout()
    failed, again, came, went = [
        record.getMessage() for record in caplog.records if record.name == "accounts.login_log"
    ]
    assert failed == again
    assert re.fullmatch(r"a log-in has failed: account [0-9a-f]{8}", failed)
    assert (came, went) == (f"person {user.pk} has logged in", f"person {user.pk} has logged out")
    for secret in ("boris", "not that one", PASSWORD):
        assert secret not in caplog.text.lower()
