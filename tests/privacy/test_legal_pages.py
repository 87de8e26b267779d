"""Privacy, terms, contact: whose site it is, linked on every page, and in the operator's own words where they wish."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytestmark = [pytest.mark.sqlite_lane, pytest.mark.django_db]
ROOT = Path(__file__).parents[2]
OURS = ("accounts", "config", "games", "matchmaking", "rules", "static")
SETS = re.compile(r"\.set_cookie\(|document\.cookie\s*=")
PATHS = ("/privacy/", "/terms/", "/contact/")


@pytest.mark.parametrize("path", PATHS)
def test_each_says_whose_site_it_is(client, settings, path) -> None:
    assert "has not said yet" in client.get(path).content.decode()
    settings.OPERATOR_NAME = "Friends & Co"
    settings.OPERATOR_ADDRESS = "1 Table Lane| 12345 Boardville"
    settings.OPERATOR_CONTACT = "hello@example.org"
    page = client.get(path).content.decode()
    for text in ("Friends &amp; Co", "1 Table Lane</bdi>", "<bdi>12345 Boardville", "mailto:hello@example.org"):
        assert text in page
    settings.OPERATOR_CONTACT = "https://example.org/contact"
    assert 'href="https://example.org/contact"' in client.get(path).content.decode()


def test_the_page_of_privacy_names_each_cookie_that_there_is(client) -> None:
    told = client.get("/privacy/").content.decode()
    for cookie in ("your login", "your language", "your time zone", "against forged forms", "tell you", "mark of your"):
        assert cookie in told
    sources = [path for folder in OURS for path in (ROOT / folder).rglob("*") if path.suffix in (".py", ".js")]
    setting = {path.name for path in sources if SETS.search(path.read_text(encoding="utf-8"))}
    assert setting == {"connections.py", "people.py", "site.js"}  # the mark, the language, the time zone


@pytest.mark.parametrize("page", ["/", "/lobby/", "/rules/", "/accounts/login/", "/nowhere/"])
def test_every_page_leads_there(client, page) -> None:
    shown = client.get(page).content.decode()
    for path in PATHS:
        assert f'href="{path}"' in shown


def test_the_operators_own_texts_go_before_ours(client, settings, tmp_path) -> None:
    (tmp_path / "legal").mkdir()
    (tmp_path / "legal" / "terms.html").write_text("Our own {{ operator.name }} terms")
    settings.OPERATOR_NAME = "Friends"
    engine = settings.TEMPLATES[0]
    settings.TEMPLATES = [{**engine, "DIRS": [tmp_path, *engine["DIRS"]]}]
    assert client.get("/terms/").content == b"Our own Friends terms"
    assert "In short" in client.get("/privacy/").content.decode()
