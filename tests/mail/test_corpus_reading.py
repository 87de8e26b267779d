"""What mail programs really write, read as far as the text alone can say: who, to whom, what is asked."""

from __future__ import annotations

import pytest

from games.mail.letters import Letter, read_letter
from games.mail.replies import Reply, read_reply
from rules import registry
from rules.contract import MalformedMove
from tests.mail import corpus
from tests.mail.corpus import Case

EDGE = f"mx.{corpus.SAMPLE['DOMAIN']}"
GOOD = [case for folder in ("good", "good_held_out") for case in corpus.load(folder)]
HOSTILE = corpus.load("hostile")

each_good = pytest.mark.parametrize("case", GOOD, ids=lambda case: case.name)
each_hostile = pytest.mark.parametrize("case", HOSTILE, ids=lambda case: case.name)


def letter(case: Case) -> Letter:
    return read_letter(case.raw, trusted_edge=EDGE)


def is_notation(game: str, line: str) -> bool:
    try:
        registry.GAMES[game].read_move(line)
    except MalformedMove:
        return False
    return True


def asked_of_the_game(reply: Reply, game: str) -> Reply:
    """Return the reply as a receiver takes it, who asks the game whether other lines are moves too."""
    others = [line for line in reply.rest if is_notation(game, line)]
    return Reply("several", (str(reply.value), *others)) if others else reply


@each_good
def test_a_good_reply_is_understood(case: Case) -> None:
    found = letter(case)
    reply = asked_of_the_game(read_reply(found.text), case.expected["game"])
    assert corpus.fits(case.expected, reply.kind, reply.value), (reply, found.text)


@each_good
def test_a_good_reply_has_its_sender_and_its_token_and_is_no_machine_s(case: Case) -> None:
    found = letter(case)
    assert found.sender == case.expected["sender"]
    assert not found.automatic
    assert found.authentication != "fail"
    for token in case.expected["tokens"]:
        assert any(f"r-{token}@" in address for address in found.addresses)
