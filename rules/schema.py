"""Typed Python values from and to plain JSON values, compiled once for each type from its annotations.

Strict on purpose: nothing is cast (true is not 1, 3.0 is not 3), nothing is ignored. Reading recurses only as deep
as the declared type, so a value nested without end is refused at once. A field whose JSON name Python keeps for itself
ends in an underscore here alone: `from_` is written as `from`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from functools import cache
from math import isfinite
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

INT_LIMIT = 1 << 53  # beyond it JavaScript's numbers lose digits
TEXT_LIMIT = 200
_REQUIRED = object()
_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,15}")


class Unreadable(Exception):
    """A JSON value that does not fit its type: `code` says how, `field` names the outermost field at fault."""

    def __init__(self, code: str, field: str = "") -> None:
        self.code = code
        self.field = field
        super().__init__(code, field)


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a family of values is written: with nulls or by leaving them out; with or without defaults and masks."""

    nulls: bool  # None is written as null; else the field is left out and null is refused
    defaults: bool  # a field with a default may be left out
    trusted: bool  # our own snapshots: long text, and ints beyond INT_LIMIT (bit masks) as hexadecimal text


WIRE = Dialect(nulls=False, defaults=True, trusted=False)  # moves and events
FORM = Dialect(nulls=True, defaults=True, trusted=False)  # options, outcomes, records
SAVED = Dialect(nulls=True, defaults=False, trusted=True)  # states

Convert = Callable[[Any], Any]


class Shape(NamedTuple):
    """One type's two directions; `write` None means that the value is plain, immutable JSON as it is."""

    read: Convert
    write: Convert | None


@cache
def shape(hint: Any, dialect: Dialect) -> Shape:
    """Return the shape of a type; raises TypeError for types that games may not use (floats, sets, objects)."""
    if hint is int:
        return Shape(_read_mask, _write_mask) if dialect.trusted else Shape(read_int, None)
    if hint is str:
        return Shape(_read_any_text if dialect.trusted else read_text, None)
    if hint is bool:
        return Shape(_read_bool, None)
    if hint is Any:
        return Shape(_same, None)
    if is_dataclass(hint):
        record = Record(hint, dialect)
        return Shape(record.read, record.write)
    return _composed(hint, dialect)


def _composed(hint: Any, dialect: Dialect) -> Shape:
    build = _BUILDERS.get(get_origin(hint))
    if build is None:
        raise TypeError(f"values of the rules cannot hold {hint!r}")
    return build(get_args(hint), dialect)


class _Member(NamedTuple):
    attribute: str
    name: str  # in JSON
    read: Convert
    write: Convert | None
    default: Any


class Record:
    """Reads and writes the values of one dataclass as JSON objects."""

    __slots__ = ("_make", "_members", "_nulls")

    def __init__(self, cls: Any, dialect: Dialect) -> None:
        hints = get_type_hints(cls)
        self._make = cls
        self._members = tuple(_member(field, hints[field.name], dialect) for field in fields(cls) if field.init)
        self._nulls = dialect.nulls

    def read(self, value: Any, tags: int = 0) -> Any:
        """Return the dataclass value of a JSON object that holds `tags` further keys; raises Unreadable."""
        if type(value) is not dict:
            raise Unreadable("bad_type")
        found: list[Any] = []
        missing = 0
        for _, name, read, _, default in self._members:
            if name in value:
                try:
                    found.append(read(value[name]))
                except Unreadable as error:
                    raise Unreadable(error.code, name) from None
            elif default is _REQUIRED:
                raise Unreadable("missing_field", name)
            else:
                found.append(default)
                missing += 1
        if len(value) != len(found) - missing + tags:
            raise Unreadable("unknown_field", self._unknown(value))
        return self._make(*found)

    def write(self, item: Any) -> dict[str, Any]:
        """Return the dataclass value as a new JSON object that shares nothing mutable with it."""
        result: dict[str, Any] = {}
        for attribute, name, _, write, _ in self._members:
            value = getattr(item, attribute)
            if value is not None:
                result[name] = value if write is None else write(value)
            elif self._nulls:
                result[name] = None
        return result

    def _unknown(self, value: dict[str, Any]) -> str:
        known = {"type", *(member.name for member in self._members)}
        return quoted(next((key for key in value if key not in known), "type"))


def quoted(name: object) -> str:
    """Return a name that came from outside, made harmless and short enough to stand in a sentence."""
    return ascii(str(name)[:40])[1:-1]


def _member(field: Field[Any], hint: Any, dialect: Dialect) -> _Member:
    default = _REQUIRED
    if dialect.defaults and field.default is not MISSING:
        default = field.default
    elif not dialect.nulls and NoneType in get_args(hint):
        default = None
    return _Member(field.name, field.name.removesuffix("_"), *shape(hint, dialect), default)


