"""Playing: moves, repeats, giving up, draws, time, the end."""

from __future__ import annotations

import json

import pytest
from django.core.management import CommandError, call_command

from games import carrier, instants, selectors, services
from games.clocks import clock
from games.clocks.beats import beat
from games.errors import Refused
from games.models import Alarm, EntryRow, MatchLive
from games.own_matches import finished_matches_of
from games.serving.upkeep import note_seen
from rules import record
from tests.games.conftest import against_bot, ask, make_user, play_on, started, to_move
from tests.games.test_tables import refusal

pytestmark = pytest.mark.django_db


def test_a_move_takes_the_next_number_and_ply(match):
    user, legal = to_move(match)
    number = ask(match, user, "move", move=legal[0])
    row = EntryRow.objects.get(match=match, number=number)
    assert (row.number, row.ply, row.kind, row.body["move"]) == (5, 0, "move", legal[0])


def test_a_whole_match_replays_from_its_log_and_its_record_checks(match, anna, capsys):
    play_on(match)
    assert carrier.load(match.id).status == "finished"
    call_command("replay")
    assert "1 matches" in capsys.readouterr().out
    value = json.loads(json.dumps(selectors.match_record(match)))
    outcome = record.check(value)
    assert list(outcome.places) == selectors.frame(match, anna)["outcome"]["places"]
    assert value["server_seed"] == selectors.frame(match, anna)["server_seed"]


@pytest.mark.parametrize("wrong", ["snapshot", "started_at"])
def test_replay_names_a_match_whose_stored_state_differs_from_its_log(match, wrong):
    row = MatchLive.objects.get(match=match)
    told = {"snapshot": row.snapshot | {"left": [1, 2]}, "started_at": row.started_at - 1}
    MatchLive.objects.filter(match=match).update(**{wrong: told[wrong]})
    with pytest.raises(CommandError, match=match.id):
        call_command("replay")


def test_a_snapshot_of_another_program_is_not_used_and_the_log_is_replayed(match, anna):
    play_on(match, 6)
    before = selectors.frame(match, anna)["view"]
    MatchLive.objects.filter(match=match).update(snapshot={"format": [0, 0], "kicked": "what is that"})
    assert selectors.frame(match, anna)["view"] == before
    play_on(match, 2)
    call_command("replay")


def test_the_record_is_not_to_be_had_while_the_match_goes_on(match):
    with pytest.raises(ValueError, match="secret"):
        selectors.match_record(match)


def test_a_finished_match_can_be_stepped_through_move_by_move(match, anna):
    play_on(match)
    steps = selectors.steps(match, anna)
    assert [step["number"] for step in steps] == list(range(1, carrier.load(match.id).number + 1))
    assert all(step["line"] for step in steps if step["kind"] == "move")
    clocks = [step["frame"]["clocks"] for step in steps if "clocks" in step["frame"]]
    assert all(clock["now"] == clock["at"] and not clock["running"] for clock in clocks)
    assert steps[-1]["frame"]["outcome"] == selectors.frame(match, anna)["outcome"]


def test_out_of_turn_is_refused_and_changes_nothing(match, anna, boris):
    user, legal = to_move(match)
    other = boris if user == anna else anna
    before = MatchLive.objects.get(match=match).snapshot
    assert refusal(ask, match, other, "move", move=legal[0]) == "not_your_turn"
    assert MatchLive.objects.get(match=match).snapshot == before


def test_a_stranger_cannot_move(match, clara):
    assert refusal(ask, match, clara, "move", move={"type": "pass"}) == "not_a_player"


def test_a_stale_number_is_refused_with_the_present_one(match):
    user, legal = to_move(match)
    with pytest.raises(Refused) as caught:
        ask(match, user, "move", move=legal[0], number=2)
    assert caught.value.as_json()["code"] == "stale_position"
    assert caught.value.as_json()["number"] == 4
    assert refusal(ask, match, user, "move", move=legal[0], number=99) == "stale_position"


def test_an_entry_that_changes_no_position_makes_no_move_stale(match, anna, boris):
    user, legal = to_move(match)
    other = boris if user == anna else anna
    ask(match, other, "offer_draw")
    assert ask(match, user, "move", move=legal[0], number=4) == 6


def test_a_repeated_token_gets_the_first_answer_and_one_row(match):
    user, legal = to_move(match)
    body = {"type": "move", "token": "t1", "number": 4, "move": legal[0]}
    first = services.request(match.id, user, body)
    assert services.request(match.id, user, body | {"number": 5}) == first
    assert EntryRow.objects.filter(match=match, kind="move").count() == 1


def test_a_token_used_for_another_move_is_refused(match):
    user, legal = to_move(match)
    services.request(match.id, user, {"type": "move", "token": "t1", "move": legal[0]})
    body = {"type": "move", "token": "t1", "move": legal[1]}
    assert refusal(services.request, match.id, user, body) == "id_reused"


