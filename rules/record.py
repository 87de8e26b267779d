"""The record of a finished match: one JSON file that a stranger can check without the server (docs/fairness.md).

Canonical text: `dump` writes sorted keys, no spaces, plain ASCII and one final line break, so that one match is one
string of bytes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, NoReturn

from rules import codec, registry
from rules.chance import Chance, ChanceLog, Draw, commitment, match_seed
from rules.contract import N_, AnyGame, Event, Json, Move, Options, Outcome, RulesError, Seat, State
from rules.schema import FORM, Record, Unreadable, shape

FORMAT = 1
SIZE_LIMIT = 64 << 20  # characters; a million actions need about half of it

_SALT = re.compile(r"[A-Za-z0-9_-]{0,64}")
_SEED = re.compile(r"[0-9a-f]{64}")

Action = tuple[Seat | None, Move, int]  # seat, or None for clock and referee; move; milliseconds since the start


class RecordError(RulesError):
    """The record cannot be read or does not replay; `details` has the field, or the number of the action from 1."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How the platform ended a match that the rules left open."""

    by: Literal["resign", "agreement", "time", "claim", "abort", "adjudication"]
    seat: int | None
    ms: int


@dataclass(frozen=True, slots=True)
class Head:
    """The record's fields, each of the right JSON type but not yet checked against one another."""

    format: int
    rules: str
    rules_version: int
    options: Any
    seats: int
    server_seed: str
    salts: tuple[str, ...]
    commitment: str
    actions: tuple[tuple[int | None, Any, int], ...]
    ended: Ended | None
    result: Outcome | None


class Step(NamedTuple):
    """One action replayed: its number from 1, who asked what and when, what happened, and the state after it."""

    number: int
    seat: Seat | None
    move: Move
    milliseconds: int
    events: list[Event]
    state: State  # the live one: it changes with the next step


_HEAD = Record(Head, FORM)
_ACTION = shape(tuple[int | None, Any, int], FORM)


def write(  # noqa: PLR0917 - the order of the record's own fields
    game: AnyGame,
    options: Options,
    seats: int,
    server_seed: bytes,
    salts: Sequence[str],
    actions: Iterable[Action],
    ended: Json | None,
    result: Outcome | None,
) -> Json:
    """Return the record as a plain JSON object. Trusted: it writes what it is given; `check` judges."""
    return {
        "format": FORMAT,
        "rules": game.slug,
        "rules_version": game.version,
        "options": codec.options_to_json(options),
        "seats": seats,
        "server_seed": server_seed.hex(),
        "salts": list(salts),
        "commitment": commitment(server_seed),
        "actions": [[seat, codec.move_to_json(move), milliseconds] for seat, move, milliseconds in actions],
        "ended": ended,
        "result": None if result is None else codec.outcome_to_json(result),
    }


def dump(value: Json) -> str:
    """Return the record's canonical text."""
    return json.dumps(value, sort_keys=True, separators=(",", ":")) + "\n"


def parse(text: str | bytes) -> Any:
    """Return the value of strict JSON text: UTF-8, no key twice, no NaN; raises RecordError for any other input."""
    if len(text) > SIZE_LIMIT:
        raise RecordError("too_large", N_("The file is too large to be a record."))
    try:
        source = text if isinstance(text, str) else text.decode()
        return json.loads(source, object_pairs_hook=_unique, parse_constant=_refuse_constant)
    except RecursionError:
        raise RecordError("too_complex", N_("The file is nested too deep to be a record.")) from None
    except ValueError as error:
        message = N_("The file is not JSON: %(reason)s.")
        raise RecordError("bad_json", message, reason=str(error).rstrip(".")) from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise ValueError("a key stands twice in one object")
    return value


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


def check(value: Any) -> Outcome | None:
    """Replay a record and return its result; raises RecordError naming the field or the first action at fault."""
    replay = Replay(value)
    for _ in replay.steps():
        pass
    return replay.result()


def draws(value: Any) -> list[Draw]:
    """Return every random step of a record in order; raises RecordError as `check` does."""
    found: list[Draw] = []
    for _ in Replay(value, found).steps():
        pass
    return found


