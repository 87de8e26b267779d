"""The load client plays as a page does, and counts rightly; else the bench would measure something else."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from time import perf_counter

import pytest

from bench.load import echo
from bench.load.kinds import Turns
from bench.load.play import Hall, Message, Player, Table
from bench.load.tally import Tally, percentiles, summed_up
from bench.load.wire import FINAL, PING, TEXT, Link, masked

WELCOME = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n"


class Wire:
    """What an asyncio transport is for a link, without a network."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.closed = False

    def write(self, data: bytes) -> None:
        self.written.append(data)

    def close(self) -> None:
        self.closed = True


class Ear(Link):
    """A link that keeps what it hears."""

    def __init__(self) -> None:
        super().__init__(b"hello")
        self.texts: list[bytes] = []
        self.wire = Wire()
        self.connection_made(self.wire)  # type: ignore[arg-type]

    def heard(self, text: bytes, arrived: float) -> None:
        self.texts.append(text)


def framed(text: bytes, opcode: int = TEXT) -> bytes:
    """Return a server's frame."""
    size = len(text)
    if size < 126:
        return bytes((FINAL | opcode, size)) + text
    length = b"\x7e" + size.to_bytes(2, "big") if size < 65536 else b"\x7f" + size.to_bytes(8, "big")
    return bytes((FINAL | opcode,)) + length + text


# --- the wire ---


@pytest.mark.parametrize("size", [0, 1, 3, 125, 126, 127, 5000])
def test_what_is_masked_can_be_read_again(size):
    text, mask = bytes(n % 251 for n in range(size)), b"\x01\x80\xff\x00"
    frame = masked(TEXT, text, mask)
    head = 2 if size < 126 else 4
    assert frame[1] & FINAL
    assert frame[head : head + 4] == mask
    assert echo.unmasked(mask, frame[head + 4 :]) == text


@pytest.mark.parametrize("pieces", [1, 7, 4096, 10**6])
def test_messages_are_heard_whole_however_they_are_cut(pieces):
    texts = [b"{}", b"x" * 125, b"y" * 126, b"z" * 70_000, b""]
    stream = WELCOME + b"".join(map(framed, texts))
    ear = Ear()
    for at in range(0, len(stream), pieces):
        ear.data_received(stream[at : at + pieces])
    assert ear.texts == texts


def test_a_ping_is_answered_with_its_own_words():
    ear = Ear()
    ear.data_received(WELCOME + framed(b"12:34", PING))
    frame = ear.wire.written[-1]
    assert frame[0] == 0x8A
    assert echo.unmasked(frame[2:6], frame[6:]) == b"12:34"


def test_a_refused_handshake_tells_its_status_and_hangs_up():
    ear = Ear()
    ear.data_received(b"HTTP/1.1 403 Forbidden\r\n\r\n")
    assert (ear.code, ear.wire.closed) == (403, True)


# --- players, against the echo server ---


@pytest.fixture
async def url() -> AsyncIterator[str]:
    server = await echo.serve()
    yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    server.close()


async def test_every_move_is_answered_once_and_seen_by_the_other(url):
    hall = Hall(url, Turns)
    hall.add(echo.matches(1000))
    await hall.open(10)
    (tally,) = await hall.measure(0.5)
    assert tally.moves > 100
    assert set(tally.events) <= {"matches finished"}
    assert all(0 < delay < 5 for delay in tally.delays)
    await hall.close()


async def test_who_thinks_moves_later(url):
    hall = Hall(url, Turns, think=(0.05, 0.1))
    hall.add(echo.matches(10))
    await hall.open(5)
    (tally,) = await hall.measure(1.0)
    assert 5 * 5 < tally.moves <= 5 * 20
    await hall.close()


async def test_a_finished_match_makes_way_for_a_prepared_one_until_there_is_none(url, monkeypatch):
    monkeypatch.setattr(echo, "PLIES", 6)
    echo._entries.clear()
    hall = Hall(url, Turns)
    hall.add(echo.matches(5))
    await hall.open(2)
    (tally,) = await hall.measure(1.0)
    echo._entries.clear()
    assert tally.moves == 5 * 6
    assert tally.events == {"matches finished": 5, "no match was ready": 2}
    assert hall.tables == set()


async def test_unfinished_matches_may_be_opened_again(url):
    hall = Hall(url, Turns)
    hall.add(echo.matches(3))
    await hall.open(3)
    await hall.close()
    assert hall.ready == 3
    await hall.open(3)
    (tally,) = await hall.measure(0.2)
    assert tally.moves > 0
    await hall.close()


# --- players, message by message ---


class Talk:
    """A player whose socket is a list."""

    def __init__(self, kind: type[Table] = Turns) -> None:
        self.hall = Hall("http://127.0.0.1:1", kind)
        self.hall.going = True
        self.table = kind(self.hall, echo.matches(1)[0])
        self.hall.tables.add(self.table)
        self.player: Player = self.table.players[0]
        self.wire = Wire()
        self.player.connection_made(self.wire)  # type: ignore[arg-type]
        self.player.data_received(WELCOME)

    def hear(self, **message: object) -> None:
        self.player.heard(json.dumps(message).encode(), perf_counter())

    @property
    def said(self) -> list[dict[str, object]]:
        frames = [frame for frame in self.wire.written[1:] if frame[0] == FINAL | TEXT]
        heads = [4 if frame[1] & 127 == 126 else 2 for frame in frames]
        return [json.loads(echo.unmasked(f[h : h + 4], f[h + 4 :])) for f, h in zip(frames, heads, strict=True)]


