"""No page asks anybody but the site itself for anything: no font, no script, no picture, no count of visitors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from tests.browser.pages import looks
from tests.browser.visiting import visits

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.browser.furnished import Furnished
    from tests.stack import Stack

pytestmark = pytest.mark.live
WITHIN = {"data", "blob", "about"}  # what a page has in itself


class Watched:
    """A browser of which each request and each socket is written down."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self.asked: list[str] = []

    def new_context(self, **options: Any) -> Any:
        context = self._browser.new_context(**options)
        context.on("request", lambda request: self.asked.append(request.url))
        context.on("page", lambda page: page.on("websocket", lambda socket: self.asked.append(socket.url)))
        return context

    def strangers(self, own: str) -> set[str]:
        """Return what was asked of others."""
        asked = [(url, urlsplit(url)) for url in self.asked]
        return {url for url, parts in asked if parts.scheme not in WITHIN and parts.netloc != urlsplit(own).netloc}


def test_no_page_asks_anybody_else(browser: Browser, embedded_stack: Stack, furniture: Furnished) -> None:
    watched = Watched(browser)
    with visits(watched, embedded_stack, furniture, "en") as page_of:  # type: ignore[arg-type]
        for look in looks(furniture):
            page_of(look)
    assert len(watched.asked) > len(looks(furniture))
    assert any(url.startswith("ws") for url in watched.asked)
    assert not watched.strangers(embedded_stack.url)


def test_one_that_did_would_be_found(browser: Browser, embedded_stack: Stack) -> None:
    watched = Watched(browser)
    context = watched.new_context(bypass_csp=True)
    page = context.new_page()
    page.goto(embedded_stack.url)
    page.evaluate("fetch('http://stranger.invalid/count').catch(() => {})")
    context.close()
    assert watched.strangers(embedded_stack.url) == {"http://stranger.invalid/count"}
