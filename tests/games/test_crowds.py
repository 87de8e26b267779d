"""Many who watch one match: what they are shown is worked out and written as JSON once a move, not once a watcher."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async

from games import frames
from games.serving import hub as hubs
from tests.games.conftest import play_on
from tests.games.socket_pages import Page

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_lane, pytest.mark.usefixtures("in_process")]
CROWD, MOVES = 200, 6


class Watcher:
    """A socket that keeps what it is given."""

    user_id, session_key, person, staff = None, "", "somebody", None

    def __init__(self) -> None:
        self.shown: list[bytes | int] = []

    def push(self, frame: bytes | int) -> None:
        self.shown.append(frame)

    def round_trip(self, now: float) -> float | None:
        return None


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count what is serialised, and for whom."""
    done: Counter[str] = Counter()

    def counted(name: str, call: Any) -> Any:
        def count(*args: Any) -> Any:
            done[name] += 1
            return call(*args)

        return count

    monkeypatch.setattr(frames, "encode", counted("encode", frames.encode))
    monkeypatch.setattr(frames.Telling, "__init__", counted("told", frames.Telling.__init__))
    monkeypatch.setattr(frames.Telling, "to", counted("viewers", frames.Telling.to))
    return done


def show(match: Any, work: Counter[str], crowd: int) -> tuple[list[Watcher], Counter[str]]:
    """Play some moves before a crowd; returns it and the work that the moves made."""
    watchers = [Watcher() for _ in range(crowd)]

    async def play() -> Counter[str]:
        page = Page(match.id)  # a real one: a room is kept while somebody is there
        await page.open()
        await page.next("state")
        room = hubs.hub().rooms[match.id]
        for watcher in watchers:
            room.admit(watcher)
        before = Counter(work)
        await sync_to_async(play_on)(match, MOVES)
        for _ in range(MOVES):
            await page.next("entry")
        made = Counter(work) - before
        for watcher in watchers:
            room.dismiss(watcher)
        await page.close()
        return made

    return watchers, async_to_sync(play)()


def test_two_hundred_watchers_cost_one_serialisation_a_move(match, work):
    _, alone = show(match, work, 0)
    watchers, crowded = show(match, work, CROWD)
    assert crowded["told"] == crowded["viewers"] == MOVES
    assert crowded["encode"] <= alone["encode"] + MOVES  # events may differ, watchers may not
    shown = [[frame for frame in watcher.shown if b'"entry"' in frame] for watcher in watchers]
    assert len(shown[0]) == MOVES
    for frames_of_one in shown[1:]:
        assert all(mine is theirs for mine, theirs in zip(frames_of_one, shown[0], strict=True))
