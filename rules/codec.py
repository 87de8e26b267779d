"""Moves, options, states and outcomes to plain JSON values and back, events there alone, for every game alike.

In moves and events a field that is None is left out, and null is refused: each value has one form. Options, states
and outcomes hold all their fields.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, dataclass, fields
from functools import cache, partial
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from rules.contract import (
    N_,
    AnyGame,
    BadOptions,
    Event,
    Json,
    MalformedMove,
    Move,
    Options,
    Outcome,
    RulesError,
    State,
)
from rules.schema import FORM, SAVED, WIRE, Dialect, Record, Unreadable

_MESSAGES = {
    "bad_type": N_("“%(field)s” has a value of the wrong type."),
    "unknown_type": N_("There is no move of this “%(field)s”."),
    "unknown_field": N_("“%(field)s” is not a known field."),
    "missing_field": N_("“%(field)s” is missing."),
    "bad_text": N_("“%(field)s” holds characters that are not allowed, or too many."),
    "out_of_range": N_("“%(field)s” has a value that is out of range."),
}
_record: Callable[[Any, Dialect], Record] = cache(Record)
# A cache of its own for moves and events: to hash a dialect costs as much as to write.
_wire: Callable[[Any], Record] = cache(partial(Record, dialect=WIRE))


class _Family:
    """The moves of one game, told apart by `type`."""

    def __init__(self, kinds: tuple[type[Move], ...]) -> None:
        self._readers = {kind.type: _record(kind, WIRE).read for kind in kinds}

    def read(self, value: Any) -> Any:
        """Return the move of a JSON object; raises Unreadable."""
        if type(value) is not dict:
            raise Unreadable("bad_type", "move")
        kind = value.get("type")
        if type(kind) is not str:
            raise Unreadable("bad_type" if "type" in value else "missing_field", "type")
        reader = self._readers.get(kind)
        if reader is None:
            raise Unreadable("unknown_type", "type")
        return reader(value, 1)


@cache
def _moves(game: AnyGame) -> _Family:
    return _Family(game.moves)


def move_from_json(game: AnyGame, value: Any) -> Move:
    """Return the move that any JSON value stands for; raises MalformedMove naming the field."""
    try:
        move: Move = _moves(game).read(value)
    except Unreadable as error:
        raise MalformedMove(error.code, _MESSAGES[error.code], field=error.field) from None
    return game.intern(move)


def move_to_json(move: Move) -> Json:
    """Return the move as a new JSON object, `type` first."""
    return {"type": move.type, **_wire(type(move)).write(move)}


def event_to_json(event: Event) -> Json:
    """Return the event as a new JSON object, `type` first; blanked secrets are absent."""
    return {"type": event.type, **_wire(type(event)).write(event)}


def state_from_json(game: AnyGame, value: Any) -> State:
    """Return the state of a snapshot; raises RulesError `bad_state` (another version of the rules wrote it)."""
    try:
        state: State = _record(game.state, SAVED).read(value)
    except Unreadable as error:
        raise _broken("bad_state", error) from None
    return state


def state_to_json(state: State) -> Json:
    """Return a snapshot that shares nothing mutable with the state; it holds every secret of the match."""
    return _record(type(state), SAVED).write(state)


def outcome_from_json(value: Any) -> Outcome:
    """Return the outcome of a stored JSON object; raises RulesError `bad_outcome`."""
    try:
        outcome: Outcome = _record(Outcome, FORM).read(value)
    except Unreadable as error:
        raise _broken("bad_outcome", error) from None
    return outcome


def outcome_to_json(outcome: Outcome) -> Json:
    """Return the outcome as a new JSON object: `places` and `scores` by seat."""
    return _record(Outcome, FORM).write(outcome)


def _broken(code: str, error: Unreadable) -> RulesError:
    return RulesError(code, _MESSAGES[error.code], field=error.field)


def options_from_json(game: AnyGame, value: Any, seats: int) -> Options:
    """Return checked options, defaults filled in, for this number of seats; raises BadOptions."""
    try:
        options: Options = _record(game.options, FORM).read(value)
    except Unreadable as error:
        code = error.code if error.code == "unknown_field" else "bad_options"
        raise BadOptions(code, _MESSAGES[error.code], field=error.field or "options") from None
    for field in fields(options):
        _check_bounds(field, getattr(options, field.name))
    game.check_options(options, seats)
    return options


def _check_bounds(field: Field[Any], value: Any) -> None:
    low, high = field.metadata.get("min"), field.metadata.get("max")
    if (low is not None and value < low) or (high is not None and value > high):
        message = N_("“%(field)s” must be from %(low)s to %(high)s.")
        raise BadOptions("bad_options", message, field=field.name, low=low, high=high)


def options_to_json(options: Options) -> Json:
    """Return all fields of the options as a new JSON object."""
    return _record(type(options), FORM).write(options)


@dataclass(frozen=True, slots=True)
class OptionField:
    """One option as a form shows it. Texts are English templates; the platform translates."""

    name: str
    kind: Literal["bool", "choice", "int"]
    default: Any
    choices: tuple[tuple[Any, str], ...]  # value and label, for kind "choice"
    label: str
    help: str
    minimum: int | None = None
    maximum: int | None = None


def option_fields(game: AnyGame) -> list[OptionField]:
    """Return the game's options in the order of their declaration."""
    hints = get_type_hints(game.options)
    return [_option_field(field, hints[field.name]) for field in fields(game.options)]


def _option_field(field: Field[Any], hint: Any) -> OptionField:
    if field.default is MISSING:
        raise TypeError(f"option {field.name} has no default")
    about = field.metadata
    values = _values(hint)
    kind: Literal["bool", "choice", "int"] = "bool" if hint is bool else "int" if hint is int else "choice"
    labels = {None: N_("automatic"), **about.get("labels", {})}
    choices = tuple((value, labels.get(value, str(value))) for value in values)
    label = about.get("label", field.name)
    return OptionField(
        field.name, kind, field.default, choices, label, about.get("help", ""), about.get("min"), about.get("max")
    )


def _values(hint: Any) -> tuple[Any, ...]:
    if get_origin(hint) is Literal:
        return get_args(hint)
    parts = get_args(hint)
    inner = tuple(value for part in parts if part is not NoneType for value in _values(part))
    return (None, *inner) if NoneType in parts else inner
