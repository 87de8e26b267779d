"""The rules written a second time, slowly and plainly, with cards instead of counts, and played beside the game."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import pytest

from rules import codec
from rules.chance import Chance
from rules.diamoniak import game
from rules.diamoniak.models import DiamoniakOptions

COLOURS = ["pink", "blue", "green", "yellow"]
ORDER = [*(f"palace:{colour}" for colour in COLOURS), "diamond", "fairy"]
PACK = [*(card for card in ORDER[:4] for _ in range(6)), *["diamond"] * 20, *["witch"] * 7, *["fairy"] * 3]
Moves = list[dict[str, Any]]


@dataclass
class Area:
    palace: list[str] = field(default_factory=list)
    side: list[str] = field(default_factory=list)

    @property
    def colour(self) -> str | None:
        return self.palace[0] if self.palace else None

    def payable(self) -> list[str]:
        return [card for card in self.palace + self.side if card != "fairy"]

    def give(self, card: str) -> str:
        (self.palace if card in self.palace else self.side).remove(card)
        return card


@dataclass
class Plain:
    chance: Chance
    areas: list[Area]
    turn: int
    deck: list[str]
    discard: list[str] = field(default_factory=list)
    drawn: bool = False
    witch: bool = False

    def winner(self) -> int | None:
        return next((seat for seat, area in enumerate(self.areas) if len(area.palace) == 6), None)

    def legal(self) -> Moves:
        if self.winner() is not None:
            return []
        own = self.areas[self.turn]
        if self.witch:
            return self.payments(own)
        if self.drawn:
            return [{"type": "draw"}, {"type": "stop"}]
        rich = own.side.count("diamond") >= 3
        sellers = [seat for seat, area in enumerate(self.areas) if seat != self.turn and own.colour in area.side]
        return [{"type": "draw"}, *({"type": "buy", "from": seat} for seat in sellers if rich)]

    def payments(self, own: Area) -> Moves:
        cards = sorted(own.payable(), key=ORDER.index)
        ways = [list(way) for way in dict.fromkeys(combinations(cards, min(3, len(cards)))) if way]
        return [{"type": "pay", "cards": way} for way in [*ways, *[["fairy"]] * ("fairy" in own.side)]]

    def play(self, move: dict[str, Any]) -> None:
        own = self.areas[self.turn]
        if move["type"] == "draw":
            self.draw(own)
        elif move["type"] == "pay":
            self.pay(own, move["cards"])
        elif move["type"] == "stop":
            self.pass_turn()
        else:
            seller = self.areas[move["from"]]
            own.palace.append(seller.give(str(own.colour)))
            seller.side += [own.give("diamond") for _ in range(3)]
            self.pass_turn()

    def draw(self, own: Area) -> None:
        if not self.deck:
            self.deck, self.discard = self.chance.shuffle("reshuffle", self.discard), []
        card, self.drawn = self.deck.pop(0), True
        if card == "witch":
            self.meet_witch(own)
        elif card == own.colour:
            own.palace.append(card)
        elif card in ORDER[:4] and not own.palace and all(card != area.colour for area in self.areas):
            own.palace = [card, *(one for one in own.side if one == card)]
            own.side = [one for one in own.side if one != card]
        else:
            own.side.append(card)

    def meet_witch(self, own: Area) -> None:
        ways, self.witch = self.payments(own), True
        if len(ways) == 0 or (len(ways) == 1 and len(own.payable()) <= 3):
            self.pay(own, ways[0]["cards"] if ways else [])

    def pay(self, own: Area, cards: list[str]) -> None:
        self.discard += [*map(own.give, sorted(cards, key=ORDER.index)), "witch"]
        self.pass_turn()

    def pass_turn(self) -> None:
        if self.winner() is None:
            self.turn, self.drawn, self.witch = (self.turn + 1) % len(self.areas), False, False


def begin(seats: int, chance: Chance) -> Plain:
    deck = chance.shuffle("deck", PACK)
    return Plain(chance, [Area() for _ in range(seats)], chance.below("starter", seats), deck)


def told(plain: Plain) -> dict[str, Any]:
    """Return the table in the words of the game's view."""
    areas = [
        {"palace": len(area.palace), "side": dict(Counter(area.side))}
        | ({"colour": area.colour.removeprefix("palace:")} if area.colour else {})
        for area in plain.areas
    ]
    return {"deck": len(plain.deck), "discard": plain.discard, "players": areas}


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(12))
def test_both_tellings_of_the_rules_agree_on_every_move_of_a_match(seed: int, seats: int) -> None:
    rng = random.Random(seed)
    seed_bytes = rng.randbytes(32)
    state = game.deal(DiamoniakOptions(), seats, Chance(seed_bytes))
    plain, ply = begin(seats, Chance(seed_bytes)), 0
    while game.outcome(state) is None:
        view = game.view(state, None)
        assert {key: view[key] for key in ("deck", "discard", "players")} == told(plain)
        assert view["turn"] == plain.turn
        listed = [codec.move_to_json(move) for move in game.legal_moves(state, state.turn)]
        assert sorted(listed, key=str) == sorted(plain.legal(), key=str)
        move = rng.choice(plain.legal())
        plain.chance = Chance(seed_bytes, ply)
        plain.play(move)
        game.play(state, state.turn, codec.move_from_json(game, move), Chance(seed_bytes, ply))
        ply += 1
    winner = plain.winner()
    outcome = game.outcome(state)
    assert winner is not None
    assert outcome is not None
    assert outcome.places == tuple(1 if seat == winner else 2 for seat in range(seats))
    assert outcome.scores == tuple(len(area.palace) for area in plain.areas)
