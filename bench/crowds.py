"""Many live matches whose players think: latency, and what a match costs in memory."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

from bench.disk import probing
from bench.load.kinds import Turns
from bench.load.play import Hall
from bench.load.tally import Row
from bench.runs import MOVES_A_MATCH, Runs, sound
from bench.sites import Site

THINKING = {1: (0.5, 1.5), 4: (2.0, 6.0)}  # s of thought by their mean
THOUGHTFUL = 500
CROWD, STEP = 4000, 1000  # matches
FIRST_FEW = 100  # played before the memory is looked at for the first time: code and pools are loaded by then
SPARE = 20  # for each so many one more, in the place of one that is over
SETTLE = 10.0  # s in which most of the new matches see moves


async def thought(runs: Runs) -> Row:
    """Return the row of 500 matches with a second of thought, and that of the disk meanwhile."""
    lasts, matches = runs.count * runs.seconds + 5, runs.many(THOUGHTFUL)
    with Site() as site:
        hall = Hall(site.url, Turns, think=THINKING[1])
        hall.add(site.prepare("sequence", seats=2, matches=int(matches * (1.5 + lasts / MOVES_A_MATCH))))
        await hall.open(matches)
        with probing(runs.folder) as disk:
            tallies = await hall.measure(runs.seconds, windows=runs.count, warm_up=3.0, used=site.meter())
        await hall.close()
    rows = [tally.row() | {"matches": matches, "sound": sound(tally)} for tally in tallies]
    report = runs.say(f"1 s of thought, {matches} matches", rows)
    return report | runs.say("one fsync meanwhile (8 KiB and fdatasync)", [disk.row()])


@dataclass(frozen=True)
class Memory:
    """What a process holds, in KiB: RSS, and PSS, which counts shared pages by their share."""

    rss: int
    pss: int

    @classmethod
    def of(cls, processes: list[int]) -> Memory:
        """Return the sum over these processes, 0 without /proc."""
        found = {"Rss:": 0, "Pss:": 0}
        for pid in processes:
            for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
                name, *rest = line.split()
                if name in found:
                    found[name] += int(rest[0])
        return cls(found["Rss:"], found["Pss:"])


async def crowd(runs: Runs) -> Row:
    """Return the rows of 4 000 matches with 4 s of thought, and of what each 1 000 of them added to the server."""
    steps = CROWD // STEP if runs.count > 1 else 1
    step, few = runs.many(STEP), runs.many(FIRST_FEW)
    matches = steps * step + few
    with Site() as site:
        hall = Hall(site.url, Turns, think=THINKING[4])
        hall.begin()
        await _grown(hall, few, site)
        memory = [await _grown(hall, step, site) for _ in range(steps)]
        tallies = await hall.measure(runs.seconds, windows=runs.count, warm_up=2.0, used=site.meter())
        await hall.close()
    report = runs.say(f"memory of a live match with both sockets, {step} more", memory)
    rows = [tally.row() | {"matches": matches, "sound": sound(tally)} for tally in tallies]
    return report | runs.say(f"4 s of thought, {matches} matches", rows)


async def _grown(hall: Hall, step: int, site: Site) -> Row:
    """Open so many more, let them play, and return what a match added.

    They are made just before, for the clock closes a match that nobody has had open for two minutes.
    """
    matches = step + max(2, step // SPARE)
    hall.add(await asyncio.to_thread(site.prepare, "sequence", seats=2, matches=matches))
    before = Memory.of(site.servers())
    await hall.open(step)
    await asyncio.sleep(SETTLE)
    after = Memory.of(site.servers())
    rss, pss = (round((new - old) / step, 1) for new, old in ((after.rss, before.rss), (after.pss, before.pss)))
    return {"pss_kib": pss, "rss_kib": rss, "server_mib": round(after.rss / 1024)}
