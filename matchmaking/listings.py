"""What the open pages of lobby and home are told, read for all of them in a few queries, whatever their number."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.utils import translation

from accounts import quick_sql
from accounts.models import User
from accounts.selectors import blocked_by_or_of
from games import selectors
from games.instants import now_ms
from games.models import SeatRow
from matchmaking import tickets
from matchmaking.awaited import Awaited, Lines, Printer
from matchmaking.models import WAITING
from matchmaking.selectors import Waiting, waiting_of

SECTIONS = {"open": "join", "live": "watch"}  # a list of the page, and what its cards are for
AWAITED = "awaited"  # the list of what is waited for
Edition = tuple[tuple[str, str], ...]  # a list as it is shown: id and HTML of each card
Viewer = tuple[int, str]  # a person and the language of their page
_OWN = """
SELECT seat.user_id, head.match_id, head.summary FROM games_seatrow seat
JOIN games_matchlive head ON head.match_id = seat.match_id
WHERE head.status IN ('open', 'active') AND seat.user_id {} ORDER BY head.match_id
"""


@dataclass(frozen=True, slots=True)
class Question:
    """Who has pages open: all people, those who see lists (with what they know of their own), and the languages."""

    people: frozenset[int]
    own: Mapping[Viewer, int]
    languages: frozenset[str]
    keep_alive: bool


@dataclass(slots=True)
class News:
    """The answer."""

    tickets: dict[int, list[Waiting]] = field(default_factory=dict)
    own: dict[Viewer, tuple[int, str]] = field(default_factory=dict)  # what has changed: a mark of it, and the HTML
    editions: dict[tuple[str, str], Edition] = field(default_factory=dict)  # by language and list
    apart: dict[int, frozenset[int]] = field(default_factory=dict)  # whom people must not meet
    sitting: dict[str, frozenset[int]] = field(default_factory=dict)  # who sits at which table
    awaited: dict[tuple[int | None, str], Edition] = field(default_factory=dict)  # by viewer, None: who has no own view


class Reader:
    """Reads for one process; a card is rendered anew only where it has changed."""

    def __init__(self) -> None:
        self._cards: dict[tuple[str, str], tuple[Any, str]] = {}
        self._printer = Printer()

    def read(self, question: Question) -> News:
        """Return what there is to tell these people."""
        news = News(tickets=waiting_of(question.people))
        if question.keep_alive:
            here = [user for user, told in news.tickets.items() if any(one.state == WAITING for one in told)]
            if here:
                tickets.keep_alive(here, now_ms())
        if question.languages:
            self._read_lists(question, news)
        return news

    def _read_lists(self, question: Question, news: News) -> None:
        news.editions = self._editions(question.languages)
        news.own = _own_lists(question.own)
        news.apart = {user: others for user, others in blocked_by_or_of(p for p, _ in question.own).items() if others}
        if news.apart:
            news.sitting = _sitting({card for shown in news.editions.values() for card, _ in shown})
        news.awaited = self._awaited(question, news.apart)

    def _editions(self, languages: Iterable[str]) -> dict[tuple[str, str], Edition]:
        before, self._cards = self._cards, {}
        nobody = AnonymousUser()
        listed = {"open": selectors.open_tables(nobody), "live": selectors.live_matches(nobody)}
        editions = {}
        for language in languages:
            with translation.override(language):
                for name, cards in listed.items():
                    shown = [(card.id, self._rendered(card, name, language, before)) for card in cards]
                    editions[language, name] = tuple(shown)
        return editions

    def _awaited(
        self, question: Question, apart: Mapping[int, frozenset[int]]
    ) -> dict[tuple[int | None, str], Edition]:
        """Return what is waited for, for nobody in particular and for those who see it otherwise."""
        self._printer.begin()
        awaited = Awaited()
        usual = awaited.seen_by()
        seen = {viewer: awaited.seen_by(viewer[0], apart.get(viewer[0], ())) for viewer in question.own}
        lines: dict[tuple[int | None, str], Lines] = {(None, language): usual for language in question.languages}
        lines |= {viewer: own for viewer, own in seen.items() if own != usual}
        return {viewer: self._printer.cards(shown, viewer[1]) for viewer, shown in lines.items()}

    def _rendered(
        self, card: selectors.MatchCard, name: str, language: str, before: Mapping[tuple[str, str], tuple[Any, str]]
    ) -> str:
        mark, key = (card.status, repr((card.seats, card.clock))), (language, card.id)
        known = before.get(key)
        html = known[1] if known and known[0] == mark else render_card(card, name)
        self._cards[key] = (mark, html)
        return html


def render_card(card: selectors.MatchCard, section: str) -> str:
    """Return a card as the page has it, in the active language."""
    html = render_to_string("games/card.html", {"card": card, "doing": SECTIONS.get(section, "")})
    return html + ""  # a plain str, which can be written as JSON


def _own_lists(known: Mapping[Viewer, int]) -> dict[Viewer, tuple[int, str]]:
    """Return the own matches of those for whom something has changed in them."""
    if not known:
        return {}
    rows: dict[int, list[Any]] = defaultdict(list)
    ids = quick_sql.together({user for user, _ in known})
    for user, *match in quick_sql.rows(_OWN.format(quick_sql.any_number("")), ids):
        rows[user].append(match)
    marks = {viewer: hash(repr(rows[viewer[0]])) for viewer in known}
    changed = {viewer: mark for viewer, mark in marks.items() if mark != known[viewer]}
    people = User.objects.in_bulk({user for user, _ in changed if rows[user]})
    return {
        (user, language): (mark, _render_own(people[user], language) if user in people else "")
        for (user, language), mark in changed.items()
    }


def _render_own(user: User, language: str) -> str:
    with translation.override(language):
        cards = selectors.unfinished_matches_of(user)
        return "".join(render_card(card, "own") for card in cards)


def _sitting(match_ids: Iterable[str]) -> dict[str, frozenset[int]]:
    people: dict[str, set[int]] = defaultdict(set)
    rows = SeatRow.objects.filter(match_id__in=list(match_ids), user__isnull=False)
    for match_id, user in rows.values_list("match_id", "user_id"):
        people[match_id].add(user)
    return {match_id: frozenset(users) for match_id, users in people.items()}
