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
from games import selectors, strengths
from games.instants import now_ms
from games.models import SeatRow
from games.own_matches import unfinished_matches_of
from games.tables import listed
from games.tables.listed import TableFilters
from matchmaking import tickets
from matchmaking.awaited import Awaited, Lines, Printer
from matchmaking.models import WAITING
from matchmaking.selectors import Waiting, waiting_of

SECTIONS = {"open": "join", "live": "watch"}  # a list of the page, and what its cards are for
Shown = tuple[str, TableFilters]  # the language of a page, and what it asks of tables
AWAITED = "awaited"  # the list of what is waited for
Edition = tuple[tuple[str, str], ...]  # a list as it is shown: id and HTML of each card
Viewer = tuple[int, str]  # a person and the language of their page
_OWN = """
SELECT seat.user_id, head.match_id, head.summary FROM games_seatrow seat
JOIN games_matchlive head ON head.match_id = seat.match_id
WHERE NOT seat.over AND head.status IN ('open', 'active') AND seat.user_id {} ORDER BY head.match_id
"""


@dataclass(frozen=True, slots=True)
class Question:
    """Who has pages open: all people, who sees their own matches (and what they know), and how lists are shown."""

    people: frozenset[int]
    own: Mapping[Viewer, int]
    shown: frozenset[Shown]
    keep_alive: bool


@dataclass(slots=True)
class News:
    """The answer."""

    tickets: dict[int, list[Waiting]] = field(default_factory=dict)
    own: dict[Viewer, tuple[int, str]] = field(default_factory=dict)  # what has changed: a mark of it, and the HTML
    editions: dict[tuple[str, str, TableFilters], Edition] = field(default_factory=dict)  # by language and list
    cut: set[tuple[str, TableFilters]] = field(default_factory=set)  # lists that leave something out
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
        news.own = _own_lists(question.own)
        if question.shown:
            self._read_lists(question, news)
        return news

    def _read_lists(self, question: Question, news: News) -> None:
        self._read_editions(question.shown, news)
        news.apart = {user: others for user, others in blocked_by_or_of(p for p, _ in question.own).items() if others}
        if news.apart:
            news.sitting = _sitting({card for shown in news.editions.values() for card, _ in shown})
        news.awaited = self._awaited(question, news.apart)

    def _read_editions(self, wanted: Iterable[Shown], news: News) -> None:
        before, self._cards = self._cards, {}
        found = _narrowed({(name, filters.of_list(name)) for name in SECTIONS for _, filters in wanted})
        ids = sorted({card for ids, _ in found.values() for card in ids})
        cards = {card.id: card for card in strengths.beside(selectors.cards_by_id(ids, AnonymousUser()))}
        news.cut = {key for key, (_, left_out) in found.items() if left_out}
        for language in {language for language, _ in wanted}:
            with translation.override(language):
                for (name, filters), (ids, _) in found.items():
                    here = [cards[pk] for pk in ids if pk in cards and cards[pk].status == listed.STATUS[name]]
                    shown = [(card.id, self._rendered(card, name, language, before)) for card in here]
                    news.editions[language, name, filters] = tuple(shown)

    def _awaited(
        self, question: Question, apart: Mapping[int, frozenset[int]]
    ) -> dict[tuple[int | None, str], Edition]:
        """Return what is waited for, for nobody in particular and for those who see it otherwise."""
        self._printer.begin()
        awaited = Awaited()
        usual = awaited.seen_by()
        seen = {viewer: awaited.seen_by(viewer[0], apart.get(viewer[0], ())) for viewer in question.own}
        lines: dict[tuple[int | None, str], Lines] = {(None, language): usual for language, _ in question.shown}
        lines |= {viewer: own for viewer, own in seen.items() if own != usual}
        return {viewer: self._printer.cards(shown, viewer[1]) for viewer, shown in lines.items()}

    def _rendered(
        self, card: selectors.MatchCard, name: str, language: str, before: Mapping[tuple[str, str], tuple[Any, str]]
    ) -> str:
        mark, key = (card.status, repr((card.seats, card.clock))), (language, card.id)
        known = self._cards.get(key) or before.get(key)  # another edition may have it, too
        html = known[1] if known and known[0] == mark else render_card(card, name)
        self._cards[key] = (mark, html)
        return html


def _narrowed(wanted: Iterable[tuple[str, TableFilters]]) -> dict[tuple[str, TableFilters], listed.Narrowed]:
    """Return what each list shows to who asks for this; two queries for any number."""
    rows = {name: listed.rows_of(name) for name in SECTIONS}
    return {(name, filters): listed.narrowed(name, rows[name], filters) for name, filters in wanted}


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
        own = unfinished_matches_of(user)
        cards = [render_card(card, "own") for card in strengths.beside(own.cards)]
        return "".join([*cards, render_to_string("games/left_out.html", {"count": own.left_out})])


def _sitting(match_ids: Iterable[str]) -> dict[str, frozenset[int]]:
    people: dict[str, set[int]] = defaultdict(set)
    rows = SeatRow.objects.filter(match_id__in=list(match_ids), user__isnull=False)
    for match_id, user in rows.values_list("match_id", "user_id"):
        people[match_id].add(user)
    return {match_id: frozenset(users) for match_id, users in people.items()}
