"""Somebody deletes themselves while their pages are open: these end, and the others' pages know them no more."""

from __future__ import annotations

import asyncio
import json
import time
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from websockets.exceptions import ConnectionClosed

from tests.live.judge import seat_two
from tests.live.people import Person, socket_of
from tests.stack import Stack

pytestmark = pytest.mark.live
WITHIN = 2.0  # s


@pytest.fixture(params=["production", "embedded"])
def stack(request: pytest.FixtureRequest) -> Stack:
    found: Stack = request.getfixturevalue(f"{request.param}_stack")
    return found


def name_of(stack: Stack, match: str, seat: int) -> str:
    sql = "SELECT username FROM accounts_user JOIN games_seatrow ON user_id = accounts_user.id"
    ((name,),) = stack.query(f"{sql} WHERE match_id = %s AND seat = %s", [match, seat])
    return str(name)


async def test_pages_end_within_two_seconds_and_the_others_see_a_deleted_player(stack: Stack):
    anna, boris = await Person.guest(stack.url), await Person.guest(stack.url)
    over, match = await seat_two(anna, boris), await seat_two(anna, boris)
    await boris.ask(over, "resign", "resigned-before")
    name = name_of(stack, match, 0)
    async with (
        socket_of(anna, match) as own,
        socket_of(boris, match) as other,
        socket_of(boris, over) as past,
    ):
        frames = [json.loads(await page.recv()) for page in (other, past)]
        assert all(frame["frame"]["seats"][0]["name"] == name for frame in frames)
        began = time.monotonic()
        answer = await anna.post_form("/accounts/delete/", {"name": name})
        assert answer.status == 302, answer.body.decode()
        with pytest.raises(ConnectionClosed) as closed:
            async with asyncio.timeout(20):
                while True:
                    await own.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4401
        assert time.monotonic() - began < WITHIN + 0.5  # the request itself takes its part
        for page in (other, past):
            frame = await told(page, name)
            assert frame["seats"][0]["name"].startswith("Deleted ")
            assert frame["status"] == "finished"
    assert (await anna.get("/my/matches/")).status == 302


async def told(page: Any, name: str) -> Any:
    """Return the next frame in which nobody has the name any more."""
    async with asyncio.timeout(WITHIN + 2):
        while True:
            frame = json.loads(await page.recv()).get("frame", {})
            if frame.get("seats") and all(seat.get("name") != name for seat in frame["seats"]):
                return frame


async def test_an_export_comes_through_the_server_in_pieces(stack: Stack):
    anna, boris = await Person.guest(stack.url), await Person.guest(stack.url)
    match = await seat_two(anna, boris)
    await anna.ask(match, "resign", "resigned-here")
    await anna.get("/accounts/export/")
    answer = await anna.post_form("/accounts/export/", {})
    assert answer.status == 200
    assert answer.headers["transfer-encoding"] == "chunked"
    with ZipFile(BytesIO(answer.body)) as archive:
        assert archive.testzip() is None
        assert json.loads(archive.read(f"records/{match}.json"))["ended"]["by"] == "resign"
