"""The rules a second time, slowly and plainly, in sets of cells instead of masks, and played beside the game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from rules import codec
from rules.chance import Chance
from rules.contract import AnyGame
from rules.sequence import game
from rules.sequence.board import LAYOUT

Cell = tuple[int, int]  # column, row
Five = frozenset[Cell]
Moves = list[dict[str, Any]]

PRINTED = {(x, y): card for y, row in enumerate(LAYOUT) for x, card in enumerate(row.split())}
CORNERS = {cell for cell, card in PRINTED.items() if card == "**"}
CELLS = [cell for cell in PRINTED if cell not in CORNERS]
WAYS = [(1, 0), (0, 1), (1, 1), (1, -1)]  # across, down, falling, rising
HAND = {2: 7, 3: 6, 4: 6, 6: 5, 8: 4, 9: 4, 10: 3, 12: 3}
TEAMS = {2: 2, 3: 3, 4: 2, 6: 2, 8: 2, 9: 3, 10: 2, 12: 2}
PACK = [rank + suit for suit in "CDHS" for rank in "23456789TJQKA"]


@dataclass(eq=False)
class Card:
    """A card on a pile: told from its twin by being another object."""

    code: str


def name(cell: Cell) -> str:
    return "abcdefghij"[cell[0]] + str(cell[1] + 1)


def names(five: Five) -> list[str]:
    return [name(cell) for cell in sorted(five, key=lambda cell: (cell[1], cell[0]))]


def cell_of(text: str) -> Cell:
    return "abcdefghij".index(text[0]), int(text[1:]) - 1


def fives(cell: Cell, way: Cell) -> Iterator[Five]:
    """Yield the lines of five through a cell, the first from the left (or the top) first."""
    for back in range(4, -1, -1):
        line = [(cell[0] + step * way[0], cell[1] + step * way[1]) for step in range(-back, 5 - back)]
        if all(one in PRINTED for one in line):
            yield frozenset(line)


@dataclass
class Plain:
    options: dict[str, Any]
    seats: int
    chance: Chance
    teams: int = 0
    turn: int = 0
    hands: list[list[str]] = field(default_factory=list)
    deck: list[str] = field(default_factory=list)
    piles: list[list[Card]] = field(default_factory=list)
    chips: dict[Cell, int] = field(default_factory=dict)
    made: list[tuple[int, Five]] = field(default_factory=list)
    exchanged: bool = False
    rights: list[tuple[int, Card]] = field(default_factory=list)
    owed: list[int] = field(default_factory=list)
    passes: int = 0
    over: bool = False

    def __post_init__(self) -> None:
        self.teams = self.options["teams"] or TEAMS[self.seats]
        self.turn = (self.cut() + 1) % self.seats
        self.deck = self.chance.shuffle("deck", PACK + PACK)
        self.hands, self.piles = [[] for _ in range(self.seats)], [[] for _ in range(self.seats)]
        self.owed = [0] * self.seats
        for number in range(HAND[self.seats] * self.seats):
            self.hands[(self.turn + number) % self.seats].append(self.deck.pop(0))

    def cut(self) -> int:
        tied = list(range(self.seats))
        while len(tied) > 1:
            ranks = dict(zip(tied, (PACK.index(card) % 13 for card in self.chance.shuffle("cut", PACK)), strict=False))
            tied = [seat for seat in tied if ranks[seat] == min(ranks.values())]
        return tied[0]

    # --- what may be done ---
    def allowed(self, team: int, five: Five, placed: Cell, more: list[Five]) -> bool:
        """Whether a chip on `placed` makes the five a sequence, beside those there are and `more`."""
        own = all(cell in CORNERS or cell == placed or self.chips.get(cell) == team for cell in five)
        finished = [other for owner, other in self.made if owner == team] + more
        return own and all(len((five & other) - CORNERS) <= 1 for other in finished)

    def legal(self, seat: int) -> Moves:
        if self.over:
            return []
        hand = list(dict.fromkeys(self.hands[seat]))
        if self.owed[seat]:
            return [{"type": "forfeit", "card": card} for card in hand]
        draw: Moves = [{"type": "draw"} for owner, _ in self.rights if owner == seat]
        if seat != self.turn:
            return draw
        moves = [move for card in hand for move in self.plays(seat % self.teams, card)]
        moves += [{"type": "exchange", "card": card} for card in hand if self.is_dead(card) and not self.exchanged]
        return (moves or [{"type": "pass"}]) + draw

    def is_dead(self, card: str) -> bool:
        return card[0] != "J" and all(cell in self.chips for cell in CELLS if PRINTED[cell] == card)

    def plays(self, team: int, card: str) -> Iterator[dict[str, Any]]:
        if card in {"JH", "JS"}:
            locked = set() if self.options["hard"] else {cell for _, five in self.made for cell in five}
            for cell, owner in self.chips.items():
                if owner != team and cell not in locked:
                    yield {"type": "play", "card": card, "cell": name(cell)}
            return
        for cell in CELLS:
            if cell not in self.chips and (card[0] == "J" or PRINTED[cell] == card):
                yield {"type": "play", "card": card, "cell": name(cell)}
                for way in WAYS:
                    able = [five for five in fives(cell, way) if self.allowed(team, five, cell, [])]
                    for five in able if len(able) > 1 else []:
                        yield {"type": "play", "card": card, "cell": name(cell), "line": names(five)}

    # --- what it does ---
    def do(self, seat: int | None, move: dict[str, Any]) -> None:
        if seat is None:
            for member in range(move["team"], self.seats, self.teams):
                self.owed[member] = min(self.owed[member] + 1, len(self.hands[member]))
        elif move["type"] == "draw":
            place = [owner for owner, _ in self.rights].index(seat)
            card = self.rights[place][1]
            del self.rights[: place + 1]
            self.draw(seat, card)
        elif move["type"] == "pass":
            self.rights, self.passes = [], self.passes + 1
            self.over = self.passes == self.seats
            self.end_turn()
        else:
            self.lay(seat, move)

    def lay(self, seat: int, move: dict[str, Any]) -> None:
        self.hands[seat].remove(move["card"])
        card = Card(move["card"])
        self.piles[seat].append(card)
        if move["type"] == "forfeit":
            self.owed[seat] -= 1
        elif move["type"] == "exchange":
            self.exchanged = True
            self.draw(seat, card)
        else:
            self.play(seat, move, card)

    def play(self, seat: int, move: dict[str, Any], card: Card) -> None:
        cell, team, self.passes = cell_of(move["cell"]), seat % self.teams, 0
        if card.code in {"JH", "JS"}:
            del self.chips[cell]
            self.made = [(owner, five) for owner, five in self.made if cell not in five]
        else:
            self.place(team, cell, move.get("line"))
            self.over = [owner for owner, _ in self.made].count(team) >= (2 if self.teams == 2 else 1)
        if self.over:
            return
        self.end_turn()
        if self.options["draw"] == "auto":
            self.draw(seat, card)
            return
        owners = [owner for owner, _ in self.rights]
        del self.rights[: owners.index(seat) + 1 if seat in owners else 0]
        self.rights.append((seat, card))

    def place(self, team: int, cell: Cell, line: list[str] | None) -> None:
        new = [frozenset(map(cell_of, line))] if line else []
        for way in WAYS:
            for five in fives(cell, way):
                if self.allowed(team, five, cell, new):
                    new.append(five)
        self.chips[cell] = team
        self.made += [(team, five) for five in new]

    def draw(self, seat: int, replaced: Card) -> None:
        if not self.deck:
            cards = [card.code for pile in self.piles for card in pile if card is not replaced]
            self.piles = [[card for card in pile if card is replaced] for pile in self.piles]
            self.deck = self.chance.shuffle("reshuffle", cards) if cards else []
        self.hands[seat] += self.deck[:1]
        del self.deck[:1]

    def end_turn(self) -> None:
        self.turn, self.exchanged = (self.turn + 1) % self.seats, False

    def told(self) -> dict[str, Any]:
        """Return the table in the words of the game's view."""
        return {
            "chips": {name(cell): team for cell, team in self.chips.items()},
            "sequences": [{"team": team, "cells": names(five)} for team, five in self.made],
            "discards": [[card.code for card in pile] for pile in self.piles],
            "deck": len(self.deck),
            "hand_sizes": [len(hand) for hand in self.hands],
            "forfeits": self.owed,
            "passes": self.passes,
        }


