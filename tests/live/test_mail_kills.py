"""The worker that sends mail is killed at the worst instant again and again: what leaves twice has the same id.

That instant is when the mail server has taken a mail and has not said so yet. Two kills with 24 turn mails, and the
minute for which a dead worker's mails are left to it is over at once; SOAK=1: ten with 500, and it is waited for.
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
from itertools import pairwise

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.services import free_port
from tests.stack import Stack, running

pytestmark = pytest.mark.live
logging.getLogger("mail.log").setLevel(logging.WARNING)  # it tells of every connection
SOAK = os.environ.get("SOAK") == "1"
MAILS, KILLS = (500, 10) if SOAK else (24, 2)
PATIENCE = 3_000.0 if SOAK else 600.0  # s until all have left: who held a killed worker's mails is waited for a minute
BATCH = 25 if SOAK else 24  # matches of two people, set up by one command
RELEASE = "from accounts.models import OutgoingMail; OutgoingMail.objects.update(due_at=OutgoingMail().due_at)"
A_MINUTE_ON = "UPDATE accounts_outgoingmail SET due_at = now(), claimed_until = now() WHERE sent_at IS NULL"
SILENCE = 0.3  # s between taking a mail and saying so
# Matches in which each has been told of the start and one was mailed of a move; nobody is at the page.
QUEUE = f"""
import secrets
from allauth.account.models import EmailAddress
from accounts.models import OutgoingMail, User
from django.db.models import F
from games import services
from games.mail.outgoing.outbox import TURN, post_once
from games.models import EntryRow
from games.log.storing import load
from rules import codec
names = [secrets.token_hex(6) for _ in range(2)]
people = [User.objects.create_user(name, name + "@example.org") for name in names]
for user in people:
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
def ask(match, user, kind, **more):
    services.request(match.pk, user, {{"type": kind, "token": "mail-" + services.new_token(), **more}})
for _ in range({BATCH}):
    match = services.open_table(people[0], game="blue-diamond", options={{}}, seats=2, pace="mail",
                                clock={{"per_move": 86_400_000}})
    ask(match, people[1], "join"); ask(match, people[1], "ready", ready=True); ask(match, people[0], "start")
    loaded = load(match.pk)
    (seat,) = loaded.must_act()
    ask(match, people[seat], "move", move=codec.move_to_json(loaded.facts.game.legal_moves(loaded.state, seat)[0]))
    EntryRow.objects.filter(match=match).update(at=F("at") - 200_000)  # nobody has just done something at the page
    loaded = load(match.pk)
    (seat,) = loaded.must_act()
    assert post_once(match.pk, people[seat], TURN, loaded.moved, after=86_400)
    print(OutgoingMail.objects.latest("pk").headers["Message-ID"])
"""


class Inbox:
    """A mail server that takes a mail, writes it down, and says so a while later."""

    def __init__(self) -> None:
        self.taken: list[tuple[float, str]] = []  # when, and the mail's id
        self.silent = 0  # how many wait to be told

    @property
    def ids(self) -> set[str]:
        """The ids of all that were taken."""
        return {name for _, name in self.taken}

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        assert isinstance(envelope.content, bytes)
        self.taken.append((time.monotonic(), str(message_from_bytes(envelope.content)["Message-ID"])))
        self.silent += 1
        try:
            await asyncio.sleep(SILENCE)
        finally:
            self.silent -= 1
        return "250 OK"


@pytest.fixture
def inbox() -> Iterator[tuple[Inbox, int]]:
    found, port = Inbox(), free_port()
    controller = Controller(found, hostname="127.0.0.1", port=port)
    controller.start()
    yield found, port
    controller.stop()


def test_every_mail_leaves_though_its_worker_is_killed(inbox: tuple[Inbox, int], figures):
    server, port = inbox
    with running("production", environment={"EMAIL_URL": f"smtp://127.0.0.1:{port}", "MAIL_GRACE": "100000"}) as stack:
        told = [name for _ in range(MAILS // BATCH) for name in queued(stack)]
        stack.manage("shell", "-v", "0", "-c", RELEASE)
        kills = [kill_at_the_worst(server, stack, MAILS * count // (KILLS + 1)) for count in range(KILLS)]
        until(lambda: server.ids >= set(told), "not all mails have left")
        until(lambda: unsent(stack) == 0, "not all mails are written down as sent")
    again = sent_again(server.taken, kills)
    print(f"{MAILS} mails, {KILLS} kills, sent again after each: {[again[at] for at in kills]}")
    assert len(told) == len(set(told)) == MAILS
    assert server.ids == set(told)
    assert set(again) <= set(kills), "a mail left twice, and no worker was killed meanwhile"
    figures(
        "mails that left twice, of one kill", [again[at] for at in kills], limit=1, size=f"{MAILS} mails, {KILLS} kills"
    )
    assert max(again.values(), default=0) <= 1, "one kill let several mails leave twice"


def queued(stack: Stack) -> list[str]:
    """Queue some mails; return their ids."""
    done = stack.manage("shell", "-v", "0", "-c", QUEUE, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def kill_at_the_worst(server: Inbox, stack: Stack, after: int) -> float:
    """Kill the worker once so many mails were taken, while one is being taken; return when."""
    until(lambda: len(server.ids) >= after, "the mails did not go on")
    worker = worker_of(stack)
    before = len(server.taken)
    until(lambda: len(server.taken) > before and server.silent > 0, "no mail was on its way")
    os.kill(stack.group, signal.SIGSTOP)  # the supervisor: a new worker is there at once
    os.kill(worker, signal.SIGKILL)
    killed = time.monotonic()
    if not SOAK:
        stack.query(A_MINUTE_ON)  # before the next worker is there: what is claimed now the dead one has claimed
    os.kill(stack.group, signal.SIGCONT)
    return killed


def sent_again(taken: list[tuple[float, str]], kills: list[float]) -> Counter[float]:
    """Return how many mails left once more for each kill: the first after they had been taken; 0.0: for none."""
    times: dict[str, list[float]] = {}
    for at, name in taken:
        times.setdefault(name, []).append(at)
    pairs = [pair for each in times.values() for pair in pairwise(each)]
    return Counter(next((kill for kill in kills if first < kill < second), 0.0) for first, second in pairs)


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
        time.sleep(0.02)