def test_a_refusal_is_not_remembered(match, anna, boris):
    user, legal = to_move(match)
    body = {"type": "move", "token": "t1", "move": {"type": "pass"}}
    assert refusal(services.request, match.id, user, body) == "illegal_move"
    services.request(match.id, user, body | {"move": legal[0]})


def test_a_move_inside_a_transaction_raises_instead_of_being_answered_too_early(settings, match):
    from django.db import transaction

    user, legal = to_move(match)
    with transaction.atomic(), pytest.raises(RuntimeError, match="durable"):
        ask(match, user, "move", move=legal[0])


def test_where_the_legal_moves_would_give_the_answer_away_no_page_is_told_them(anna, boris):
    match = started(anna, boris, game="red-handed")
    loaded = carrier.load(match.id)
    assert loaded.facts.game.legal_moves(loaded.state, 0) is not None
    assert "legal" not in selectors.frame(match, anna)


# --- giving up ---


def test_resigning_a_match_of_two_makes_the_other_the_winner(match, anna, boris):
    ask(match, anna, "resign")
    loaded = carrier.load(match.id)
    assert (loaded.status, loaded.outcome.places, loaded.ended) == ("finished", (2, 1), {"by": "resign", "seat": 0})
    assert record.check(selectors.match_record(match)).places == (2, 1)
    assert refusal(ask, match, boris, "resign") == "game_over"


def test_who_resigns_in_a_match_of_three_is_replaced_by_a_bot(anna, boris, clara):
    match = started(anna, boris, clara)
    ask(match, boris, "resign")
    loaded = carrier.load(match.id)
    assert (loaded.status, loaded.occupants[1].bot, loaded.occupants[1].gave_up) == ("active", "steady", True)
    assert refusal(ask, match, boris, "move", move={"type": "pass"}) == "gave_up"


def test_the_last_of_three_wins_when_both_others_have_resigned(anna, boris, clara):
    match = started(anna, boris, clara)
    ask(match, boris, "resign")
    ask(match, clara, "resign")
    assert carrier.load(match.id).outcome.places == (1, 2, 2)


def test_a_team_plays_on_while_one_of_it_is_left(anna, boris, clara):
    match = started(anna, boris, clara, make_user())
    ask(match, anna, "resign")
    assert carrier.load(match.id).status == "active"
    ask(match, clara, "resign")
    assert carrier.load(match.id).outcome.places == (2, 1, 2, 1)


@pytest.mark.parametrize("leavers", [(1, 0, 2), (0, 1, 2), (1, 2, 0), (2, 1, 0)])
def test_a_team_of_which_somebody_still_plays_wins_though_a_mate_had_left(anna, boris, clara, leavers):
    players = [anna, boris, clara, make_user()]
    match = started(*players)
    for seat in leavers:
        ask(match, players[seat], "resign")
    assert carrier.load(match.id).outcome.places == (2, 1, 2, 1)
    assert record.check(selectors.match_record(match)).places == (2, 1, 2, 1)


def test_resigning_against_a_bot_ends_the_match(anna):
    match = against_bot(anna)
    ask(match, anna, "resign")
    assert carrier.load(match.id).outcome.places == (2, 1)


# --- draws ---


def test_an_accepted_draw_gives_all_the_first_place(match, anna, boris):
    ask(match, anna, "offer_draw")
    assert selectors.frame(match, boris)["draw"] == {"offered_by": [0]}
    ask(match, boris, "accept_draw")
    loaded = carrier.load(match.id)
    assert (loaded.outcome.places, loaded.ended) == ((1, 1), {"by": "agreement"})
    assert record.check(selectors.match_record(match)).places == (1, 1)


def test_a_draw_of_three_needs_everyone(anna, boris, clara):
    match = started(anna, boris, clara)
    ask(match, anna, "offer_draw")
    ask(match, boris, "accept_draw")
    assert carrier.load(match.id).status == "active"
    ask(match, clara, "accept_draw")
    assert carrier.load(match.id).status == "finished"


def test_a_declined_offer_is_gone_and_cannot_be_repeated_at_once(match, anna, boris):
    ask(match, anna, "offer_draw")
    ask(match, boris, "decline_draw")
    assert refusal(ask, match, boris, "accept_draw") == "not_allowed"
    assert refusal(ask, match, anna, "offer_draw") == "slow_down"


def test_a_move_lets_an_offer_lapse(match, anna, boris):
    ask(match, anna, "offer_draw")
    user, legal = to_move(match)
    ask(match, user, "move", move=legal[0])
    assert refusal(ask, match, boris, "accept_draw") == "not_allowed"


def test_nobody_accepts_their_own_offer(match, anna):
    ask(match, anna, "offer_draw")
    assert refusal(ask, match, anna, "accept_draw") == "not_allowed"


