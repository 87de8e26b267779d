"""Pages opened as the people of a furnished site: logged in or not, in their language, waited for until drawn."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from playwright.sync_api import expect

from tests.browser.pages import FAILED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from playwright.sync_api import Browser, BrowserContext, Page, Response, ViewportSize

    from tests.browser.furnished import Furnished
    from tests.browser.pages import Look
    from tests.stack import Stack

PHONE: ViewportSize = {"width": 360, "height": 640}
WITHIN = {"data", "blob", "about"}  # what a page has in itself
DRAWN = "#board[data-number], #step-list li, #verdict[data-verdict], #invite-who"  # of all pages of a match


@contextmanager
def visits(browser: Browser, stack: Stack, site: Furnished, language: str) -> Iterator[Callable[[Look], Page]]:
    """Give a way to open pages in one language.

    At the end an error in their scripts fails the test, and so does anything that was asked of others than the site.
    """
    stack.query("UPDATE accounts_user SET language = %s", [language])  # it wins over the browser's
    visitors = Visitors(browser, stack.url, site, language)
    try:
        yield visitors.look
    finally:
        visitors.leave()
    assert not visitors.errors
    assert not strangers(visitors.asked, stack.url)


def watch(context: BrowserContext, asked: list[str]) -> None:
    """Write down each request and each socket of a browser's pages."""
    context.on("request", lambda request: asked.append(request.url))
    context.on("page", lambda page: page.on("websocket", lambda socket: asked.append(socket.url)))


def strangers(asked: Iterable[str], own: str) -> set[str]:
    """Return what was asked of others."""
    parted = [(url, urlsplit(url)) for url in asked]
    return {url for url, parts in parted if parts.scheme not in WITHIN and parts.netloc != urlsplit(own).netloc}


class Visitors:
    """One browser a person."""

    def __init__(self, browser: Browser, url: str, site: Furnished, language: str) -> None:
        self._browser, self._url, self._site, self._language = browser, url, site, language
        self._pages: dict[str, Page] = {}
        self.errors: list[str] = []
        self.asked: list[str] = []

    def look(self, look: Look) -> Page:
        """Return the page, drawn, as a phone shows it by day; it is the same tab for all pages of a person."""
        page = self._pages.get(look.who) or self._pages.setdefault(look.who, self._enter(look.who))
        page.set_viewport_size(PHONE)
        page.emulate_media(color_scheme="light")
        answer = self._fail(page, look.path) if look.path.startswith(FAILED) else page.goto(self._url + look.path)
        assert answer, look
        assert (answer.status, page.url) == (200, self._url + look.path), look
        if look.stage:
            expect(page.locator(DRAWN).first).to_be_attached()
        return page

    def leave(self) -> None:
        """Close all browsers."""
        for page in self._pages.values():
            page.context.close()

    def _enter(self, who: str) -> Page:
        context = self._browser.new_context(locale=self._language, reduced_motion="reduce")
        watch(context, self.asked)
        if cookie := self._site.cookies.get(who):
            context.add_cookies([{"name": "sessionid", "value": cookie, "url": self._url}])
        page = context.new_page()
        page.on("pageerror", lambda error: self.errors.append(f"{page.url}: {error}"))
        return page

    def _fail(self, page: Page, path: str) -> Response | None:
        """Open what is shown when something fails; a browser that has a route has no cache, so it is soon gone."""
        body = self._site.failures[self._language][path.removeprefix(FAILED).strip("/")]
        page.route(self._url + path, lambda route: route.fulfill(body=body, content_type="text/html"))
        answer = page.goto(self._url + path)
        page.unroute(self._url + path)
        return answer
