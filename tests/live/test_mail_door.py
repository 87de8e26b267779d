"""The built-in mail server as a part of whole sites: where it starts, whom it takes mail for, how it stops."""

from __future__ import annotations

import re
import signal
import smtplib
import subprocess
import sys
import time

import pytest

from tests.services import free_port
from tests.stack import ROOT, Stack, running

pytestmark = pytest.mark.live
SOON = 20  # s
PATIENCE = 60  # s: as long as a stack may take to come up (tests.stack)


def ask(port: int, recipient: str) -> int:
    """Return the answer to a mail for this address."""
    with smtplib.SMTP("127.0.0.1", port, timeout=SOON) as client:
        client.ehlo()
        client.mail("anna@example.org")
        return client.rcpt(recipient)[0]


def test_a_site_on_ones_own_machine_takes_mail_and_says_where(embedded_stack):
    port = int(re.findall(r"SMTP port (\d+)", embedded_stack.logs())[-1])
    assert ask(port, f"r-{'0' * 32}@localhost") == 550


def test_production_takes_mail_at_the_port_that_it_is_given_and_stops_with_the_site():
    port = free_port()
    with running("production", environment={"MAIL_IN_PORT": str(port)}) as stack:
        _until_it_answers(stack, port)
        assert ask(port, f"r-{'0' * 32}@localhost") == 550
        assert stack.stop() == 0


def test_the_command_ends_with_success_when_it_is_told_to_stop(embedded_stack):
    port = free_port()
    command = [sys.executable, "manage.py", "mail_in", "--port", str(port), "--lmtp"]
    environment = embedded_stack._environment()
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == f"Quintet takes mail at 127.0.0.1:{port} (LMTP)\n"
        with smtplib.LMTP("127.0.0.1", port) as client:
            client.ehlo()
        process.send_signal(signal.SIGTERM)
        assert process.wait(SOON) == 0


def _until_it_answers(stack: Stack, port: int) -> None:
    for _ in range(PATIENCE * 10):
        try:
            smtplib.SMTP("127.0.0.1", port, timeout=1).close()
            return
        except OSError:
            time.sleep(0.1)
    raise AssertionError(stack.logs())