def test_bots_do_not_agree_to_draws(anna):
    assert refusal(ask, against_bot(anna), anna, "offer_draw") == "not_allowed"


# --- time ---


def test_a_match_has_a_time_alarm_for_whoever_must_move(match):
    loaded = carrier.load(match.id)
    assert Alarm.objects.get(match=match, kind="time").due_at > loaded.since + 60_000


def test_the_clock_records_who_ran_out_of_time(match, later):
    loser, _ = to_move(match)
    later(61_000)
    clock.do_due_alarms()
    loaded = carrier.load(match.id)
    seat = loaded.seat_of(loser.pk)
    assert loaded.ended == {"by": "time", "seat": seat}
    assert loaded.outcome.places[seat] == 2
    assert list(Alarm.objects.filter(match=match).values_list("kind", flat=True)) == ["finish"]  # for games.finishes
    assert record.check(selectors.match_record(match)).places == loaded.outcome.places


def test_a_move_after_the_deadline_is_too_late_even_if_the_clock_process_is_gone(match, later):
    user, legal = to_move(match)
    later(61_000)
    assert refusal(ask, match, user, "move", move=legal[0]) == "game_over"
    assert carrier.load(match.id).ended["by"] == "time"


def test_a_move_that_arrived_in_time_counts_though_it_is_handled_late(match, later):
    user, legal = to_move(match)
    arrived = instants.now_ms()
    later(61_000)
    body = {"type": "move", "token": "t", "move": legal[0]}
    services.request(match.id, user, body, at=arrived)
    assert carrier.load(match.id).status == "active"


def test_time_is_not_over_before_it_is(match):
    assert refusal(services.time_out, match.id) == "not_due"


def test_in_a_match_of_three_a_time_out_lets_a_bot_play_on(anna, boris, clara, later):
    match = started(anna, boris, clara)
    loser, _ = to_move(match)
    later(61_000)
    services.time_out(match.id)
    loaded = carrier.load(match.id)
    assert loaded.status == "active"
    assert loaded.occupants[loaded.seat_of(loser.pk)].bot == "steady"
    assert Alarm.objects.get(match=match, kind="bot")


def test_a_main_time_grows_by_the_increment_and_shrinks_by_thinking(anna, boris, later):
    match = started(anna, boris, clock={"main": 60_000, "increment": 5_000})
    user, legal = to_move(match)
    seat = carrier.load(match.id).seat_of(user.pk)
    later(10_000)
    ask(match, user, "move", move=next(m for m in legal if m["type"] == "play"))
    left = carrier.load(match.id).left
    assert 54_000 <= left[seat] <= 55_000
    assert left[1 - seat] == 60_000


def test_an_outage_of_ours_is_given_back_to_whoever_was_thinking(match, later):
    thinker, _ = to_move(match)
    seat = carrier.load(match.id).seat_of(thinker.pk)
    later(10_000)
    later(300_000, servers_up=False)
    clock.do_due_alarms()
    assert carrier.load(match.id).status == "active"  # nobody runs out of time while the servers are away
    beat()  # they are back
    clock.do_due_alarms()
    clock.give_back_outage()
    loaded = carrier.load(match.id)
    assert loaded.status == "active"
    assert 45_000 <= loaded.left[seat] <= 50_000
    assert EntryRow.objects.filter(match=match).last().kind == "pause"
    later(51_000)
    clock.do_due_alarms()
    assert carrier.load(match.id).ended == {"by": "time", "seat": seat}
    call_command("replay")


def test_a_move_sent_just_after_an_outage_is_not_too_late(match, later):
    thinker, legal = to_move(match)
    later(300_000, servers_up=False)
    beat()
    ask(match, thinker, "move", move=legal[0])
    clock.give_back_outage()
    assert carrier.load(match.id).status == "active"


def test_a_match_that_all_have_left_is_aborted_without_a_result(match, later):
    later(121_000)
    clock.abort_abandoned()
    loaded = carrier.load(match.id)
    assert (loaded.status, loaded.outcome) == ("aborted", None)
    assert loaded.ended == {"by": "abort", "reason": "abandoned"}
    assert record.check(selectors.match_record(match)) is None


def test_an_outage_of_ours_aborts_no_match(match, later):
    later(300_000, servers_up=False)  # down all the while
    beat()
    clock.abort_abandoned()
    assert carrier.load(match.id).status == "active"


def test_an_abandoned_match_stays_in_the_list_and_can_be_stepped_through(match, anna, later):
    later(121_000)
    clock.abort_abandoned()
    assert [card.id for card in finished_matches_of(anna)[0]] == [match.id]
    assert selectors.steps(match, anna)


def test_a_match_that_one_player_has_open_is_not_aborted(match, anna, later):
    later(121_000)
    note_seen([(match.id, anna.pk)])
    clock.abort_abandoned()
    assert carrier.load(match.id).status == "active"
