"""Lists of tables are narrowed before they are cut: fifty new tables of one game hide none of another."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts.models import Block
from games import selectors
from games.tables import listed
from games.tables.listed import ANY, TableFilters, live_matches, open_tables
from tests.games.conftest import ask, make_user, open_for, started

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_lane]
NOBODY = AnonymousUser()


@pytest.fixture
def few(monkeypatch) -> int:
    """Return how many cards a list shows here."""
    monkeypatch.setattr(listed, "SHOWN", 2)
    return 2


def ids(listing: selectors.Listing) -> set[str]:
    return {card.id for card in listing.cards}


def test_newer_tables_of_another_game_hide_none_of_the_wanted_one(few):
    blitz = open_for(make_user(), game="blitz")
    newer = [open_for(make_user()) for _ in range(few + 1)]
    assert blitz.id not in ids(open_tables(NOBODY))
    assert ids(open_tables(NOBODY, TableFilters(game="blitz"))) == {blitz.id}
    assert [card.id for card in open_tables(NOBODY).cards] == [table.id for table in newer[:0:-1]]


def test_however_many_tables_of_one_game_there_are_each_game_is_looked_at(monkeypatch):
    monkeypatch.setattr(listed, "WITHIN", 2)
    blitz = open_for(make_user(), game="blitz")
    for _ in range(3):
        open_for(make_user())
    assert [row.game for row in listed.rows_of("open")] == ["sequence", "sequence", "blitz"]
    assert ids(open_tables(NOBODY, TableFilters(game="blitz"))) == {blitz.id}


def test_a_list_says_how_much_it_leaves_out(few):
    for _ in range(few + 3):
        open_for(make_user())
    assert open_tables(NOBODY).left_out == 3
    assert open_tables(NOBODY, TableFilters(game="blitz")).left_out == 0


def test_matches_being_played_are_narrowed_by_their_game_and_by_nothing_else(anna, boris, few):
    blitz = started(anna, boris, game="blitz")
    for _ in range(few):
        started(anna, boris)
    assert blitz.id not in ids(live_matches(NOBODY))
    assert ids(live_matches(NOBODY, TableFilters(game="blitz", free=3, rated=True, speed="mail"))) == {blitz.id}
    assert live_matches(NOBODY, TableFilters(game="diamoniak")).cards == []


def test_tables_are_chosen_by_free_seats_result_and_pace(anna, boris, clara):
    mail = open_for(anna, pace="mail", clock={"per_move": 3 * 86_400_000})
    wide = open_for(boris, seats=4, rated=True)
    race = open_for(clara, game="blitz")
    asked = {
        "free": ({"free": "2"}, {wide.id}),
        "one": ({"free": "1"}, {mail.id, wide.id, race.id}),
        "rated": ({"rated": "1"}, {wide.id}),
        "casual": ({"rated": "0"}, {mail.id, race.id}),
        "mail": ({"speed": "mail"}, {mail.id}),
        "race": ({"speed": "race", "only": "blitz"}, {race.id}),
        "none": ({"speed": "race", "only": "sequence"}, set()),
    }
    found = {name: ids(open_tables(NOBODY, TableFilters.read(told))) for name, (told, _) in asked.items()}
    assert found == {name: wanted for name, (_, wanted) in asked.items()}


@pytest.mark.parametrize(
    "told", [{}, {"only": "chess"}, {"free": "9"}, {"rated": "x"}, {"speed": "\0"}, {"only": ["blitz"]}, {"free": 2}]
)
def test_what_cannot_be_asked_is_as_if_it_were_not_asked(told):
    assert TableFilters.read(told) == ANY
    assert not TableFilters.read(told).used


def test_a_table_whose_seats_are_taken_and_those_of_the_unwanted_are_in_no_list(anna, boris, clara):
    full, hers = open_for(anna), open_for(clara)
    ask(full, make_user(), "join")
    assert ids(open_tables(boris)) == {hers.id}
    Block.objects.create(blocker=boris, blocked=clara)
    assert open_tables(boris).cards == open_tables(clara, TableFilters(game="blitz")).cards == []


def test_a_list_is_read_in_a_few_queries(anna, django_assert_num_queries):
    for _ in range(3):
        open_for(make_user())
    with django_assert_num_queries(4):  # whom one must not meet, the rows, the cards, the names
        assert len(open_tables(anna).cards) == 3
