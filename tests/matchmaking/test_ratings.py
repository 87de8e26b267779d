"""Ratings in the database: once a match, for whoever played it, and the same when all is worked out anew."""

from __future__ import annotations

import os
import random

import pytest
from django.core.management import call_command

from accounts.models import User
from games import finishes
from games.clocks import clock
from games.errors import Refused
from games.models import Alarm, Match
from games.signals import match_finished
from matchmaking import rating, ratings, selectors
from matchmaking.models import RatedMatch, Rating, RatingChange
from tests.games.conftest import Time, anna, ask, boris, clara, make_user, open_for, started, time

__all__ = ["anna", "boris", "clara", "time"]
pytestmark = [pytest.mark.sqlite_lane, pytest.mark.django_db]
DAY = rating.DAY
SOAK = bool(os.environ.get("SOAK"))
KEPT = ("user_id", "game", "pace", "mu", "sigma", "matches", "last_at", "settled_until")
CHANGED = ("id", "match_id", "user_id", "mu_before", "sigma_before", "mu_after", "sigma_after")


def won(winner: User, *losers: User, game: str = "blue-diamond", rated: bool = True, **choices: bool) -> Match:
    """Play a match that the first wins, for all others resign one after the other; let it count."""
    match = started(winner, *losers, game=game, rated=rated, **choices)
    for loser in losers:
        ask(match, loser, "resign")
    finishes.tell(match.id)
    return match


def drawn(one: User, two: User) -> Match:
    match = started(one, two, game="blue-diamond", rated=True)
    ask(match, one, "offer_draw")
    ask(match, two, "accept_draw")
    finishes.tell(match.id)
    return match


def stored() -> tuple[list[tuple], list[tuple]]:
    """Return all ratings and all changes, exactly."""
    changes = RatingChange.objects.order_by("id").values_list(*CHANGED)
    return list(Rating.objects.order_by("user", "game").values_list(*KEPT)), list(changes)


def why_not(match: Match) -> str:
    return RatedMatch.objects.get(pk=match.pk).why_not


def test_a_finished_rated_match_changes_the_ratings_of_its_people(anna, boris):
    match = won(anna, boris)
    better, worse = Rating.objects.get(user=anna), Rating.objects.get(user=boris)
    assert better.mu > rating.MU > worse.mu
    assert (better.matches, better.game, better.pace) == (1, "blue-diamond", "live")
    change = RatingChange.objects.get(match=match.id, user=anna)
    assert (change.mu_before, change.mu_after) == (rating.MU, better.mu)
    match.live.refresh_from_db()
    assert better.last_at == change.at == match.live.at
    assert selectors.points([anna.pk, boris.pk, 0], "blue-diamond", "live") == {
        anna.pk: rating.points(better.mu),
        boris.pk: rating.points(worse.mu),
        0: 1500,
    }
    assert selectors.points([anna.pk], "sequence", "live") == {anna.pk: 1500}


def test_a_casual_match_changes_none(anna, boris):
    won(anna, boris, rated=False)
    assert not Rating.objects.exists()
    assert not RatedMatch.objects.exists()


def test_a_match_without_a_result_changes_none(anna, boris):
    match = started(anna, boris, game="blue-diamond", rated=True)
    from games import services

    services.abandon(match.id)
    assert not Alarm.objects.filter(match=match).exists()


def test_a_draw_of_equals_leaves_both_where_they_were_but_surer(anna, boris):
    drawn(anna, boris)
    for row in Rating.objects.all():
        assert row.mu == pytest.approx(rating.MU)
        assert row.sigma < rating.SIGMA


def test_each_finished_match_is_told_once_and_again_only_if_a_listener_failed(anna, boris):
    told: list[str] = []

    def hear(match: Match, **_: object) -> None:
        told.append(match.id)
        if len(told) == 1:
            raise RuntimeError("the first time it fails")

    match_finished.connect(hear)
    try:
        match = started(anna, boris, game="blue-diamond", rated=True)
        ask(match, boris, "resign")
        with pytest.raises(RuntimeError):
            finishes.tell(match.id)
        assert not Rating.objects.exists()  # what others had written goes with it
        for _ in range(3):
            finishes.tell(match.id)
    finally:
        match_finished.disconnect(hear)
    assert told == [match.id] * 2
    assert Rating.objects.get(user=anna).matches == 1


def test_the_clock_hands_a_finished_match_to_the_workers(anna, boris, settings):
    settings.CELERY_TASK_ALWAYS_EAGER = True
    match = started(anna, boris, game="blue-diamond", rated=True)
    clock.tell_finishes()
    assert not RatedMatch.objects.exists()
    ask(match, boris, "resign")
    clock.tell_finishes()
    clock.tell_finishes()
    assert RatingChange.objects.filter(match=match.id).count() == 2


