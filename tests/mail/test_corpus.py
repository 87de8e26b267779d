"""The corpus itself is sound: every mail has an expectation, nothing is forgotten, and all kinds of mails are there."""

from __future__ import annotations

import codecs
import json
import re
from collections import Counter
from email import message_from_bytes
from email.message import Message

import pytest

from rules.contract import MalformedMove
from rules.registry import GAMES
from tests.mail.bombs import LIMIT, OVER, UNDER, load_bombs
from tests.mail.corpus import HERE, SAMPLE, Case, fill, fits, load

FOLDERS = ("good", "good_held_out", "hostile")
HONEST = ("good", "good_held_out")
KINDS = {"choice", "line", "resign", "draw", "chat", "board", "help", "several", "nothing"}
ANSWERS = {"silent", "one answer", "refused"}
CHARSETS = {"utf-8", "us-ascii", "windows-1251", "koi8-r", "windows-1255", "iso-8859-8", "iso-8859-8-i", "iso-8859-1"}
ENCODINGS = {"7bit", "8bit", "base64", "quoted-printable"}
NOT_IN_PYTHON = {"iso-8859-8-i": "iso-8859-8"}  # the same letters; it only says in which order they stand
MARKER = re.compile(r"##-.*-##")
every_folder = pytest.mark.parametrize("folder", FOLDERS)
honest_folders = pytest.mark.parametrize("folder", HONEST)


def shown_parts(case: Case) -> list[Message]:
    """Return the text parts of a mail."""
    return [part for part in message_from_bytes(case.raw).walk() if part.get_content_maintype() == "text"]


def text_of(part: Message) -> str:
    """Return a part's text as its charset says; signs that cannot be read are replaced."""
    charset = part.get_content_charset() or "us-ascii"
    try:
        codec = codecs.lookup(NOT_IN_PYTHON.get(charset, charset)).name
    except LookupError:
        codec = "ascii"
    return part.get_payload(decode=True).decode(codec, "replace")


def charsets(case: Case) -> set[str]:
    return {part.get_content_charset() or "us-ascii" for part in shown_parts(case)}


def encodings(case: Case) -> set[str]:
    return {str(part["Content-Transfer-Encoding"] or "7bit").lower() for part in shown_parts(case)}


@every_folder
def test_every_mail_has_an_expectation_and_every_expectation_a_mail(folder: str) -> None:
    mails = {path.stem for path in (HERE / folder).glob("*.eml")}
    assert mails == set(json.loads((HERE / folder / "expected.json").read_bytes()))
    assert len(load(folder)) == len(mails)


def test_no_name_is_used_twice() -> None:
    names = [case.name for folder in FOLDERS for case in load(folder)] + [*OVER, *UNDER]
    assert len(set(names)) == len(names)


def test_there_are_enough_and_a_third_of_the_good_ones_is_held_out() -> None:
    good, held_out, hostile = (len(load(folder)) for folder in FOLDERS)
    assert good + held_out >= 130
    assert 0.3 <= held_out / (good + held_out) <= 0.37
    assert hostile >= 130


@every_folder
def test_placeholders_are_known_and_filled_in(folder: str) -> None:
    for case in load(folder):
        assert not re.search(rb"\{[A-Z_]+\}", case.raw), case.name
        assert not re.search(r"\{[A-Z_]+\}", str(case.expected)), case.name


def test_other_values_can_be_filled_in() -> None:
    other = {**SAMPLE, "TOKEN": "f" * 32, "FROM": "clara@example.net"}
    for case in load("good", other):
        assert case.expected["tokens"] == ["f" * 32]
        assert b"clara@example.net" in case.raw
        assert SAMPLE["TOKEN"].encode() not in case.raw
    assert fill(b"{MATCH}{match}", other) == b"4711{match}"


@honest_folders
def test_what_a_good_mail_gives_is_well_formed(folder: str) -> None:
    for case in load(folder):
        assert case.expected["kind"] in KINDS, case.name
        assert case.expected["language"] in {"en", "ru", "he"}, case.name
        assert case.expected["kind"] != "choice" or re.fullmatch("[1-9][0-9]?", case.expected["value"]), case.name
        assert fits(case.expected, case.expected["kind"], case.expected["value"]), case.name


@honest_folders
def test_every_line_of_a_good_mail_can_be_read_by_its_game(folder: str) -> None:
    for case in load(folder):
        game, kind, value = (case.expected[name] for name in ("game", "kind", "value"))
        for line in [value] if kind == "line" else value if kind == "several" else []:
            assert line.isdecimal() or GAMES[game].read_move(line), case.name


