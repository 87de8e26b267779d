"""A worker goes on: after a broker that did not hear that a task is done, and after a task that has hung."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import pytest
import redis
from celery import Task
from kombu import Consumer, Message, Producer, Queue

from config.broker import SteadyConnection
from tests.config import probing
from tests.services import silenced, start_valkey, temporary_folder, valkey_process
from tests.stack import ROOT

if TYPE_CHECKING:
    from pathlib import Path

SILENT = 0.2  # s after which an answer is waited for no longer
UNHEARD = 1.5  # s, longer than a worker waits (CELERY_BROKER_TRANSPORT_OPTIONS)
SOON = 20  # s


@pytest.fixture(scope="module")
def valkey() -> Iterator[str]:
    with ExitStack() as exits:
        yield start_valkey(temporary_folder(exits), exits, 0)


SETTLED: dict[str, Callable[[Message], Any]] = {
    "done": lambda message: message.ack(),
    "refused": lambda message: message.reject(),
    "given back": lambda message: message.requeue(),
}


@pytest.mark.parametrize("how", SETTLED)
def test_who_holds_one_task_gets_the_next_after_the_broker_was_silent_at_its_end(valkey, how):
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
            with silenced(valkey), pytest.raises(redis.TimeoutError):
                SETTLED[how](got[0])
            while len(got) < 2:
                connection.drain_events(timeout=5)
    assert got[1].payload == {"number": 2}


class Worker:
    """A worker of one process, and what it is asked to do."""

    def __init__(self, valkey: str, folder: Path) -> None:
        self._valkey, self._folder = valkey, folder

    def ask(self, task: Task, *arguments: object) -> Path:
        """Order a task and return the mark that it will leave."""
        mark = self._folder / f"{task.__name__}-{time.monotonic_ns()}"
        with SteadyConnection(self._valkey) as connection:
            task.apply_async((*arguments, str(mark)), queue=probing.QUEUE, connection=connection)
        return mark


@pytest.fixture
def worker(valkey: str, tmp_path: Path) -> Iterator[Worker]:
    command = [sys.executable, "-m", "celery", "--quiet", "-A", "tests.config.probing", "worker"]
    command += ["--queues", probing.QUEUE, "--concurrency", "1", "--without-gossip", "--without-mingle"]
    environment = os.environ | {"REDIS_URL": valkey}
    with subprocess.Popen(command, cwd=ROOT, env=environment) as process:
        try:
            yield Worker(valkey, tmp_path)
        finally:
            process.kill()  # its children end with it


def left(mark: Path, within: float = SOON) -> bool:
    """Wait for a mark."""
    until = time.monotonic() + within
    while not mark.exists() and time.monotonic() < until:
        time.sleep(0.02)
    return mark.exists()


def test_a_worker_takes_the_next_task_after_the_broker_did_not_hear_that_the_last_is_done(valkey, worker):
    """The proof of C4 failed once in many runs, most likely by this: nothing moved until a restart."""
    broker = valkey_process(valkey)
    try:
        assert left(worker.ask(probing.silence, broker))
        time.sleep(UNHEARD)
    finally:
        os.kill(broker, signal.SIGCONT)
    assert left(worker.ask(probing.leave)), "the worker stands still"


def test_a_worker_takes_the_next_task_after_one_that_has_hung(worker):
    assert left(worker.ask(probing.hang))
    assert left(worker.ask(probing.leave), probing.LIMIT + SOON), "the worker stands still"
