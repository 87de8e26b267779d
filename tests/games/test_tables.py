"""The life of a table up to the deal, and what is refused there."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from accounts.models import User
from accounts.services import merge_guest
from games import carrier, selectors, services
from games.clocks import clock
from games.errors import Refused
from games.log.storing import replayed
from games.models import Alarm, EntryRow, Match, MatchLive, SeatRow
from games.own_matches import unfinished_matches_of
from games.tables.listed import live_matches, open_tables
from tests.games.conftest import against_bot, ask, make_user, open_for, started

pytestmark = pytest.mark.django_db


def refusal(call, *args, **fields) -> str:
    with pytest.raises(Refused) as caught:
        call(*args, **fields)
    return caught.value.code


def test_who_opens_a_table_sits_at_it_as_its_host(anna):
    match = open_for(anna)
    loaded = carrier.load(match.id)
    assert (loaded.status, loaded.number, loaded.host, loaded.seat_of(anna.pk)) == ("open", 1, 0, 0)


def test_the_commitment_is_public_and_the_seed_is_not_before_anyone_else_sits(anna, boris):
    frame = selectors.frame(open_for(anna), boris)
    assert len(frame["commitment"]) == 64
    assert "server_seed" not in frame


def test_a_second_player_joins_gets_ready_and_the_host_starts(anna, boris):
    match = started(anna, boris)
    loaded = carrier.load(match.id)
    assert loaded.status == "active"
    assert [row.kind for row in match.entries.all()] == ["join", "join", "ready", "start"]


def test_a_salt_given_when_joining_changes_the_deal(anna, boris):
    hands = []
    for salt in ("", "pepper", "pepper"):
        match = open_for(anna)
        Match.objects.filter(pk=match.pk).update(server_seed=bytes(32))
        ask(match, boris, "join", salt=salt)
        ask(match, boris, "ready", ready=True)
        ask(match, anna, "start")
        hands.append(carrier.load(match.id).state.hands)
    assert hands[0] != hands[1] == hands[2]


def dealt(match: Match) -> Any:
    """Return the hands as the log deals them, the secret seed being known."""
    Match.objects.filter(pk=match.pk).update(server_seed=bytes(32))
    return replayed(Match.objects.get(pk=match.pk)).state.hands


def test_the_host_gives_a_salt_with_the_start_when_the_seed_has_long_been_fixed(anna, boris):
    hands = []
    for salt in ("", "pepper", "pepper"):
        match = open_for(anna)
        assert carrier.load(match.id).occupants[0].salt == ""
        Match.objects.filter(pk=match.pk).update(server_seed=bytes(32))
        ask(match, boris, "join")
        ask(match, boris, "ready", ready=True)
        ask(match, anna, "start", salt=salt)
        assert carrier.load(match.id).occupants[0].salt == salt
        hands.append(carrier.load(match.id).state.hands)
        assert dealt(match) == hands[-1]
    assert hands[0] != hands[1] == hands[2]


def test_opening_a_table_takes_no_salt_since_it_draws_the_seed(anna):
    for opened in (services.open_table, services.play_now):
        assert "salt" not in inspect.signature(opened).parameters


def test_a_host_who_had_joined_with_a_salt_keeps_it_unless_another_comes_with_the_start(anna, boris):
    for given, kept in (({}, "cumin"), ({"salt": ""}, "cumin"), ({"salt": "pepper"}, "pepper")):
        match = open_for(anna)
        ask(match, boris, "join", salt="cumin")
        ask(match, anna, "leave")
        ask(match, boris, "add_bot", seat=0, policy="greedy")
        ask(match, boris, "start", **given)
        assert [occupant.salt for occupant in carrier.load(match.id).occupants] == ["", kept]


def test_a_log_written_before_the_start_had_a_salt_is_read_as_ever(anna, boris):
    match = open_for(anna)
    EntryRow.objects.filter(match=match, kind="join").update(body={"user": anna.pk, "salt": "cumin"})
    ask(match, boris, "join")
    ask(match, boris, "ready", ready=True)
    ask(match, anna, "start")
    EntryRow.objects.filter(match=match, kind="start").update(body={})
    old = replayed(match)
    assert (old.status, old.occupants[0].salt) == ("active", "cumin")


def test_a_start_sent_again_with_another_salt_is_another_request(anna):
    match = services.play_now(anna, "sequence")
    body = {"type": "start", "token": "t1", "salt": "pepper"}
    number = services.request(match.id, anna, body)
    assert services.request(match.id, anna, body) == number
    assert refusal(services.request, match.id, anna, body | {"salt": "cumin"}) == "id_reused"


def test_a_full_table_takes_no_one_else(anna, boris, clara):
    match = open_for(anna)
    ask(match, boris, "join")
    assert refusal(ask, match, clara, "join") == "table_full"


def test_a_taken_seat_is_refused_while_others_are_free(anna, boris):
    match = open_for(anna, seats=3)
    assert refusal(ask, match, boris, "join", seat=0) == "seat_taken"
    ask(match, boris, "join", seat=2)
    assert carrier.load(match.id).seat_of(boris.pk) == 2


def test_a_seat_that_the_table_lacks_is_out_of_range(anna, boris):
    assert refusal(ask, open_for(anna), boris, "join", seat=7) == "out_of_range"


def test_nobody_sits_twice_at_a_table(anna):
    assert refusal(ask, open_for(anna), anna, "join") == "already_seated"


def test_a_table_with_empty_seats_does_not_start(anna):
    assert refusal(ask, open_for(anna), anna, "start") == "empty_seats"


def test_a_table_does_not_start_before_everyone_is_ready(anna, boris):
    match = open_for(anna)
    ask(match, boris, "join")
    assert refusal(ask, match, anna, "start") == "not_ready"
    ask(match, boris, "ready", ready=True)
    ask(match, boris, "ready", ready=False)
    assert refusal(ask, match, anna, "start") == "not_ready"


def test_a_table_starts_once(match, anna):
    assert refusal(ask, match, anna, "start") == "already_started"


@pytest.mark.parametrize(
    "kind, fields", [("start", {}), ("kick", {"seat": 0}), ("add_bot", {"seat": 2, "policy": "greedy"})]
)
def test_only_the_host_starts_kicks_and_adds_bots(anna, boris, kind, fields):
    match = open_for(anna, seats=3)
    ask(match, boris, "join")
    assert refusal(ask, match, boris, kind, **fields) == "not_host"


def test_the_host_sends_a_player_away_and_the_seat_is_free_again(anna, boris, clara):
    match = open_for(anna)
    ask(match, boris, "join")
    ask(match, anna, "kick", seat=1)
    assert not SeatRow.objects.filter(match=match, user=boris).exists()
    ask(match, clara, "join")
    assert carrier.load(match.id).seat_of(clara.pk) == 1


def test_who_was_sent_away_does_not_come_back_by_the_same_door(anna, boris):
    match = open_for(anna)
    body = {"type": "join", "token": "t1"}
    number = services.request(match.id, boris, body)
    ask(match, anna, "kick", seat=1)
    assert services.request(match.id, boris, body) == number  # the same request: the same answer, and no new seat
    assert refusal(ask, match, boris, "join") == "not_allowed"
    assert carrier.load(match.id).seat_of(boris.pk) is None


def test_when_the_host_leaves_the_next_person_is_host(anna, boris):
    match = open_for(anna, seats=3)
    ask(match, boris, "join", seat=2)
    ask(match, anna, "leave")
    loaded = carrier.load(match.id)
    assert (loaded.host, loaded.status, loaded.occupants[0].empty) == (2, "open", True)


def test_when_the_last_person_leaves_the_table_closes(anna, boris):
    match = open_for(anna)
    ask(match, anna, "leave")
    assert carrier.load(match.id).status == "aborted"
    assert refusal(ask, match, boris, "join") == "game_over"


def test_nobody_leaves_a_match_that_has_started_by_the_table_door(match, boris):
    assert refusal(ask, match, boris, "leave") == "already_started"


def test_bots_fill_seats_and_are_ready(anna):
    match = open_for(anna, seats=3)
    ask(match, anna, "add_bot", seat=1, policy="greedy")
    ask(match, anna, "add_bot", seat=2, policy="random")
    ask(match, anna, "start")
    assert carrier.load(match.id).status == "active"


def test_an_unknown_bot_is_refused_with_the_known_ones(anna):
    with pytest.raises(Refused) as caught:
        ask(open_for(anna), anna, "add_bot", seat=1, policy="deep")
    assert "steady" in caught.value.message


def test_a_table_that_does_not_fill_expires(anna):
    match = open_for(anna)
    assert Alarm.objects.get(match=match).kind == "expire"
    services.expire(match.id)
    assert carrier.load(match.id).status == "aborted"
    assert not Alarm.objects.filter(match=match).exists()


def test_a_match_that_has_started_does_not_expire(match):
    assert refusal(services.expire, match.id) == "not_due"


def test_play_now_seats_the_visitor_opposite_a_bot_and_leaves_only_the_start(anna):
    match = services.play_now(anna, "sequence")
    loaded = carrier.load(match.id)
    assert (loaded.status, match.listed) == ("open", False)
    assert loaded.occupants[1].bot == "gentle"
    assert "start" in selectors.frame(match, anna)["may"]
    ask(match, anna, "start", salt="pepper")
    assert carrier.load(match.id).status == "active"


def test_play_now_whose_page_never_starts_it_closes_by_itself(anna, later):
    match = services.play_now(anna, "sequence")
    later(60 * 60_000 + 1)
    clock.do_due_alarms()
    assert (carrier.load(match.id).status, carrier.load(match.id).ended["reason"]) == ("aborted", "unfilled")
    assert not Alarm.objects.filter(match=match).exists()


@pytest.mark.parametrize(
    "choices, code",
    [
        ({"game": "chess"}, "bad_options"),
        ({"seats": 5}, "bad_seats"),
        ({"options": {"teams": 3}}, "bad_options"),
        ({"options": {"speed": 9}}, "unknown_field"),
        ({"clock": {"per_move": 1}}, "out_of_range"),
        ({"clock": {"main": 60_000}}, "bad_options"),
        ({"clock": {"main": 60_000, "increment": True}}, "out_of_range"),
        ({"clock": {"per_move": 60_000, "main": 60_000}}, "bad_options"),
    ],
)
def test_a_table_with_illegal_choices_is_not_opened(anna, choices, code):
    assert refusal(open_for, anna, **choices) == code
    assert not MatchLive.objects.exists()


def test_a_host_has_at_most_five_open_tables(anna, boris):
    tables = [open_for(anna) for _ in range(5)]
    assert refusal(open_for, anna) == "slow_down"
    ask(tables[0], boris, "join")
    ask(tables[0], anna, "leave")  # it is somebody else's now
    open_for(anna)


def test_nobody_plays_more_than_five_bots_at_once(anna):
    matches = [against_bot(anna) for _ in range(5)]
    assert refusal(services.play_now, anna, "sequence") == "slow_down"
    ask(matches[0], anna, "resign")
    services.play_now(anna, "sequence")


def test_matches_against_bots_that_wait_for_their_start_count_too(anna, boris):
    going = [against_bot(anna) for _ in range(3)]
    waiting = [services.play_now(anna, "sequence") for _ in range(2)]
    started(anna, boris)  # a match of people does not, nor a table that still waits for some
    ask(open_for(anna, seats=3), anna, "add_bot", seat=1, policy="greedy")
    assert refusal(services.play_now, anna, "sequence") == "slow_down"
    ask(waiting[0], anna, "start")
    assert refusal(services.play_now, anna, "sequence") == "slow_down"
    ask(waiting[1], anna, "leave")
    services.play_now(anna, "sequence")
    ask(going[0], anna, "resign")
    services.play_now(anna, "sequence")


def test_a_table_expires_an_hour_after_the_last_change(anna, boris):
    match = open_for(anna)
    alarm = Alarm.objects.get(match=match)
    Alarm.objects.filter(pk=alarm.pk).update(due_at=alarm.due_at - 1)
    ask(match, boris, "join")
    assert Alarm.objects.get(match=match).due_at >= alarm.due_at


def test_a_finished_match_keeps_its_record_and_its_place_in_lists_when_a_guest_turns_out_to_be_a_member(anna, boris):
    from games.models import MatchLive

    guest = make_user()
    match = started(guest, boris)
    ask(match, guest, "resign")
    before, at = selectors.record_text(match), MatchLive.objects.get(match=match).at
    services.move_matches(guest, anna)
    assert selectors.record_text(match) == before
    assert MatchLive.objects.get(match=match).at == at
    assert carrier.load(match.id).seat_of(anna.pk) == 0


def test_a_private_table_is_not_listed_but_its_address_is_the_invitation(anna, boris):
    match = open_for(anna, listed=False)
    assert open_tables(boris).cards == []
    assert selectors.find_match(match.id, boris) == match


def test_a_match_without_watchers_is_hidden_like_a_missing_one(anna, boris, clara):
    match = started(anna, boris, watchers=False)
    sentences = set()
    for match_id in (match.id, "nosuchmatch"):
        with pytest.raises(selectors.Http404) as caught:
            selectors.find_match(match_id, clara)
        sentences.add(str(caught.value))
    assert len(sentences) == 1
    assert selectors.find_match(match.id, boris) == match
    assert live_matches(clara).cards == []


def test_lists_show_tables_matches_and_whose_turn_it_is(anna, boris, clara):
    waiting, going = open_for(clara), started(anna, boris)
    assert [card.id for card in open_tables(anna).cards] == [waiting.id]
    assert [card.id for card in live_matches(clara).cards] == [going.id]
    cards = {user.pk: unfinished_matches_of(user).cards for user in (anna, boris)}
    assert [card.id for card in cards[anna.pk]] == [going.id]
    assert sum(card.your_turn for own in cards.values() for card in own) == 1


def test_a_guests_matches_move_to_the_member_also_in_a_match_that_is_going_on(anna, boris):
    guest = make_user()
    match = started(guest, boris)
    services.move_matches(guest, anna)
    loaded = carrier.load(match.id)
    assert (loaded.seat_of(anna.pk), loaded.seat_of(guest.pk)) == (0, None)
    assert SeatRow.objects.get(match=match, seat=0).user == anna
    match.refresh_from_db()
    assert match.host == anna


def test_a_match_that_guest_and_member_play_against_each_other_stays_as_it_is(anna):
    guest = make_user()
    match = started(guest, anna)
    services.move_matches(guest, anna)
    assert carrier.load(match.id).seat_of(guest.pk) == 0


def test_a_guest_whose_match_cannot_be_moved_just_now_stays_until_it_can(anna, boris):
    """Retired all the same, they would have lost it: nobody could sit there any more."""
    guest = User.objects.create_user("Guest 4821", is_guest=True)
    match = started(guest, boris)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(carrier, "write_all", lambda changes: [False for _ in changes])  # others are always quicker
        assert refusal(merge_guest, guest, anna) == "try_again"
    guest.refresh_from_db()
    assert guest.is_active
    merge_guest(guest, anna)
    assert carrier.load(match.id).seat_of(anna.pk) == 0


def test_the_head_of_a_log_cannot_be_saved_by_hand(match):
    with pytest.raises(TypeError):
        match.live.save()


def test_an_entry_cannot_be_written_twice(match):
    from django.db import IntegrityError, transaction

    row = EntryRow.objects.filter(match=match).first()
    row.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        row.save(force_insert=True)
