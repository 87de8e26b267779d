"""What people have played: noted once when it ends, found again by anybody who may see it."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser

from accounts import merging
from accounts.models import User
from games import finishes
from games.models import Alarm, Match
from games.signals import match_finished
from matchmaking import history
from matchmaking.models import DRAWN, LOST, WON, Played
from tests.games.conftest import against_bot, anna, ask, boris, clara, make_user, started, time
from tests.matchmaking.test_ratings import drawn, won

__all__ = ["anna", "boris", "clara", "time"]
pytestmark = [pytest.mark.sqlite_lane, pytest.mark.django_db]


def results(person: User, viewer: object = None) -> list[str]:
    return [row.result for row in history.played_by(person, viewer or person)]


def test_a_match_is_noted_for_all_its_people(anna, boris, time):
    drawn(anna, boris)
    time.move(1000)
    match = won(anna, boris, rated=False)
    assert results(anna) == [WON, DRAWN]
    assert results(boris) == [LOST, DRAWN]
    history.note(Match.objects.select_related("live").get(pk=match.pk))
    assert Played.objects.count() == 4


def test_a_line_tells_who_else_played_and_what_it_changed(anna, boris, clara, django_assert_num_queries):
    match = won(clara, boris, anna, game="diamoniak")
    with django_assert_num_queries(2):
        (line,) = history.lines(history.played_by(anna, anna))
    assert (line.match, line.result_words, line.rated, line.bots) == (match.id, "2 of 3", True, 0)
    assert {person.name for person in line.others} == {"boris", "clara"}
    assert line.change < 0


def test_a_match_against_a_bot_is_in_the_history_and_changes_no_rating(anna):
    match = against_bot(anna)
    ask(match, anna, "resign")
    finishes.tell(match.id)
    (line,) = history.lines(history.played_by(anna, anna))
    assert (line.result, line.bots, line.change, line.others) == (LOST, 1, None, [])


def test_a_match_that_cannot_be_told_of_holds_no_other_up(anna, boris):
    good, bad, other = matches = [started(anna, boris) for _ in range(3)]

    def fail(match: Match, **_: object) -> None:
        if match.pk == bad.pk:
            raise RuntimeError

    for match in matches:
        ask(match, anna, "resign")
    match_finished.connect(fail)
    try:
        finishes.tell_all([match.pk for match in matches])
    finally:
        match_finished.disconnect(fail)
    assert set(Played.objects.values_list("match", flat=True)) == {good.pk, other.pk}
    assert list(Alarm.objects.filter(kind="finish").values_list("match", flat=True)) == [bad.pk]


def test_what_is_not_public_is_seen_by_those_alone_who_were_there(anna, boris, clara):
    for choice in ({"listed": False}, {"watchers": False}):
        match = started(anna, boris, game="blue-diamond", **choice)
        ask(match, anna, "resign")
        finishes.tell(match.id)
    assert results(anna) == results(anna, boris) == [LOST, LOST]
    assert results(anna, clara) == results(anna, AnonymousUser()) == []
    won(anna, clara)
    assert results(anna, clara) == results(anna, AnonymousUser()) == [WON]


def test_totals_are_by_game(anna, boris, django_assert_num_queries):
    won(anna, boris)
    won(boris, anna)
    drawn(anna, boris)
    won(anna, boris, game="sequence", rated=False)
    with django_assert_num_queries(1):
        told = [(total.game, total.won, total.drawn, total.lost, total.played) for total in history.totals(anna)]
    assert sorted(told) == [("blue-diamond", 1, 1, 1, 3), ("sequence", 1, 0, 0, 1)]


def test_matches_against_one_opponent_can_be_asked_for(anna, boris, clara):
    won(anna, boris)
    won(clara, anna)
    assert [row.result for row in history.against(history.played_by(anna, anna), clara)] == [LOST]


def test_a_guests_history_goes_to_the_member_they_turn_out_to_be(anna, boris):
    guest = make_user()
    won(guest, boris, rated=False)
    won(guest, anna, rated=False)
    merging.move_all(guest, anna)
    assert results(anna) == [LOST, WON]
    assert results(guest) == [WON]  # the match of both stays the guest's
