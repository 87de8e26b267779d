"""The steps of a deal are told in words, whatever the game."""

from __future__ import annotations

import pytest

from games import deals
from rules import record, registry
from rules.chance import ChanceLog, match_seed
from tests.rules.test_golden import GOLDEN
from tests.rules.toy import game as toy

NAMES = [f"Name {seat}" for seat in range(12)]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_random_step_of_a_game_has_words_and_follows_from_the_seed(path):
    value = record.parse(path.read_text())
    game = registry.find(value["rules"])
    steps = deals.steps_of(game, value, NAMES)
    assert steps
    labels = [step["label"] for step in steps]
    assert len(set(labels)) == len(labels)
    seed = match_seed(bytes.fromhex(value["server_seed"]), value["salts"])
    for step in steps:
        ply, purpose = step["label"].split("/")[:2]
        assert step["words"] != purpose, f"{game.slug} has no words for “{purpose}”"
        chance = ChanceLog(seed, int(ply))
        draw = chance.below if isinstance(step["before"], int) else chance.shuffle
        if step["label"].count("/") == 1:
            assert draw(purpose, step["before"]) == step["after"]


def test_seats_are_told_by_their_names():
    words = deals.words(registry.find("blitz"), "7/round:2:seat:1", ["anna", "boris"])
    assert words == "Round 2: the deck of \u2068boris\u2069 is shuffled and laid out."


def test_a_name_does_not_turn_the_sentence_round_it():
    words = deals.words(registry.find("blitz"), "7/round:2:seat:1", ["anna", "משה 2"])
    assert "of \u2068משה 2\u2069 is" in words


def test_a_purpose_without_words_is_told_as_it_is():
    assert deals.words(toy, "0/deck:3/2", []) == "deck:3"
