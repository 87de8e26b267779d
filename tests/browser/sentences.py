"""What each event of each game is told as on the page of Anna (seat 0), who plays against Boris (seat 1).

None: the board's live regions stay silent.
"""

from __future__ import annotations

from typing import Any

Line = tuple[dict[str, Any], str | None]
MINE, THEIRS = {"seat": 0}, {"seat": 1}

_SEQUENCE: list[Line] = [
    ({"type": "placed", **MINE, "card": "7S", "cell": "b3", "team": 0}, "You play the 7 of spades on b3."),
    ({"type": "placed", **THEIRS, "card": "AH", "cell": "a2", "team": 1}, "Boris plays the ace of hearts on a2."),
    (
        {"type": "removed", **MINE, "card": "JH", "cell": "c4", "team": 1},
        "You take the Green chip off c4 with the jack of hearts.",
    ),
    (
        {"type": "removed", **THEIRS, "card": "JS", "cell": "c4", "team": 0},
        "Boris takes the Blue chip off c4 with the jack of spades.",
    ),
    ({"type": "exchanged", **MINE, "card": "TC"}, "You exchange the dead 10 of clubs."),
    ({"type": "exchanged", **THEIRS, "card": "QD"}, "Boris exchanges the dead queen of diamonds."),
    ({"type": "drew", **MINE, "card": "KC"}, "You draw the king of clubs."),
    ({"type": "drew", **THEIRS}, None),
    ({"type": "draw_lost", **MINE}, "You draw no card and stay one short."),
    ({"type": "draw_lost", **THEIRS}, "Boris draws no card and stays one short."),
    ({"type": "reshuffled", "count": 60}, "The discards are shuffled into a new deck."),
    (
        {"type": "sequence_made", "team": 0, "cells": ["a2", "b2", "c2", "d2", "e2"]},
        "Blue makes a sequence, a2 to e2!",
    ),
    (
        {"type": "sequence_broken", "team": 1, "cells": ["a2", "b2", "c2", "d2", "e2"]},
        "A sequence of Green is broken.",
    ),
    ({"type": "passed", **MINE}, "You pass."),
    ({"type": "passed", **THEIRS}, "Boris passes."),
    ({"type": "penalised", "team": 1}, "Table talk: everyone in team Green gives up a card."),
    ({"type": "forfeited", **MINE, "card": "2S"}, "You give up the 2 of spades."),
    ({"type": "forfeited", **THEIRS, "card": "9D"}, "Boris gives up the 9 of diamonds."),
    ({"type": "ended", "places": [1, 2]}, "The game is over."),
]

_BLUE_DIAMOND: list[Line] = [
    (
        {"type": "placed", **MINE, "card": 3, "end": "left", "turned": False, "face": "A"},
        "You place card 3 at the left end: Arsène.",
    ),
    (
        {"type": "placed", **THEIRS, "card": 4, "end": "right", "turned": True, "face": "D"},
        "Boris turns card 4 over and places it at the right end: the diamond.",
    ),
    ({"type": "passed", **MINE}, "You pass."),
    ({"type": "passed", **THEIRS}, "Boris passes."),
    ({"type": "shifted", **MINE, "card": 2, "to": "left"}, "You move card 2 to the other end."),
    ({"type": "shifted", **THEIRS, "card": 2, "to": "right"}, "Boris moves card 2 to the other end."),
    ({"type": "swapped", **MINE, "cards": [1, 5], "at": 0}, "You swap cards 1 and 5."),
    ({"type": "swapped", **THEIRS, "cards": [5, 1], "at": 0}, "Boris swaps cards 5 and 1."),
    ({"type": "flipped", **MINE, "card": 6, "face": "P"}, "You turn card 6 over: the policeman."),
    ({"type": "flipped", **THEIRS, "card": 6, "face": "X"}, "Boris turns card 6 over: Lady X."),
    (
        {"type": "returned", **MINE, "card": 1, "end": "right", "turned": True, "face": "X"},
        "You turn card 1 over and return it at the right end: Lady X.",
    ),
    (
        {"type": "returned", **THEIRS, "card": 1, "end": "left", "turned": False, "face": "A"},
        "Boris returns card 1 at the left end: Arsène.",
    ),
    ({"type": "set_aside", "card": 5}, "Card 5 is set aside."),
    ({"type": "ended", "places": [1, 2], "reason": "target"}, "The game is over."),
    ({"type": "ended", "places": [1, 1], "reason": "no_move"}, "No action is left: the game is a draw."),
    (
        {"type": "ended", "places": [1, 1], "reason": "quiet"},
        "Too many turns without a diamond: the game is a draw.",
    ),
    (
        {"type": "scored", **MINE, "diamonds": 2, "cards": [1, 2, 3], "pattern": "ADA"},
        "Arsène steals the diamond! You get 2 diamonds.",
    ),
    (
        {"type": "scored", **THEIRS, "diamonds": 1, "cards": [4, 5, 6], "pattern": "PAP"},
        "The police question Arsène! Boris gets 1 diamond.",
    ),
]

