"""Fixtures of the browser tests alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.frozen import GAMES, Table, frozen
from tests.browser.furnished import Furnished, furnished

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

    from tests.stack import Stack


@pytest.fixture(scope="session")
def furniture(embedded_stack: Stack) -> Furnished:
    """What was put into the site for those who look at every page of it: once, its names are taken then."""
    return furnished(embedded_stack)


@pytest.fixture(scope="session", params=GAMES)
def table(request: pytest.FixtureRequest, browser: Browser, embedded_stack: Stack) -> Iterator[Table]:
    """The standing match of one game after the other: a page is dear, and all tests of a game share it."""
    with frozen(browser, embedded_stack, request.param) as opened:
        yield opened
