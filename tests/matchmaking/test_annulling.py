"""A match that a moderator annuls: all is as it would be without it, to the last bit, and its players see it."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import ModerationAction, User
from games import finishes
from games.errors import Refused
from games.models import Match
from games.tables import connections
from matchmaking import annulling, history, rating, ratings, telling
from matchmaking.models import RatedMatch, Rating
from tests.games.conftest import Time, anna, ask, boris, clara, make_user, started, time
from tests.games.test_refereeing import make_staff
from tests.matchmaking.test_ratings import KEPT, stored, why_not, won
from tests.staff import enter

__all__ = ["anna", "boris", "clara", "time"]
pytestmark = [pytest.mark.sqlite_lane, pytest.mark.django_db]
WHY = "The two were one."


@pytest.fixture
def mod(db) -> User:
    return make_staff()


def known() -> list[tuple]:
    """Return what is known of everybody who has played a match that counts, exactly."""
    return list(Rating.objects.filter(matches__gt=0).order_by("user", "game").values_list(*KEPT))


@pytest.mark.parametrize("place", range(4))
def test_annulled_a_match_has_never_been(place, mod, time: Time):
    anna, boris, clara = (make_user(name) for name in ("anna", "boris", "clara"))

    def play(without: int | None) -> list[Match]:
        matches = []
        for number, pair in enumerate([(anna, boris), (boris, clara), (clara, anna), (boris, anna)]):
            if number != without:
                matches.append(won(*pair))
            time.move(36 * 3_600_000)
        return matches

    begun = time.now
    matches = play(None)
    elsewhere = won(anna, clara, game="sequence")
    annulling.annul(mod, matches[place], why=WHY)
    with_it_annulled = known()
    before = stored()
    assert ratings.rebuild()[1] == 0  # nothing is left to correct
    assert stored() == before
    end = time.now
    RatedMatch.objects.all().delete()
    Rating.objects.all().delete()
    time.now = begun
    play(place)
    assert time.now == end
    ratings.count(match=Match.objects.select_related("live").get(pk=elsewhere.pk))
    assert known() == with_it_annulled


def test_it_is_in_the_trail_once_and_only_for_what_has_counted(anna, boris, mod):
    match = won(anna, boris)
    for _ in range(2):
        annulling.annul(mod, match, why=WHY)
    action = ModerationAction.objects.get(action="match.annul")
    assert (action.actor, action.target_id, action.why) == (mod, match.id, WHY)
    assert action.after["annulled"] is True
    casual = won(anna, boris, rated=False)
    with pytest.raises(Refused) as caught:
        annulling.annul(mod, casual, why=WHY)
    assert caught.value.code == "not_counted"


@pytest.mark.parametrize("who", ["player", "stranger", "moderator who played"])
def test_nobody_else_annuls_and_nobody_their_own(who, anna, boris, clara, mod):
    match = won(mod, boris) if who == "moderator who played" else won(anna, boris)
    actor = {"player": anna, "stranger": clara}.get(who, mod)
    before = stored()
    with pytest.raises(Refused) as caught:
        annulling.annul(actor, match, why=WHY)
    assert caught.value.code == "not_allowed"
    assert stored() == before


def test_players_are_told_why_and_others_that_it_is_so(anna, boris, clara, mod):
    match = won(anna, boris)
    annulling.annul(mod, match, why=WHY)
    assert [row.mu for row in Rating.objects.all()] == [rating.MU] * 2
    found = Match.objects.select_related("live").get(pk=match.pk)
    assert WHY in telling.told_of(found, anna.pk)["sentence"]
    assert WHY not in telling.told_of(found, clara.pk)["sentence"]
    assert "annulled" in telling.told_of(found, None)["sentence"]
    (line,) = history.lines(history.played_by(anna, clara))
    assert line.annulled
    assert line.change is None
    page = Client().get("/people/anna/matches/").content.decode()
    assert "annulled" in page
    assert WHY not in page
    (told,) = Client().get("/api/v1/people/anna/matches").json()["results"]
    assert told["annulled"] is True
    assert "change" not in told


def test_it_stands_in_no_results(anna, boris, mod, django_assert_num_queries):
    match = won(anna, boris)
    won(boris, anna)
    won(anna, boris, game="sequence", rated=False)
    annulling.annul(mod, match, why=WHY)
    with django_assert_num_queries(2):
        told = {total.game: (total.played, total.won, total.lost) for total in history.totals(anna)}
        score = history.score(history.against(history.played_by(anna, anna), boris))
    assert told == {"blue-diamond": (1, 0, 1), "sequence": (1, 1, 0)}
    assert (score.won, score.lost) == (1, 1)
    page = Client().get("/people/anna/matches/?result=won").content.decode()
    assert "Won: <strong>1</strong>" in page
    assert f"/m/{match.id}/" in page, "it is found all the same, marked"
    totals = Client().get("/api/v1/people/anna").json()["totals"]
    assert sorted((total["won"], total["lost"]) for total in totals) == [(0, 1), (1, 0)]


@pytest.mark.parametrize(("player", "rested"), [("anna", "Lost"), ("boris", "Won")])
def test_among_ones_own_matches_it_is_neither_won_nor_lost(anna, boris, mod, player, rested):
    match = won(anna, boris)
    won(boris, anna)
    annulling.annul(mod, match, why=WHY)
    client = enter(User.objects.get(username=player))
    page = client.get("/my/matches/").content.decode()
    tags = re.findall(r'<span class="tag">(Won|Lost|Annulled)</span>', page)
    assert tags == [rested, "Annulled"]
    cards = client.get("/api/v1/account/matches").json()["results"]
    assert [card.get("annulled") for card in cards] == [None, True]


def test_by_the_page(anna, boris, mod):
    match = won(anna, boris)
    client = enter(mod)
    address = f"/staff/matches/{match.id}/annul/"
    assert address in client.get(f"/m/{match.id}/").content.decode()
    assert client.post(address, {"why": WHY, "token": "t1", "sure": "yes"}).status_code == 302
    assert RatedMatch.objects.get(pk=match.pk).annulled


def test_a_match_of_one_connection_does_not_count_and_its_page_says_why(anna, boris, clara):
    connections._noted.clear()
    match = started(anna, boris, rated=True)
    for user in (anna, boris):
        connections.note(match.id, user.pk, ("192.0.2.1", ""))
    ask(match, boris, "resign")
    finishes.tell(match.id)
    assert why_not(match) == "shared"
    assert not Rating.objects.exists()
    told = telling.told_of(Match.objects.select_related("live").get(pk=match.pk), anna.pk)
    assert told["state"] == "not_counted"
    assert "one network" in told["sentence"]
    apart = started(anna, clara, rated=True)
    connections.note(apart.id, anna.pk, ("192.0.2.1", "one"))
    connections.note(apart.id, clara.pk, ("192.0.2.2", "two"))
    ask(apart, clara, "resign")
    finishes.tell(apart.id)
    assert why_not(apart) == ""
