"""The rules written a second time, slowly and plainly, and played beside the game move by move."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

import pytest

from rules import codec
from rules.blue_diamond import game
from rules.blue_diamond.models import CARDS, BlueDiamondOptions
from rules.chance import Chance
from tests.rules.blue_diamond.tables import CHANCE

WORTH = {"PXP": (0, 1), "PAP": (1, 1), "ADA": (0, 2), "XDX": (1, 2), "DDD": (None, 3)}
Cards = tuple[tuple[int, str], ...]  # (id, face)
Triple = tuple[frozenset[int], str]


def triples(row: Cards) -> dict[Triple, int]:
    """Return the combinations of a row and the middle card of each."""
    found = {}
    for three in zip(row, row[1:], row[2:], strict=False):
        pattern = "".join(face for _, face in three)
        if pattern in WORTH:
            found[frozenset(card for card, _ in three), pattern] = three[1][0]
    return found


@dataclass
class Plain:
    backs: dict[int, str]
    faces: dict[int, str]
    turn: int
    row: list[int] = field(default_factory=list)
    aside: list[int] = field(default_factory=list)
    due: list[int] = field(default_factory=list)
    moved: bool = False
    passes: int = 0
    quiet: int = 0
    points: list[int] = field(default_factory=lambda: [0, 0])
    history: set[tuple[Cards, int]] = field(default_factory=set)
    ended: bool = False

    def shown(self) -> Cards:
        return tuple((card, self.faces[card]) for card in self.row)

    def loose(self) -> list[int]:
        return [card for card in CARDS if card not in self.row + self.aside]

    def ways(self, kind: str, cards: list[int]) -> list[dict[str, Any]]:
        ends, sides = ("left", "right"), (False, True)
        return [{"type": kind, "card": c, "end": e, "flip": f} for c in cards for e in ends for f in sides]

    def legal(self) -> list[dict[str, Any]]:
        if self.ended:
            return []
        if self.moved:
            return self.ways("return", self.due)
        if self.loose():
            return self.ways("place", self.loose()) + [{"type": "pass"}] * (self.passes < 2)
        moves: list[dict[str, Any]] = [{"type": "shift", "from": end} for end in ("left", "right")]
        moves += [{"type": "swap", "at": at} for at in range(1, len(self.row) - 2)]
        moves += [{"type": "flip", "card": card} for card in self.row]
        return [move for move in moves if not self.repeats(move)]

    def after(self, move: dict[str, Any]) -> Cards:
        row, at = list(self.shown()), move.get("at", 0)
        if move["type"] == "shift":
            row = row[1:] + row[:1] if move["from"] == "left" else row[-1:] + row[:-1]
        elif move["type"] == "swap":
            row[at], row[at + 1] = row[at + 1], row[at]
        elif move["type"] == "flip":
            row = [(card, self.backs[card] if card == move["card"] else face) for card, face in row]
        else:
            new = (move["card"], (self.backs if move["flip"] else self.faces)[move["card"]])
            row = [new, *row] if move["end"] == "left" else [*row, new]
        return tuple(row)

    def repeats(self, move: dict[str, Any]) -> bool:
        then = self.after(move)
        pays = triples(then).keys() - triples(self.shown()).keys()
        return not self.due and not pays and (then, 1 - self.turn) in self.history

    def play(self, move: dict[str, Any]) -> None:
        if move["type"] == "pass":
            self.passes += 1
        else:
            self.passes *= move["type"] == "return"
            before, then = triples(self.shown()), self.after(move)
            self.row = [card for card, _ in then]
            for card, face in then:
                if face != self.faces[card]:
                    self.faces[card], self.backs[card] = face, self.faces[card]
            if move["type"] == "return":
                self.aside.remove(move["card"])
                self.due.remove(move["card"])
            else:
                self.score({key: middle for key, middle in triples(then).items() if key not in before})
        self.moved = True
        if not self.ended and not self.due:
            self.end_turn()

    def score(self, made: dict[Triple, int]) -> None:
        for (_, pattern), middle in made.items():
            owner, diamonds = WORTH[pattern]
            self.points[self.turn if owner is None else owner] += diamonds
            self.row.remove(middle)
            self.aside.append(middle)
            self.history, self.quiet = set(), -1
        self.ended = max(self.points) >= 7

    def end_turn(self) -> None:
        self.turn, self.moved, self.quiet = 1 - self.turn, False, self.quiet + 1
        self.due = list(self.aside)
        if not self.due and not self.loose():
            self.history.add((self.shown(), self.turn))
        self.ended = self.quiet >= 100 or not self.legal()


def choose(moves: list[dict[str, Any]], plain: Plain, rng: random.Random, shy: bool) -> dict[str, Any]:
    """Pick a move; a shy player avoids diamonds, for long matches and many repetitions."""
    if shy and not plain.moved:
        still = [m for m in moves if m["type"] == "pass" or not triples(plain.after(m)).keys() - triples(plain.shown())]
        moves = still or moves
    return rng.choice(moves)


@pytest.mark.parametrize("shy", [False, True])
@pytest.mark.parametrize("seed", range(25))
def test_both_tellings_of_the_rules_agree_on_every_move_of_a_match(seed: int, shy: bool) -> None:
    rng = random.Random(seed)
    state = game.deal(BlueDiamondOptions(), 2, Chance(rng.randbytes(32)))
    plain = Plain(dict(state.backs), dict(state.faces), state.turn)
    while not plain.ended:
        moves = plain.legal()
        listed = [codec.move_to_json(move) for move in game.legal_moves(state, state.turn)]
        assert sorted(listed, key=str) == sorted(moves, key=str)
        move = choose(moves, plain, rng, shy)
        plain.play(move)
        game.play(state, state.turn, codec.move_from_json(game, move), CHANCE)
        assert state.row == plain.row
        assert state.faces == plain.faces
        assert state.diamonds == plain.points
        assert state.turn == plain.turn or plain.ended
    assert game.outcome(state) is not None
