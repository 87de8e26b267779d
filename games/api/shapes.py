"""What goes in and out over REST about tables and matches: read by these types, and described by them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from accounts.api.bodies import Token
from games.door.requests import Number
from games.tables.choices import DEFAULT_CLOCK

MatchId = Annotated[str, Meta(pattern="^[2-9a-hjkmnp-z]{16}$")]
Instant = Annotated[int, Meta(description="milliseconds since 1970 UTC")]
Seats = Annotated[int, Meta(ge=0, le=1_000)]
Text = Annotated[str, Meta(max_length=40)]


class Body(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Base of all bodies; `token` is the sender's own id of the request: sent again, it is carried out once."""

    token: Token


class NewTable(Body):
    """What is chosen when a table is opened. `options`: the game's own. `bots`: a level; they take all other seats."""

    game: Text
    seats: Seats
    options: dict[str, Any] = {}
    pace: Text = "live"
    clock: dict[str, int] = msgspec.field(default_factory=lambda: dict(DEFAULT_CLOCK))
    listed: bool = True
    watchers: bool = True
    talk: Text | None = None
    rated: bool = False
    bots: Text | None = None


def fields_of(body: msgspec.Struct) -> dict[str, Any]:
    """Return a body's fields by name."""
    return {name: getattr(body, name) for name in body.__struct_fields__}


class NewMove(Body):
    """A move, as the game writes it; `number` is that of the frame that was seen."""

    move: dict[str, Any]
    number: Number | None = None


class NewLine(Body):
    """Something said: words, or a set phrase by its id."""

    text: str = ""
    phrase: str = ""


class NewReport(Body):
    """A report. `about`: what; `id`: of the line or match, as the interface names it, none for a person."""

    about: Literal["person", "line", "match"]
    person: Text
    kind: Literal["talk", "cheating", "stalling", "rating", "name", "other"]
    id: Annotated[str, Meta(max_length=40)] | Annotated[int, Meta(ge=0)] = ""
    text: Annotated[str, Meta(max_length=4_000)] = ""


# --- answers ---


class Report(msgspec.Struct, omit_defaults=True):
    """A report of one's own: `answer` and `verdict` once a moderator has judged it."""

    id: int
    about: str
    thing: str
    person: str
    kind: str
    text: str
    at: Instant
    state: Literal["open", "claimed", "closed"]
    verdict: Literal["nothing", "acted"] | UnsetType = UNSET
    answer: str | UnsetType = UNSET


class Opened(msgspec.Struct):
    """The table or match that there is now."""

    match: MatchId


class Done(msgspec.Struct):
    """The number of the entry that the request has made, or of the line that was said. It is on disk."""

    number: int


class Seat(msgspec.Struct, omit_defaults=True):
    """A seat and who sits there: a name, with the owner's if it is a bot account; a `bot` of ours; or nobody."""

    ready: bool | UnsetType = UNSET
    name: str | UnsetType = UNSET
    guest: bool | UnsetType = UNSET
    bot_of: str | UnsetType = UNSET
    bot: str | UnsetType = UNSET
    stand_in: bool | UnsetType = UNSET
    gave_up: bool | UnsetType = UNSET
    left: Literal["resign", "time", "absence", "claim"] | UnsetType = UNSET
    empty: bool | UnsetType = UNSET
    kept: str | UnsetType = UNSET
    seat: int | UnsetType = UNSET
    team: int | UnsetType = UNSET


class Ended(msgspec.Struct, omit_defaults=True):
    """How a match ended."""

    by: Literal["rules", "resign", "agreement", "time", "claim", "abort", "adjudication"]
    seat: int | UnsetType = UNSET
    reason: str | UnsetType = UNSET


class Outcome(msgspec.Struct):
    """By seat, as the rules have it: the place, 1 is the best, and the score of the game's own kind."""

    places: list[int]
    scores: list[int]


class Card(msgspec.Struct, omit_defaults=True):
    """A match as lists show it. `turn`: it waits for the caller's move. `places`: by seat, as they count.

    `annulled`, among one's own: it has counted, and a moderator has taken that back.
    """

    match: MatchId
    game: str
    status: Literal["open", "active", "finished", "aborted"]
    pace: Literal["live", "mail"]
    clock: dict[str, int]
    rated: bool
    seats: list[Seat]
    turn: bool
    opened: Instant
    updated: Instant
    seat: int | UnsetType = UNSET
    deadline: Instant | UnsetType = UNSET
    outcome: Outcome | UnsetType = UNSET
    places: list[int] | UnsetType = UNSET
    ended: Ended | UnsetType = UNSET
    annulled: bool | UnsetType = UNSET


