"""What mail programs really write, read as far as the text alone can say: who, to whom, what is asked."""

from __future__ import annotations

import re
from functools import partial

import pytest

from games.mail.reading.letters import Letter, Unreadable, read_letter
from games.mail.reading.replies import read_letter_forms, settled
from rules import registry
from rules.contract import MalformedMove
from tests.mail import corpus
from tests.mail.corpus import Case

DOMAIN, TOKEN, ACCOUNT = (corpus.SAMPLE[name] for name in ("DOMAIN", "TOKEN", "FROM"))
EDGE = f"mx.{DOMAIN}"
MOST_MOVES = 17  # that the quoted mails list
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


@each_good
def test_a_good_reply_is_understood(case: Case) -> None:
    found = letter(case)
    reply = settled(read_letter_forms(found.text, found.other), partial(is_notation, case.expected["game"]))
    assert corpus.fits(case.expected, reply.kind, reply.value), (reply, found.text)


@each_good
def test_a_good_reply_has_its_sender_and_its_token_and_is_no_machine_s(case: Case) -> None:
    found = letter(case)
    assert found.sender == case.expected["sender"]
    assert not found.automatic
    assert found.authentication != "fail"
    for token in case.expected["tokens"]:
        assert any(f"r-{token}@" in address for address in found.addresses)


def is_from_the_account_to_one_good_token(found: Letter) -> bool:
    tokens = {token[1] for address in found.addresses if (token := re.fullmatch(rf"r-(\w+)@{DOMAIN}", address))}
    return found.sender == ACCOUNT and tokens == {TOKEN} and not found.automatic and found.authentication != "fail"


def might_act(found: Letter) -> bool:
    """Return whether any of the games would do something at this letter."""
    return any(_acts(found, slug) for slug in registry.GAMES)


def _acts(found: Letter, slug: str) -> bool:
    reply = settled(read_letter_forms(found.text, found.other), partial(is_notation, slug))
    match reply.kind:
        case "choice":
            return 1 <= int(str(reply.value)) <= MOST_MOVES
        case "line":
            return is_notation(slug, str(reply.value))
        case kind:
            return kind in ("resign", "draw")


@each_hostile
def test_no_hostile_mail_makes_a_move(case: Case) -> None:
    try:
        found = letter(case)
    except Unreadable:
        assert "refused" in _answers(case)
    else:
        assert not (is_from_the_account_to_one_good_token(found) and might_act(found)), found


def test_no_mail_that_is_to_be_answered_is_taken_for_a_machine_s() -> None:
    answered = [case for case in HOSTILE if {"silent", "refused"}.isdisjoint(_answers(case))]
    assert len(answered) > 100
    assert [case.name for case in answered if letter(case).automatic] == []


def _answers(case: Case) -> set[str]:
    return {case.expected["answer"], *case.expected.get("or", [])}
