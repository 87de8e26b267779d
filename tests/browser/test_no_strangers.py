"""No page asks anybody but the site itself for anything: no font, no script, no picture, no count of visitors.

The walks over all pages (tests.browser.visiting) look at that; here it is shown that they would find it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.visiting import DRAWN, strangers, watch

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.browser.furnished import Furnished
    from tests.stack import Stack

pytestmark = pytest.mark.live


def test_one_that_did_would_be_found(browser: Browser, embedded_stack: Stack, furniture: Furnished) -> None:
    asked: list[str] = []
    context = browser.new_context(bypass_csp=True)
    watch(context, asked)
    page = context.new_page()
    page.goto(f"{embedded_stack.url}/m/{furniture.matches['playing']['sequence']}/")
    expect(page.locator(DRAWN).first).to_be_attached()
    assert {url.partition(":")[0] for url in asked} >= {"http", "ws"}
    assert not strangers(asked, embedded_stack.url)
    page.evaluate("fetch('http://stranger.invalid/count').catch(() => {})")
    context.close()
    assert strangers(asked, embedded_stack.url) == {"http://stranger.invalid/count"}
