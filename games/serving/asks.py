"""A request on its way to the judge, and its one answer."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass

from games import measures
from games.door import requests
from games.serving.follower import Answer
from games.serving.reactions import NOTHING, Sight

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Ask:
    """A person's request: who, what, when it arrived (ms since 1970), and where the one answer goes."""

    user: int
    request: requests.Asked
    arrived: int
    reply: Callable[[Answer], None]
    later: Callable[[], None] = lambda: None  # says that the answer takes a moment
    came: int = 0  # when it arrived at the match's owner, if it arrived elsewhere first
    saw: Sight = NOTHING  # at the process where it arrived

    door: str = "socket"
    game: str = ""  # where it is counted: not at the owner, if it arrived elsewhere
    asked: str = ""  # the digest that tells a repeat from another request
    answered: bool = False

    def __post_init__(self) -> None:
        self.asked = requests.fingerprint(self.request, self.user)

    def answer(self, answer: Answer) -> None:
        """Answer, but never a second time."""
        if self.answered:
            log.warning("a request was to be answered twice, the second time with %r", answer)
            return
        self.answered = True
        if self.game:
            self._count(answer)
        self.reply(answer)

    def _count(self, answer: Answer) -> None:
        if type(self.request) is requests.Play:
            measures.count_move(self.game, self.door, measures.result_of(answer))
        measures.note_answer(self.door, self.arrived, answer)