def test_a_match_that_was_counted_does_not_count_again_whoever_asks(anna, boris):
    match = won(anna, boris)
    before = stored()
    ratings.count(match=Match.objects.select_related("live").get(pk=match.pk))
    assert stored() == before


def test_who_leaves_a_table_of_many_comes_last_though_a_bot_plays_on(anna, boris, clara):
    match = won(anna, clara, boris, game="diamoniak")
    places = ratings.result_of(Match.objects.select_related("live").get(pk=match.pk)).places
    assert places == (1, 2, 2)
    mu = {row.user_id: row.mu for row in Rating.objects.all()}
    assert mu[anna.pk] > rating.MU > mu[boris.pk] == mu[clara.pk]


def test_more_than_three_matches_of_two_people_within_a_day_do_not_count(anna, boris, clara, time: Time):
    for game in ("blue-diamond", "sequence", "blue-diamond"):
        assert why_not(won(anna, boris, game=game)) == ""
        time.move(60 * 60 * 1000)
    assert ratings.pairs_too_often([clara.pk, boris.pk, anna.pk], time.now) == [tuple(sorted((anna.pk, boris.pk)))]
    before = stored()
    assert why_not(won(anna, boris)) == "often"
    assert why_not(won(clara, anna, boris, game="diamoniak")) == "often"  # the two sit together there too
    assert stored() == before
    assert why_not(won(clara, boris)) == ""
    time.move(DAY - 60 * 60 * 1000)
    assert why_not(won(anna, boris)) == ""


# --- who may sit at such a table ---


def test_a_guest_is_told_why_a_rated_match_is_not_for_them(anna):
    guest = User.objects.create_user("passer-by", is_guest=True)
    match = open_for(anna, rated=True)
    for attempt in (lambda: open_for(guest, rated=True), lambda: ask(match, guest, "join")):
        with pytest.raises(Refused) as refused:
            attempt()
        assert refused.value.code == "members_only"
        assert "Sign up, or play a casual match" in refused.value.message
    ask(open_for(anna), guest, "join")


def test_no_bot_is_seated_in_a_rated_match(anna, boris):
    match = open_for(anna, rated=True)
    with pytest.raises(Refused) as refused:
        ask(match, anna, "add_bot", seat=1, policy="greedy")
    assert refused.value.code == "people_only"
    ask(match, boris, "join")


# --- all of it again ---


def some_history(people: list[User], time: Time, seed: int, matches: int) -> None:
    """Let these people play: duels and tables of three, days or months apart, with draws and with annulled matches."""
    chosen = random.Random(seed)
    for _ in range(matches):
        time.move(chosen.choice([1000, 3600 * 1000, 3 * DAY, 200 * DAY]))
        one, two, three = chosen.sample(people, 3)
        play = chosen.choice(
            [
                lambda one=one, two=two: won(one, two),
                lambda one=one, two=two: won(one, two, game="sequence"),
                lambda one=one, two=two: drawn(one, two),
                lambda one=one, two=two, three=three: won(one, two, three, game="diamoniak"),
            ]
        )
        play()


@pytest.mark.parametrize("seed", range(10 if SOAK else 1))
def test_a_rebuild_gives_the_very_same_numbers(seed: int, time: Time, capsys):
    some_history([make_user() for _ in range(4)], time, seed, 60 if SOAK else 12)
    before = stored()
    assert len(before[1]) > 15
    assert ratings.rebuild()[1] == 0
    Rating.objects.filter(matches__gt=1).update(mu=0.5, matches=99)
    Rating.objects.filter(matches=1).delete()
    RatingChange.objects.update(mu_before=1.0, sigma_after=0.1)
    call_command("ratings", "rebuild")
    assert "rows differed" in capsys.readouterr().out
    assert stored() == before


def test_a_rebuild_leaves_annulled_matches_out_as_if_they_had_not_been(anna, boris, clara, time: Time):
    annulled = won(boris, anna)
    time.move(DAY)
    won(boris, clara)
    won(anna, boris)
    with_it = {row.user_id: row.mu for row in Rating.objects.all()}
    RatedMatch.objects.filter(pk=annulled.pk).update(annulled=True)
    ratings.rebuild()
    assert {row.user_id: row.mu for row in Rating.objects.all()} != with_it
    first = RatingChange.objects.get(match=annulled.id, user=anna)
    assert first.mu_before == first.mu_after == rating.MU
    RatedMatch.objects.filter(pk=annulled.pk).update(annulled=False)
    ratings.rebuild()
    assert {row.user_id: row.mu for row in Rating.objects.all()} == with_it
    assert Rating.objects.get(user=anna).matches == 2
