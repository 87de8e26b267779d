"""A live match goes on by mail: asked by one, agreed by all who play, and then for good."""

from __future__ import annotations

import pytest
from asgiref.sync import async_to_sync
from django.core.management import call_command
from django.test import Client

from games import carrier
from games.clocks import alarms, clock
from games.door import requests
from games.door.deciding import decide
from games.door.guards import Asker
from games.door.loaded import from_snapshot, to_snapshot
from games.errors import Refused
from games.finishes import tell
from games.log import storing
from games.log.changes import fold_in
from games.management.commands.replay import difference
from games.models import Alarm, Match
from games.own_matches import unfinished_matches_of
from games.selectors import frame
from games.tables import rematches
from matchmaking.models import Played, Rating
from tests.games.conftest import against_bot, ask, make_user, move_a_bot, open_for, started
from tests.games.mail_tables import DAY, by_mail, deadline, kinds, mover, play
from tests.games.socket_pages import Page, open_pages, session_of

pytestmark = pytest.mark.django_db


def slowed(match: Match, *people, days: int = 3) -> Match:
    """Let these people agree, the first one asking."""
    ask(match, people[0], "slow", days=days)
    for person in people[1:]:
        ask(match, person, "accept_slow")
    return fresh(match)


def fresh(match: Match) -> Match:
    return Match.objects.select_related("live").get(pk=match.pk)


def may(match: Match, person) -> set[str]:
    return set(frame(match, person)["may"]) & {"slow", "accept_slow", "decline_slow"}


# --- asked and agreed ---
def test_all_see_what_is_asked_and_what_they_may_answer(match, anna, boris):
    assert may(match, anna) == may(match, boris) == {"slow"}
    ask(match, anna, "slow", days=7)
    assert frame(match, boris)["slow"] == {"days": 7, "offered_by": [0]}
    assert (may(match, anna), may(match, boris)) == ({"decline_slow"}, {"accept_slow", "decline_slow"})
    assert (fresh(match).pace, frame(match, anna)["pace"]) == ("live", "live")


def test_with_the_last_agreement_the_match_goes_by_mail_from_that_entry_on(time, match, anna, boris):
    time.move(20_000)
    slowed(match, anna, boris, days=7)
    now = fresh(match)
    assert (now.pace, now.clock, now.live_clock) == ("mail", {"per_move": 7 * DAY}, {"per_move": 60_000})
    assert deadline(match) == time.now + 7 * DAY
    told = frame(match, boris)
    assert (told["pace"], told["clock"]) == ("mail", {"per_move": 7 * DAY})
    assert "slow" not in told
    assert may(match, anna) == may(match, boris) == set()
    time.move(DAY)
    play(match)
    assert deadline(match) == time.now + 7 * DAY


def test_every_person_who_plays_must_agree(anna, boris, clara):
    match = slowed(started(anna, boris, clara), anna, boris)
    assert match.pace == "live"
    ask(match, clara, "accept_slow")
    assert fresh(match).pace == "mail"


def test_bots_agree_and_so_does_nobody_who_has_left(anna, boris, clara):
    assert slowed(against_bot(anna), anna).pace == "mail"
    match = started(anna, boris, clara)
    ask(match, boris, "resign")
    assert slowed(match, anna, clara).pace == "mail"
    with pytest.raises(Refused, match="gave_up"):
        ask(match, boris, "slow", days=1)


def test_when_the_last_one_who_had_not_agreed_leaves_it_goes_by_mail(time, anna, boris, clara):
    match = slowed(started(anna, boris, clara), anna, boris, days=7)
    time.move(5_000)
    ask(match, clara, "resign")
    assert kinds(match)[-1] == "take_over"
    now = fresh(match)
    assert (now.pace, now.clock, now.live_clock) == ("mail", {"per_move": 7 * DAY}, {"per_move": 60_000})
    assert frame(match, anna)["pace"] == "mail"
    assert difference(now) == ""


