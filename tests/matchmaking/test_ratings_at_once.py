"""Many finishers and many workers at the same moment: each match counts once, and the order can be worked out again."""

from __future__ import annotations

import os
import random
import threading
import time
from itertools import combinations, pairwise

import pytest
from django.db import connection, transaction

from games import finishes
from games.models import Alarm
from matchmaking import ratings
from matchmaking.models import RatedMatch, Rating, RatingChange
from tests.games.conftest import ask, make_user, started
from tests.games.test_concurrency import at_once

pytestmark = [pytest.mark.live, pytest.mark.sqlite_lane, pytest.mark.django_db(transaction=True)]
WORKERS, MATCHES = 4, 500 if os.environ.get("SOAK") == "1" else 1


def test_four_give_up_at_once_and_four_workers_come_for_it(figures):
    rated = [four_give_up() for _ in range(MATCHES)]
    figures("times that a match was rated", rated, limit=1, size=f"{MATCHES} matches, 4 finishers, 4 workers")


def four_give_up() -> float:
    """Let four people, who play nothing else, leave their match at once, and workers rate it; return how often."""
    people = [make_user() for _ in range(4)]
    match = started(*people, game="diamoniak", rated=True)

    def give_up(person):
        try:
            return ask(match, person, "resign")
        finally:
            finishes.tell(match.id)

    answers = at_once(*[lambda person=person: give_up(person) for person in people])
    assert answers.count("game_over") == 1  # the last one has nobody left to give up to
    assert at_once(*[lambda: finishes.tell(match.id) or 0] * WORKERS) == [0] * WORKERS
    rated = RatedMatch.objects.get(match=match)
    assert rated.why_not == ""
    assert RatingChange.objects.filter(match=rated).count() == 4
    assert list(Rating.objects.filter(user__in=people).values_list("matches", flat=True)) == [1] * 4
    assert not Alarm.objects.filter(match=match).exists()
    return RatingChange.objects.filter(match=rated).count() / len(people)


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has one writer, who is waited for")
def test_while_ratings_are_worked_out_anew_an_end_waits_for_a_moment_and_stays_due():
    """Pairing has the same worker: it must not stand for as long as a moderator's annulling takes."""
    match = started(make_user(), make_user(), game="blue-diamond", rated=True)
    ask(match, match.host, "resign")
    began, told = threading.Event(), threading.Event()

    def work_out_anew():
        with transaction.atomic():
            ratings.wait_for_turn()
            began.set()
            assert told.wait(20)
        return 0

    def tell():
        assert began.wait(20)
        since = time.monotonic()
        finishes.tell_all([match.id])
        told.set()
        return time.monotonic() - since

    _, waited = at_once(work_out_anew, tell)
    assert waited < 5
    assert Alarm.objects.filter(match=match, kind="finish").exists()
    finishes.tell_all([match.id])
    assert RatedMatch.objects.get(match=match).why_not == ""


def test_matches_of_the_same_people_that_end_together_count_one_after_the_other():
    people = [make_user() for _ in range(4)]
    matches = [started(*pair, game="blue-diamond", rated=True) for pair in combinations(people, 2)]
    for match in matches:
        ask(match, match.host, "resign")
    calls = [lambda match=match: finishes.tell(match.id) or 0 for match in matches for _ in range(2)]
    random.Random(1).shuffle(calls)
    assert at_once(*calls) == [0] * len(calls)
    assert RatingChange.objects.count() == 2 * len(matches)
    assert set(Rating.objects.values_list("matches", flat=True)) == {3}
    for person in people:  # each match goes on from where the one before has left it
        changes = list(RatingChange.objects.filter(user=person).order_by("id"))
        for one, two in pairwise(changes):
            assert (one.mu_after, one.sigma_after) == (two.mu_before, two.sigma_before)
    assert ratings.rebuild() == (len(matches), 0)