def read_int(value: Any) -> int:
    """Return a whole number within ±2^53; raises Unreadable."""
    if type(value) is not int:
        raise Unreadable("out_of_range" if type(value) is float and not isfinite(value) else "bad_type")
    if not -INT_LIMIT <= value <= INT_LIMIT:
        raise Unreadable("out_of_range")
    return value


def read_text(value: Any) -> str:
    """Return short printable text, so without NUL, surrogates, zero-width or bidi controls; raises Unreadable."""
    if type(value) is not str:
        raise Unreadable("bad_type")
    if len(value) > TEXT_LIMIT or not value.isprintable():
        raise Unreadable("bad_text")
    return value


def _read_any_text(value: Any) -> str:
    if type(value) is not str:
        raise Unreadable("bad_type")
    return value


def _read_bool(value: Any) -> bool:
    if type(value) is not bool:
        raise Unreadable("bad_type")
    return value


def _same(value: Any) -> Any:
    return value


def _read_mask(value: Any) -> int:
    if type(value) is not str:
        return read_int(value)
    try:
        return int(value, 16)
    except ValueError:
        raise Unreadable("bad_type") from None


def _write_mask(value: int) -> int | str:
    return value if -INT_LIMIT <= value <= INT_LIMIT else hex(value)


def _literal(choices: tuple[Any, ...], dialect: Dialect) -> Shape:
    kinds = {type(choice) for choice in choices}
    allowed = {(type(choice), choice): choice for choice in choices}

    def read(value: Any) -> Any:
        if type(value) not in kinds:
            raise Unreadable("bad_type")
        if (type(value), value) not in allowed:
            raise Unreadable("out_of_range")
        return value

    return Shape(read, None)


def _union(hints: tuple[Any, ...], dialect: Dialect) -> Shape:
    kinds = [hint for hint in hints if hint is not NoneType]
    # Text and masks could not be told apart in a union of several kinds, so such a one has no masks.
    inner = shape(kinds[0], dialect) if len(kinds) == 1 else _first_of([shape(kind, FORM) for kind in kinds])
    return _nullable(inner) if dialect.nulls and len(kinds) < len(hints) else inner


def _first_of(members: list[Shape]) -> Shape:
    if any(member.write for member in members):
        raise TypeError("a union may join only ints, text, bools and Literals")

    def read(value: Any) -> Any:
        worst = Unreadable("bad_type")
        for member in members:
            try:
                return member.read(value)
            except Unreadable as error:
                worst = error if error.code != "bad_type" else worst
        raise worst

    return Shape(read, None)


def _nullable(inner: Shape) -> Shape:
    read, write = inner
    nullable_write = write and (lambda value: None if value is None else write(value))
    return Shape(lambda value: None if value is None else read(value), nullable_write)


def _list(hints: tuple[Any, ...], dialect: Dialect) -> Shape:
    return _sequence(list, shape(hints[0], dialect))


def _tuple(hints: tuple[Any, ...], dialect: Dialect) -> Shape:
    if hints[-1] is Ellipsis:
        return _sequence(tuple, shape(hints[0], dialect))
    return _row([shape(hint, dialect) for hint in hints])


def _sequence(make: Callable[[Iterable[Any]], Any], item: Shape) -> Shape:
    read_item, write_item = item

    def read(value: Any) -> Any:
        if type(value) is not list:
            raise Unreadable("bad_type")
        return make([read_item(one) for one in value])

    return Shape(read, list if write_item is None else lambda value: [write_item(one) for one in value])


def _row(items: list[Shape]) -> Shape:
    readers = [item.read for item in items]

    def read(value: Any) -> Any:
        if type(value) is not list or len(value) != len(items):
            raise Unreadable("bad_type")
        return tuple([read_one(one) for read_one, one in zip(readers, value, strict=True)])

    def write(value: Any) -> list[Any]:
        return [item.write(one) if item.write else one for item, one in zip(items, value, strict=True)]

    return Shape(read, write)


def _dict(hints: tuple[Any, ...], dialect: Dialect) -> Shape:
    read_key = _read_number_key if hints[0] is int else shape(hints[0], dialect).read
    read_one, write_one = shape(hints[1], dialect)

    def read(value: Any) -> Any:
        if type(value) is not dict:
            raise Unreadable("bad_type")
        return {read_key(key): read_one(one) for key, one in value.items()}

    def write(value: Any) -> dict[str, Any]:
        return {str(key): write_one(one) if write_one else one for key, one in value.items()}

    return Shape(read, write)


def _read_number_key(key: Any) -> int:
    if type(key) is not str or not _NUMBER.fullmatch(key):
        raise Unreadable("bad_type")
    return read_int(int(key))


_BUILDERS: dict[Any, Callable[[tuple[Any, ...], Dialect], Shape]] = {
    Literal: _literal,
    Union: _union,
    UnionType: _union,
    list: _list,
    tuple: _tuple,
    dict: _dict,
}
