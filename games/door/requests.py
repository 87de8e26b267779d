"""What a person or program may ask of a match: one typed request a kind, read from plain JSON."""

from __future__ import annotations

from hashlib import blake2b
from typing import Annotated, Any, get_args

import msgspec

from accounts.api import bodies
from accounts.api.bodies import Token

# \Z and not $, which lets a newline through at the end.
Salt = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{0,64}\Z")]
SeatIndex = Annotated[int, msgspec.Meta(ge=0, le=11)]
Number = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]


class Request(msgspec.Struct, forbid_unknown_fields=True, tag_field="type", kw_only=True):
    """Base of all requests; `token` is the sender's own id of it, so that a repeat is known as one."""

    token: Token


class Play(Request, tag="move"):
    """Play a move; `number` is the place in the log that the player saw."""

    move: Any
    number: Number | None = None


class Referee(Request, tag="referee"):
    """Make a referee's call (host), for games that know one."""

    move: Any


class Join(Request, tag="join"):
    """Take a seat at an open table, with a salt for the deal."""

    seat: SeatIndex | None = None
    salt: Salt = ""


class Decline(Request, tag="decline"):
    """Do without the seat that is kept for oneself at a rematch."""


class Leave(Request, tag="leave"):
    """Leave an open table."""


class Kick(Request, tag="kick"):
    """Send somebody away from an open table (host)."""

    seat: SeatIndex


class Ready(Request, tag="ready"):
    """Say that one is ready, or not; at a table by mail the host with a salt, as with `start`."""

    ready: bool
    salt: Salt = ""


class Here(Request, tag="here"):
    """Come to the table of a quick match, with a salt: by now the page has shown the deal's commitment."""

    salt: Salt = ""


class AddBot(Request, tag="add_bot"):
    """Put a bot on an empty seat (host)."""

    seat: SeatIndex
    policy: str


class Start(Request, tag="start"):
    """Deal (host), with the host's own salt: who opens a table sits before the deal's commitment can be seen."""

    salt: Salt = ""


class Resign(Request, tag="resign"):
    """Give up."""


class OfferDraw(Request, tag="offer_draw"):
    """Offer a draw to all other players."""


class AcceptDraw(Request, tag="accept_draw"):
    """Accept the draw that is offered."""


class DeclineDraw(Request, tag="decline_draw"):
    """Decline it."""


class Slow(Request, tag="slow"):
    """Ask all others to go on by mail, with so many days a move."""

    days: int


class AcceptSlow(Request, tag="accept_slow"):
    """Agree to go on by mail."""


class DeclineSlow(Request, tag="decline_slow"):
    """Stay live."""


class ClaimWin(Request, tag="claim_win"):
    """Have won: the other side is to act and absent for so long."""

    seat: SeatIndex


class SeatBot(Request, tag="seat_bot"):
    """Let a bot play on for somebody who is to act and absent for so long."""

    seat: SeatIndex


class TakeBack(Request, tag="take_back"):
    """Play on where a bot has played for oneself."""


Asked = (
    Play
    | Referee
    | Join
    | Decline
    | Leave
    | Kick
    | Ready
    | Here
    | AddBot
    | Start
    | Resign
    | OfferDraw
    | AcceptDraw
    | DeclineDraw
    | Slow
    | AcceptSlow
    | DeclineSlow
    | ClaimWin
    | SeatBot
    | TakeBack
)


class TimeOut(msgspec.Struct, frozen=True, tag="time"):
    """The clock: somebody's time is over."""


class Tick(msgspec.Struct, frozen=True, tag="tick"):
    """The clock: play the game's own move of the clock, which is due."""


class Expire(msgspec.Struct, frozen=True, tag="expire"):
    """The clock: the table did not fill."""


class Assemble(msgspec.Struct, frozen=True, tag="assemble"):
    """The clock: the table of a quick match has waited; those on the seats `present` have its page open, or had.

    `running_since`: since when the servers have been there without a gap; nobody could come before.
    """

    present: tuple[int, ...]
    running_since: int = 0


class Abandon(msgspec.Struct, frozen=True, tag="abandon"):
    """The clock: everybody has left the match."""


class Outage(msgspec.Struct, frozen=True, tag="outage"):
    """The clock: our servers were away for `ms`, up to the instant `until`; nobody is charged for it."""

    ms: int
    until: int


class BotMove(msgspec.Struct, frozen=True, tag="bot_move"):
    """A bot plays at its instant `due` (Loaded.wakes); `number` is the place in the log that it thought about."""

    seat: int
    move: Any
    number: int
    due: int


class Rematch(msgspec.Struct, frozen=True, tag="rematch"):
    """Tell of the table where the people of a match that is over play again; `seat` has asked for it."""

    seat: int
    match: str


class NoRematch(msgspec.Struct, frozen=True, tag="no_rematch"):
    """Tell that somebody does not come along to the table where the others play again."""

    seat: int


class Replace(msgspec.Struct, frozen=True, tag="replace"):
    """A guest turned out to be this member: the seat goes on under the new name."""

    old: int
    new: int


class Absent(msgspec.Struct, frozen=True, tag="absent"):
    """A server: this person is to act and has had no page open `since` then; the others wait `until` then."""

    seat: int
    since: int
    until: int


class Back(msgspec.Struct, frozen=True, tag="back"):
    """A server: this person, who was absent, has the match open again."""

    seat: int


class Holiday(msgspec.Struct, frozen=True, tag="holiday"):
    """The clock: who is to act by mail on a seat has a holiday, which is known by its id, between two instants."""

    seat: int
    holiday: int
    begins: int
    ends: int


class Intervention(msgspec.Struct, frozen=True, kw_only=True):
    """Base of what a moderator does; `why`: as the players are told it. `token` as in a request."""

    token: str
    why: str


class Abort(Intervention, frozen=True, tag="abort"):
    """A moderator: end the match, or close the table, without a result."""


class Adjudicate(Intervention, frozen=True, tag="adjudicate"):
    """A moderator: end the match with these places by seat."""

    places: tuple[int, ...]


class Fine(Intervention, frozen=True, tag="fine"):
    """A moderator as referee of the table: a move of no seat, such as a penalty for table talk."""

    move: Any


Intervening = Abort | Adjudicate | Fine
Ordered = (
    TimeOut
    | Tick
    | Expire
    | Assemble
    | Abandon
    | Outage
    | BotMove
    | Rematch
    | NoRematch
    | Replace
    | Absent
    | Back
    | Holiday
    | Abort
    | Adjudicate
    | Fine
)


_in_order = msgspec.json.Encoder(order="deterministic").encode
# Told apart here: msgspec would look through the whole union anew each time.
_KINDS: dict[str, type[Request]] = {kind.__struct_config__.tag: kind for kind in get_args(Asked)}


def read_request(body: dict[str, Any]) -> Asked:
    """Return the typed request in a JSON object; raises Refused (unknown_type, unknown_field, bad_type …)."""
    told = body.get("type")
    kind = _KINDS.get(told) if isinstance(told, str) else None
    request: Asked = bodies.read(body, Asked if kind is None else kind)
    return request


def fingerprint(request: Asked | Intervening, user_id: int) -> str:
    """Return a short digest of who asks what, the number seen left out: equal for a repeat of one request."""
    content = msgspec.to_builtins(request)
    content["user"] = user_id
    content.pop("number", None)
    return blake2b(_in_order(content), digest_size=12).hexdigest()
