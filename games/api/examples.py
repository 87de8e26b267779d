"""Examples that the document of the REST interface shows."""

from __future__ import annotations

from typing import Any

MATCH = "7hq2vw9xk4mnptz3"
MOVE: dict[str, Any] = {"token": "m-17", "number": 12, "move": {"type": "place", "card": "JS", "cell": "d7"}}
JOIN = {"type": "join", "token": "j-1", "salt": "of-my-own"}
LINE = {"token": "c-1", "text": "Good luck!"}
ANNA: dict[str, Any] = {"seat": 0, "team": 0, "name": "Anna", "ready": True}
BOT: dict[str, Any] = {"seat": 1, "team": 1, "bot": "gentle", "ready": True}
FRAME: dict[str, Any] = {
    "match": MATCH,
    "game": "sequence",
    "options": {},
    "pace": "live",
    "clock": {"per_move": 60_000},
    "listed": True,
    "watchers": True,
    "talk": "free",
    "rated": False,
    "commitment": "9f2c…",
    "number": 12,
    "ply": 7,
    "status": "active",
    "host": 0,
    "seats": [ANNA, BOT],
    "turn": [0],
    "seat": 0,
    "may": ["chat", "resign", "offer_draw"],
    "view": {},
    "legal": [MOVE["move"]],
}
TABLE: dict[str, Any] = {
    "token": "t-1", "game": "sequence", "seats": 2, "clock": {"per_move": 60_000}, "bots": "gentle",
}  # fmt: skip
OPENED = {"match": MATCH}
REPORT: dict[str, Any] = {
    "token": "r-1", "about": "line", "id": 512, "person": "Boris", "kind": "talk", "text": "He does not stop.",
}  # fmt: skip
STEPS: dict[str, Any] = {
    "steps": [
        {
            "type": "entry", "number": 12, "kind": "move", "at": 1_795_000_000_000, "seat": 0, "ply": 7,
            "line": "JSxd7", "events": [{"type": "placed", "seat": 0, "card": "JS", "cell": "d7"}], "frame": FRAME,
        }
    ]
}  # fmt: skip
DEAL: dict[str, Any] = {
    "commitment": "9f2c…", "server_seed": "00d1…", "seed": "71ab…",
    "seats": [{"name": "Anna", "salt": "of-my-own"}, {"name": "Bot", "salt": ""}],
    "steps": [{"label": "0/deck", "ply": 0, "words": "The deck is shuffled", "before": [1, 2, 3], "after": [3, 1, 2]}],
}  # fmt: skip
