"""What a page says of its person being there: noted once a minute, in mail pace alone, and never answered."""

from __future__ import annotations

from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async

from games.models import Match, SeatRow
from tests.games.socket_pages import Page, session_of
from tests.mail.posts import by_mail

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_lane, pytest.mark.usefixtures("in_process")]


def touched(match: Match) -> list[bool]:
    return [acted > 0 for acted in match.seat_rows.order_by("seat").values_list("acted_at", flat=True)]


async def _touch(match: Match, session: str) -> list[dict[str, Any]]:
    page = Page(match.pk, session)
    await page.open()
    await page.next("state")
    await page.quiet()
    await page.send({"type": "touch"})
    told = await page.quiet()
    await page.close()
    return told


def test_a_touch_is_noted_and_not_answered(anna, boris):
    match = by_mail(anna, boris)
    told = async_to_sync(_touch)(match, session_of(anna))
    assert [message for message in told if message["type"] in ("accepted", "refused")] == []
    assert touched(match) == [True, False]


def test_in_a_live_match_nothing_is_noted(match, anna):
    async_to_sync(_touch)(match, session_of(anna))
    assert touched(match) == [False, False]


def test_a_watcher_is_nobody(anna, boris):
    match = by_mail(anna, boris)
    async_to_sync(_touch)(match, "")
    assert touched(match) == [False, False]


def test_a_page_that_says_it_all_the_time_is_noted_once(anna, boris):
    match = by_mail(anna, boris)

    async def often() -> list[int]:
        page, seen = Page(match.pk, session_of_anna), []
        await page.open()
        for _ in range(3):
            await page.send({"type": "touch"})
            await page.quiet()
            row = await sync_to_async(SeatRow.objects.get)(match=match, seat=0)
            seen.append(row.acted_at)
        await page.close()
        return seen

    session_of_anna = session_of(anna)
    assert len(set(async_to_sync(often)())) == 1