class Replay:
    """A record being replayed: `state` is the deal at first; `steps` carries it on to the end."""

    def __init__(self, value: Any, draws: list[Draw] | None = None) -> None:
        """Read all but the actions' moves and deal; raises RecordError. Every random step is added to `draws`."""
        self.head = head = _read_head(value)
        self.game = _game(head)
        self.options = _options(self.game, head)
        _check_seed(head)
        seed = match_seed(bytes.fromhex(head.server_seed), head.salts)
        self._chance = Chance(seed) if draws is None else ChanceLog(seed, draws=draws)
        self.state: State = self.game.deal(self.options, head.seats, self._chance)

    def steps(self) -> Iterator[Step]:
        """Apply the actions one by one; raises RecordError at the first that differs from the rules."""
        before = 0
        for number, (seat, value, milliseconds) in enumerate(self.head.actions, 1):
            self._check_frame(number, seat, milliseconds, before)
            before = milliseconds
            yield self._step(number, seat, value, milliseconds)

    def _check_frame(self, number: int, seat: Seat | None, milliseconds: int, before: int) -> None:
        if self.game.outcome(self.state) is not None:
            _fail_action(number, N_("the match was over before it"))
        if seat is not None and not 0 <= seat < self.head.seats:
            _fail_action(number, N_("there is no such seat"))
        if milliseconds < before:
            _fail_action(number, N_("its time is earlier than the one before it"))

    def _step(self, number: int, seat: Seat | None, value: Any, milliseconds: int) -> Step:
        try:
            move = codec.move_from_json(self.game, value)
            self._chance.move_on(number - 1)
            events = self.game.play(self.state, seat, move, self._chance)
        except RulesError as error:
            _fail_action(number, str(error))
        return Step(number, seat, move, milliseconds, events, self.state)

    def result(self) -> Outcome | None:
        """Return the record's result after the last step; raises RecordError if the match cannot end so."""
        outcome = self.game.outcome(self.state)
        if self.head.ended is None:
            if outcome is None:
                raise RecordError("unfinished", N_("The record stops before the match is over."))
            if outcome != self.head.result:
                _fail_field("result", N_("the rules find another result"))
        elif outcome is not None:
            _fail_field("ended", N_("the rules had already ended the match"))
        else:
            self._check_ended(self.head.ended)
        return self.head.result

    def _check_ended(self, ended: Ended) -> None:
        last = self.head.actions[-1][2] if self.head.actions else 0
        if ended.ms < last or (ended.seat is not None and not 0 <= ended.seat < self.head.seats):
            _fail_field("ended", N_("its time or seat cannot be"))
        result, teams = self.head.result, self.game.teams(self.options, self.head.seats)
        if not _may_be_called(ended, result, teams):
            _fail_field("result", N_("the match cannot have been given this result"))
        if result is not None and result.scores != self.game.scores(self.state):
            _fail_field("result", N_("the rules find other scores"))


def _may_be_called(ended: Ended, result: Outcome | None, teams: tuple[int, ...]) -> bool:
    if result is None or ended.by == "abort":
        return result is None and ended.by == "abort"
    if not are_places(result.places, teams):
        return False
    if ended.by == "agreement":
        return set(result.places) == {1}
    if ended.by in ("resign", "time", "claim") and ended.seat is not None and len(set(teams)) == 2:
        return all(place == 1 + (team == teams[ended.seat]) for place, team in zip(result.places, teams, strict=True))
    return True


def are_places(places: tuple[int, ...], teams: tuple[int, ...]) -> bool:
    """Tell whether a team's seats share a place and teams are placed 1, 2, 2, 4 … whatever the order."""
    if len(places) != len(teams):
        return False
    by_team = dict(zip(teams, places, strict=True))
    if tuple(by_team[team] for team in teams) != places:
        return False
    ranks = list(by_team.values())
    return all(place == 1 + sum(other < place for other in ranks) for place in ranks)


def _read_head(value: Any) -> Head:
    try:
        head: Head = _HEAD.read(value)
    except Unreadable as error:
        if error.field == "actions":
            _check_actions(value.get("actions"))
        message = N_("The record is not well formed at “%(field)s” (%(reason)s).")
        raise RecordError("bad_record", message, field=error.field or "record", reason=error.code) from None
    if head.format != FORMAT:
        raise RecordError("bad_format", N_("Only records of format %(known)s can be read."), known=FORMAT)
    return head


def _check_actions(value: Any) -> None:
    """Name the first action that is none at all, if there is one; the whole may be something else than a list."""
    for number, action in enumerate(value if type(value) is list else (), 1):
        try:
            _ACTION.read(action)
        except Unreadable:
            _fail_action(number, N_("it is not a list of a seat, a move and a time"))


def _game(head: Head) -> AnyGame:
    if head.rules not in registry.GAMES:
        raise RecordError("unknown_rules", N_("There is no game called %(rules)s."), rules=head.rules)
    game = registry.find(head.rules)
    if head.rules_version != game.version:
        message = N_("The record is of version %(version)s of the rules; this program knows version %(known)s.")
        raise RecordError("bad_version", message, version=head.rules_version, known=game.version)
    return game


def _options(game: AnyGame, head: Head) -> Options:
    try:
        options = codec.options_from_json(game, head.options, head.seats)
    except RulesError as error:
        if error.code == "bad_seats":
            _fail_field("seats", str(error).rstrip("."))
        raise RecordError("bad_options", N_("The options are wrong: %(reason)s"), reason=str(error)) from None
    if codec.options_to_json(options) != head.options:
        _fail_field("options", N_("some are left out"))
    return options


def _check_seed(head: Head) -> None:
    if not _SEED.fullmatch(head.server_seed):
        _fail_field("server_seed", N_("it must be 64 hexadecimal digits"))
    if commitment(bytes.fromhex(head.server_seed)) != head.commitment:
        _fail_field("commitment", N_("it is not the SHA-256 of the seed"))
    if len(head.salts) != head.seats or not all(_SALT.fullmatch(salt) for salt in head.salts):
        _fail_field("salts", N_("there must be one for each seat, of letters, digits, - and _"))


def _fail_field(field: str, reason: str) -> NoReturn:
    raise RecordError("bad_record", N_("The record is wrong at “%(field)s”: %(reason)s."), field=field, reason=reason)


def _fail_action(number: int, reason: str) -> NoReturn:
    message = N_("Action %(number)s differs: %(reason)s")
    raise RecordError("differs", message, number=number, reason=reason.rstrip(".") + ".")
