"""Mails made to take a reader's time: refused at once, or read in time that is in proportion to their length."""

from __future__ import annotations

import time

import pytest

from games.mail.reading.letters import Unreadable, read_letter
from games.mail.reading.replies import read_reply
from tests.mail.bombs import load_bombs

EDGE = "mx.play.example"


def nested(levels: int, kind: str = "multipart/mixed") -> bytes:
    head = "".join(f'Content-Type: {kind}; boundary="b{level}"\n\n--b{level}\n' for level in range(levels))
    return f"{head}\n3\n".encode()


def many(parts: int) -> bytes:
    return b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\n3\n" * parts + b"--b--\n"


BOMBS = {
    "size": b"\n" + b"3" * 262_144,
    "parts": many(10_000),
    "parts, one too many": many(21),
    "levels": nested(1_000),
    "levels, one too many": nested(11),
    "levels, attached": b"Content-Type: message/rfc822\n\n" * 1_000 + b"\n3",
    "head": b"X: " + b"y" * 9_000 + b"\n\n3",
    "head, many": b"X: y\n" * 20_000 + b"\n3",
    "head of a part": b"Content-Type: multipart/mixed; boundary=b\n\n--b\n" + b"X: y\n" * 2_000 + b"\n3",
    "head, recipients": b"To: " + b"a@b.example,\n " * 10_000 + b"\n\n3",
}


@pytest.mark.parametrize("name", BOMBS)
def test_too_much_is_refused_at_once(name: str) -> None:
    start = time.process_time()
    with pytest.raises(Unreadable, match=name.partition(",")[0].split()[0]):
        read_letter(BOMBS[name])
    assert time.process_time() - start < 0.5


def test_what_is_just_not_too_much_is_read() -> None:
    assert read_letter(many(20)).text.split() == ["3"] * 20
    assert read_letter(nested(10)).text.strip() == "3"
    assert len(read_letter(b"\n" + b"3" * 262_143).text) == 262_143


SLOW_HEADERS = [
    "(",
    '"',
    "\\",
    "<",
    "=?a?q?",
    "=?a?q?=?=",
    ";a=",
    ';a="',
    ";",
    ",",
    "a@",
    " ",
    "()",
    "<a@b>",
    "< ",
    "= ",
    "a",
]


@pytest.mark.parametrize("before", ["", "<", '"', "(", ";a=", f"{EDGE};", "=?a?q?"])
@pytest.mark.parametrize("unit", SLOW_HEADERS)
def test_headers_take_time_in_proportion_to_their_length(unit: str, before: str) -> None:
    value = before + unit * (8_000 // len(unit)) + "x"
    names = ("From", "To", "Subject", "Content-Type", "Content-Disposition", "Authentication-Results", "Message-ID")
    start = time.process_time()
    head = "".join(f"{name}: x/y {value}\n" for name in names)
    read_letter(f"{head}\n3".encode(), trusted_edge=EDGE)
    assert time.process_time() - start < 1


@pytest.mark.parametrize("line", ["--b ", "--", "\n", "--b\t\t ", "=", "=\n", "MwpU", "=3D"])
@pytest.mark.parametrize("coding", ["7bit", "base64", "quoted-printable"])
def test_bodies_take_time_in_proportion_to_their_length(line: str, coding: str) -> None:
    head = f"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Transfer-Encoding: {coding}\n\n"
    start = time.process_time()
    read_letter((head + line * (250_000 // len(line))).encode())
    assert time.process_time() - start < 1


def test_bombs_are_refused_or_read_quickly_and_move_nothing() -> None:
    for case in load_bombs():
        start = time.process_time()
        try:
            text = read_letter(case.raw).text
        except Unreadable:
            text = ""
        else:
            assert case.expected["answer"] != "refused", case.name
        assert read_reply(text).kind not in ("choice", "resign", "draw"), case.name
        assert time.process_time() - start < 2, case.name
