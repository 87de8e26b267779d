"""A match through the proxy of a site that docs/deploy.md has made: `python -m tests.deploy.play ROOT`.

ROOT is where that system stands, for its certificate and the proxy's log. Two people play Sequence, by sockets and by
REST in turn; afterwards the proxy's log must show both servers at work, and each match at one of them alone.
"""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import ssl
import sys
from collections import defaultdict
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

NAME = "play.example.org"
SITE = f"https://{NAME}"
MATCHES = 8  # by chance all at one server once in some hundred times: then as many again
MOVES = 12
PATIENCE = 60.0  # s
_OF_MATCH = re.compile(r"^/(?:ws/matches|api/v1/matches|m)/([^/]+)")
TABLE = {
    "seats": 2, "clock_kind": "per_move", "per_move": 600, "listed": "on", "watchers": "on",
    "option_teams": "null", "option_draw": '"auto"',
}  # fmt: skip


class Somebody:
    """One guest with a browser's cookies; every connection goes to the proxy."""

    def __init__(self, trust: ssl.SSLContext) -> None:
        self._trust = trust
        told = {"Host": NAME, "Referer": f"{SITE}/", "Origin": SITE}
        self._http = httpx.AsyncClient(base_url="https://127.0.0.1", headers=told, verify=trust, timeout=PATIENCE)
        self.frames: dict[str, dict[str, Any]] = {}

    async def come_in(self) -> None:
        """Enter by the guests' door."""
        await self._ask("GET", "/")
        answer = await self._ask("POST", "/accounts/guest/", data={"next": "/", **self._token})
        assert answer.status_code == 302, answer.text

    async def open_table(self) -> str:
        """Open a table of Sequence for two; returns the match's id."""
        answer = await self._ask("POST", "/tables/new/sequence/", data=TABLE | self._token)
        assert answer.status_code == 302, answer.text
        return answer.headers["location"].strip("/").split("/")[-1]

    async def by_rest(self, match: str, kind: str, **fields: Any) -> None:
        """Make one request of a match over REST."""
        body = {"type": kind, "token": secrets.token_hex(8), **fields}
        answer = await self._ask("POST", f"/api/v1/matches/{match}/requests", json=body)
        assert answer.status_code == 200, answer.text

    async def status_of(self, match: str) -> int:
        """Look at a match over REST, over a connection that is kept; returns the status of the answer."""
        return (await self._ask("GET", f"/api/v1/matches/{match}")).status_code

    def socket(self, match: str) -> Any:
        """Return the connection of an open page, yet to be entered."""
        cookie = "; ".join(f"{name}={value}" for name, value in self._http.cookies.items())
        headers = {"Cookie": cookie}
        at = {"host": "127.0.0.1", "ssl": self._trust, "additional_headers": headers, "max_size": None}
        return connect(f"wss://{NAME}/ws/matches/{match}/", origin=Origin(SITE), **at)

    @property
    def _token(self) -> dict[str, str]:
        return {"csrfmiddlewaretoken": self._http.cookies.get("__Host-csrftoken", "")}

    async def _ask(self, method: str, path: str, **content: Any) -> httpx.Response:
        headers = {"X-CSRFToken": self._http.cookies.get("__Host-csrftoken", "")}
        return await self._http.request(method, path, headers=headers, extensions={"sni_hostname": NAME}, **content)


class Page:
    """An open page: what it was shown, and what it asks by its socket."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.frame: dict[str, Any] = {}
        self.answers: dict[str, dict[str, Any]] = {}

    async def until(self, probe: Callable[[], bool]) -> None:
        """Read messages until the probe says true."""
        async with asyncio.timeout(PATIENCE):
            while not probe():
                message = json.loads(await self._socket.recv())
                self.frame = message.get("frame", self.frame)
                if message["type"] in {"accepted", "refused"}:
                    self.answers[message["token"]] = message

    async def ask(self, kind: str, **fields: Any) -> None:
        """Make one request by the socket and wait until it is accepted."""
        token = secrets.token_hex(8)
        await self._socket.send(json.dumps({"type": kind, "token": token, **fields}))
        await self.until(lambda: token in self.answers)
        assert self.answers[token]["type"] == "accepted", self.answers[token]


async def begin(host: Page, guest: Page) -> None:
    """Seat the guest at the host's table, and start."""
    await guest.ask("join", seat=1)
    await guest.ask("ready", ready=True)
    await host.ask("start")


