"""What a worker may hold does not shrink when the broker does not hear that a task is done."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest
import redis
from kombu import Consumer, Message, Producer, Queue

from config.broker import SteadyConnection
from tests.services import start_valkey, temporary_folder

SILENT = 0.2  # s after which an answer is waited for no longer


@pytest.fixture(scope="module")
def valkey() -> Iterator[str]:
    with ExitStack() as exits:
        yield start_valkey(temporary_folder(exits), exits, 0)


@contextmanager
def silence(url: str) -> Iterator[None]:
    """Let the broker say nothing."""
    process = int(redis.Redis.from_url(url).info("server")["process_id"])
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process, signal.SIGCONT)


SETTLED: dict[str, Callable[[Message], Any]] = {
    "done": lambda message: message.ack(),
    "refused": lambda message: message.reject(),
    "given back": lambda message: message.requeue(),
}


@pytest.mark.parametrize("how", SETTLED)
def test_a_worker_that_holds_one_task_gets_the_next_after_the_broker_was_silent_at_its_end(valkey, how):
    """The proof of C4 stood still for a minute by this, once in some fifty times: no bot moved until a restart."""
    got: list[Message] = []
    options = {"socket_timeout": SILENT, "socket_connect_timeout": SILENT}
    queue = Queue(how, routing_key=how)
    with SteadyConnection(valkey, transport_options=options) as connection:
        producer = Producer(connection.channel())
        for number in (1, 2):
            producer.publish({"number": number}, routing_key=how, declare=[queue])
        taken = Consumer(connection.channel(), [queue], on_message=got.append, prefetch_count=1)
        with taken:
            connection.drain_events(timeout=5)
            with silence(valkey), pytest.raises(redis.TimeoutError):
                SETTLED[how](got[0])
            while len(got) < 2:
                connection.drain_events(timeout=5)
    assert got[1].payload == {"number": 2}
