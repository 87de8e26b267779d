"""Who is seated with whom, read from rows: whose result counts no more today, whose bots come and how strong."""

from __future__ import annotations

import pytest

from accounts.models import User
from games import services
from games.errors import Refused
from games.instants import now_ms
from games.models import Match
from games.services import BOT_MATCHES_EACH
from matchmaking import halls, telling, verdicts
from matchmaking.models import WAITING, Rating, Ticket
from matchmaking.pairing import PATIENT
from tests.games.conftest import make_user
from tests.matchmaking.conftest import fresh, wait
from tests.matchmaking.test_ratings import won

pytestmark = pytest.mark.django_db


def bots_beside(person: User) -> set[str]:
    """Return the bots at the table to which a person was called."""
    match = Match.objects.get(tickets__user=person)
    return {row.bot for row in match.seat_rows.all() if row.bot}


def test_two_whose_matches_count_no_more_today_meet_at_a_rated_table_only_after_long_waiting(anna, boris):
    for _ in range(verdicts.A_DAY):
        won(anna, boris)
    Rating.objects.all().delete()  # what counts today stands in the changes; and these two are equally strong
    wait(anna)
    wait(boris)
    assert halls.seat_waiting() == 1  # casual: nothing counts anyway
    Ticket.objects.all().delete()
    wait(anna, rated=True)
    wait(boris, rated=True)
    assert halls.seat_waiting() == 0
    Ticket.objects.filter(user=anna).update(since=now_ms() - PATIENT)
    assert halls.seat_waiting() == 0
    wait(make_user("clara"), rated=True)
    assert halls.seat_waiting() == 1
    assert Ticket.objects.get(user=boris).state == WAITING
    Ticket.objects.exclude(user=boris).delete()
    wait(anna, rated=True)
    Ticket.objects.update(since=now_ms() - PATIENT)
    assert halls.seat_waiting() == 1
    told = telling.told_of(Match.objects.get(tickets__user=boris, live__status="open"), boris.pk)  # while it gathers
    assert told["state"] == "open"
    assert "have played three rated matches within a day: this one will not count" in told["sentence"]


@pytest.mark.parametrize(("levels", "played"), [
    ([None], "steady"), (["sharp"], "sharp"), (["gentle"], "gentle"),
    (["sharp", "gentle"], "gentle"), (["sharp", None], "steady"), (["gentle", None], "gentle"),
])  # fmt: skip
def test_bots_play_as_the_weakest_of_the_people_at_the_table_wants_it(levels, played):
    people = [make_user() for _ in levels]
    for person, level in zip(people, levels, strict=True):
        wait(person, game="diamoniak", seats=4, bots_after=0, bots=level)
    assert halls.seat_waiting() == 1
    assert bots_beside(people[0]) == {played}


def test_a_wish_for_bots_at_once_is_no_way_around_the_number_of_matches_against_them(anna):
    for _ in range(BOT_MATCHES_EACH):
        services.play_now(anna, "sequence")
    with pytest.raises(Refused) as refused:
        wait(anna, game="diamoniak", seats=3, bots_after=0)
    assert (refused.value.code, refused.value.details["limit"]) == ("slow_down", "bot_matches")
    wait(anna, game="diamoniak", seats=3)


def test_who_has_as_many_waits_on_for_people_when_the_bots_would_come(anna, boris):
    ticket = wait(anna, game="diamoniak", seats=3, bots_after=10_000)
    for _ in range(BOT_MATCHES_EACH):
        services.play_now(anna, "sequence")
    Ticket.objects.update(since=now_ms() - 10_000)
    assert halls.seat_waiting() == 0
    assert fresh(ticket).state == WAITING
    wait(boris, game="diamoniak", seats=3, bots_after=30_000)
    assert halls.seat_waiting() == 1  # a person comes along: that is no match against bots alone
    assert bots_beside(anna) == bots_beside(boris) == {"steady"}
