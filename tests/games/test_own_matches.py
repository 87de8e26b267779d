"""A person's own matches: what waits for them is never behind what is over."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from games import own_matches
from games.models import Match, MatchLive
from games.own_matches import finished_matches_of, unfinished_matches_of
from tests.games.conftest import ask, open_for, started
from tests.games.mail_tables import by_mail, mover, play, play_until

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_lane]


def over(*players: User) -> Match:
    match = started(*players)
    ask(match, players[0], "resign")
    return match


def page_of(user: User, address: str = "/my/matches/") -> str:
    browser = Client()
    browser.force_login(user)
    return browser.get(address).content.decode()


@pytest.fixture
def few(monkeypatch) -> int:
    """Return how many matches a page of those that are over shows here."""
    monkeypatch.setattr(own_matches, "SHOWN", 2)
    return 2


def test_a_mail_match_that_waits_for_a_move_stands_before_all_newer_ones_that_are_over(anna, boris, few):
    waiting = by_mail(anna, boris)
    play_until(waiting, anna)
    newer = [over(anna, boris) for _ in range(few + 1)]
    first, second = page_of(anna), page_of(anna, "/my/matches/?page=2")
    assert f'data-id="{waiting.id}"' in first
    assert [f'data-id="{match.id}"' in first for match in newer] == [False, True, True]
    assert [f'data-id="{match.id}"' in second for match in newer] == [True, False, False]
    assert f'data-id="{waiting.id}"' not in second
    assert 'href="?page=2"' in first
    assert 'href="?page=1"' in second


def test_those_that_wait_for_a_move_come_first_and_then_the_soonest_deadline(anna, boris, clara):
    theirs, late, soon = by_mail(anna, boris, days=1), by_mail(anna, boris, days=7), by_mail(anna, boris, days=2)
    for match in (late, soon):
        play_until(match, anna)
    if mover(theirs) == anna:
        play(theirs)
    table, live = open_for(anna), started(anna, clara)
    by_turn = [live.id] if mover(live) == anna else []
    told = [card.id for card in unfinished_matches_of(anna).cards]
    assert told[: len(by_turn) + 2] == [*by_turn, soon.id, late.id]
    assert set(told[len(by_turn) + 2 :]) == {theirs.id, live.id, table.id} - set(by_turn)
    assert told[-1] == table.id


def test_a_match_in_which_a_bot_plays_for_the_person_waits_for_nobody(anna, boris):
    waiting, played_for = by_mail(anna, boris, seats=2), by_mail(anna, boris, days=1)
    play_until(waiting, anna)
    play_until(played_for, anna)
    played_for.seat_rows.filter(user=anna).update(bot="steady")
    assert [card.id for card in unfinished_matches_of(anna).cards] == [waiting.id, played_for.id]


def test_what_is_left_out_is_the_least_urgent_and_is_told(anna, boris, monkeypatch):
    late, soon = by_mail(anna, boris, days=7), by_mail(anna, boris, days=2)
    for match in (late, soon):
        play_until(match, anna)
    told = unfinished_matches_of(anna, most=1)
    assert ([card.id for card in told.cards], told.left_out) == ([soon.id], 1)
    monkeypatch.setattr(own_matches, "MOST", 1)
    assert "1 more match goes on" in page_of(anna)


def test_a_table_that_closed_before_its_start_is_in_neither_list(anna):
    table = open_for(anna)
    ask(table, anna, "leave")
    assert MatchLive.objects.get(pk=table.pk).status == "aborted"
    assert unfinished_matches_of(anna).cards == finished_matches_of(anna)[0] == []


def test_the_list_of_all_unfinished_ones_is_read_in_a_few_queries(anna, boris, django_assert_num_queries):
    for _ in range(3):
        by_mail(anna, boris)
    with django_assert_num_queries(4):  # kept seats, the rows, the cards, the names
        assert len(unfinished_matches_of(anna).cards) == 3
