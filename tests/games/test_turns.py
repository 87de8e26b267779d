"""Whose turn it is, for all people with open pages in one query: what is over costs it nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import connection

from accounts import quick_sql
from accounts.models import User
from games import notices, turns
from games.log import storing
from games.log.changes import Change
from games.models import Match, MatchLive, SeatRow
from games.serving.recorder import statement
from tests.games.conftest import ask, make_user, open_for, started, to_move
from tests.games.mail_tables import by_mail, mover, play, play_until

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_lane]


def waiting(user: User) -> list[str]:
    return [turn["match"] for turn in turns.turns_of([user.pk]).get(user.pk, [])]


def test_a_match_waits_for_who_is_to_move_alone(anna, boris, clara):
    match = by_mail(anna, boris)
    play_until(match, anna)
    assert (waiting(anna), waiting(boris), waiting(clara)) == ([match.id], [], [])
    play(match)
    assert (waiting(anna), waiting(boris)) == ([], [match.id])


def test_neither_tables_nor_races_nor_what_is_over_waits(anna, boris):
    open_for(anna)
    started(anna, boris, game="blitz")
    ended = started(anna, boris)
    ask(ended, mover(ended), "resign")
    assert turns.turns_of([anna.pk, boris.pk]) == {}


def test_a_match_does_not_wait_for_whom_a_bot_plays(anna, boris):
    match = by_mail(anna, boris)
    play_until(match, anna)
    SeatRow.objects.filter(match=match, user=anna).update(bot="steady")
    assert waiting(anna) == []


def test_pages_are_told_of_turns_and_programs_have_them_with_their_matches(anna, boris):
    match = by_mail(anna, boris)
    play_until(match, anna)
    number = MatchLive.objects.get(pk=match.pk).number
    told = notices.news_of_pages([anna.pk, boris.pk])
    assert told[anna.pk]["turns"] == [{"match": match.id, "game": "sequence", "number": number}]
    assert boris.pk not in told
    assert notices.news([anna.pk]) == {}


def test_all_people_are_looked_up_in_four_queries(anna, boris, clara, django_assert_num_queries):
    for _ in range(3):
        play_until(by_mail(anna, boris), anna)
    with django_assert_num_queries(4):
        assert len(notices.news_of_pages([anna.pk, boris.pk, clara.pk])[anna.pk]["turns"]) == 3


def test_seats_are_marked_when_their_match_is_over_and_not_before(anna, boris, clara):
    match, closed = started(anna, boris), open_for(clara)
    assert set(SeatRow.objects.values_list("over", flat=True)) == {False}
    ask(match, to_move(match)[0], "resign")
    ask(closed, clara, "leave")
    assert set(SeatRow.objects.values_list("over", flat=True)) == {True}


@pytest.mark.same_on_both  # on SQLite a server writes like everything else
def test_the_servers_one_statement_marks_them_too(anna, boris, clara, monkeypatch):
    match, closed = started(anna, boris), open_for(clara)

    def write(change: Change) -> bool:
        with connection.cursor() as cursor:
            cursor.execute(*statement([change]))
            return bool(cursor.fetchall())

    monkeypatch.setattr(storing, "_write", write)
    ask(closed, boris, "join")
    user, legal = to_move(match)
    ask(match, user, "move", move=legal[0])
    assert set(SeatRow.objects.values_list("over", flat=True)) == {False}
    ask(match, user, "resign")
    ask(closed, boris, "leave")
    ask(closed, clara, "leave")
    assert set(SeatRow.objects.values_list("over", flat=True)) == {True}


def rows_read(plan: dict[str, Any]) -> int:
    """Return how many rows all steps of a plan have read or thrown away."""
    own = (plan["Actual Rows"] + plan.get("Rows Removed by Filter", 0)) * plan["Actual Loops"]
    return int(own) + sum(rows_read(step) for step in plan.get("Plans", []))


@pytest.mark.same_on_both  # SQLite tells no numbers of rows
def test_five_hundred_finished_matches_cost_the_look_nothing(anna, boris):
    play_until(by_mail(anna, boris), anna)
    ended = started(anna, boris)
    ask(ended, to_move(ended)[0], "resign")
    copy_finished(ended, 500)
    with connection.cursor() as cursor:
        for table in ("games_seatrow", "games_matchlive", "games_match"):
            cursor.execute(f"ANALYZE {table}")
        cursor.execute("SET LOCAL enable_seqscan = off")  # what a large table would not be read by
        sql = turns._TURNS.format(quick_sql.any_number(""))
        cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}", [quick_sql.together([anna.pk, make_user().pk])])
        (answer,) = cursor.fetchone()
    told = json.loads(answer) if isinstance(answer, str) else answer
    assert rows_read(told[0]["Plan"]) < 20


def copy_finished(ended: Match, count: int) -> None:
    """Put so many matches like this one, and their seats, beside it."""
    head, seats = MatchLive.objects.get(pk=ended.pk), list(SeatRow.objects.filter(match=ended))
    for _ in range(count):
        ended.pk = ""
        ended.id = Match._meta.get_field("id").get_default()
        ended.save(force_insert=True)
        MatchLive.objects.bulk_create([MatchLive(**{**vars_of(head), "match": ended})])
        SeatRow.objects.bulk_create(
            [SeatRow(match=ended, seat=s.seat, user=s.user, bot=s.bot, over=s.over) for s in seats]
        )


def vars_of(head: MatchLive) -> dict[str, Any]:
    names = ("number", "status", "at", "started_at", "owner", "summary", "snapshot")
    return {name: getattr(head, name) for name in names}
