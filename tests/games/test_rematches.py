"""Playing again with the same people: one table a match, seats kept for who sat there, everybody told."""

from __future__ import annotations

import sys

import pytest
from django.core.management import call_command
from django.test import Client

from games import carrier, selectors, services
from games.errors import Refused
from games.log import storing
from games.models import Match, MatchLive
from games.own_matches import unfinished_matches_of
from games.tables import rematches
from games.tables.listed import open_tables
from tests.games.conftest import against_bot, ask, make_user, started
from tests.games.test_concurrency import WRITERS, at_once

pytestmark = pytest.mark.django_db
JSON = "application/json"


@pytest.fixture
def over(match, boris) -> Match:
    ask(match, boris, "resign")
    return match


def seats_of(match: Match, viewer=None) -> list[dict]:
    return selectors.frame(Match.objects.get(pk=match.pk), viewer or make_user())["seats"]


def refusal(call, *args, **named) -> str:
    with pytest.raises(Refused) as caught:
        call(*args, **named)
    return caught.value.code


def test_who_asks_sits_as_the_host_on_the_same_seat_and_the_others_seats_are_kept(over, anna, boris):
    table = rematches.ask_for(over, boris)
    frame = selectors.frame(table, boris)
    assert (frame["host"], frame["seat"], frame["status"]) == (1, 1, "open")
    assert frame["seats"][0] == {"seat": 0, "team": 0, "empty": True, "kept": "anna"}
    assert frame["seats"][1]["name"] == "boris"
    call_command("replay", table.id, verbosity=0)


def test_the_new_table_is_like_the_old_one_and_has_a_seed_of_its_own(anna, boris):
    clock, options = {"main": 60_000, "increment": 0}, {"hard": True, "draw": "manual", "table_talk": True}
    choices = {"clock": clock, "options": options, "listed": False, "watchers": False, "talk": "phrases"}
    match = started(anna, boris, **choices)
    ask(match, anna, "resign")
    table = rematches.ask_for(match, anna)
    old, new = (selectors.frame(one, anna) for one in (match, table))
    for name in ("game", "options", "clock", "pace", "listed", "watchers", "talk"):
        assert old[name] == new[name]
    assert old["commitment"] != new["commitment"]
    assert "server_seed" not in new


def test_all_who_see_the_old_match_are_told_of_the_new_table_also_after_a_reload(over, anna, boris):
    table = rematches.ask_for(over, boris)
    for viewer in (anna, boris, make_user()):
        assert selectors.frame(over, viewer)["rematch"] == {"match": table.id, "seat": 1}
    call_command("replay", over.id, verbosity=0)


def test_the_word_of_the_new_table_is_no_step_of_the_old_match(over, anna, boris):
    before = len(selectors.steps(over, anna)), selectors.record_text(over)
    rematches.ask_for(over, boris)
    assert (len(selectors.steps(over, anna)), selectors.record_text(over)) == before


def test_who_accepts_is_led_to_the_same_table_and_it_starts_with_all_their_salts(over, anna, boris):
    table = rematches.ask_for(over, boris)
    assert rematches.ask_for(over, anna) == table
    ask(table, anna, "join", salt="annas")
    ask(table, anna, "ready", ready=True)
    ask(table, boris, "start", salt="boriss")
    loaded = carrier.load(table.id)
    assert [occupant.salt for occupant in loaded.occupants] == ["annas", "boriss"]
    assert [occupant.user for occupant in loaded.occupants] == [anna.pk, boris.pk]
    assert loaded.status == "active"


def test_a_kept_seat_is_nobody_elses_until_the_host_gives_it_away(over, anna, boris, clara):
    table = rematches.ask_for(over, boris)
    assert refusal(ask, table, clara, "join") == "seat_kept"
    assert refusal(ask, table, clara, "join", seat=0) == "seat_kept"
    assert "join" not in selectors.frame(table, clara)["may"]
    ask(table, boris, "kick", seat=0)
    assert "kept" not in seats_of(table)[0]
    ask(table, clara, "join")
    assert refusal(ask, table, anna, "join") == "table_full"


