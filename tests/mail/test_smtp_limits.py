"""How many may be connected to the built-in mail server, and how long: nobody shuts it for others."""

from __future__ import annotations

import smtplib
import time

import pytest

from games.mail.incoming import smtp
from tests.mail.test_doors import SOON, WITH_SERVER, _greeting, _until, door  # noqa: F401 - a fixture

pytestmark = WITH_SERVER


def test_one_address_cannot_shut_the_door_for_others(monkeypatch):
    """All connections of a test come from one address, so two are counted here."""
    gate = smtp.Door()
    monkeypatch.setattr(gate, "_open", dict.fromkeys(range(smtp.EACH), "192.0.2.1"))
    assert not gate.admits("192.0.2.1")
    assert gate.admits("192.0.2.2")
    gate._forget(0)
    assert gate.admits("192.0.2.1")


def test_the_mail_server_beside_us_may_come_as_often_as_it_has_mail(door, monkeypatch):  # noqa: F811 - the fixture
    monkeypatch.setattr(smtp, "PER_MINUTE", 2)
    monkeypatch.setattr(smtp, "EACH", 1)
    client = door(lmtp=True)
    assert all(_greeting(client.sock.getpeername()).startswith(b"220") for _ in range(5))


@pytest.mark.parametrize(
    ("address", "network", "local"),
    [
        ("127.0.0.1", "127.0.0.1", True),
        ("::1", "::1", True),
        ("::ffff:192.0.2.1", "192.0.2.1", False),
        ("2001:db8::5%eth0", "2001:db8::/64", False),
        ("", "", False),
    ],
)
def test_who_counts_as_one_sender_and_who_is_beside_us(address, network, local):
    assert smtp._network(address) == network
    assert smtp._is_local(network) is local


def test_whoever_keeps_talking_is_hung_up_on_in_the_end(door, monkeypatch):  # noqa: F811 - the fixture
    monkeypatch.setattr(smtp, "LIFETIME", 0.5)
    monkeypatch.setattr(smtp, "CALLS", {"*": 1_000_000})
    client = door()
    began = time.monotonic()
    with pytest.raises((smtplib.SMTPServerDisconnected, smtplib.SMTPResponseException, OSError)):
        while client.noop()[0] == 250:
            time.sleep(0.02)
            assert time.monotonic() - began < SOON
        raise smtplib.SMTPServerDisconnected("told so")