def shown(number: int, **more: object) -> dict[str, object]:
    """Return a frame."""
    return {"number": number, "ply": number, "status": "active", "turn": [], **more}


async def test_who_is_to_move_sends_a_listed_move_for_the_number_that_is_shown():
    talk = Talk()
    talk.hear(type="state", frame=shown(7, turn=[0], legal=[{"type": "pass"}]))
    (asked,) = talk.said
    assert (asked["type"], asked["number"], asked["move"]) == ("move", 7, {"type": "pass"})


async def test_a_gap_is_answered_with_resync_and_a_known_number_with_nothing():
    talk = Talk()
    talk.hear(type="state", frame=shown(7))
    talk.hear(type="entry", number=7, kind="move", frame=shown(7))
    assert talk.said == []
    talk.hear(type="entry", number=9, kind="move", frame=shown(9))
    assert talk.said == [{"type": "resync"}]
    assert talk.hall.tally.events == {"gaps": 1}


async def test_try_again_and_a_new_connection_repeat_the_token():
    talk = Talk()
    talk.hear(type="state", frame=shown(1, turn=[0], legal=[{"type": "pass"}]))
    (asked,) = talk.said
    talk.hear(type="refused", token=asked["token"], error={"code": "try_again"})
    await asyncio.sleep(0.7)
    assert talk.said == [asked, asked]
    talk.hear(type="state", frame=shown(1, turn=[0], legal=[{"type": "pass"}]))
    assert talk.said == [asked, asked]  # the page was told anew, by the same connection
    talk.player.lost(1006)
    talk.hear(type="state", frame=shown(1, turn=[0], legal=[{"type": "pass"}]))
    assert talk.said == [asked, asked, asked]


async def test_what_is_asked_before_anything_is_shown_goes_once_it_is_and_no_resend_doubles_it():
    talk = Talk()
    talk.player.play(b'{"type":"pass"}')
    assert talk.said == []
    talk.hear(type="state", frame=shown(1))
    (asked,) = talk.said
    talk.hear(type="refused", token=asked["token"], error={"code": "try_again"})
    talk.player.lost(1006)
    talk.hear(type="state", frame=shown(1))
    await asyncio.sleep(0.7)
    assert talk.said == [asked, asked]


async def test_an_answer_that_comes_after_the_other_players_move_holds_nobody_up():
    talk = Talk()
    talk.hear(type="state", frame=shown(1, turn=[0], legal=[{"type": "pass"}]))
    talk.hear(type="entry", number=2, kind="move", seat=0, ply=1, frame=shown(2, turn=[1]))
    talk.hear(type="entry", number=3, kind="move", seat=1, ply=2, frame=shown(3, turn=[0], legal=[{"type": "pass"}]))
    assert [asked["number"] for asked in talk.said] == [1, 3]


async def test_a_refused_move_is_followed_by_another_after_a_look():
    talk = Talk()
    talk.hear(type="state", frame=shown(1, turn=[0], legal=[{"type": "pass"}]))
    talk.hear(type="refused", token=talk.said[0]["token"], error={"code": "illegal_move"})
    talk.hear(type="state", frame=shown(1, turn=[0], legal=[{"type": "pass"}]))
    assert [asked["type"] for asked in talk.said] == ["move", "resync", "move"]
    assert talk.hall.tally.events == {"illegal_move": 1}


async def test_a_second_answer_is_noticed():
    talk = Talk()
    talk.hear(type="state", frame=shown(1, turn=[0], legal=[{"type": "pass"}]))
    for _ in range(2):
        talk.hear(type="accepted", token=talk.said[0]["token"], number=2)
    assert talk.hall.tally.events == {"answered twice": 1}


async def test_a_delay_is_from_the_sending_to_the_other_players_receipt():
    talk = Talk()
    other = talk.table.players[1]
    talk.hear(type="state", frame=shown(1, turn=[0], legal=[{"type": "pass"}]))
    message = Message(type="entry", number=2, kind="move", seat=0, ply=1)
    talk.table.entered(talk.player, message, perf_counter() + 1)  # the mover's own receipt counts for nothing
    assert list(talk.hall.tally.delays) == []
    talk.table.entered(other, message, perf_counter() + 2)
    assert list(talk.hall.tally.delays) == [pytest.approx(2, abs=0.5)]


# --- counting ---


def test_a_window_counts_the_moves_that_came_in_it_and_the_delays_that_went_on_in_it():
    tally = Tally()
    tally.begun, tally.ended = 10.0, 20.0
    for sent, arrived in ((8.0, 9.0), (9.0, 11.0), (12.0, 13.0), (19.0, 25.0), (21.0, 22.0)):
        tally.note(sent, arrived)
    assert (tally.moves, list(tally.delays)) == (2, [2.0, 1.0, 6.0])


def test_percentiles_are_in_milliseconds():
    assert percentiles([n / 1000 for n in range(1, 101)]) == {
        "p50_ms": 51.0,
        "p95_ms": 96.0,
        "p99_ms": 100.0,
        "max_ms": 100.0,
    }
    assert percentiles([]) == {}


def test_the_worst_is_the_lowest_rate_and_the_highest_time():
    row = summed_up([{"moves_a_second": n, "p99_ms": n, "sound": True} for n in (3, 1, 2)])
    assert row["median"] == {"moves_a_second": 2, "p99_ms": 2}
    assert row["worst"] == {"moves_a_second": 1, "p99_ms": 3}
