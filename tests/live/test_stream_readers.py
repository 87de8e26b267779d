"""What programs that read streams cost two servers: half of them read each their own, half one match.

SOAK=1: three hundred of them. What is measured is printed.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
from asyncio import StreamReader, StreamWriter
from contextlib import suppress
from urllib.parse import urlsplit

import pytest

from tests.live.people import Person
from tests.live.sleepers import resident
from tests.stack import Stack

pytestmark = [pytest.mark.live, pytest.mark.alone]
READERS = 300 if os.environ.get("SOAK") == "1" else 120
MOST_EACH = 64  # KiB of both servers together; promised are 100, usual 30
AT_ONCE = 20
FIRST = READERS // 3  # readers before whom nothing is counted: what a server loads once is no reader's
MAKE = """
from accounts import personal_tokens
from accounts.models import User
for at in range(%d):
    user = User.objects.create_user(f"reader{at}")
    print(personal_tokens.make_token(user, "reader", personal_tokens.SCOPES, 7)[1])
"""
Line = tuple[StreamReader, StreamWriter]


def servers_of(stack: Stack) -> list[int]:
    """Return the ids of the server processes."""
    command = ["ps", "-Aww", "-o", "pgid=,pid=,args="]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    rows = (line.split(None, 2) for line in listed.splitlines())
    return [int(pid) for group, pid, args in rows if int(group) == stack.group and "config.server" in args]


async def opened(url: str, path: str, token: str) -> Line:
    """Open a stream and return it once its first line has come."""
    parts = urlsplit(url)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    head = f"GET /api/v1/{path} HTTP/1.1\r\nHost: {parts.netloc}\r\nAuthorization: Bearer {token}\r\n\r\n"
    writer.write(head.encode())
    status = await asyncio.wait_for(reader.readline(), 60)
    assert b" 200 " in status, status + await reader.read(2000)
    await told(reader, '"type"')
    return reader, writer


async def told(reader: StreamReader, word: str) -> str:
    """Return the next line that holds a word."""
    async with asyncio.timeout(60):
        while word not in (line := (await reader.readline()).decode()):
            assert line, "the stream has ended"
    return line


async def crowd(stack: Stack, match: str, tokens: list[str]) -> list[Line]:
    """Open a stream for each token: own ones and those of the match in turn, at the servers in turn."""
    lines: list[Line] = []
    for at in range(0, len(tokens), AT_ONCE):
        some = list(enumerate(tokens))[at : at + AT_ONCE]
        paths = ["stream" if place % 2 else f"matches/{match}/stream" for place, _ in some]
        urls = [stack.own_urls[place // 2 % len(stack.own_urls)] for place, _ in some]
        lines += await asyncio.gather(
            *(opened(url, path, token) for url, path, (_, token) in zip(urls, paths, some, strict=True))
        )
    return lines


async def test_readers_of_streams_cost_little_and_hear_everything(open_site: Stack) -> None:
    tokens = open_site.manage("shell", "-v", "0", "-c", MAKE % READERS).stdout.split()
    assert len(tokens) == READERS
    match = await (await Person.guest(open_site.url)).open_table()
    servers = servers_of(open_site)
    assert len(servers) == len(open_site.own_urls)
    lines = await crowd(open_site, match, tokens[:FIRST])
    before = resident(servers)
    lines += await crowd(open_site, match, tokens[FIRST:])
    each = (resident(servers) - before) / (READERS - FIRST)
    print(f"  {READERS} readers of streams: {each:.0f} KiB each, of {before} KiB before the last {READERS - FIRST}")
    await said_to_all(open_site, match, lines[::2])
    for _, writer in lines:
        writer.close()
    for _, writer in lines:
        with suppress(OSError):
            await writer.wait_closed()
    assert each <= MOST_EACH


async def said_to_all(stack: Stack, match: str, lines: list[Line]) -> None:
    """Have somebody sit down at the table: each of its readers is told the same."""
    answer = await (await Person.guest(stack.url)).ask(match, "join", "sit-down")
    assert answer.status == 200, answer.body
    heard = await asyncio.gather(*(told(reader, '"entry"') for reader, _ in lines))
    assert len({json.dumps(json.loads(line), sort_keys=True) for line in heard}) == 1
