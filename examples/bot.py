"""A bot that sits down where it is invited and plays all five games by legal moves: python bot.py SITE TOKEN"""

from __future__ import annotations

import random
import sys
from itertools import combinations
from threading import Thread

from client import Client, Refused

RANK = {"centre": -9, "turn": 1, "work": 1, "stuck": 3}


def theft(cards: list[dict]) -> list[int] | None:
    """Return three open cards of Red-Handed that are a theft, for there the site tells no legal moves."""
    for three in combinations([card for card in cards if len(card["code"]) == 3], 3):
        kinds, colours, counts = (len({card["code"][place] for card in three}) for place in range(3))
        if kinds == 3 and colours != 2 and counts != 2:
            return [card["n"] for card in three]
    return None


def choose(frame: dict) -> dict | None:
    """Return a move for the position, or None where there is nothing to do."""
    if "legal" in frame:  # at random; in Blitz mostly what goes to the centre, or empties one's own pile
        usual, luck = random.random() < 0.9, random.random
        return min(
            frame["legal"], key=lambda m: (usual and RANK.get(m["type"], 0) - (m.get("from") == "blitz"), luck())
        )
    found = theft(frame["view"]["open"]) if frame["game"] == "red-handed" else None
    return {"type": "grab", "cards": found} if found else None


def play(client: Client, match: str) -> None:
    """Play one match to its end; in a race a late move may still be good, so it is not bound to what was seen."""
    for line in client.stream(f"matches/{match}/stream"):
        frame = line.get("frame", {"status": "none"})
        if frame["status"] in ("finished", "aborted"):
            return
        if frame["status"] == "active" and (move := choose(frame)):
            seen = {"number": frame["number"]} if frame["turn"] else {}
            try:
                client.post(f"matches/{match}/moves", move=move, **seen)
            except Refused:  # somebody was quicker: the next line tells how it stands now
                continue


def sit_down(client: Client, match: str) -> None:
    """Take a free seat at a table to which we were invited."""
    try:
        client.post(f"matches/{match}/requests", type="join")
        client.post(f"matches/{match}/requests", type="ready", ready=True)
    except Refused as refused:  # it is full, or has begun
        print(refused, file=sys.stderr)


def main(site: str, token: str) -> None:
    """Go wherever the account is invited, and play whatever matches it has, each in a thread."""
    client, known = Client(site, token), set[str]()
    for line in client.stream("stream"):
        for invitation in line.get("invitations", ()):
            sit_down(client, invitation["match"])
        for match in line.get("matches", ()):
            if match["status"] == "active" and match["match"] not in known:
                known.add(match["match"])
                Thread(target=play, args=(client, match["match"]), daemon=True).start()


if __name__ == "__main__":
    main(*sys.argv[1:])