class Intervention(msgspec.Struct):
    """What a moderator has done, for the players: at which number of the log, and why."""

    number: int
    kind: str
    why: str


class Frame(msgspec.Struct, omit_defaults=True):
    """All that one viewer may see of a match; the fields are explained in docs/api.md. `view` is the game's own."""

    match: MatchId
    game: str
    options: dict[str, Any]
    pace: Literal["live", "mail"]
    clock: dict[str, int]
    listed: bool
    watchers: bool
    talk: Literal["free", "phrases"]
    rated: bool
    commitment: str
    number: int
    ply: int
    status: Literal["open", "active", "finished", "aborted"]
    host: int
    seats: list[Seat]
    turn: list[int]
    may: list[str]
    seat: int | UnsetType = UNSET
    view: dict[str, Any] | UnsetType = UNSET
    legal: list[dict[str, Any]] | UnsetType = UNSET
    calls: list[dict[str, Any]] | UnsetType = UNSET
    interventions: list[Intervention] | UnsetType = UNSET
    clocks: dict[str, Any] | UnsetType = UNSET
    draw: dict[str, Any] | UnsetType = UNSET
    slow: dict[str, Any] | UnsetType = UNSET
    deadlines: list[dict[str, Any]] | UnsetType = UNSET
    absent: list[dict[str, Any]] | UnsetType = UNSET
    gathering: dict[str, Any] | UnsetType = UNSET
    rematch: dict[str, Any] | UnsetType = UNSET
    ended: Ended | UnsetType | None = UNSET
    outcome: Outcome | UnsetType = UNSET
    places: list[int] | UnsetType = UNSET
    server_seed: str | UnsetType = UNSET


class Seen(msgspec.Struct):
    """A frame."""

    frame: Frame


class LogLine(msgspec.Struct, omit_defaults=True):
    """An entry in short; `line` is a move in notation, where it tells nothing hidden; `team`: whom a referee fined."""

    number: int
    kind: str
    seat: int | UnsetType = UNSET
    ply: int | UnsetType = UNSET
    line: str | UnsetType = UNSET
    about: int | UnsetType = UNSET
    team: int | UnsetType = UNSET


class Log(msgspec.Struct):
    """The entries after a number, 500 at most, and the number of the last entry that there is."""

    number: int
    lines: list[LogLine]


class Step(msgspec.Struct, omit_defaults=True):
    """An entry of a match that is over, with the frame after it; `line` is a move in notation."""

    type: Literal["entry"]
    number: int
    kind: str
    at: Instant
    events: list[dict[str, Any]]
    frame: Frame
    seat: int | UnsetType = UNSET
    ply: int | UnsetType = UNSET
    finish: list[dict[str, Any]] | UnsetType = UNSET
    line: str | UnsetType = UNSET


class Steps(msgspec.Struct):
    """All steps of a match that is over, as the caller saw them."""

    steps: list[Step]


class DealtTo(msgspec.Struct):
    """Who sat on a seat, and the salt that they gave."""

    name: str
    salt: str


class Draw(msgspec.Struct):
    """A random step: what it is for, and what was before and after it."""

    label: str
    ply: int
    words: str
    before: Any
    after: Any


class Deal(msgspec.Struct):
    """How a match was dealt (docs/fairness.md): what had been promised, the seeds and salts, and each random step."""

    commitment: str
    server_seed: str
    seats: list[DealtTo]
    seed: str
    steps: list[Draw]


class ChatLine(msgspec.Struct, omit_defaults=True):
    """A line of table talk: words, or a set phrase by its id."""

    id: int
    name: str
    at: Instant
    is_bot: bool | UnsetType = UNSET
    text: str | UnsetType = UNSET
    phrase: str | UnsetType = UNSET
    seat: int | UnsetType = UNSET


class Option(msgspec.Struct, omit_defaults=True):
    """One of a game's options."""

    name: str
    default: Any
    label: str
    help: str
    choices: list[Any] | UnsetType = UNSET
    least: int | UnsetType = UNSET
    most: int | UnsetType = UNSET


class GameFacts(msgspec.Struct):
    """One of the games: `seats` are the numbers of players; in a `race` all act at once, and live only."""

    slug: str
    name: str
    idea: str
    seats: list[int]
    minutes: int
    race: bool
    talk: Literal["free", "phrases"]
    version: int
    options: list[Option]


class Games(msgspec.Struct):
    """All games of this site."""

    games: list[GameFacts]
