"""What goes in and out over REST about tickets, ratings and histories."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from games.api.shapes import Body, Instant, MatchId, Seats, Text

Waits = Annotated[int, Meta(ge=0, le=7 * 24 * 3_600_000, description="milliseconds")]


class NewTicket(Body):
    """The wish to be matched. `bots_after`: ms of waiting after which bots may fill the table; without it, never.

    `clock`: as for a table, the usual one without it; "any" leaves it to the others, among those that the page of a
    quick match offers. `pace` "mail": days a move; one need not be here, and the match begins by itself.
    """

    game: Text
    seats: Seats
    rated: bool = False
    pace: Literal["live", "mail"] = "live"
    clock: dict[str, int] | Literal["any"] | None = None
    bots_after: Waits | None = None


class TicketOpened(msgspec.Struct):
    """The ticket that there is now."""

    ticket: int


class TicketFacts(msgspec.Struct, omit_defaults=True):
    """For what one waits. `called`: a table is ready: sit there with the request `here`. `seated`: it has begun."""

    ticket: int
    game: str
    pace: Literal["live", "mail"]
    seats: int
    rated: bool
    state: Literal["waiting", "called", "seated"]
    waited: int
    bots_in: int | UnsetType = UNSET
    match: MatchId | UnsetType = UNSET


class Tickets(msgspec.Struct):
    """One's own tickets, the longest waiting first."""

    tickets: list[TicketFacts]


class Standing(msgspec.Struct):
    """A rating in one game at one pace; `provisional`: too uncertain still for the leaderboard."""

    game: str
    pace: Literal["live", "mail"]
    points: int
    margin: int
    provisional: bool
    matches: int


class Total(msgspec.Struct):
    """How somebody's matches of one game ended."""

    game: str
    won: int
    drawn: int
    lost: int


class Person(msgspec.Struct, omit_defaults=True):
    """What everybody may know of somebody."""

    name: str
    kind: Literal["member", "guest", "bot"]
    since: Instant
    ratings: list[Standing]
    totals: list[Total]
    owner: str | UnsetType = UNSET


class Played(msgspec.Struct, omit_defaults=True):
    """A match of somebody's history. `change`: of their rating. `bots`: how many of ours sat there."""

    match: MatchId
    game: str
    pace: Literal["live", "mail"]
    result: Literal["won", "drawn", "lost"]
    others: list[str]
    bots: int
    rated: bool
    at: Instant
    change: int | UnsetType = UNSET
    annulled: bool | UnsetType = UNSET


class Leader(msgspec.Struct):
    """A line of a leaderboard."""

    place: int
    name: str
    points: int
    margin: int
    matches: int


class Change(msgspec.Struct):
    """What a match has changed for who sat there."""

    seat: int
    before: int
    after: int
    margin: int
    provisional: bool


class MatchRatings(msgspec.Struct, omit_defaults=True):
    """What a rated match has changed or, before it has begun, whether it will count."""

    state: Literal["casual", "open", "active", "stopped", "pending", "counted", "not_counted"]
    sentence: str | UnsetType = UNSET
    changes: list[Change] | UnsetType = UNSET
