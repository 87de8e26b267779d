"""Every page, for every hand and eye: axe, targets for a finger, no sideways scroll, no word in another language."""

from __future__ import annotations

import os
import re
from collections import defaultdict
from typing import TYPE_CHECKING, Literal
from zlib import crc32

import pytest

from tests.browser.furnished import LANGUAGES, Furnished
from tests.browser.inspecting import grave_faults, latin_texts, small_targets, spilt, sticks_out
from tests.browser.pages import NO_PAGE, PAGES, Look, looks, url_names
from tests.browser.visiting import PHONE, visits

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Page, ViewportSize

    from tests.stack import Stack

pytestmark = pytest.mark.live
WIDE: ViewportSize = {"width": 1280, "height": 800}
FINGER = 44  # pixels
WHOLE = bool(os.environ.get("SOAK"))  # each page in each language and light; else in one light and one of FOREIGN
FOREIGN = LANGUAGES[1:]
Light = tuple["ViewportSize", Literal["light", "dark"]]
LIGHTS: list[Light] = [(PHONE, "light"), (WIDE, "dark"), (PHONE, "dark"), (WIDE, "light")]
Faults = dict[str, list[str]]  # what is wrong: where
MEANT = re.compile(  # Latin letters that belong on a page in any language
    r"\b(?:Quintet|Annamaria|English|UTC|SHA-256|HMAC-SHA-256|Sequence|Diamoniak|Red-Handed)\b"
    r"|Brain Games|Bruno Cathala|Djeco|Douglas Reuter|G\. Kirszbaum|Jactalea|Jax|Kyril Bouquet|Sylvain Duchêne"
    r"|Inon Kohn|Ariel Laden|Lifestyle|cookie"  # who made the games, and a word that Russian took over
    r"|\S+@\S+|https?://\S+|\b[A-Z]{2,4}(?:-[A-Z]{4})?\b"  # addresses, codes, cards
)


@pytest.fixture
def walk(browser: Browser, embedded_stack: Stack, furniture: Furnished) -> Callable[..., Faults]:
    """Look at the pages of a language: `walk(language, inspect)` collects what `inspect` finds.

    All languages of FOREIGN together look at every page, and with SOAK each does.
    """

    def walk_through(language: str, inspect: Callable[[Page, str, Look], list[str]]) -> Faults:
        faults: Faults = defaultdict(list)
        with visits(browser, embedded_stack, furniture, language) as page_of:
            for place, look in enumerate(looks(furniture)):
                if WHOLE or FOREIGN[place % len(FOREIGN)] == language:
                    for fault in inspect(page_of(look), language, look):
                        faults[fault].append(f"{language} {look}")
        return dict(faults)

    return walk_through


def told(faults: Faults) -> str:
    return "\n".join(f"{fault}\n    {len(where)}: {', '.join(where[:3])}" for fault, where in faults.items())


def test_every_address_is_listed_as_a_page_or_with_a_reason() -> None:
    assert url_names() == PAGES.keys() | NO_PAGE.keys()
    assert not PAGES.keys() & NO_PAGE.keys()


@pytest.mark.parametrize("language", LANGUAGES if WHOLE else FOREIGN)
def test_every_page_fits_a_phone_a_finger_its_language_and_axe(walk: Callable[..., Faults], language: str) -> None:
    """In one walk: to open a page costs more than to look at it."""
    faults = walk(language, lambda *page: [*on_a_phone(*page), *in_its_lights(*page)])
    assert not faults, told(faults)


def in_its_lights(page: Page, _: str, look: Look) -> list[str]:
    """Return axe's grave faults, and what leaves its panel, on phone and wide screen, by day and by night."""
    faults: set[str] = set()
    for screen, light in lights(look):
        page.set_viewport_size(screen)
        page.emulate_media(color_scheme=light)
        faults.update(grave_faults(page))
        faults.update(f"beyond its panel: {one}" for one in spilt(page))
    return sorted(faults)


def lights(look: Look) -> list[Light]:
    """Return in which lights to look: at length in all, else in one or another of two, always the same."""
    kind = f"{look.who} {look.game} {look.stage or look.path}"  # a match's id is another each time
    return LIGHTS if WHOLE else [LIGHTS[crc32(kind.encode()) % 2]]


def on_a_phone(page: Page, language: str, _: Look) -> list[str]:
    faults = [f"too small: {target}" for target in small_targets(page, FINGER)]
    if (width := sticks_out(page)) > 0:
        faults.append(f"sticks out by {width} pixels")
    faults += [f"beyond its panel: {one}" for one in spilt(page)]
    if language != "en":
        faults += [f"English: {text}" for text in latin_texts(page) if re.search("[A-Za-z]{2}", MEANT.sub("", text))]
    return faults
