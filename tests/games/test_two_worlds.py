"""Nothing that a seat or a watcher is sent depends on what it may not know: every byte, of every game.

Random matches are played through the real sockets and the real hub. Each message is compared with the one that would
be sent if all that its reader cannot know were otherwise, and each refusal with the one given in such a world.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async

from accounts.models import User
from config.asgi import sockets
from config.visitors import Visitors
from games.consumers import MatchConsumer
from games.door.loaded import ACTIVE, Entry, Loaded
from games.serving.hub import hub
from games.serving.room import encode
from rules import registry
from rules.chance import Chance
from rules.contract import AnyGame, Event, Viewer
from rules.playout import play_randomly
from tests.games import worlds
from tests.games.conftest import Time
from tests.games.random_matches import RandomMatch, Step
from tests.games.socket_pages import Page, open_pages, session_of
from tests.programs import new_token
from tests.rules.positions import SOAK, Setup, deal, setups

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process")]
Json = dict[str, Any]
POSITIONS = 200 if SOAK else 20  # of each game
STEPS = 10  # positions of one match in a row
ELSEWHERE = 6 if SOAK else 3  # tries to find a world in which the same move leads to the same sight
NEARBY = 8 if SOAK else 3  # moves tried by each viewer at each position
ASKED = 2 if SOAK else 1  # refusals of each viewer at each position that go over the socket
LINES = (4.0, 15.0, 30.0)  # ms, so that grabs wait for each other


@pytest.fixture(autouse=True)
def lines(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """No limit to how much a page may ask, and lines of different length."""
    settings.SOCKET_RATE = settings.SOCKET_BURST = 1_000_000
    monkeypatch.setattr(MatchConsumer, "round_trip", lambda page, now: LINES[(page.user_id or 0) % len(LINES)])


def page_of(match_id: str, user: User, number: int) -> Page:
    """Return somebody's page, to which every second one comes as a program does: by a token."""
    page = Page(match_id, session_of(user))
    if number % 2:
        page.connect(Visitors(sockets), [(b"authorization", f"Bearer {new_token(user)}".encode())])
    return page