_RED_HANDED: list[Line] = [
    (
        {"type": "flipped", "cards": [{"n": 0, "code": "Tr2", "seat": 0}, {"n": 1, "code": "Pg", "seat": 1}]},
        "Turned up: thief, red, 2; policeman, green.",
    ),
    ({"type": "flipped", "cards": [{"n": 0, "code": "K", "seat": 0}]}, "Turned up: dark room."),
    ({"type": "grabbed", **MINE}, "You have the diamond: point at the cards!"),
    ({"type": "grabbed", **THEIRS}, "Boris has the diamond and points…"),
    (
        {"type": "pointed", **MINE, "cards": [0, 1, 2], "right": ["kinds"], "wrong": []},
        None,
    ),  # the judgement comes in the same breath
    ({"type": "hit", **MINE, "cards": [0, 1, 2], "dealt": [0, 8]}, "You are right: a theft!"),
    ({"type": "hit", **THEIRS, "cards": [0, 1], "dealt": [8, 0]}, "Boris is right: an arrest!"),
    ({"type": "missed", **MINE, "reason": "cards", "taken": 1}, "You missed: that is no incident."),
    ({"type": "missed", **MINE, "reason": "time", "taken": 6}, "You did not point in time."),
    ({"type": "missed", **THEIRS, "reason": "cards", "taken": 6}, "Boris missed: that is no incident."),
    ({"type": "missed", **THEIRS, "reason": "time", "taken": 6}, "Boris did not point in time."),
    ({"type": "recovered", "taken": [6, 6]}, "Nobody could turn a card: all take their open cards back."),
    ({"type": "ended", "places": [1, 2]}, "The game is over."),
]

