"""Fixtures of all tests: a real browser, and whole server stacks to point it at."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest

from tests.lane import choose
from tests.stages import arrange
from tests.stores import share_tables

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.stack import Stack

BROWSERS = (
    "chromium-headless-shell",  # of the same source, without the windows that nobody sees: half the work
    "chromium",
    "chromium-browser",
    "google-chrome",
    "/usr/bin/chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
NO_BROWSER = (
    "No Chromium found: install it (Debian: apt install chromium-headless-shell; Ubuntu, macOS: Chromium or Chrome)"
)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
CALM: dict[str, Any] = {"reduced_motion": "reduce"}
MOVING = "no-preference"
PATIENCE = 15_000  # milliseconds a click or an expectation may take on a busy machine
ONE_ADDRESS = {"GUEST_RATE": "1000/m/ip"}  # all of a run's guests come from this machine
OpenPage = Callable[..., "Page"]


@pytest.hookimpl(tryfirst=True)  # before `-m` chooses by the marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put what could be otherwise on SQLite into its lane, and all tests into order."""
    choose(items)
    arrange(items)


@pytest.fixture(scope="session", autouse=True)
def quick_passwords() -> None:
    """Hash passwords fast: a test that signs people up must not wait for a hash made to be slow."""
    from django.conf import settings

    if settings.configured or os.environ.get("DJANGO_SETTINGS_MODULE"):
        settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> None:
    """Let the workers of a run make the tables once for all: to carry out every migration takes each some seconds."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        share_tables()


WINDOWS_BEGIN = 20_000 * 86_400  # s since 1970: a midnight, at which windows of any length begin
TRAIL = ("accounts_moderationaction", "auditlog_logentry")


@pytest.fixture(scope="session", autouse=True)
def trail_that_can_be_flushed() -> Iterator[None]:
    """Lift the triggers that refuse to empty the trail while a test's tables are emptied and no longer."""
    from django.db import connection

    operations = type(connection.ops)
    emptying = operations.sql_flush

    def sql_flush(self: Any, *args: Any, **options: Any) -> list[str]:
        if connection.vendor == "postgresql":
            switch = [f"ALTER TABLE {table} {{}} TRIGGER trail_is_not_emptied" for table in TRAIL]
            off, on = ([text.format(word) for text in switch] for word in ("DISABLE", "ENABLE"))
            return [*off, *emptying(self, *args, **options), *on]
        with self.connection.cursor() as cursor:
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            triggers = cursor.fetchall()
        dropped = [f'DROP TRIGGER "{name}"' for name, _ in triggers]
        return [*dropped, *emptying(self, *args, **options), *(sql for _, sql in triggers)]

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(operations, "sql_flush", sql_flush)
        yield


@pytest.fixture(scope="session", autouse=True)
def all_pages_loaded() -> None:
    """Import what addresses lead to: a module that is first imported with the clock turned would keep that clock."""
    import config.urls  # noqa: F401


@pytest.fixture(scope="session", autouse=True)
def static_files_found_once() -> Iterator[None]:
    """Let the first Client alone look through all static files: each one does it anew, in most of a test's time."""
    from config.statics import CompressedStatics

    look = CompressedStatics.add_files_from_finders
    found: dict[str, Any] = {}

    def add_files_from_finders(self: CompressedStatics) -> None:
        if not found:
            look(self)
            found.update(self.files)
        self.files.update(found)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(CompressedStatics, "add_files_from_finders", add_files_from_finders)
        yield


@pytest.fixture(autouse=True)
def no_counts_left_over() -> None:
    """Count each test's requests from nothing: SQLite gives the ids of people who were rolled back to the next ones."""
    from django.core.cache import cache

    cache.clear()


@pytest.fixture(autouse=True)
def windows_that_begin_with_the_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no window of a limit end in the midst of what a test counts, which the full minute would decide."""
    from accounts import limits

    begun = time.time()
    monkeypatch.setattr(limits, "_now", lambda: WINDOWS_BEGIN + time.time() - begun)


@pytest.fixture(autouse=True)
def own_language() -> Iterator[None]:
    """Let no test inherit the language in which the last one has asked for a page: that stays with the thread."""
    yield
    from django.utils import translation

    translation.deactivate()


# --- the browser ---
@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium of this machine; without one the test fails in CI and is skipped elsewhere."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # because of that same loop Django would refuse the database
    home: dict[str, str | float | bool] = {**os.environ, "HOME": os.environ["VAR_DIR"]}  # its crash files go with ours
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser_path(), args=FLAGS, env=home)
        yield chromium
        chromium.close()


@pytest.fixture
def open_page(browser: Browser) -> Iterator[OpenPage]:
    """Open pages as different people: each call is a browser of its own, without the cookies of the others.

    `open_page(url, width=…, height=…, **context options)`. An error in the page's own scripts fails the test.
    Little moves in them: a lit card that breathes sixty times a second costs two thirds of a core for as long as the
    page stands open, and another picture with each. A test of what moves asks for `reduced_motion=MOVING`.
    """
    contexts: list[Any] = []
    errors: list[str] = []

    def open_one(url: str, *, width: int = 1280, height: int = 800, **options: Any) -> Page:
        context = browser.new_context(viewport={"width": width, "height": height}, **(CALM | options))
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(f"{page.url}: {error}"))
        page.goto(url)
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert not errors, "\n".join(errors)


def browser_path() -> str:
    if found := next((path for name in BROWSERS if (path := shutil.which(name))), None):
        return found
    if os.environ.get("CI") == "true":
        pytest.fail(NO_BROWSER)
    pytest.skip(NO_BROWSER)


# --- the servers ---
@pytest.fixture(scope="session")
def production_stack() -> Iterator[Stack]:
    """Two ASGI processes, a worker and the clock on PostgreSQL and Valkey; shared by the tests of a run."""
    from tests.stack import running

    if os.environ.get("TEST_LANE") == "sqlite":
        pytest.skip("The production shape needs PostgreSQL and Valkey.")
    with running("production", environment=ONE_ADDRESS) as stack:
        yield stack


@pytest.fixture(scope="session")
def embedded_stack() -> Iterator[Stack]:
    """The one-process shape on SQLite; shared by the tests of a run."""
    from tests.stack import running

    with running("embedded", environment=ONE_ADDRESS) as stack:
        yield stack


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show the end of the log of each stack that a failed test stood on, also of one that others stand on too."""
    report = yield
    if report.failed and report.when != "teardown":  # whose logs are gone by then
        from tests.stack import Stack

        used = getattr(item, "funcargs", {})
        stacks = [(name, value) for name, value in used.items() if isinstance(value, Stack)]
        with suppress(OSError):  # a stack that never came up has none
            report.sections += [(f"log of {name}", stack.tail()) for name, stack in stacks]
    return report