class Watched(RandomMatch):
    """A match of which everything that its viewers are sent is compared."""

    def __init__(self, setup: Setup, seed: int, time: Time, seen: Counter[str]) -> None:
        super().__init__(setup, seed, time)
        self.seen, self._worlds = seen, 0
        people = enumerate(self.users.items())
        self.pages = {seat: page_of(self.match.id, user, number) for number, (seat, user) in people}
        self._read = dict.fromkeys(self.pages, 0)

    async def play(self, steps: int) -> None:
        """Play on with everybody looking, and compare."""
        await open_pages(*self.pages.values())
        for page in self.pages.values():
            await page.quiet(0.05)
        for viewer in self.pages:
            self._unread(viewer)
        for _ in range(steps):
            if self.loaded.status == ACTIVE:
                self.seen["positions"] += 1
                await self._compare_states()
                await self._compare_refusals()
            if not self.loaded.over:
                await self._step(*self.next_deed())
        await self._compare_end()

    async def _compare_end(self) -> None:
        """Somebody leaves, and a bot goes on for them where enough are left; nothing else was sent."""
        if not self.loaded.over:
            await self._step(self.random.randrange(self.loaded.facts.seats), self.body("resign"))
        for seat, page in self.pages.items():
            await page.quiet(0.05)
            assert self._unread(seat) == []
        for page in self.pages.values():
            await page.close()

    def _unread(self, seat: Viewer) -> list[str]:
        """Return what a page has got since it was last asked."""
        texts = self.pages[seat].texts[self._read[seat] :]
        self._read[seat] += len(texts)
        return texts

    def _chance(self) -> Chance:
        self._worlds += 1
        return Chance(self._worlds.to_bytes(32, "big"))

    def _world(self, viewer: Viewer) -> Loaded:
        world = worlds.other_world(self.loaded, viewer, self._chance())
        self.seen["other worlds"] += world.state != self.loaded.state
        self.seen["other clocks"] += world.timer != self.loaded.timer
        return world

    # --- entries ---
    async def _step(self, seat: int | None, body: Json) -> None:
        await sync_to_async(self.time.move)()  # the servers have been up
        answers: dict[Viewer, list[str]] = {seat: []}
        if seat is None:
            await sync_to_async(self.tick)()
        else:
            answers = await self._ask(seat, body)
        steps = await sync_to_async(self.follow)()
        for viewer, page in self.pages.items():
            await _until(page, self.loaded.number)
            await self._compare(viewer, steps, answers.get(viewer, []))

    async def _ask(self, seat: int, body: Json) -> dict[Viewer, list[str]]:
        """Make a request, in a race with somebody else's a moment after it; returns the answers by seat."""
        page, rivals = self.pages[seat], self._rivals(seat, body)
        await page.send(body)
        for rival in rivals:
            await self.pages[rival].send(body)
        answers: dict[Viewer, list[str]] = {}
        for who in (seat, *rivals):
            answer = await self.pages[who].next("accepted", "refused")
            answers[who] = [text for text in self.pages[who].texts[-3:] if f'"type":"{answer["type"]}"' in text]
            self.seen[f"rivals {answer['type']}"] += bool(rivals)
        return answers

    def _rivals(self, seat: int, body: Json) -> list[int]:
        contested = {kind.type for kind in self.loaded.facts.game.contested}
        if body["type"] != "move" or body["move"]["type"] not in contested:
            return []
        return [s for s in range(self.loaded.facts.seats) if s != seat and self.is_allowed(s, body["move"])][:1]

    async def _compare(self, viewer: Viewer, steps: list[Step], answers: list[str]) -> None:
        """Compare what a page got of these entries, in its order, with what it would have got."""
        got = [text for text in self._unread(viewer) if text not in answers]
        assert len(got) == len(steps), (viewer, got)
        for text, (entry, before, events) in zip(got, steps, strict=True):
            self.seen[entry.kind] += 1
            if not self.loaded.over:  # then the seed itself is shown
                assert text == await self._elsewhere(viewer, entry, events)
                await self._compare_happening(viewer, text, entry, before)

    async def _elsewhere(self, viewer: Viewer, entry: Entry, events: list[Event]) -> str:
        """Return the message with all that is hidden now drawn anew."""
        self.seen["entries"] += 1
        told = [worlds.disguised(event, viewer) for event in events]
        return await worlds.entry_sent(self._world(viewer), self.users[viewer], entry, told)

    async def _compare_happening(self, viewer: Viewer, text: str, entry: Entry, before: Loaded) -> None:
        """Compare with a world that was another before: the same move there, which leads to the same sight."""
        game = self.loaded.facts.game
        for _ in range(ELSEWHERE if entry.kind == "move" else 0):
            found = worlds.folded_elsewhere(before, viewer, entry, self._chance())
            if found and game.view(found[0].state, viewer) == game.view(self.loaded.state, viewer):
                assert text == await worlds.entry_sent(found[0], self.users[viewer], entry, found[1])
                self.seen["happenings"] += 1
                self.seen["other happenings"] += found[0].state != self.loaded.state
                return

    # --- states ---
    async def _compare_states(self) -> None:
        for viewer, page in self.pages.items():
            await page.send({"type": "ping"})
            await page.send({"type": "resync"})
            await page.next("state")
            pong, state = self._unread(viewer)[-2:]
            assert pong == encode({"type": "pong", "number": self.loaded.number}).decode()
            assert state == await worlds.state_sent(self._world(viewer), self.users[viewer])
            self.seen["states"] += 1

    # --- refusals ---
    async def _compare_refusals(self) -> None:
        """Whatever is tried is judged alike in both worlds; some of it over the socket, with the room so and so."""
        for viewer, page in self.pages.items():
            world, sent = self._world(viewer), 0
            for body in self._tries():
                told = self._verdict(self.loaded, viewer, body)
                assert told == self._verdict(world, viewer, body), body
                self.seen["verdicts"] += 1
                if told != "accepted" and sent < ASKED:
                    assert [await self._refusal(page, each, body) for each in (self.loaded, world)] == [told] * 2
                    sent, self.seen["refusals"] = sent + 1, self.seen["refusals"] + 1
            self._unread(viewer)

    def _tries(self) -> list[Json]:
        tries = [self.body("move", move=move) for move in self.moves_nearby(NEARBY)]
        stale = self.random.choice(tries) | {"number": self.loaded.number - self.random.randrange(3)}
        return [self.body(self.random.choice(["accept_draw", "start", "undo"])), stale, *tries]

    def _verdict(self, loaded: Loaded, viewer: Viewer, body: Json) -> str:
        return worlds.verdict(loaded, self.users[viewer], body, self.time.now)

    async def _refusal(self, page: Page, loaded: Loaded, body: Json) -> str:
        """Ask over the socket while the match stands so, and return the refusal."""
        room = hub().rooms[self.match.id]
        real, room.loaded = room.loaded, loaded
        try:
            assert (await page.ask(body))["type"] == "refused"
        finally:
            room.loaded = real
        return page.texts[-1]


async def _until(page: Page, number: int) -> None:
    while all(message.get("number") != number for message in page.messages if message["type"] == "entry"):
        await page.next()


def look_ahead(setup: Setup, seed: int) -> tuple[int, bool]:
    """Return how many moves a random match takes, and whether its clock ever ran without players being told."""
    game, chance = setup.game, Chance(seed.to_bytes(32, "big"))
    state, length, secret = deal(setup, chance.seed), 0, False
    for _ in play_randomly(game, state, setup.seats, chance):
        length += 1
        secret |= game.timer(state) is not None and game.shown_timer(state) is None
    return length, secret


@pytest.mark.parametrize("game", registry.GAMES.values(), ids=registry.GAMES.keys())
def test_no_byte_that_a_viewer_is_sent_depends_on_what_it_may_not_know(game: AnyGame, stopped: Time) -> None:
    seen: Counter[str] = Counter()
    random, found, number, secretive = Random(game.slug), setups(game), 0, False
    while number < POSITIONS and (seen["positions"] < POSITIONS or (secretive and not seen["other clocks"])):
        setup = random.choice(found)
        match = Watched(setup, number, stopped, seen)
        length, secret = look_ahead(setup, number)
        secretive |= secret
        secretly = secretive and number % 2 == 1
        match.advance(random.randrange(1, length) if number and not secretly else 0, secretly=secretly)
        async_to_sync(match.play)(STEPS)
        number += 1
    assert seen["positions"] >= POSITIONS
    assert seen["refusals"] >= POSITIONS
    assert min(seen["other worlds"], seen["happenings"], seen["other happenings"]) > 0
    assert not secretive or seen["other clocks"]
    assert not game.contested or min(seen["rivals accepted"], seen["rivals refused"]) > 0
