"""Where a server's time goes in the closed loop: py-spy samples the one server process, and a table is made of it.

    python -m bench.where_time_goes --matches 200 --seconds 20
    python -m bench.where_time_goes --matches 1000 --think 4

A sample counts for the function that runs and for the part of the program it belongs to. Only samples of a thread that
holds the interpreter's lock are taken: threads that wait look busy to py-spy on some systems. Writes
var/bench/where.txt (py-spy's raw stacks) and prints the tables of docs/performance.md. py-spy must be allowed to
look at the process: as root, or with kernel.yama.ptrace_scope 0.
"""

from __future__ import annotations

import argparse
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import uvloop

from bench.closed import Loop
from bench.load.tally import Row
from bench.sites import SITE, Site, services_on

OUT = Path(__file__).parents[1] / "var" / "bench" / "where.txt"
RATE = 250  # samples a second
LONGEST = 25  # functions that are listed
PARTS = {  # part -> beginnings of the paths of what belongs to it; the first that fits
    "rules of the games": ("rules/",),
    "the door (games/door)": ("games/door/",),
    "views (games/frames)": ("games/frames",),
    "the carrier (games/serving: actors, rooms, recorder)": ("games/serving/", "games/changes", "games/consumers"),
    "games, all else": ("games/",),
    "accounts, config": ("accounts/", "config/"),
    "channels, channels_redis": ("channels/", "channels_redis/"),
    "redis client": ("redis/", "hiredis/"),
    "asgiref (threads)": ("asgiref/", "concurrent/futures"),
    "database driver": ("psycopg/", "psycopg_pool/", "psycopg_binary/", "asyncpg/"),
    "Django's ORM": ("django/db/",),
    "Django, all else": ("django/",),
    "uvicorn, websockets": ("uvicorn/", "websockets/"),
    "JSON (msgspec, json)": ("msgspec/", "json/"),
    "event loop": ("uvloop/", "asyncio/", "selectors.py"),
    "threads' locks and queues": ("threading.py", "queue.py"),
}
REST = "the rest of Python"
OURS = ("games/", "accounts/", "config/", "rules/")


def record(site: Site, seconds: float) -> subprocess.Popen[bytes]:
    """Start to sample the site's server; ends by itself."""
    (server,) = site.servers()
    wish = ["--pid", str(server), "--duration", str(round(seconds)), "--rate", str(RATE), "--format", "raw"]
    spy = [str(Path(sys.executable).with_name("py-spy")), "record", *wish, "--gil", "--full-filenames"]
    OUT.parent.mkdir(parents=True, exist_ok=True)
    return subprocess.Popen([*spy, "--output", str(OUT)], stdout=subprocess.DEVNULL)


async def sampled(site: Site, matches: int, seconds: float, think: float) -> Row:
    """Play the closed loop, or with so much thought on average, while py-spy looks; return the loop's row."""
    loop = Loop.at(site, matches)
    loop.hall.think = think / 2, think * 3 / 2
    await loop.begin(seconds)
    spy = record(site, seconds)
    row = await loop.count(seconds + 1)
    if spy.wait(30):
        raise SystemExit("py-spy could not look at the server; what it said is above")
    return row


Stack = tuple[list[str], int]  # functions from the outermost inwards as "name (path:line)", and the samples


def stacks(text: str) -> list[Stack]:
    """Read py-spy's raw format."""
    lines = [line.rpartition(" ") for line in text.splitlines() if line]
    return [(frames.split(";"), int(count)) for frames, _, count in lines]


def split(frame: str) -> tuple[str, str]:
    """Return function and path of "name (path:line)"; the path from the package on."""
    name, _, place = frame.partition(" (")
    path = place.rstrip(")").rpartition(":")[0]
    for root in ("site-packages/", f"{Path(__file__).parents[1]}/", "python3.11/", "lib/python3/"):
        path = path.rpartition(root)[2]
    return name, path


def part_of(stack: list[str]) -> str:
    """Return the part that the running function belongs to; the library's own code counts for who called it."""
    for frame in reversed(stack):
        _, path = split(frame)
        for part, beginnings in PARTS.items():
            if path.startswith(beginnings):
                return part
    return REST


def table(title: str, counted: Counter[str], total: int) -> Iterable[str]:
    """Yield a Markdown table of the shares of all samples."""
    yield from (f"| {title} | share |", "| --- | --- |")
    for name, count in counted.most_common(LONGEST):
        yield f"| {name} | {100 * count / total:.1f} % |"


def report(found: list[Stack]) -> str:
    """Return the tables: by part, by our own functions with all that they call, by the function that runs."""
    parts, ours, functions = Counter[str](), Counter[str](), Counter[str]()
    for frames, count in found:
        parts[part_of(frames)] += count
        ours.update(dict.fromkeys({told(frame) for frame in frames if is_ours(*split(frame))}, count))
        functions[told(frames[-1])] += count
    total = sum(parts.values()) or 1
    tables = (("part", parts), ("of ours, with all it calls", ours), ("function", functions))
    return "\n\n".join("\n".join(table(title, counted, total)) for title, counted in tables)


def is_ours(name: str, path: str) -> bool:
    """Return whether a function is of this program, and no mere start of it."""
    return path.startswith(OURS) and name not in {"<module>", "main"}


def told(frame: str) -> str:
    """Return function and path for people."""
    name, path = split(frame)
    return f"`{name}` {path}"


def main() -> None:
    """Play, sample, print."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that services and site are stopped
    parser = argparse.ArgumentParser(prog="bench.where_time_goes", description=__doc__)
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument(
        "--think", type=float, default=0.0, help="seconds of thought before a move; none: the closed loop"
    )
    wish = parser.parse_args()
    with services_on(SITE), Site() as site:
        row = uvloop.run(sampled(site, wish.matches, wish.seconds, wish.think))
    spent = f"{row.get('server_us')} µs of the server and {row.get('postgres_us')} µs of PostgreSQL"
    print(f"{row['moves_a_second']} moves/s; a move took {spent}\n")
    print(report(stacks(OUT.read_text())))


if __name__ == "__main__":
    main()