def test_the_host_may_put_a_bot_on_a_kept_seat(over, boris):
    table = rematches.ask_for(over, boris)
    ask(table, boris, "add_bot", seat=0, policy="greedy")
    ask(table, boris, "start")
    assert carrier.load(table.id).status == "active"


def test_a_table_with_kept_seats_is_not_offered_in_the_lobby(over, boris, clara):
    table = rematches.ask_for(over, boris)
    assert table.listed
    assert open_tables(clara).cards == []


def test_bots_sit_where_bots_sat_and_a_match_of_bots_is_ready_at_once(anna):
    match = against_bot(anna, "diamoniak")
    ask(match, anna, "resign")
    table = rematches.ask_for(match, anna)
    assert [seat.get("bot", "") for seat in seats_of(table)] == ["", "gentle"]
    assert rematches.is_ready(table)
    ask(table, anna, "start", salt="mine")
    assert carrier.load(table.id).status == "active"


def test_only_players_of_a_match_that_was_begun_and_is_over_can_ask(match, anna, boris, clara):
    assert refusal(rematches.ask_for, match, anna) == "not_over"
    ask(match, anna, "resign")
    assert refusal(rematches.ask_for, match, clara) == "not_a_player"
    closed = services.open_table(anna, game="sequence", options={}, seats=2)
    ask(closed, anna, "leave")
    assert refusal(rematches.ask_for, closed, anna) == "not_a_player"


def test_when_the_new_table_has_closed_one_more_may_follow(over, anna, boris):
    first = rematches.ask_for(over, boris)
    ask(first, boris, "leave")
    second = rematches.ask_for(over, anna)
    assert second != first
    assert rematches.ask_for(over, boris) == second
    assert selectors.frame(over, boris)["rematch"]["match"] == second.id
    assert seats_of(second)[1]["kept"] == "boris"


def test_however_often_the_new_table_has_closed_the_last_one_is_found(over, anna, boris):
    """Whoever opens and closes it over and over must not take the rematch away from the others."""
    tables, last = [], over
    for _ in range(sys.getrecursionlimit()):
        last = Match(
            game=over.game, rules_version=1, options=over.options, seats=over.seats, clock=over.clock, host=boris,
            opened_at=over.opened_at, rematch_of=last,
        )  # fmt: skip
        tables.append(last)
    Match.objects.bulk_create(tables)
    storing.open_logs((table, ()) for table in tables)
    MatchLive.objects.filter(match__in=tables).update(status="aborted")
    table = rematches.ask_for(over, anna)
    assert table.rematch_of_id == last.id
    assert rematches.ask_for(over, boris) == table


def test_a_guest_who_turns_out_to_be_a_member_keeps_the_kept_seat(over, anna, boris, clara):
    table = rematches.ask_for(over, boris)
    services.move_matches(anna, clara)
    assert seats_of(table)[0]["kept"] == "clara"
    ask(table, clara, "join")
    assert selectors.frame(table, clara)["seat"] == 0


def test_the_page_leads_to_the_table_and_rest_names_it(over, anna, boris):
    page, program = Client(), Client()
    page.force_login(boris)
    program.force_login(anna)
    led = page.post(f"/m/{over.id}/rematch/")
    table = Match.objects.get(rematch_of=over)
    assert led.url == f"/m/{table.id}/#sit"
    assert program.post(f"/api/v1/matches/{over.id}/rematch", content_type=JSON).json() == {"match": table.id}


def test_who_may_not_ask_is_led_back_and_told_why(over, match, clara):
    page = Client()
    page.force_login(clara)
    answer = page.post(f"/m/{over.id}/rematch/", follow=True)
    assert answer.redirect_chain == [(f"/m/{over.id}/", 302)]
    assert "Only those who have played here" in answer.content.decode()
    assert page.post(f"/api/v1/matches/{over.id}/rematch", content_type=JSON).status_code == 403
    assert Client().post(f"/api/v1/matches/{over.id}/rematch", content_type=JSON).status_code in (401, 403)


