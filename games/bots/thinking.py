"""What a bot is asked, as plain JSON, and its answer.

`python -m games.bots.thinking` is a process that does nothing but think: a question a line comes in, an answer a line
goes out. It knows the rules and neither Django nor a database, and it ends when its standard input closes, also while
it thinks: whatever becomes of who asks, no process stays behind.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from typing import Any, TextIO

from rules import bots, codec, registry
from rules.chance import Chance
from rules.contract import Move

IN_TIME = 1.0  # s after which a bot answers with the best that it has; usually it counts its nodes and is done sooner
Json = dict[str, Any]


def answer(question: Json) -> Json:
    """Return {"move", "after_ms"?}, or {} where the bot waits; raises whatever the bot raises.

    The question: `game`, `state`, `seat`, `policy`, `seed` (hex) and `ply` of its chance, and whether to `plan`.
    """
    game = registry.find(question["game"])
    state, seat = codec.state_from_json(game, question["state"]), question["seat"]
    told = game, state, seat, question["policy"], Chance(bytes.fromhex(question["seed"]), question["ply"])
    if question["plan"]:
        plan = bots.plan(*told, limits=_limits())
        return {} if plan is None else {"after_ms": plan.after_ms} | _move(game.pin(state, plan.move))
    move = bots.choose_or_wait(*told, limits=_limits())
    return {} if move is None else _move(game.pin(state, move))


def _move(move: Move) -> Json:
    return {"move": codec.move_to_json(move)}


def _limits() -> bots.Limits:
    end = time.monotonic() + IN_TIME
    return bots.Limits(late=lambda: time.monotonic() > end)


# --- the process ---
def serve(answer: Callable[[Json], Json]) -> None:
    """Answer questions until standard input closes; what is raised is an answer too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; who asks says when to end
    with contextlib.suppress(OSError):
        os.nice(5)  # people first
    out, sys.stdout = sys.stdout, sys.stderr  # whatever prints is no answer
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin, lines.put), daemon=True).start()
    print("{}", file=out, flush=True)  # it listens: from here on time counts
    while True:
        print(json.dumps(_told(answer, lines.get())), file=out, flush=True)


def _told(answer: Callable[[Json], Json], line: str) -> Json:
    try:
        return {"answer": answer(json.loads(line))}
    except Exception:
        return {"error": traceback.format_exc()}


def _listen(lines: TextIO, hear: Callable[[str], None]) -> None:
    for line in lines:
        hear(line)
    os._exit(0)


if __name__ == "__main__":
    serve(answer)
