"""Requests for a match that another process owns: sent there, and answered from there, or judged here after all."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec

from games import live
from games.door import requests
from games.errors import Refused, try_again
from games.instants import now_ms
from games.log import storing
from games.serving.actor import Actor
from games.serving.asks import Ask
from games.serving.follower import Answer
from games.serving.reads import read

log = logging.getLogger(__name__)
PATIENCE = 0.25  # s for an owner to answer, or to say that the answer will take longer
LONG_PATIENCE = 2.0  # s for that longer answer: a photo finish
Message = dict[str, Any]
Send = Callable[[str, Message], None]


@dataclass(slots=True)
class Forward:
    """A request on its way."""

    actor: Actor
    ask: Ask
    timer: asyncio.TimerHandle


class Forwards:
    """The requests of this process that others judge, and the answers to those that it judges for others."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._ids = itertools.count(1)
        self._open: dict[int, Forward] = {}

    def forward(self, actor: Actor, ask: Ask) -> None:
        """Send a request to the match's owner."""
        number = next(self._ids)
        timer = self._set_timer(PATIENCE, number)
        self._open[number] = Forward(actor, ask, timer)
        content = {"request": msgspec.to_builtins(ask.request), "user": ask.user, "arrived": ask.arrived}
        content |= {"match": actor.match_id, "id": number, "from": live.process_id(), "saw": ask.saw}
        self._send(live.group_of(actor.owner), {"kind": "ask", **content})

    def take_answer(self, message: Message) -> None:
        """Take an owner's answer in."""
        forward = self._open.get(message["id"])
        if forward is None:
            return
        forward.timer.cancel()
        if message.get("later"):
            forward.timer = self._set_timer(LONG_PATIENCE, message["id"])
            return
        del self._open[message["id"]]
        forward.actor.answer(forward.ask, _read_answer(message))

    def asked(self, message: Message) -> Ask:
        """Return the request that another process has sent."""

        def reply(answer: Answer) -> None:
            self._send(live.group_of(message["from"]), {"kind": "answer", "id": message["id"], **_write_answer(answer)})

        def later() -> None:
            self._send(live.group_of(message["from"]), {"kind": "answer", "id": message["id"], "later": True})

        request = requests.read_request(message["request"])
        return Ask(message["user"], request, message["arrived"], reply, later, now_ms(), tuple(message["saw"]))

    def _set_timer(self, seconds: float, number: int) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(seconds, self._give_up, number)

    def _give_up(self, number: int) -> None:
        """Look for the request's token, and judge here what has not been judged there."""
        forward = self._open.pop(number)
        actor, ask = forward.actor, forward.ask
        log.info("match %s: its owner does not answer", actor.match_id)

        async def look() -> None:
            seat = actor.loaded.seat_of(ask.user)
            try:
                found = await read(storing.find_repeat, actor.match_id, ask.request.token, ask.asked, seat)
            except Refused as error:
                ask.answer(error)
                return
            except Exception:  # a fault of ours costs the player nothing: it is reported and may be repeated
                log.exception("match %s: a request's token could not be looked for", actor.match_id)
                ask.answer(try_again())
                return
            if found is not None:
                ask.answer(found)
            elif actor.loaded.facts.game.race and not live.layer_is_away():
                # Two judges would give a race two orders; the page sends it again.
                ask.answer(try_again())
            else:
                await actor.serve(ask, direct=True)

        actor.submit(look)


def _write_answer(answer: Answer) -> Message:
    if isinstance(answer, int):
        return {"number": answer}
    return {"code": answer.code, "template": answer.template, "details": answer.details}


def _read_answer(message: Message) -> Answer:
    if "number" in message:
        return int(message["number"])
    return Refused(message["code"], message["template"], **message["details"])
