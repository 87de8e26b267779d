"""The pictures of the README and of the guides, made anew: `python -m tests.pictures [--only NAME]`.

A site of its own is filled (tests/browser/furnished.py), its pages are opened in Chromium, and what they look like is
written as WebP. Nothing of it is a test: it is run when the pages look otherwise than their pictures.
"""

from __future__ import annotations

import argparse
import io
import os
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image
from playwright.sync_api import expect, sync_playwright

from tests.browser.furnished import Furnished, furnished
from tests.conftest import browser_path
from tests.stack import ROOT, running

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

BOARDS, GUIDES = ROOT / "docs/screenshots", ROOT / "docs/guides/pictures"
WIDE, PHONE = (1280, 800), (360, 640)
QUALITY = 70
DRAWN = "#board[data-number], #verdict[data-verdict], #invite-who"


@dataclass(frozen=True)
class Picture:
    """One picture: where it is written, whose page it shows; `drawn`: whether to wait for what a script draws."""

    file: Path
    path: str
    who: str = "member"
    size: tuple[int, int] = WIDE
    drawn: bool = False
    language: str = "en"
    scheme: str = "light"


def pictures(site: Furnished) -> list[Picture]:
    """Return all pictures that are made."""
    playing, over, waiting = (site.matches[stage] for stage in ("playing", "over", "waiting"))
    boards = [Picture(BOARDS / f"{game}.webp", f"/m/{match}/", drawn=True) for game, match in playing.items()]
    looks = {
        "sequence": ("ru", "light"),
        "blue-diamond": ("he", "light"),
        "diamoniak": ("ru", "light"),
        "red-handed": ("en", "dark"),
        "blitz": ("en", "dark"),
    }
    phones = [
        Picture(BOARDS / f"{game}-phone.webp", f"/m/{playing[game]}/", "member", PHONE, True, *look)
        for game, look in looks.items()
    ]
    guides = [
        Picture(GUIDES / "quick.webp", "/lobby/"),
        Picture(GUIDES / "deal.webp", f"/m/{over['sequence']}/deal/", drawn=True),
        Picture(GUIDES / "open.webp", "/tables/new/sequence/"),
        Picture(GUIDES / "waiting.webp", f"/m/{waiting['sequence']}/", drawn=True),
        Picture(GUIDES / "case.webp", f"/staff/cases/{site.mailed['case']}/", "moderator"),
    ]
    return [*boards, *phones, Picture(BOARDS / "home.webp", "/"), *guides]


class Photographer:
    """Opens pages as the people of a site and writes what they look like."""

    def __init__(self, browser: Browser, url: str, site: Furnished) -> None:
        self._browser, self._url, self._site = browser, url, site

    def take(self, picture: Picture) -> None:
        """Open the page of a picture and write it."""
        with self._enter(picture) as context:
            page = context.new_page()
            answer = page.goto(self._url + picture.path)
            assert answer, picture
            assert answer.status == 200, (answer.status, picture)
            self._await(page, picture)
            write(picture.file, page.screenshot(animations="disabled"))

    def _enter(self, picture: Picture) -> BrowserContext:
        width, height = picture.size
        context = self._browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if picture.scheme == "dark" else "light",
            reduced_motion="reduce",
            locale=picture.language,
        )
        cookie = self._site.cookies[picture.who]
        context.add_cookies([{"name": "sessionid", "value": cookie, "url": self._url}])
        return context

    def _await(self, page: Page, picture: Picture) -> None:
        if picture.drawn:
            expect(page.locator(DRAWN).first).to_be_attached(timeout=60_000)
        page.wait_for_load_state("networkidle")


def write(file: Path, png: bytes) -> None:
    """Write a picture as a small WebP."""
    file.parent.mkdir(parents=True, exist_ok=True)
    Image.open(io.BytesIO(png)).convert("RGB").save(file, "WEBP", quality=QUALITY, method=6)


def main(only: list[str] | None) -> None:
    """Make all pictures, or those that are named."""
    with ExitStack() as stack:
        os.environ["VAR_DIR"] = stack.enter_context(tempfile.TemporaryDirectory(prefix="quintet-pictures-"))
        site = stack.enter_context(running("embedded"))
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=browser_path(), args=["--no-sandbox"])
        stack.callback(browser.close)
        furniture = furnished(site)
        photographer = Photographer(browser, site.url, furniture)
        for picture in pictures(furniture):
            if not only or picture.file.stem in only:
                site.query("UPDATE accounts_user SET language = %s", [picture.language])  # it wins over the browser's
                photographer.take(picture)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", action="append", metavar="NAME", help="a picture's name without its ending")
    main(parser.parse_args().only)
