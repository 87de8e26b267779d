"""Measures and logs of a real site of two servers: what is done is counted, and no secret is written down."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Iterator
from functools import partial
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.live.opponents import against, my_turn, play_first, until
from tests.live.people import Person, fetch, socket_of
from tests.services import free_ports
from tests.stack import Stack

pytestmark = pytest.mark.live
PARTS = 6  # two servers, bots, worker, mail, clock
CANARY = "canary-" + secrets.token_hex(8)


@pytest.fixture(scope="module")
def watched() -> Iterator[tuple[Stack, int]]:
    first = free_ports(PARTS)
    environment = {"METRICS_PORT": str(first), "TRUSTED_PROXIES": "1", "API_RATE": "100000"}  # who waits asks often
    with Stack("production", environment=environment) as stack:
        yield stack, first


def text_at(port: int) -> str:
    """Return a process's page of measures, "" while it is still starting."""
    try:
        with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
            return answer.read().decode()
    except URLError:
        return ""


def page(port: int) -> dict[tuple[str, ...], float]:
    """Return a process's measures: the name, then the labels' values in their order of names."""
    found = {}
    for family in text_string_to_metric_families(text_at(port)):
        for sample in family.samples:
            found[(sample.name, *(value for _, value in sorted(sample.labels.items())))] = sample.value
    return found


def total(first: int, *key: str) -> float:
    """Return the sum over all processes of the site."""
    return sum(page(first + index).get(key, 0) for index in range(PARTS))


async def holds(check) -> None:
    """Wait until something holds."""

    async def look() -> bool:
        return bool(check())

    await until(60, look)


async def test_a_move_by_a_person_and_a_bots_move_are_counted(watched):
    stack, first = watched
    anna = await Person.guest(stack.url)
    match = await against(anna, "sequence", "steady")
    frame = await until(60, partial(my_turn, anna, match))
    await play_first(anna, match, frame)
    await holds(lambda: total(first, "quintet_moves_total", "rest", "sequence", "accepted") >= 1)
    await holds(lambda: total(first, "quintet_moves_total", "bot", "sequence", "accepted") >= 1)
    assert total(first, "quintet_answer_seconds_count", "rest") >= 1
    assert total(first, "quintet_batch_size_count") >= 1
    await holds(lambda: page(first + PARTS - 1).get(("quintet_matches_live", "sequence"), 0) >= 1)


async def test_what_waits_in_the_database_is_told_by_the_clock(watched):
    stack, first = watched
    stack.manage("shell", "-v", "0", "-c", STUCK)
    clock = partial(page, first + PARTS - 1)
    await holds(lambda: clock().get(("quintet_outbox_age_seconds",), 0) > 3000)
    told = clock()
    assert told["quintet_outbox_due",] >= 1
    assert told["quintet_database_answers",] == 1
    assert told["quintet_beat_age_seconds",] < 60
    assert {"quintet_alarms_late_seconds", "quintet_bot_queue"} <= {name for name, *_ in told}


STUCK = """
from datetime import timedelta
from django.utils import timezone
from accounts.models import OutgoingMail
now = timezone.now()
OutgoingMail.objects.create(sender="a@example.org", to="b@example.org", subject="x", text="x",
    created_at=now - timedelta(hours=1), claimed_until=now + timedelta(hours=1))
"""


async def test_each_request_is_one_line_with_its_id_and_without_secrets(watched):
    stack, _ = watched
    headers = {"X-Request-ID": "from-the-proxy-1", "Cookie": f"sessionid={CANARY}", "Authorization": f"Bearer {CANARY}"}
    answer = await fetch(f"{stack.url}/?word={CANARY}", "GET", headers)
    assert answer.headers["x-request-id"] == "from-the-proxy-1"
    lines = [json.loads(line) for line in waited_for(stack, "from-the-proxy-1") if line.startswith("{")]
    told = next(line for line in lines if line.get("request") == "from-the-proxy-1")
    assert (told["status"], told["level"], told["part"][:6]) == (answer.status, "INFO", "server")
    assert told["ms"] >= 0 and told["bytes"] > 0 and told["time"].endswith("Z")
    assert CANARY not in stack.logs(5000)


async def test_nothing_that_is_said_sent_or_hidden_is_told_to_the_operator(watched):
    stack, first = watched
    anna = await Person.guest(stack.url)
    match = await against(anna, "sequence", "steady")
    frame = await until(60, partial(my_turn, anna, match))
    async with socket_of(anna, match) as line:
        chat = {"type": "chat", "token": secrets.token_hex(6), "text": CANARY}
        for said in (json.dumps(chat), CANARY, json.dumps({"type": CANARY, "token": CANARY, "move": {"card": CANARY}})):
            await line.send(said)
        await until(10, lambda: stack.query("SELECT 1 FROM games_chatline"))
        await play_first(anna, match, frame)
        await until(60, partial(my_turn, anna, match))  # the bot has moved
    await anna.get(f"/m/{CANARY}/")
    await anna.post_json(f"/api/v1/matches/{match}/requests", {"type": "chat", "token": CANARY * 9, "text": CANARY})
    [(name, seed)] = stack.query(SECRETS, [match])
    told = stack.logs(5000) + "".join(text_at(first + index) for index in range(PARTS))
    for secret in (CANARY, anna.cookies["sessionid"], bytes(seed).hex(), name):
        assert secret not in told
    assert match not in "".join(text_at(first + index) for index in range(PARTS))  # the log does name matches


SECRETS = """
SELECT person.username, played.server_seed FROM games_seatrow seat
JOIN accounts_user person ON person.id = seat.user_id JOIN games_match played ON played.id = seat.match_id
WHERE seat.match_id = %s AND NOT person.is_bot
"""


def waited_for(stack: Stack, word: str) -> list[str]:
    """Return the log's lines once a word stands in it."""
    until_then = time.monotonic() + 60
    while word not in stack.logs(5000) and time.monotonic() < until_then:
        time.sleep(0.1)
    return stack.logs(5000).splitlines()