async def play(host: Somebody, guest: Somebody, moves: int) -> tuple[str, int]:
    """Play one match, so many moves and then to its end by giving up; returns its id and its last number."""
    match = await host.open_table()
    async with AsyncExitStack() as exits:
        people = [host, guest]
        pages = [Page(await exits.enter_async_context(person.socket(match))) for person in people]
        await begin(*pages)
        for move in range(moves):
            await _move(people, pages, match, by_rest=move % 4 >= 2)
        await guest.by_rest(match, "resign")
        for page in pages:
            await page.until(lambda page=page: page.frame["status"] == "finished")
        assert pages[0].frame["number"] == pages[1].frame["number"]
    return match, pages[0].frame["number"]


async def _move(people: list[Somebody], pages: list[Page], match: str, *, by_rest: bool) -> None:
    """Whose turn it is moves; both pages then show it."""
    for page in pages:
        await page.until(lambda page=page: page.frame.get("status") == "active")
    number = max(page.frame["number"] for page in pages)
    for page in pages:
        await page.until(lambda page=page: page.frame["number"] >= number)
    [seat] = pages[0].frame["turn"]
    move = pages[seat].frame["legal"][0]
    if by_rest:
        await people[seat].by_rest(match, "move", move=move)
    else:
        await pages[seat].ask("move", move=move)
    for page in pages:
        await page.until(lambda page=page: page.frame["number"] > number)


def servers_of(log: str) -> tuple[set[str], dict[str, set[str]]]:
    """Return which servers the proxy's log names, and which of them for each match; a refused connection counts."""
    seen, of_match = set[str](), defaultdict[str, set[str]](set)
    for line in log.splitlines():
        path, servers = line.split()[3], line.partition(" server=")[2].split(", ")
        seen |= set(servers) - {"-"}
        if found := _OF_MATCH.match(path):
            of_match[found[1]] |= set(servers)
    return seen, of_match


async def main(root: Path) -> int:
    """Play, read the log, say what was seen; returns the exit status."""
    trust = ssl.create_default_context(cafile=str(root / "etc/quintet/tls/fullchain.pem"))
    host, guest = Somebody(trust), Somebody(trust)
    await _patiently(host)
    await guest.come_in()
    played, log = dict[str, int](), root / "var/log/nginx/quintet.log"
    while len(played) < 3 * MATCHES:
        played |= [await play(host, guest, MOVES) for _ in range(MATCHES)]
        seen, of_match = servers_of(log.read_text())
        if len(set.union(*(of_match[match] for match in played))) > 1:
            break
    for match, number in played.items():
        print(f"match {match}: {number} entries, served by {', '.join(sorted(of_match[match]))}")
    print(f"servers at work: {', '.join(sorted(seen))}")
    assert seen == {"127.0.0.1:8101", "127.0.0.1:8102"}, "both servers must be at work"
    assert all(len(of_match[match]) == 1 for match in played), "each match must be at one server"
    assert len(set.union(*(of_match[match] for match in played))) == 2, "matches must be spread over both"
    return 0


async def _patiently(person: Somebody) -> None:
    """Come in as soon as the servers have started."""
    async with asyncio.timeout(2 * PATIENCE):
        while True:
            try:
                return await person.come_in()
            except (AssertionError, httpx.TransportError):
                await asyncio.sleep(1)


if __name__ == "__main__":
    sys.exit(asyncio.run(main(Path(sys.argv[1]))))