def test_it_stays_live_while_one_who_still_plays_has_not_agreed(anna, boris, clara):
    dora = make_user("dora")
    match = slowed(started(anna, boris, clara, dora), anna, boris)
    ask(match, clara, "resign")
    assert (fresh(match).pace, may(match, dora)) == ("live", {"accept_slow", "decline_slow"})
    ask(match, dora, "accept_slow")
    assert fresh(match).pace == "mail"


def test_what_is_asked_stays_asked_through_moves_until_somebody_declines(match, anna, boris):
    ask(match, anna, "slow", days=1)
    play(match)
    assert frame(match, boris)["slow"]
    ask(match, boris, "decline_slow")
    assert "slow" not in frame(match, boris)
    with pytest.raises(Refused, match="slow_down"):
        ask(match, anna, "slow", days=1)
    ask(match, boris, "slow", days=2)
    ask(match, boris, "decline_slow")
    play(match)
    play(match)
    ask(match, anna, "slow", days=1)


@pytest.mark.parametrize("days", [0, 4, 15, -1])
def test_no_other_number_of_days_can_be_asked_for(match, anna, days):
    with pytest.raises(Refused, match="out_of_range"):
        ask(match, anna, "slow", days=days)


def test_nothing_is_asked_twice_or_answered_without_a_question_or_by_strangers(match, anna, boris, clara):
    for kind in ("accept_slow", "decline_slow"):
        with pytest.raises(Refused, match="not_allowed"):
            ask(match, anna, kind)
    ask(match, anna, "slow", days=1)
    for person, kind, fields in ((anna, "accept_slow", {}), (boris, "slow", {"days": 1})):
        with pytest.raises(Refused, match="not_allowed"):
            ask(match, person, kind, **fields)
    with pytest.raises(Refused, match="not_a_player"):
        ask(match, clara, "accept_slow")


def test_before_the_start_after_the_end_and_by_mail_there_is_nothing_to_ask(match, anna, boris):
    with pytest.raises(Refused, match="not_started"):
        ask(open_for(anna), anna, "slow", days=1)
    with pytest.raises(Refused, match="not_allowed"):
        ask(by_mail(anna, boris), anna, "slow", days=1)
    ask(match, anna, "slow", days=1)
    ask(match, anna, "resign")
    assert "slow" not in frame(match, boris)
    with pytest.raises(Refused, match="game_over"):
        ask(match, boris, "accept_slow")


@pytest.mark.parametrize("game", ["red-handed", "blitz"])
def test_a_race_cannot_be_slowed_down(anna, boris, game):
    match = started(anna, boris, game=game)
    assert may(match, anna) == set()
    with pytest.raises(Refused, match="live_only"):
        ask(match, anna, "slow", days=1)


# --- and then ---
def test_nobody_is_absent_any_more_and_the_match_is_not_abandoned(time, match, anna, boris):
    seat = carrier.load(match.id).seat_of(mover(match).pk)
    carrier.carry_order(match.id, requests.Absent(seat, time.now, time.now + 20_000), time.now)
    other = boris if mover(match) == anna else anna
    ask(match, other, "slow", days=1)
    ask(match, mover(match), "accept_slow")
    assert "absent" not in frame(match, anna)
    with pytest.raises(Refused, match="not_due"):
        carrier.carry_order(match.id, requests.Absent(seat, time.now, time.now + 20_000), time.now)
    time.move(10 * clock.PATIENCE)
    clock.abort_abandoned()
    assert carrier.load(match.id).status == "active"


def test_the_alarm_of_the_quick_clock_finds_nothing_and_the_deadline_is_called_in_time(time, match, anna, boris):
    slowed(match, anna, boris, days=1)
    assert Alarm.objects.get(match=match, kind="time").due_at < deadline(match), "a row may be early"
    time.move(120_000)
    clock.do_due_alarms()
    assert carrier.load(match.id).status == "active"
    time.move(to=deadline(match) + alarms.LEEWAY + 1)
    clock.do_due_alarms()
    assert carrier.load(match.id).ended["by"] == "time"


