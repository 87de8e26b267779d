"""Many writers at once inside one process: the database judges, and every loser is told so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction

from games import carrier, services
from games.errors import Refused
from games.models import ChatLine, EntryRow, SeatRow
from tests.games.conftest import ask, make_user, open_for, play_on, started, to_move

pytestmark = [pytest.mark.live, pytest.mark.sqlite_lane, pytest.mark.django_db(transaction=True)]
WRITERS = 8


def at_once(*calls: Callable[[], int]) -> list[int | str]:
    """Make all calls at the same moment, each on a thread and a connection of its own; return numbers and codes."""
    barrier = Barrier(len(calls))

    def make(call: Callable[[], int]) -> int | str:
        barrier.wait(30)
        try:
            return call()
        except Refused as refused:
            return refused.code
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(make, calls))


def numbers_of(match) -> list[int]:
    return list(match.entries.values_list("number", flat=True))


def assert_log_is_whole(match) -> None:
    assert numbers_of(match) == list(range(1, len(numbers_of(match)) + 1))
    call_command("replay", match.id, verbosity=0)


def test_of_many_moves_at_once_one_is_taken(match):
    for _ in range(5):
        user, legal = to_move(match)
        number = carrier.load(match.id).number
        calls = [
            lambda move=move, user=user, number=number: ask(match, user, "move", move=move, number=number)
            for move in (legal * WRITERS)[:WRITERS]
        ]
        told = Counter(at_once(*calls))
        assert told[number + 1] == 1
        assert set(told) <= {number + 1, "stale_position", "not_your_turn", "illegal_move"}
    assert_log_is_whole(match)


def test_one_request_many_times_at_once_is_one_row_with_one_answer(match):
    user, legal = to_move(match)
    body = {"type": "move", "token": "same", "move": legal[0]}
    assert at_once(*[lambda: services.request(match.id, user, dict(body))] * WRITERS) == [5] * WRITERS
    assert EntryRow.objects.filter(match=match, token="same").count() == 1


def test_a_request_that_stays_legal_is_still_one_row_however_often_it_comes(anna, boris):
    match = open_for(anna)
    ask(match, boris, "join")
    body = {"type": "ready", "token": "same", "ready": True}
    assert at_once(*[lambda: services.request(match.id, boris, dict(body))] * WRITERS) == [3] * WRITERS
    assert services.request(match.id, boris, dict(body)) == 3
    assert_log_is_whole(match)


def test_who_left_gets_the_same_answer_when_the_request_comes_again(anna, boris):
    match = open_for(anna)
    ask(match, boris, "join")
    body = {"type": "leave", "token": "gone"}
    assert [services.request(match.id, boris, dict(body)) for _ in range(3)] == [3, 3, 3]
    assert at_once(*[lambda: services.request(match.id, boris, dict(body))] * 4) == [3] * 4


def test_two_people_may_choose_the_same_token(match, anna, boris):
    user, legal = to_move(match)
    other = boris if user == anna else anna
    assert services.request(match.id, user, {"type": "move", "token": "t1", "move": legal[0]}) == 5
    assert services.request(match.id, other, {"type": "offer_draw", "token": "t1"}) == 6


def test_the_last_seat_is_taken_once(anna):
    match = open_for(anna)
    people = [make_user() for _ in range(WRITERS)]
    told = Counter(at_once(*[lambda person=person: ask(match, person, "join") for person in people]))
    assert told == {2: 1, "table_full": WRITERS - 1}
    assert SeatRow.objects.filter(match=match, user__isnull=False).count() == 2
    assert_log_is_whole(match)


def test_a_table_starts_once_and_the_cards_are_dealt_once(anna, boris):
    match = open_for(anna)
    ask(match, boris, "join")
    ask(match, boris, "ready", ready=True)
    told = Counter(at_once(*[lambda: ask(match, anna, "start")] * WRITERS))
    assert told == {4: 1, "already_started": WRITERS - 1}
    assert_log_is_whole(match)


def test_the_clock_and_a_player_who_resigns_end_a_match_once(anna, boris):
    match = started(anna, boris)
    told = at_once(*[lambda: ask(match, anna, "resign"), lambda: ask(match, boris, "resign")] * 3)
    assert Counter(told) == {5: 1, "game_over": 5}
    assert_log_is_whole(match)


def test_matches_side_by_side_do_not_disturb_one_another():
    matches = [started(make_user(), make_user()) for _ in range(4)]

    def play(match) -> int:
        play_on(match, 10)
        return carrier.load(match.id).number

    assert at_once(*[lambda match=match: play(match) for match in matches]) == [14] * 4
    for match in matches:
        assert_log_is_whole(match)


def test_a_line_of_talk_sent_many_times_at_once_is_said_once(match, anna):
    body = {"type": "chat", "token": "c1", "text": "hello"}
    told = at_once(*[lambda: services.request(match.id, anna, dict(body))] * WRITERS)
    assert len(set(told)) == 1
    assert ChatLine.objects.count() == 1


def test_the_database_itself_refuses_a_second_entry_of_a_number_or_a_token(match):
    row = EntryRow.objects.filter(match=match).last()
    assert row
    values = {"match": match, "kind": "move", "seat": row.seat, "body": {}, "at": row.at}
    for clash in ({"number": row.number, "token": "new"}, {"number": row.number + 1, "token": row.token}):
        with pytest.raises(IntegrityError), transaction.atomic():
            EntryRow.objects.create(**values, **clash)


def test_a_move_inside_a_foreign_transaction_is_an_error_and_not_a_risk(match):
    user, legal = to_move(match)
    with pytest.raises(RuntimeError, match="durable"), transaction.atomic():
        ask(match, user, "move", move=legal[0])
    assert carrier.load(match.id).number == 4
