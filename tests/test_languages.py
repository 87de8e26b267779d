"""A language is chosen by the browser, can be changed, and is kept; styles know start and end, no left and right."""

from __future__ import annotations

import re
from http.cookies import Morsel
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation

from accounts import names

ROOT = Path(__file__).resolve().parent.parent
MONTH = 30 * 24 * 3600
PHYSICAL = re.compile(
    r"(?<![\w-])(?:(?:scroll-)?(?:margin|padding)-(?:left|right)|border-(?:left|right)(?:-\w+)?"
    r"|border-(?:top|bottom)-(?:left|right)-radius|left|right)\s*:"
    r"|(?:float|clear|text-align|caption-side)\s*:\s*(?:left|right)"
)
FOUR_SIDES = re.compile(  # top, right, bottom, left: right and left must be alike
    r"(?<![\w-])(?:margin|padding|inset|border-width)\s*:\s*([^\s;()]+)\s+([^\s;()]+)\s+([^\s;()]+)\s+([^\s;()]+)\s*;"
)
MEANT = {  # what is physical on purpose, and why
    ("components.css", '[dir="rtl"] td { text-align: right; }'): "plaintext cells begin where the page begins",
}


# --- the server's side of a choice ---
@pytest.mark.parametrize(
    ("wanted", "language", "direction"),
    [("ru-RU,ru;q=0.9,en;q=0.5", "ru", "ltr"), ("he-IL", "he", "rtl"), ("iw,he;q=0.8", "he", "rtl"),
     ("fr,ru;q=0.4", "ru", "ltr"), ("ja", "en", "ltr"), ("", "en", "ltr"), ("*;q=broken,,", "en", "ltr")],
)  # fmt: skip
def test_the_browser_chooses_the_language_and_so_the_direction(
    db: None, client: Client, wanted: str, language: str, direction: str
) -> None:
    page = client.get("/rules/", headers={"accept-language": wanted})
    assert f'<html lang="{language}" dir="{direction}"' in page.content.decode()


def test_a_choice_beats_the_browser_and_is_kept_when_the_browser_is_closed(db: None, client: Client) -> None:
    answer = client.post("/i18n/setlang/", {"language": "he", "next": "/rules/"})
    assert answer.headers["Location"] == "/rules/"
    kept: Morsel[str] = client.cookies[settings.LANGUAGE_COOKIE_NAME]
    assert int(kept["max-age"]) > MONTH
    assert 'lang="he" dir="rtl"' in client.get("/rules/", headers={"accept-language": "ru"}).content.decode()


def test_every_page_offers_each_language_in_its_own_words(db: None, client: Client) -> None:
    page = client.get("/rules/", headers={"accept-language": "he"}).content.decode()
    for code, name in (("en", "English"), ("ru", "Русский"), ("he", "עברית")):
        assert re.search(rf'<button name="language" value="{code}" lang="{code}"[^>]*>{name}</button>', page), code


# --- styles ---
def test_styles_have_no_left_and_right() -> None:
    faults = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in [*ROOT.glob("static/css/*.css"), *ROOT.glob("rules/*/ui/*.css")]
        for line in path.read_text(encoding="utf-8").splitlines()
        if is_physical(line) and (path.name, line.strip()) not in MEANT
    ]
    assert not faults, "\n".join(faults)


def is_physical(line: str) -> bool:
    four = FOUR_SIDES.search(line)
    return bool(PHYSICAL.search(line)) or bool(four and four[2] != four[4])


@pytest.mark.parametrize(
    "line",
    ["margin-left: 4px;", "  left: 0;", "a { text-align: right; }", "border-top-left-radius: 2px", "float:left",
     "padding: 1px 2px 1px 3px;", "border-right-color: red;"],
)  # fmt: skip
def test_a_physical_direction_is_found(line: str) -> None:
    assert is_physical(line)


@pytest.mark.parametrize("line", ["margin-inline-start: 4px;", "text-align: start;", "padding: 1px 2px 3px 2px;"])
def test_a_logical_direction_is_none(line: str) -> None:
    assert not is_physical(line)


# --- names ---
def test_a_guest_is_called_one_in_every_language_and_nobody_else_is() -> None:
    shown = {}
    for language in ("en", "ru", "he"):
        with translation.override(language):
            shown[language] = [names.shown(name) for name in ("Guest 4821", "Guest ", "4821", "Guestbook", "гость 1")]
    assert shown["en"] == ["Guest 4821", "Guest ", "4821", "Guestbook", "гость 1"]
    assert (shown["ru"][0], shown["he"][0]) == ("Гость 4821", "אורח 4821")
    assert shown["ru"][1:] == shown["he"][1:] == shown["en"][1:]
