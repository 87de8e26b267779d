"""The built-in mail server: SMTP, or LMTP from a mail server beside it. It takes answers to our mails and nothing else.

A mail is taken only when it has been dealt with: what goes wrong on our side is answered 451, and its sender comes
again. Whoever sends too much of anything is refused before it costs us more than a counter.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP
from django.conf import settings
from django.db import close_old_connections

from games.mail import tokens
from games.mail.incoming import intake
from games.mail.incoming.receiving import BOUNCE, MAX_BYTES, receive

log = logging.getLogger(__name__)
LINE = 32 * 1024  # bytes of one line of a mail: more than the standard allows, for some programs fold nothing
MOST_SENT = 4 * MAX_BYTES  # bytes after which we hang up: up to then a mail that is too long gets its answer
TIMEOUT = 60.0  # s for one command, and for a whole mail
PATIENCE = 20.0  # s in which a mail must be dealt with
CONNECTIONS = 50  # at once
EACH = 8  # of one address: so few people who say nothing do not shut the door for all
LIFETIME = 300.0  # s of one connection, however busy it looks
PER_MINUTE = 120  # new connections of one address
CALLS = {"*": 30, "MAIL": 100, "RCPT": 200, "DATA": 100, "RSET": 100}  # of each command in one connection
STRANGERS = 5  # addresses that are not ours, before nobody looks for further ones of the same connection
THREADS = 4  # that deal with mails
GOODBYE = 1.0  # s in which somebody whose time is over may read so
DRAIN = 5.0  # s for open connections when we stop

OK, ONE_EACH = "250 2.0.0 OK", "452 4.5.3 One recipient for each mail, please"
UNKNOWN, UNREADABLE = "550 5.1.1 There is no such address", "554 5.6.0 This mail cannot be read here"
TOO_LONG = "421 4.4.2 This connection has lasted too long"
AGAIN, BUSY, TOO_MUCH = "451 4.3.0 Please try again later", "421 4.7.0 Too many connections", "552 5.3.4 Too much data"


class Mailbox:
    """What the protocol asks of us: is there such an address, and take this mail."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="mail-in")

    async def handle_MAIL(  # noqa: N802 - aiosmtpd calls it so
        self, server: Session, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        """Begin a mail."""
        server.sent = 0
        envelope.mail_from, envelope.mail_options = address, options
        return OK

    async def handle_RCPT(  # noqa: N802
        self, server: Session, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        """Take an address that is ours, one for each mail: so that one mail is one answer, in LMTP too."""
        if envelope.rcpt_tos:
            return ONE_EACH
        if server.strangers >= STRANGERS or not await self._run(_is_known, address):
            server.strangers += 1
            return UNKNOWN
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return OK

    async def handle_DATA(self, server: Session, session: Any, envelope: Any) -> str:  # noqa: N802
        """Deal with a mail and say so."""
        sender = envelope.mail_from or BOUNCE
        try:
            verdict = await self._run(_receive, bytes(envelope.content), list(envelope.rcpt_tos), sender)
        except Exception as error:  # caught here, and not below, so that the session goes on with a mail of its own
            return await self.handle_exception(error)
        return UNREADABLE if verdict == "refused:unreadable" else OK

    async def handle_exception(self, error: Exception) -> str:
        """Report a fault of ours and ask the sender to come again."""
        log.error("a mail could not be dealt with; its sender will try again", exc_info=error)
        return AGAIN

    def close(self) -> None:
        """Begin nothing more."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _run(self, work: Callable[..., Any], *arguments: Any) -> Any:
        running = asyncio.get_running_loop().run_in_executor(self._threads, _with_database, work, *arguments)
        return await asyncio.wait_for(running, PATIENCE)


def _with_database(work: Callable[..., Any], *arguments: Any) -> Any:
    close_old_connections()
    try:
        return work(*arguments)
    finally:
        close_old_connections()


def _receive(raw: bytes, envelope_to: list[str], envelope_from: str) -> str:
    return receive(raw, envelope_to=envelope_to, envelope_from=envelope_from)


def _is_known(address: str) -> bool:
    """Return whether a mail to this address could be for us; attempts at reply addresses are counted."""
    token = tokens.token_in(address)
    if token and tokens.find(token):
        return True
    if address.lower().startswith("r-"):
        intake.note("silent:unknown")
    return False


class Session(SMTP):
    """One connection, with a bound on what it may send."""

    line_length_limit = LINE
    sent = 0
    strangers = 0  # addresses that are not ours
    on_end: Callable[[], None] | None = None
    _end: asyncio.TimerHandle | None = None

    def data_received(self, data: bytes) -> None:
        """Take what was sent; hang up where nobody means a mail by it."""
        self.sent += len(data)
        if self.sent <= MOST_SENT:
            super().data_received(data)
        elif isinstance(self.transport, asyncio.Transport) and not self.transport.is_closing():
            self.transport.write(f"{TOO_MUCH}\r\n".encode())
            self.transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin, and set the end."""
        super().connection_made(transport)
        self._end = asyncio.get_running_loop().call_later(LIFETIME, self._hang_up)

    def connection_lost(self, error: Exception | None) -> None:
        """Make room for the next."""
        if self._end is not None:
            self._end.cancel()
        super().connection_lost(error)
        if self.on_end is not None:
            self.on_end()

    def _hang_up(self) -> None:
        """End at once: who does not read would keep a connection that waits for what is still to be sent."""
        if isinstance(self.transport, asyncio.Transport):
            self.transport.write(f"{TOO_LONG}\r\n".encode())
            self.transport.close()
            asyncio.get_running_loop().call_later(GOODBYE, self.transport.abort)


class LocalSession(LMTP, Session):
    """The same, as a mail server beside us speaks."""


class Gate(asyncio.Protocol):
    """Lets a connection in, or says that there are too many."""

    def __init__(self, door: Door) -> None:
        self._door = door

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Hand the connection to a session of its own."""
        assert isinstance(transport, asyncio.Transport)
        network = _network(str((transport.get_extra_info("peername") or ("",))[0]))
        if not self._door.admits(network):
            transport.write(f"{BUSY}\r\n".encode())
            transport.close()
            return
        session = self._door.session(transport, network)
        transport.set_protocol(session)
        session.connection_made(transport)


class Door:
    """The server on one port: counts who comes, and can be closed."""

    def __init__(self, *, lmtp: bool = False) -> None:
        logging.getLogger("mail.log").setLevel(logging.ERROR)  # aiosmtpd would write addresses down, and each command
        self._kind: type[Session] = LocalSession if lmtp else Session
        self._mailbox = Mailbox()
        self._open: dict[asyncio.Transport, str] = {}  # and from where
        self._minute, self._came = 0, Counter[str]()

    async def serve(self, listener: socket.socket, stop: threading.Event) -> None:
        """Take mail on a bound socket until told to stop; then finish what is being sent."""
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: Gate(self), sock=listener)
        while not stop.is_set():
            await asyncio.sleep(0.1)
        server.close()
        await self._drain()

    def admits(self, network: str) -> bool:
        """Return whether one more connection may come from there, and count it."""
        if len(self._open) >= CONNECTIONS:
            return False
        if self._kind is LocalSession and _is_local(
            network
        ):  # the mail server beside us, which brings everybody's mail
            return True
        minute = int(time.monotonic() // 60)
        if minute != self._minute:
            self._minute, self._came = minute, Counter()
        self._came[network] += 1
        return self._came[network] <= PER_MINUTE and list(self._open.values()).count(network) < EACH

    def session(self, transport: asyncio.Transport, network: str) -> Session:
        """Return the session of a connection that was let in."""
        limits: dict[str, Any] = {"data_size_limit": MAX_BYTES, "timeout": TIMEOUT, "command_call_limit": CALLS}
        names = {"hostname": settings.MAIL_DOMAIN, "ident": "Quintet"}
        loop = asyncio.get_running_loop()
        session = self._kind(self._mailbox, enable_SMTPUTF8=True, loop=loop, **limits, **names)
        self._open[transport] = network
        session.on_end = lambda: self._forget(transport)
        return session

    def _forget(self, transport: asyncio.Transport) -> None:
        self._open.pop(transport, None)

    async def _drain(self) -> None:
        deadline = time.monotonic() + DRAIN
        while self._open and time.monotonic() < deadline:
            await asyncio.sleep(0.05)
        for transport in list(self._open):
            transport.abort()
        self._mailbox.close()


def _network(address: str) -> str:
    """Return what counts as one sender: an address, or the network that one customer of IPv6 gets."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if ip.version == 4 or ip.is_loopback:
        return str(ip)
    return str(ip.ipv4_mapped or ipaddress.ip_network((ip, 64), strict=False))


def _is_local(network: str) -> bool:
    """Return whether that is this machine."""
    return network == "::1" or network.startswith("127.")


def run(listener: socket.socket, stop: threading.Event, *, lmtp: bool = False) -> None:
    """Take mail on a bound socket, on this thread, until told to stop."""
    asyncio.run(Door(lmtp=lmtp).serve(listener, stop))