@pytest.mark.live
@pytest.mark.django_db(transaction=True)
def test_however_many_ask_at_once_there_is_one_table_and_all_are_led_to_it():
    people = [make_user() for _ in range(4)]
    match = started(*people, game="diamoniak")
    for person in people:
        if not carrier.load(match.id).over:
            ask(match, person, "resign")
    calls = [lambda person=person: rematches.ask_for(match, person).pk for person in people * (WRITERS // 4)]
    assert len(set(at_once(*calls))) == 1
    table = Match.objects.get(rematch_of=match)
    assert selectors.frame(match, people[0])["rematch"]["match"] == table.id
    assert match.entries.filter(kind="rematch").count() == 1
    call_command("replay", match.id, table.id, verbosity=0)


def test_who_declines_is_waited_for_no_longer_and_both_tables_tell_it(over, anna, boris):
    table = rematches.ask_for(over, boris)
    rematches.decline(over, anna)
    assert seats_of(table)[0] == {"seat": 0, "team": 0, "empty": True}
    for viewer in (anna, boris, make_user()):
        assert selectors.frame(over, viewer)["rematch"] == {"match": table.id, "seat": 1, "declined": [0]}
    assert refusal(rematches.decline, over, anna) == "not_allowed"
    ask(table, boris, "add_bot", seat=0, policy="greedy")
    ask(table, boris, "start", salt="boriss")
    for match in (over, table):
        call_command("replay", match.id, verbosity=0)


def test_who_declines_before_the_old_table_has_been_told_has_declined(over, anna, boris, monkeypatch):
    """The process that opened the new one has died in between: it is told with the next request."""
    with monkeypatch.context() as patch:
        patch.setattr(rematches, "_tell", lambda *_: None)
        table = rematches.ask_for(over, boris)
    rematches.decline(over, anna)
    assert "kept" not in seats_of(table)[0]
    assert rematches.ask_for(over, boris) == table
    assert selectors.frame(over, boris)["rematch"]["match"] == table.id


def test_nobody_declines_what_is_not_asked_or_not_kept_for_them(over, anna, boris):
    assert refusal(rematches.decline, over, anna) == "not_allowed"
    table = rematches.ask_for(over, boris)
    assert refusal(rematches.decline, over, boris) == "not_allowed"
    assert refusal(rematches.decline, over, make_user()) == "not_a_player"
    assert refusal(ask, table, make_user(), "decline") == "not_allowed"
    assert seats_of(table)[0]["kept"] == "anna"


def test_the_word_of_who_declines_is_no_step_of_the_old_match(over, anna, boris):
    rematches.ask_for(over, boris)
    before = len(selectors.steps(over, anna)), selectors.record_text(over)
    rematches.decline(over, anna)
    assert (len(selectors.steps(over, anna)), selectors.record_text(over)) == before


def test_a_kept_seat_stands_among_ones_matches_until_it_is_taken_declined_or_given_away(over, anna, boris):
    def kept(user) -> list[tuple[str, bool]]:
        return [(card.id, card.kept) for card in unfinished_matches_of(user).cards]

    assert kept(anna) == []
    table = rematches.ask_for(over, boris)
    assert (kept(anna), kept(boris)) == ([(table.id, True)], [(table.id, False)])
    ask(table, anna, "join", salt="annas")
    assert kept(anna) == [(table.id, False)]
    ask(table, anna, "leave")
    assert kept(anna) == []


def test_the_page_of_a_match_that_is_over_takes_the_answer_of_who_does_not_come_along(
    over, anna, boris, client: Client
):
    table = rematches.ask_for(over, boris)
    client.force_login(anna)
    assert "Your seat is kept for you" in client.get("/my/matches/").content.decode()
    answer = client.post(f"/m/{over.id}/rematch/decline/")
    assert answer.headers["Location"] == f"/m/{over.id}/"
    assert "kept" not in seats_of(table)[0]
    assert "Your seat is kept for you" not in client.get("/my/matches/").content.decode()
