"""The worker that sends mail is killed again and again: every mail leaves, and what leaves twice has the same id.

Two kills with 24 mails; SOAK=1: ten with 500.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterator
from email import message_from_bytes

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.services import free_port
from tests.stack import Stack, running

pytestmark = pytest.mark.live
logging.getLogger("mail.log").setLevel(logging.WARNING)  # it tells of every connection
SOAK = os.environ.get("SOAK") == "1"
MAILS, KILLS = (500, 10) if SOAK else (24, 2)
PATIENCE = 2_400.0 if SOAK else 600.0  # s until all have left: who held a killed worker's mails is waited for a minute
QUEUE = f"""
from allauth.account.models import EmailAddress
from accounts.models import User
from games import services
from games.mail.outgoing.outbox import post_answer
from games.storing import load
people = [User.objects.create_user(name, name + "@example.org") for name in ("anna", "boris")]
for user in people:
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
match = services.open_table(people[0], game="sequence", options={{}}, seats=2, pace="mail",
                            clock={{"per_move": 86_400_000}})
def ask(user, kind, **more):
    services.request(match.pk, user, {{"type": kind, "token": services.new_token(), **more}})
ask(people[1], "join"); ask(people[1], "ready", ready=True); ask(people[0], "start")
number = load(match.pk).moved
for count in range({MAILS}):
    print(post_answer(match.pk, people[count % 2], "board", number).headers["Message-ID"])
"""


class Inbox:
    """A mail server that takes its time and keeps the ids of what it has taken."""

    def __init__(self) -> None:
        self.ids: list[str] = []

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        await asyncio.sleep(0.02)
        assert isinstance(envelope.content, bytes)
        self.ids.append(str(message_from_bytes(envelope.content)["Message-ID"]))
        return "250 OK"


@pytest.fixture
def inbox() -> Iterator[tuple[Inbox, int]]:
    found, port = Inbox(), free_port()
    controller = Controller(found, hostname="127.0.0.1", port=port)
    controller.start()
    yield found, port
    controller.stop()


def test_every_mail_leaves_though_its_worker_is_killed(inbox: tuple[Inbox, int]):
    server, port = inbox
    with running("production", environment={"EMAIL_URL": f"smtp://127.0.0.1:{port}", "MAIL_GRACE": "100000"}) as stack:
        told = stack.manage("shell", "-v", "0", "-c", QUEUE).stdout.split()
        for kill in range(KILLS):
            until(lambda kill=kill: len(set(server.ids)) > MAILS * kill // (KILLS + 1), "the mails did not go on")
            os.kill(worker_of(stack), signal.SIGKILL)
        until(lambda: set(server.ids) >= set(told), "not all mails have left")
        until(lambda: unsent(stack) == 0, "not all mails are written down as sent")
    twice = {name: count - 1 for name, count in Counter(server.ids).items() if count > 1}
    print(f"{MAILS} mails, {KILLS} kills, sent again: {sum(twice.values())}")
    assert len(told) == len(set(told)) == MAILS
    assert set(server.ids) == set(told)
    assert sum(twice.values()) <= KILLS, twice


def worker_of(stack: Stack) -> int:
    """Return the process that sends the stack's mail, waiting for it to be started again."""
    until(lambda: bool(_workers(stack)), "the worker was not started again")
    return _workers(stack)[0]


def _workers(stack: Stack) -> list[int]:
    # -ww: pytest narrows COLUMNS, and the queue stands at the end of a long line
    listed = subprocess.run(
        ["ps", "-wwAo", "pid=,pgid=,stat=,args="], capture_output=True, text=True, check=True
    ).stdout
    rows = [line.split(maxsplit=3) for line in listed.splitlines()]
    return [
        int(pid)
        for pid, group, state, command in rows
        if group == str(stack.group) and "--queues mail" in command and not state.startswith("Z")
    ]


def unsent(stack: Stack) -> int:
    return int(stack.query("SELECT count(*) FROM accounts_outgoingmail WHERE sent_at IS NULL")[0][0])


def until(is_so: Callable[[], bool], otherwise: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline, otherwise
        time.sleep(0.05)
