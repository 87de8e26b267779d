"""What can be reported, and what is put down of it when somebody does: each app above registers its own things.

accounts may not import them, so they call `register` when they start (AppConfig.ready). Evidence is plain JSON of
bounded size. It names people by their ids (`user`), and holds nothing that the one who reports could not see: no card
of a running match that is hidden, no seed, no address.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from accounts.models import User
from accounts.refusals import Refused

PERSON = "person"


@dataclass(frozen=True, slots=True)
class Matter:
    """One thing as somebody can report it."""

    people: tuple[int, ...]  # the ids of those whom a report of it may be about
    gather: Callable[[], dict[str, Any]]  # puts down the evidence
    quote: str = ""  # what the page of the report shows of it


class Source(Protocol):
    """How an app tells of one kind of thing."""

    def find(self, reporter: User, about_id: str) -> Matter | None:
        """Return the thing, None where it is missing or not open to who reports: the same for both."""

    def taking_part(self, about_id: str) -> frozenset[int]:
        """Return the ids of the people who have a part in the thing: none of them may judge it."""


_sources: dict[str, Source] = {}


def register(about: str, source: Source) -> None:
    """Let things of this name be reported."""
    _sources[about] = source


def kinds() -> tuple[str, ...]:
    """Return the names of all kinds of things that can be reported."""
    return tuple(_sources)


def find(about: str, about_id: str, reporter: User) -> Matter:
    """Return a thing that somebody wants to report; raises Refused (not_found)."""
    source = _sources.get(about)
    matter = source.find(reporter, about_id) if source else None
    if matter is None:
        raise not_found()
    return matter


def taking_part(about: str, about_id: str) -> frozenset[int]:
    """Return the ids of the people who have a part in a thing."""
    source = _sources.get(about)
    return source.taking_part(about_id) if source else frozenset()


def not_found() -> Refused:
    """Return the refusal of what is missing and of what is closed to somebody: no byte tells which."""
    return Refused("not_found", N_("There is nothing at this address that could be reported."))


class _People:
    """People themselves, by their ids."""

    def find(self, reporter: User, about_id: str) -> Matter | None:
        """Return a person who is here."""
        if not (about_id.isascii() and about_id.isdecimal() and len(about_id) < 19):
            return None
        person = User.objects.filter(pk=int(about_id), is_active=True).first()
        return Matter((person.pk,), lambda: _facts(person)) if person else None

    def taking_part(self, about_id: str) -> frozenset[int]:
        """Return nobody: who is reported is the case's person."""
        return frozenset()


def _facts(person: User) -> dict[str, Any]:
    return {
        "user": person.pk,
        "name": person.username,
        "kind": person.kind,
        "since": round(person.created_at.timestamp() * 1000),
        "owner": person.owner_id,
    }


register(PERSON, _People())
