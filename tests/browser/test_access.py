"""Every page, for every hand and eye: axe, targets for a finger, no sideways scroll, no word in another language."""

from __future__ import annotations

import os
import re
from collections import defaultdict
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.furnished import LANGUAGES, Furnished, furnished
from tests.browser.inspecting import grave_faults, latin_texts, small_targets, sticks_out
from tests.browser.pages import FAILURES, NO_PAGE, PAGES, Look, looks, url_names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

    from tests.stack import Stack

pytestmark = pytest.mark.live
PHONE: ViewportSize = {"width": 360, "height": 640}
WIDE: ViewportSize = {"width": 1280, "height": 800}
FINGER = 44  # pixels
COLOURS = ["color-contrast", "link-in-text-block"]  # the rules that only a theme decides
ALL_LANGUAGES = LANGUAGES if os.environ.get("SOAK") else ("en",)  # axe takes its time
Faults = dict[str, list[str]]  # what is wrong: where
NAMES = re.compile(r"\b(Quintet|Annamaria|English|Bot [0-9])\b")


class Visits:
    """Opens pages as the people of a furnished site, in one language."""

    def __init__(self, browser: Browser, stack: Stack, site: Furnished, language: str) -> None:
        self._stack, self._site, self._language = stack, site, language
        self._browser = browser
        self._pages: dict[str, Page] = {}
        self.errors: list[str] = []

    def page(self, look: Look) -> Page:
        """Return the page of a look, drawn, as a phone shows it by day."""
        page = self._pages.get(look.who) or self._pages.setdefault(look.who, self._enter(look.who))
        page.set_viewport_size(PHONE)
        page.emulate_media(color_scheme="light")
        page.goto(self._stack.url + look.path)
        if look.stage:
            expect(page.locator("#board[data-number], #deal, #verdict[data-verdict]").first).to_be_attached()
        return page

    def close(self) -> None:
        for page in self._pages.values():
            page.context.close()

    def _enter(self, who: str) -> Page:
        context = self._browser.new_context(locale=self._language, reduced_motion="reduce")
        if cookie := self._site.cookies.get(who):
            context.add_cookies([{"name": "sessionid", "value": cookie, "url": self._stack.url}])
        for name in FAILURES:
            self._answer(context, name)
        page = context.new_page()
        page.on("pageerror", lambda error: self.errors.append(f"{page.url}: {error}"))
        return page

    def _answer(self, context: BrowserContext, name: str) -> None:
        body = self._site.failures[self._language][name]
        context.route(f"**/failure/{name}/", lambda route: route.fulfill(body=body, content_type="text/html"))


@pytest.fixture(scope="module")
def site(embedded_stack: Stack) -> Furnished:
    """What was put into the site."""
    return furnished(embedded_stack)


@pytest.fixture
def walk(browser: Browser, embedded_stack: Stack, site: Furnished) -> Iterator[Callable[..., Faults]]:
    """Look at every page in a language: `walk(language, inspect)` collects what `inspect(page)` finds."""

    def walk_through(language: str, inspect: Callable[[Page], list[str]]) -> Faults:
        visits = Visits(browser, embedded_stack, site, language)
        faults: Faults = defaultdict(list)
        for look in looks(site):
            for fault in inspect(visits.page(look)):
                faults[fault].append(str(look))
        visits.close()
        assert not visits.errors
        return dict(faults)

    yield walk_through


def told(faults: Faults) -> str:
    return "\n".join(f"{fault}\n    {len(where)}: {', '.join(where[:3])}" for fault, where in faults.items())


def test_every_address_is_listed_as_a_page_or_with_a_reason() -> None:
    assert url_names() == PAGES.keys() | NO_PAGE.keys()
    assert not PAGES.keys() & NO_PAGE.keys()


@pytest.mark.parametrize("language", ALL_LANGUAGES)
def test_axe_finds_no_grave_fault_on_any_page(walk: Callable[..., Faults], language: str) -> None:
    faults = walk(language, in_every_light)
    assert not faults, told(faults)


def in_every_light(page: Page) -> list[str]:
    """Return axe's grave faults on a phone and a wide screen, by day and by night."""
    faults = grave_faults(page)
    page.emulate_media(color_scheme="dark")
    faults += grave_faults(page, COLOURS)
    page.set_viewport_size(WIDE)
    faults += grave_faults(page)
    page.emulate_media(color_scheme="light")
    return sorted({*faults, *grave_faults(page, COLOURS)})


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_fits_a_phone_a_finger_and_its_language(walk: Callable[..., Faults], language: str) -> None:
    faults = walk(language, lambda page: on_a_phone(page, language))
    assert not faults, told(faults)


def on_a_phone(page: Page, language: str) -> list[str]:
    faults = [f"too small: {target}" for target in small_targets(page, FINGER)]
    if (width := sticks_out(page)) > 0:
        faults.append(f"sticks out by {width} pixels")
    if language != "en":
        faults += [f"English: {text}" for text in latin_texts(page) if re.search(r"[A-Za-z]{2}", NAMES.sub("", text))]
    return faults
