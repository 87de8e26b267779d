"""What a reply asks for, done by the services that every door uses. Nothing is guessed: a doubt is an answer."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from typing import Any

from django.utils.translation import gettext

from games import measures, services
from games.door.guards import Asker, need_active, need_play
from games.door.loaded import Loaded
from games.errors import Refused, refused_by_rules
from games.log import storing
from games.mail import tokens
from games.mail.incoming.answers import Done
from games.mail.outgoing.moves import MOST, legal_moves
from games.mail.reading.replies import Reply, settled
from games.models import ReplyToken
from games.talk import phrases
from rules import codec
from rules.contract import MalformedMove, Move


class Task:
    """One reply, the token that it came with, and the match as it stands."""

    def __init__(self, row: ReplyToken, reply: Reply, message_id: str) -> None:
        self.row, self.reply, self.message_id = row, reply, message_id
        self.loaded: Loaded = storing.load(row.match_id)
        self.asker = Asker(row.user_id, self.loaded.seat_of(row.user_id), "", "")

    @property
    def game(self) -> Any:
        """The game that is played."""
        return self.loaded.facts.game

    @property
    def line(self) -> str:
        """The one line that counts, as the person has written it; "" where there is none."""
        return self.reply.value if isinstance(self.reply.value, str) else ""

    def request(self, kind: str, token: str, **fields: Any) -> int:
        """Ask for something as any door does; `token` makes a mail that comes twice one request."""
        body = {"type": kind, "token": token, **fields}
        with measures.coming_by("mail"):
            return services.request(self.row.match_id, self.row.user, body)

    def token(self, kind: str, text: str = "") -> str:
        """Return the same request token for the same mail."""
        return f"mail-{kind}-" + sha256(f"{self.row.digest}:{text}".encode()).hexdigest()[:40]


def carry_out(row: ReplyToken, reply: Reply, *, message_id: str = "") -> Done:
    """Do what a reply asks for; raises Refused, and then has changed nothing."""
    services.require_login(row.user)
    task = Task(row, reply, message_id)
    task.reply = reply = settled(reply, lambda line: _as_move(task, line) is not None)
    if reply.kind in _AT_ANY_TIME:
        return _AT_ANY_TIME[reply.kind](task)
    if _is_used(row):
        return _already_played(task)
    need_play(task.loaded, task.asker)
    if row.number < task.loaded.moved:
        return _already_played(task)
    return _IN_PLAY[reply.kind](task)


def _is_used(row: ReplyToken) -> bool:
    """Return whether the one move of this token is in the log: `used_at` is missing where we fell over just then."""
    return storing.has_asked(row.match_id, tokens.request_token(row))


def _already_played(task: Task) -> Done:
    if task.reply.kind in ("resign", "draw") and not _as_move(task, task.line):
        text = gettext("Your mail was about an earlier position, so nothing was done. Answer this one instead.")
        return Done("answered:earlier", "board", text)
    if _is_used(task.row):
        return Done("answered:used", "board", gettext("That move was already played. This is the current position:"))
    text = gettext("Play has gone on since the mail that you have answered. This is the current position:")
    return Done("answered:earlier", "board", text)


# --- what needs no position ---


def _show_board(task: Task) -> Done:
    return Done("answered:board", "board", asked=True)


def _help(task: Task) -> Done:
    return Done("answered:help", "help", asked=True)


def _chat(task: Task) -> Done:
    need_active(task.loaded, task.asker)
    task.request("chat", task.token("chat", f"{task.message_id}:{task.line}"), **_said(task))
    return Done("done:chat")


def _said(task: Task) -> dict[str, str]:
    """Return what to say: the person's words, or at a table of set phrases the one that has these words."""
    if task.loaded.facts.talk != phrases.PHRASES:
        return {"text": task.line}
    if phrase := phrases.phrase_of(task.line):
        return {"phrase": phrase}
    said = " · ".join(phrase.words for phrase in phrases.offered())
    text = gettext("Here you talk in set phrases: %(phrases)s") % {"phrases": said}
    raise Refused("unknown_phrase", _read(task, text))


# --- moves ---


def _choose(task: Task) -> Done:
    seat, number = task.asker.seat, int(task.line)
    assert seat is not None  # need_play has looked
    moves = legal_moves(task.loaded, seat)
    if not moves:
        raise Refused("not_your_turn", _read(task, gettext("It is not your turn.")))
    if len(moves) > MOST:
        raise Refused("no_numbers", _read(task, gettext("The moves have no numbers here; write the move itself.")))
    if not 1 <= number <= len(moves):
        text = gettext("There is no move with that number; choose one from 1 to %(most)s.") % {"most": len(moves)}
        raise Refused("out_of_range", _read(task, text))
    return _play(task, moves[number - 1])


def _write_move(task: Task) -> Done:
    try:
        return _play(task, task.game.read_move(task.line))
    except MalformedMove as error:
        raise Refused("bad_notation", _read(task, refused_by_rules(error).message)) from None


def _play(task: Task, move: Move) -> Done:
    body = {"move": codec.move_to_json(move), "number": task.row.number}
    try:
        task.request("move", tokens.request_token(task.row), **body)
    except Refused as refused:
        if refused.code in ("id_reused", "stale_position"):  # another mail, or the person's page, was quicker
            return _already_played(task)
        if refused.code in ("try_again", "game_over", "gave_up"):
            raise
        raise Refused(refused.code, _read(task, refused.message)) from None
    return Done("played") if tokens.use(task.row) else _already_played(task)


def _read(task: Task, text: str) -> str:
    """Return the sentence with what was read before it, ready to be shown: no part of it is a template any more."""
    read = gettext("We read: %(line)s") % {"line": task.line[:80]}
    return f"{read}\n{text}"


# --- resign, draw ---


def _resign(task: Task) -> Done:
    task.request("resign", task.token("resign"))
    if storing.load(task.row.match_id).over:
        return Done("done:resign")  # the mail about the end tells it
    return Done("done:resign", "board", gettext("You have resigned."), asked=True)


def _draw(task: Task) -> Done:
    """Offer a draw or accept one; where the game has a move of that name, the word means the move."""
    if move := _as_move(task, task.line):
        return _play(task, move)
    offers = task.loaded.offers
    if offers and task.asker.seat not in offers:
        task.request("accept_draw", task.token("accept"))
        over = storing.load(task.row.match_id).over
        return Done("done:draw") if over else Done("done:draw", "board", gettext("You accept the draw."), asked=True)
    task.request("offer_draw", task.token("offer"))
    return Done("done:draw", "board", gettext("You have offered a draw."), asked=True)


def _as_move(task: Task, line: str) -> Move | None:
    with suppress(MalformedMove):
        move: Move = task.game.read_move(line)
        return move
    return None


# --- doubts ---


def _several(task: Task) -> Done:
    lines = ", ".join(f"“{line[:40]}”" for line in task.reply.value)
    text = gettext("We found several moves: %(lines)s. Nothing was played; answer with one line.") % {"lines": lines}
    return Done("refused:several", "board", text)


def _nothing(task: Task) -> Done:
    text = gettext("We found no move in your mail. Write it as the first line, alone, in plain text.")
    return Done("refused:nothing", "board", text)


_AT_ANY_TIME: dict[str, Callable[[Task], Done]] = {"board": _show_board, "help": _help, "chat": _chat}
_IN_PLAY: dict[str, Callable[[Task], Done]] = {
    "choice": _choose,
    "line": _write_move,
    "resign": _resign,
    "draw": _draw,
    "several": _several,
    "nothing": _nothing,
}
