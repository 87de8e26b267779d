"""The short way for usual texts: what is read without a parser is what the parser would have read."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode

from config.direct import USUAL, whole_text

texts = st.binary(max_size=USUAL + 50)


@given(texts)
def test_a_short_masked_text_is_read(text: bytes) -> None:
    data = Frame(Opcode.TEXT, text).serialize(mask=True)
    assert whole_text(data) == (text if len(text) <= USUAL else None)


@given(texts, st.sampled_from([Opcode.BINARY, Opcode.PING, Opcode.PONG, Opcode.CLOSE, Opcode.CONT]))
def test_all_other_frames_are_left_to_the_parser(content: bytes, opcode: Opcode) -> None:
    assert whole_text(Frame(opcode, content).serialize(mask=True)) is None


@given(texts)
def test_what_is_unmasked_unfinished_or_extended_is_left_to_the_parser(text: bytes) -> None:
    assert whole_text(Frame(Opcode.TEXT, text).serialize(mask=False)) is None
    assert whole_text(Frame(Opcode.TEXT, text, fin=False).serialize(mask=True)) is None
    extended = bytearray(Frame(Opcode.TEXT, text).serialize(mask=True))
    extended[0] |= 0x40
    assert whole_text(bytes(extended)) is None


@given(texts, st.data())
def test_a_part_of_a_frame_or_more_than_one_is_left_to_the_parser(text: bytes, data: st.DataObject) -> None:
    whole = Frame(Opcode.TEXT, text).serialize(mask=True)
    assert whole_text(whole[: data.draw(st.integers(0, len(whole) - 1))]) is None
    assert whole_text(whole + whole) is None
    assert whole_text(whole + b"\x89") is None


@given(st.binary(max_size=40))
def test_junk_is_left_to_the_parser_or_is_one_text(junk: bytes) -> None:
    text = whole_text(junk)
    assert text is None or Frame(Opcode.TEXT, text).serialize(mask=True)[1:2] == junk[1:2]
