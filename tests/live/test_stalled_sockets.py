"""Twenty sockets that stop reading harm only themselves. SOAK=1: for a minute, with more around them.

They are players and watchers of the busiest matches; what the server sends them goes nowhere, until it holds as much as
it is willing to hold and cuts them off. Then others take their beds, so that there are always twenty.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import sys
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import pytest

from bench.load.tally import percentiles
from tests.live.footing import Town
from tests.live.judge import log_of, seat_two
from tests.live.machine import TooSlow, Window, in_time
from tests.live.people import Person
from tests.live.sleepers import Dormitory, Sleeper, resident

pytestmark = [
    pytest.mark.live,
    pytest.mark.alone,
    pytest.mark.skipif(sys.platform != "linux", reason="asks Linux about its sockets"),
]
SOAK = os.environ.get("SOAK") == "1"
SLEEPERS = 20
TABLES, CALM, NIGHT, LONGEST = (10, 30.0, 60.0, 90.0) if SOAK else (5, 6.0, 11.5, 30.0)  # s
THINK = (0.05, 0.15)  # s
CUT_WITHIN = 30.0  # s; from 40 on it could also be for their silence
MOST_EACH = 2048 if SOAK else 1024  # KiB of the servers' memory, by 64 + 256 in buffers and by what else has grown
KERNEL = 128  # KiB more of the kernel's
CLOCK = 10  # s a move
PUNCTUAL = 500  # ms
RIGHT_WITHIN = 5.0  # s


@dataclass(frozen=True)
class Times:
    """How long those who are awake wait for answers, and how old a move is when it comes to them; ms."""

    answers: dict[str, float]
    updates: dict[str, float]

    @classmethod
    def of(cls, crowd: Dormitory, begin: float, end: float) -> Times:
        """Return the times between two instants."""
        waits = [wait.answered - wait.sent for wait in crowd.waits(begin) if wait.sent < end]
        return cls(percentiles(waits), percentiles(crowd.updates(begin, end)))

    def worse(self, before: Times, slower: float) -> list[str]:
        """Return what has become much worse than before, or is bad."""
        found = []
        for name in ("answers", "updates"):
            now, then = getattr(self, name), getattr(before, name)
            for point, more, most in (("p95_ms", 60, 250), ("p99_ms", 120, 500)):
                if now[point] > (then[point] * 2 + more) * slower or now[point] > most * slower:
                    found.append(f"{name} {point}: {now[point]}, before {then[point]}")
        return found


async def test_twenty_sockets_that_stop_reading_harm_only_themselves(site, figures):
    crowd = await Dormitory.gathered(site, TABLES, THINK)
    await crowd.make_beds(site, SLEEPERS)
    await asyncio.sleep(1)
    begun = perf_counter()
    await asyncio.sleep(CALM)
    memory, window, dusk = resident(site.servers()), Window(), perf_counter()
    idler = asyncio.create_task(Idler.at(site, crowd))
    await crowd.night(site, NIGHT, LONGEST)
    dawn, slower = perf_counter(), window.slower(site.group)
    crowd.expect(dict(await asyncio.to_thread(site.query, "SELECT match_id, number FROM games_matchlive")))
    delays = await crowd.all_right(30)
    before, during = Times.of(crowd, begun, dusk), Times.of(crowd, dusk, dawn)
    each = (crowd.memory - memory) / SLEEPERS
    took = sorted(sleeper.took for sleeper in crowd.cut)
    print(f"\n{len(crowd.guests)} sleepers; {len(took)} were cut off, after {percentiles(took)}")
    print(f"  before {before}\n  during {during}\n  {each:.0f} KiB each, of the kernel's at most {crowd.kernel} KiB")
    print(f"  the last one right after {delays[-1]:.2f} s; {dict(crowd.tally.events)}; the machine {slower:.2f} times")
    figures(
        "p95 of answers to the others meanwhile",
        [during.answers["p95_ms"]],
        limit=250,
        unit="ms",
        size=f"{SLEEPERS} sleepers",
    )
    figures("cut off after", took, limit=CUT_WITHIN, unit="s")
    figures("the last one right after", [delays[-1]], limit=RIGHT_WITHIN, unit="s")
    (await idler).judge(site)
    await crowd.verdict(site)
    assert {sleeper.game for sleeper in crowd.cut} == {"blitz", "diamoniak"}
    assert len(took) >= SLEEPERS
    assert took[-1] <= CUT_WITHIN
    assert each <= MOST_EACH
    assert 16 <= crowd.kernel <= KERNEL
    assert {event for event in crowd.tally.events if event.startswith("closed")} <= {"closed 1006", "closed 1011"}
    if worse := during.worse(before, slower):
        raise TooSlow(worse)
    in_time("the last one right", delays[-1], RIGHT_WITHIN * slower)


@dataclass(frozen=True)
class Idler:
    """Somebody whose only socket stops reading before it is their turn: their clock runs as ever."""

    match: str
    turn: int  # the number of the move after which it was their turn
    socket: Sleeper

    @classmethod
    async def at(cls, site: Town, crowd: Dormitory) -> Idler:
        """Let somebody fall asleep, then make it their turn; return when time must be over."""
        people = await Person.guest(site.url), await Person.guest(site.url)
        match = await seat_two(*people, per_move=CLOCK)
        frames = [await person.frame(match) for person in people]
        mover = next(seat for seat, frame in enumerate(frames) if frame["turn"] == [seat])
        sleeper = crowd.lay_down(match, 1 - mover, people[1 - mover].cookie)
        await sleeper.sleep()
        fields: dict[str, Any] = {"number": frames[mover]["number"], "move": frames[mover]["legal"][0]}
        answer = await people[mover].ask(match, "move", secrets.token_hex(6), **fields)
        await asyncio.sleep(CLOCK + PUNCTUAL / 1000)
        return cls(match, answer.json()["number"], sleeper)

    def judge(self, site: Town) -> None:
        """Raise AssertionError unless their time was over to the instant, and they know by now."""
        rows = {number: (kind, at) for match, number, kind, _, _, at in log_of(site) if match == self.match}
        kind, at = rows[self.turn + 1]
        assert kind == "give_up"
        assert 0 <= at - rows[self.turn][1] - CLOCK * 1000 <= PUNCTUAL
        assert self.socket.frame is not None
        assert (self.socket.frame.status, self.socket.frame.number) == ("finished", self.turn + 1)
