"""The quiet socket of every page: what it tells, to whom, when, and whom it does not let in."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.db import OperationalError

from accounts import friends, selectors, services
from accounts.models import User
from accounts.privacy import deletion
from games import notices
from games.models import Match
from games.tables import invitations
from tests.games.conftest import ask, open_for
from tests.games.socket_pages import Page, session_of

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_lane, pytest.mark.usefixtures("in_process")]
SITE = "https://quintet.example"
do = sync_to_async


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    monkeypatch.setattr(notices, "LOOK_EVERY", 0.05)


@pytest.fixture
def table(anna) -> Match:
    return Match.objects.select_related("live").get(pk=open_for(anna).pk)


def page_of(user: User | None, **options: Any) -> Page:
    return Page("", session_of(user) if user else "", path="/ws/notices/", **options)


async def told(page: Page) -> dict[str, Any]:
    return await page.next("notices", "close")


def driven(play, *pages: Page) -> None:
    async def run() -> None:
        for page in pages:
            assert await page.open()
        await play()
        for page in pages:
            if page.closed_with is None:
                await page.close()

    async_to_sync(run)()


def test_an_invitation_reaches_each_open_page_and_leaves_it_again(table, anna, boris):
    one, other = page_of(boris), page_of(boris, cookies="django_language=ru")

    async def play() -> None:
        await do(invitations.invite_person)(table, anna, boris, SITE)
        for page in (one, other):
            (invitation,) = (await told(page))["invitations"]
            assert (invitation["by"], invitation["match"]) == ("anna", table.pk)
        await do(ask)(table, boris, "join")
        assert (await told(one))["invitations"] == (await told(other))["invitations"] == []

    driven(play, one, other)


def test_who_asks_to_be_friends_is_told_and_nobody_else_hears_of_it(anna, boris, clara):
    page, stranger = page_of(boris), page_of(clara)

    async def play() -> None:
        await do(friends.ask_friendship)(anna, boris)
        assert (await told(page))["askers"] == ["anna"]
        await do(friends.decline_friendship)(boris, anna)
        assert (await told(page))["askers"] == []
        assert await stranger.quiet() == []

    driven(play, page, stranger)


def is_here(person: User) -> bool:
    return selectors.is_here(User.objects.get(pk=person.pk))


def test_who_has_a_page_open_is_here(anna, boris):
    async def play() -> None:
        for _ in range(100):
            await asyncio.sleep(0.05)
            if await do(is_here)(boris):
                return
        pytest.fail("nobody wrote down that boris is here")

    driven(play, page_of(boris))
    assert not is_here(anna)


def test_who_comes_while_the_database_is_away_is_written_down_afterwards(boris, monkeypatch, caplog):
    look_up, looks = notices._look_up, []

    def away_once(*asked: Any) -> Any:
        looks.append(asked)
        if len(looks) == 1:
            raise OperationalError("the database is away")
        return look_up(*asked)

    monkeypatch.setattr(notices, "_look_up", away_once)
    monkeypatch.setattr(notices, "HERE_EVERY", 10_000)

    async def play() -> None:
        for _ in range(100):
            if await do(is_here)(boris):
                return
            await asyncio.sleep(0.05)
        pytest.fail("nobody wrote down that boris is here")

    driven(play, page_of(boris))
    assert [line.exc_info for line in caplog.records if "notices" in line.message] == [None], "a trace each second"


def test_after_the_login_has_ended_nothing_is_told(table, anna, boris):
    page = page_of(boris)

    async def play() -> None:
        await do(services.end_other_sessions)(boris)
        await do(invitations.invite_person)(table, anna, boris, SITE)
        assert (await page.next("close"))["code"] == selectors.LOGGED_OUT

    driven(play, page)


def test_after_the_login_has_ended_a_page_ends_though_there_is_nothing_to_tell(boris):
    page = page_of(boris)

    async def play() -> None:
        await do(deletion.retire)(boris)
        assert (await page.next("close"))["code"] == selectors.LOGGED_OUT

    driven(play, page)


def test_nobody_without_a_login_and_no_foreign_page_is_let_in(boris):
    foreign = page_of(boris, headers=[("host", "127.0.0.1:8000"), ("origin", "https://evil.example")])

    async def run() -> None:
        assert not await page_of(None).open()
        assert not await foreign.open()

    async_to_sync(run)()


def test_a_page_that_speaks_is_closed(boris):
    page = page_of(boris)

    async def play() -> None:
        await page.send({"type": "hello"})
        assert (await page.next("close"))["code"] == 1008

    driven(play, page)


def test_all_people_are_looked_up_in_three_queries(table, anna, boris, clara, django_assert_num_queries):
    for person in (boris, clara):
        invitations.invite_person(table, anna, person, SITE)
    with django_assert_num_queries(3):
        found = notices.news([anna.pk, boris.pk, clara.pk])
    assert set(found) == {boris.pk, clara.pk}