def test_bots_go_on_as_usual(anna):
    match = slowed(against_bot(anna), anna)
    while frame(match, anna)["turn"] == [0]:
        play(match)
    ply = carrier.load(match.id).ply
    move_a_bot(match)
    assert carrier.load(match.id).ply == ply + 1


def test_lists_ratings_and_history_go_by_the_pace_at_which_it_ended(anna, boris):
    match = slowed(started(anna, boris, rated=True), anna, boris)
    (card,) = unfinished_matches_of(anna).cards
    assert (card.clock, card.deadline) == ({"per_move": 3 * DAY}, deadline(match))
    ask(match, anna, "resign")
    tell(match.id)
    assert {row.pace for row in Played.objects.filter(match=match)} == {"mail"}
    assert "by mail" in Client().get("/people/anna/").content.decode()
    assert {row.pace for row in Rating.objects.filter(user__in=(anna, boris))} == {"mail"}


def test_a_rematch_of_a_match_that_was_slowed_down_begins_by_mail(match, anna, boris):
    slowed(match, anna, boris, days=2)
    ask(match, anna, "resign")
    table = rematches.ask_for(fresh(match), anna)
    assert (table.pace, table.clock, table.live_clock) == ("mail", {"per_move": 2 * DAY}, None)
    loaded = carrier.load(table.id)
    assert (loaded.pace, loaded.facts.pace, loaded.slowed) == ("mail", "mail", 0)


# --- the log is the truth ---
@pytest.mark.parametrize("moves", [0, 3])
def test_a_replay_of_the_log_gives_what_is_stored(match, anna, boris, moves):
    play(match)
    slowed(match, anna, boris)
    for _ in range(moves):
        play(match)
    assert difference(fresh(match)) == ""
    replayed, loaded = storing.replayed(fresh(match)), storing.load(match.id)
    assert replayed == loaded
    assert loaded.facts.clock == {"per_move": 60_000}, "as it was opened"
    assert from_snapshot(loaded.facts, to_snapshot(loaded)) == loaded
    call_command("replay", match.id)
    Match.objects.filter(pk=match.pk).update(pace="live")
    assert difference(fresh(match)) != ""


def test_the_servers_one_statement_writes_the_new_pace_too(match, anna, boris):
    ask(match, anna, "slow", days=2)
    loaded = storing.load(match.id)
    asker = Asker(boris.pk, loaded.seat_of(boris.pk), "t", "")
    change, _ = fold_in(loaded, decide(loaded, asker, requests.AcceptSlow(token="t"), loaded.at))
    assert carrier._write([change]) == [True]  # on SQLite it is write_all
    now = fresh(match)
    assert (now.pace, now.clock, now.live_clock) == ("mail", {"per_move": 2 * DAY}, {"per_move": 60_000})
    assert difference(now) == ""


@pytest.mark.usefixtures("in_process")
def test_two_pages_agree_over_their_sockets_and_both_are_told(match, anna, boris):
    pages = [Page(match.id, session_of(user)) for user in (anna, boris)]

    async def agree():
        await open_pages(*pages)
        assert (await pages[0].ask({"type": "slow", "token": "t1", "days": 14}))["type"] == "accepted"
        assert (await pages[1].ask({"type": "accept_slow", "token": "t2"}))["type"] == "accepted"
        assert (await pages[1].ask({"type": "accept_slow", "token": "t2"}))["type"] == "accepted", "a repeat"
        for page in pages:
            await page.quiet(0.05)
            assert page.frame["pace"] == "mail"
            assert page.frame["clock"] == {"per_move": 14 * DAY}
            await page.close()

    async_to_sync(agree)()
    assert kinds(match)[-2:] == ["slow_offer", "slow_offer"]
    assert fresh(match).clock == {"per_move": 14 * DAY}
    assert difference(fresh(match)) == ""


def test_a_request_with_a_field_that_does_not_belong_there_is_refused(match, anna):
    for fields in ({}, {"days": "3"}, {"days": 3, "hours": 1}):
        with pytest.raises(Refused):
            ask(match, anna, "slow", **fields)