@honest_folders
def test_no_game_reads_what_is_called_prose(folder: str) -> None:
    for case in load(folder):
        if "prose" in case.expected:
            with pytest.raises(MalformedMove):
                GAMES[case.expected["game"]].read_move(case.expected["prose"])


@honest_folders
def test_good_mails_come_from_their_sender_and_go_to_their_token(folder: str) -> None:
    for case in load(folder):
        mail = message_from_bytes(case.raw)
        assert case.expected["sender"] in str(mail["From"]), case.name
        assert all(token.encode() in case.raw for token in case.expected["tokens"]), case.name
        assert len(mail.get_all("From")) == len(mail.get_all("Date")) == len(mail.get_all("Message-ID")) == 1, case.name


@honest_folders
def test_good_mails_hold_what_is_expected_of_them(folder: str) -> None:
    for case in load(folder):
        texts = " ".join(text_of(part) for part in shown_parts(case))
        if case.expected["kind"] in ("choice", "several"):
            wanted = case.expected["value"]
            assert all(found in texts or chr(0xFF10 + int(found[0])) in texts for found in wanted), case.name
        if case.expected["kind"] == "chat":
            assert case.expected["value"].split()[0] in texts, case.name


def test_most_good_mails_quote_our_own_with_its_marker() -> None:
    for folder in HONEST:
        cases = load(folder)
        quoting = [case for case in cases if any(MARKER.search(text_of(part)) for part in shown_parts(case))]
        assert len(quoting) > len(cases) * 0.9


@honest_folders
def test_all_kinds_languages_charsets_encodings_and_games_are_there(folder: str) -> None:
    cases = load(folder)
    assert {case.expected["kind"] for case in cases} >= KINDS
    assert set.union(*map(charsets, cases)) >= CHARSETS
    assert set.union(*map(encodings, cases)) >= ENCODINGS
    assert {case.expected["game"] for case in cases} == {"sequence", "blue-diamond", "diamoniak"}
    languages = Counter(case.expected["language"] for case in cases)
    assert min(languages[language] for language in ("en", "ru", "he")) >= len(cases) // 8


@honest_folders
def test_html_alone_flowed_text_and_both_kinds_of_line_ends_are_there(folder: str) -> None:
    cases = load(folder)
    kinds = [{part.get_content_type() for part in shown_parts(case)} for case in cases]
    assert sum(kind == {"text/html"} for kind in kinds) >= 3
    assert any(b"format=flowed" in case.raw for case in cases)
    assert any(b"\r\n" in case.raw for case in cases)
    assert any(b"\r\n" not in case.raw for case in cases)


def test_every_program_of_the_held_out_mails_is_among_the_others() -> None:
    programs = {folder: {case.name.split("-")[0] for case in load(folder)} for folder in HONEST}
    assert len(programs["good_held_out"] & programs["good"]) >= 20


def test_what_a_hostile_mail_gives_is_well_formed() -> None:
    for case in load("hostile"):
        assert case.expected["moves"] == 0, case.name
        assert {case.expected["answer"], *case.expected.get("or", [])} <= ANSWERS, case.name
        assert case.expected["why"], case.name


def test_hostile_mails_are_of_all_sorts() -> None:
    counted = Counter(case.expected["answer"] for case in load("hostile"))
    assert min(counted[answer] for answer in ANSWERS) >= 5
    groups = Counter(case.name.split("-")[0] for case in load("hostile"))
    assert set(groups) >= {"from", "token", "edge", "forwarded", "ooo", "bounce", "inject", "html", "says", "charset"}


def test_fits_tells_right_from_wrong() -> None:
    assert fits({"kind": "line", "value": "QD h7"}, "line", "  qd\u00a0H7 ")
    assert not fits({"kind": "line", "value": "QD h7"}, "line", "QD h8")
    assert fits({"kind": "chat", "value": "a b"}, "chat", "a\nb")
    assert not fits({"kind": "choice", "value": "3"}, "choice", "4")
    assert not fits({"kind": "choice", "value": "3"}, "line", "3")
    assert fits({"kind": "several", "value": ["3", "4"]}, "several", ("3", "4"))
    assert not fits({"kind": "several", "value": ["3", "4"]}, "several", ("4", "3"))
    assert fits({"kind": "nothing", "value": "", "prose": "Hello"}, "line", "hello")
    assert not fits({"kind": "nothing", "value": ""}, "line", "hello")


def test_bombs_break_the_limits_that_they_are_said_to_break() -> None:
    for case in load_bombs():
        assert b"{TOKEN}" not in case.raw, case.name
        assert case.name in OVER or len(case.raw) <= LIMIT, case.name
    assert sum(len(make()) > LIMIT for make in OVER.values()) >= 8