def choose(plain: Plain, moves: list[tuple[int, dict[str, Any]]], rng: random.Random, eager: bool) -> tuple[int, Any]:
    """Pick a move; an eager player builds along rows, for many sequences, lines to name and crowded boards."""

    def worth(choice: tuple[int, dict[str, Any]]) -> float:
        seat, move = choice
        if move["type"] != "play" or move["card"] in {"JH", "JS"}:
            return rng.random()
        row = [plain.chips.get((x, cell_of(move["cell"])[1])) for x in range(10)]
        return row.count(seat % plain.teams) + rng.random() + ("line" in move)

    return max(moves, key=worth) if eager and rng.random() < 0.8 else rng.choice(moves)


def compare(plain: Plain, state: Any, rules: AnyGame) -> list[tuple[int, dict[str, Any]]]:
    """Return what may be done, by seat, once both tellings agree on it and on the table."""
    assert {key: rules.view(state, None)[key] for key in plain.told()} == plain.told()
    moves = []
    for seat in range(plain.seats):
        assert rules.view(state, seat)["hand"] == plain.hands[seat]
        listed = [codec.move_to_json(move) for move in rules.legal_moves(state, seat)]
        assert sorted(listed, key=str) == sorted(plain.legal(seat), key=str)
        moves += [(seat, move) for move in plain.legal(seat)]
    return moves


@pytest.mark.parametrize(("hard", "draw"), [(False, "manual"), (True, "auto")])
@pytest.mark.parametrize("seats", HAND)
def test_both_tellings_of_the_rules_agree_on_every_move_of_a_match(seats: int, hard: bool, draw: str) -> None:
    rng = random.Random(f"{seats} {hard} {draw}")
    seed = rng.randbytes(32)
    options = {"teams": None, "hard": hard, "draw": draw, "table_talk": True}
    state = game.deal(codec.options_from_json(game, options, seats), seats, Chance(seed))  # type: ignore[arg-type]
    plain, ply = Plain(options, seats, Chance(seed)), 0
    while moves := compare(plain, state, game):
        seat, move = choose(plain, moves, rng, eager=hard)
        calls = [codec.move_to_json(call) for call in game.referee_calls(state)]
        who, move = (None, rng.choice(calls)) if calls and rng.random() < 0.03 else (seat, move)
        plain.chance = Chance(seed, ply)
        plain.do(who, move)
        game.play(state, who, codec.move_from_json(game, move), Chance(seed, ply))
        ply += 1
    outcome = game.outcome(state)
    made = [sum(owner == team for owner, _ in plain.made) for team in range(plain.teams)]
    assert plain.over
    assert outcome is not None
    assert outcome.scores == tuple(made[seat % plain.teams] for seat in range(seats))
    assert outcome.places == tuple(1 + sum(other > score for other in made) for score in outcome.scores)