_DIAMONIAK: list[Line] = [
    ({"type": "reshuffled", "count": 30}, "The discards are shuffled into a new deck."),
    ({"type": "drew", **MINE, "card": "witch"}, "You meet the witch!"),
    ({"type": "drew", **THEIRS, "card": "witch"}, "Boris meets the witch!"),
    ({"type": "drew", **MINE, "card": "diamond"}, "You draw: diamond card."),
    ({"type": "drew", **THEIRS, "card": "palace:pink"}, "Boris draws: pink palace card."),
    ({"type": "sided", **MINE, "card": "diamond"}, "It is put aside."),
    ({"type": "palace_started", **MINE, "colour": "blue", "cards": 1}, "You start to build: blue palace."),
    ({"type": "palace_started", **THEIRS, "colour": "green", "cards": 1}, "Boris starts to build: green palace."),
    ({"type": "joined", **MINE, "card": "palace:blue", "cards": 3}, "Your palace grows: 3 parts."),
    ({"type": "joined", **THEIRS, "card": "palace:green", "cards": 2}, "The palace grows: 2 parts."),
    (
        {"type": "bought", **MINE, "from": 1, "card": "palace:blue", "paid": 3},
        "You buy from Boris: blue palace card, for 3 diamonds.",
    ),
    (
        {"type": "bought", **THEIRS, "from": 0, "card": "palace:green", "paid": 3},
        "Boris buys from you: green palace card, for 3 diamonds.",
    ),
    ({"type": "paid", **MINE, "cards": []}, "You have nothing, so the witch flies on."),
    ({"type": "paid", **THEIRS, "cards": []}, "Boris has nothing, so the witch flies on."),
    (
        {"type": "paid", **MINE, "cards": ["diamond", "diamond", "palace:pink"]},
        "The witch takes from you: diamond card ×2, pink palace card.",
    ),
    ({"type": "paid", **THEIRS, "cards": ["fairy"]}, "The witch takes from Boris: fairy."),
    ({"type": "saved_by_fairy", **MINE}, "Your fairy chases the witch away!"),
    ({"type": "saved_by_fairy", **THEIRS}, "The fairy of Boris chases the witch away!"),
    (
        {"type": "colour_freed", **MINE, "colour": "blue"},
        "Your palace is gone; anybody may build in its colour now.",
    ),
    (
        {"type": "colour_freed", **THEIRS, "colour": "green"},
        "The palace of Boris is gone; anybody may build in its colour now.",
    ),
    ({"type": "stopped", **MINE}, "You stop."),
    ({"type": "stopped", **THEIRS}, "Boris stops."),
    ({"type": "turn_passed", **THEIRS}, None),  # the page itself says whose turn it is
    ({"type": "completed", **MINE, "colour": "blue"}, "Your palace is complete!"),
    ({"type": "completed", **THEIRS, "colour": "green"}, "The palace of Boris is complete!"),
    ({"type": "ended", "places": [1, 2]}, "The game is over."),
]

_BLITZ: list[Line] = [
    ({"type": "dealt", "round": 2, "work": [[], []]}, "Round 2 is dealt."),
    ({"type": "started", "tops": ["p7", "g2"]}, "“Blitz!” Go!"),
    ({"type": "put", **MINE, "card": "p2", "stack": 0, "from": "waste"}, "You put pink 2 into the centre."),
    ({"type": "put", **THEIRS, "card": "p3", "stack": 0, "from": "blitz"}, "Boris puts pink 3 into the centre."),
    ({"type": "completed", "stack": 0}, "The stack is complete."),
    ({"type": "worked", **MINE, "cards": ["b6"], "from": "waste", "to": 1}, "blue 6 on work stack 2."),
    ({"type": "worked", **THEIRS, "cards": ["b6"], "from": "waste", "to": 1}, None),  # nobody could follow
    ({"type": "filled", **MINE, "slot": 4, "card": "y9"}, "yellow 9 fills work stack 5."),
    ({"type": "filled", **THEIRS, "slot": 0, "card": "y9"}, None),
    ({"type": "turned_up", **MINE, "card": "g10"}, "Your Blitz pile shows green 10."),
    ({"type": "turned_up", **THEIRS, "card": "g10"}, None),
    ({"type": "turned", **MINE, "card": "b1", "count": 3}, "You turn up blue 1."),
    ({"type": "turned", **THEIRS, "card": "b1", "count": 3}, None),
    ({"type": "stuck", **MINE}, "You say that you have nothing to play."),
    ({"type": "stuck", **THEIRS}, "Boris has nothing to play."),
    ({"type": "reshuffled", "count": 1}, "All reserves are shuffled."),
    ({"type": "round_over", "round": 1, "scores": [3, -4], **MINE}, "You: “Blitz!” The round is over."),
    ({"type": "round_over", "round": 1, "scores": [3, -4], **THEIRS}, "Boris: “Blitz!” The round is over."),
    ({"type": "round_over", "round": 1, "scores": [3, -4]}, "Nobody could go on: the round is over."),
    ({"type": "ended", "places": [1, 2]}, "The game is over."),
]

SENTENCES: dict[str, list[Line]] = {
    "sequence": _SEQUENCE,
    "blue-diamond": _BLUE_DIAMOND,
    "red-handed": _RED_HANDED,
    "diamoniak": _DIAMONIAK,
    "blitz": _BLITZ,
}
