"""Who waits, who is seated, who is told what is amiss: tickets from the wish to the table."""

from __future__ import annotations

import json

import pytest

from accounts.models import Block
from games import services
from games.clocks import beats, clock
from games.door.gathering import COME_WITHIN
from games.errors import Refused
from games.instants import now_ms
from games.log import storing
from games.models import Alarm, Beat, Match, SeatRow
from games.tables import gatherings
from matchmaking import errands, halls, tickets
from matchmaking.models import CALLED, CANCELLED, EXPIRED, SEATED, WAITING, Ticket
from tests.games.conftest import ask, make_user, open_for
from tests.matchmaking.conftest import crowd, fresh, wait

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def servers(db) -> None:
    """Servers have been running for a while."""
    now = now_ms()
    Beat.objects.create(name=beats.SERVERS, at=now + 60_000, since=now - 60 * 60_000)


def called(*people, **wishes) -> Match:
    """Let people wait and be seated; return their match."""
    for person in people:
        wait(person, seats=len(people), **wishes)
    assert halls.seat_waiting() == 1
    return Match.objects.get(tickets__user=people[0])


def age(match: Match, ms: int) -> None:
    """Make a match and its tickets so much older."""
    Match.objects.filter(pk=match.pk).update(opened_at=match.opened_at - ms)
    Alarm.objects.filter(match=match).update(due_at=0, claimed_until=0)


def test_two_who_want_the_same_are_seated_together(anna, boris):
    match = called(anna, boris)
    assert set(match.seat_rows.values_list("user", flat=True)) == {anna.pk, boris.pk}
    assert {ticket.state for ticket in Ticket.objects.all()} == {CALLED}
    loaded = storing.load(match.id)
    assert loaded.gathered and loaded.status == "open" and loaded.host == -1


def test_the_match_starts_when_the_last_has_come_with_the_salts_of_both(anna, boris):
    match = called(anna, boris)
    ask(match, anna, "here", salt="annas")
    assert storing.load(match.id).status == "open"
    ask(match, boris, "here", salt="boriss")
    loaded = storing.load(match.id)
    assert loaded.status == "active"
    assert {occupant.salt for occupant in loaded.occupants} == {"annas", "boriss"}
    assert storing.to_snapshot(storing.replayed(match)) == storing.to_snapshot(loaded)
    tickets.settle_tickets(now_ms())
    assert {ticket.state for ticket in Ticket.objects.all()} == {SEATED}


def test_who_is_here_and_silent_has_the_empty_salt_after_a_moment(anna, boris):
    match = called(anna, boris)
    ask(match, anna, "here", salt="annas")
    SeatRow.objects.filter(match=match, user=boris).update(seen_at=now_ms())
    with pytest.raises(Refused, match="not_due"):
        gatherings.assemble(match.id)
    age(match, 1_500)
    gatherings.assemble(match.id)
    loaded = storing.load(match.id)
    assert loaded.status == "active"
    assert {occupant.salt for occupant in loaded.occupants} == {"annas", ""}


def test_the_clock_looks_again_until_all_have_come_or_time_is_over(anna, boris):
    match = called(anna, boris)
    ask(match, anna, "here", salt="annas")
    age(match, COME_WITHIN - 5_000)
    with pytest.raises(Refused, match="not_due"):
        gatherings.assemble(match.id)
    assert Alarm.objects.get(match=match, kind="gather").due_at > now_ms()


def test_who_does_not_come_costs_the_others_no_place_in_the_queue(anna, boris):
    match = called(anna, boris)
    ask(match, anna, "here", salt="annas")
    before = Ticket.objects.get(user=anna).since
    age(match, COME_WITHIN)
    gatherings.assemble(match.id)
    loaded = storing.load(match.id)
    assert loaded.ended == {"by": "abort", "reason": "missed", "missing": [loaded.seat_of(boris.pk)]}
    tickets.settle_tickets(now_ms())
    stays = Ticket.objects.get(user=anna)
    assert (stays.state, stays.since, stays.match) == (WAITING, before, None)
    assert Ticket.objects.get(user=boris).state == EXPIRED
    wait(make_user("clara"))
    assert halls.seat_waiting() == 1


def test_who_leaves_such_a_table_sends_the_others_back_to_the_queue(anna, boris):
    match = called(anna, boris)
    ask(match, boris, "leave")
    tickets.settle_tickets(now_ms())
    assert Ticket.objects.get(user=anna).state == WAITING
    assert Ticket.objects.get(user=boris).state == EXPIRED


@pytest.mark.parametrize(
    ("kind", "fields", "code"),
    [
        ("ready", {"ready": True}, "not_allowed"),
        ("start", {}, "not_host"),
        ("kick", {"seat": 0}, "not_host"),
        ("add_bot", {"seat": 0, "policy": "greedy"}, "not_host"),
    ],
)
def test_nobody_is_host_at_such_a_table(anna, boris, kind, fields, code):
    match = called(anna, boris)
    with pytest.raises(Refused) as refused:
        ask(match, anna, kind, **fields)
    assert refused.value.code == code


def test_nobody_comes_twice_and_no_stranger_comes(anna, boris):
    match = called(anna, boris)
    ask(match, anna, "here")
    for person, code in ((anna, "already_seated"), (make_user("clara"), "not_a_player")):
        with pytest.raises(Refused) as refused:
            ask(match, person, "here")
        assert refused.value.code == code
    with pytest.raises(Refused) as refused:
        ask(match, make_user("dora"), "join")
    assert refused.value.code == "table_full"


def test_people_come_to_no_ordinary_table_like_that(anna):
    table = services.open_table(anna, game="sequence", options={}, seats=2)
    with pytest.raises(Refused, match="not_allowed"):
        ask(table, anna, "here")


def test_who_has_blocked_one_another_is_not_seated_together(anna, boris):
    Block.objects.create(blocker=anna, blocked=boris)
    wait(anna)
    wait(boris)
    assert halls.seat_waiting() == 0


def test_bots_fill_the_table_after_the_wait_that_was_chosen(anna):
    ticket = wait(anna, game="diamoniak", seats=4, bots_after=10_000)
    assert halls.seat_waiting() == 0
    assert fresh(ticket).look_at <= now_ms() + halls.SOON
    Ticket.objects.update(since=now_ms() - 10_000)
    assert halls.seat_waiting() == 1
    match = Match.objects.get(tickets=ticket)
    assert sorted(row.bot for row in match.seat_rows.all()) == ["", "steady", "steady", "steady"]
    ask(match, anna, "here", salt="annas")
    assert storing.load(match.id).status == "active"


def test_a_match_with_bots_is_not_rated(anna):
    match = called(anna, boris := make_user("boris"), rated=True)
    assert match.rated
    ask(match, anna, "here")
    ask(match, boris, "here")
    tickets.settle_tickets(now_ms())
    wait(anna, game="diamoniak", seats=3, rated=True, bots_after=0)
    assert halls.seat_waiting() == 1
    assert not Match.objects.exclude(pk=match.pk).get().rated


def test_rated_and_casual_different_clocks_and_seats_are_different_halls(anna, boris):
    wait(anna, rated=True)
    wait(boris)
    wait(make_user("clara"), clock={"per_move": 20_000})
    assert halls.seat_waiting() == 0


def test_a_person_with_two_tickets_is_called_to_one_table_and_waits_for_no_other_once_it_plays(anna, boris):
    other = wait(anna, game="diamoniak")
    wait(make_user("clara"), game="diamoniak")
    wait(anna)
    wait(boris)
    assert halls.seat_waiting() == 1
    match = Match.objects.get(tickets__user=anna)
    assert halls.seat_waiting() == 0
    for person in (row.user for row in match.seat_rows.all()):
        ask(match, person, "here")
    tickets.settle_tickets(now_ms())
    open_states = set(Ticket.objects.filter(user=anna).values_list("state", flat=True))
    assert open_states == {SEATED, CANCELLED}
    assert other.pk


def test_nobody_is_called_to_a_ghost(anna, boris):
    ticket = wait(anna)
    wait(boris)
    Ticket.objects.filter(pk=ticket.pk).update(seen_at=now_ms() - tickets.GONE - 1)
    assert halls.seat_waiting() == 0
    tickets.keep_alive([anna.pk], now_ms())
    assert halls.seat_waiting() == 1


def test_the_ticket_of_who_has_gone_is_given_up(anna):
    ticket = wait(anna)
    Ticket.objects.filter(pk=ticket.pk).update(seen_at=now_ms() - tickets.EXPIRES - 1_000)
    tickets.expire_tickets(now_ms())
    assert fresh(ticket).state == EXPIRED


@pytest.mark.parametrize("minutes", [None, 0.5])
def test_an_outage_of_ours_gives_up_no_ticket_and_no_table(anna, boris, minutes):
    ticket, match = wait(make_user("clara"), game="sequence"), called(anna, boris)
    Ticket.objects.update(seen_at=now_ms() - 10 * tickets.EXPIRES)
    age(match, 10 * COME_WITHIN)
    if minutes is None:
        Beat.objects.all().delete()
    else:
        Beat.objects.update(since=now_ms() - int(minutes * COME_WITHIN))
    tickets.expire_tickets(now_ms())
    clock.do_due_alarms()
    assert fresh(ticket).state == WAITING
    assert storing.load(match.id).status == "open"


def test_a_ticket_is_cancelled_and_then_another_may_be_had(anna):
    ticket = wait(anna)
    tickets.cancel_ticket(anna, ticket.pk)
    tickets.cancel_ticket(anna, ticket.pk)
    assert fresh(ticket).state == CANCELLED
    wait(anna)


def test_nobody_cancels_for_others_nor_when_the_table_is_there(anna, boris):
    ticket = wait(anna)
    tickets.cancel_ticket(boris, ticket.pk)
    assert fresh(ticket).state == WAITING
    wait(boris)
    halls.seat_waiting()
    with pytest.raises(Refused, match="already_seated"):
        tickets.cancel_ticket(anna, ticket.pk)


def test_a_guest_who_turns_out_to_be_a_member_waits_no_longer_and_keeps_the_table(anna, boris, guest):
    ticket = wait(guest)
    tickets.move_tickets(guest, anna)
    assert fresh(ticket).state == CANCELLED
    match = called(guest, boris)
    tickets.move_tickets(guest, anna)
    assert Ticket.objects.get(user=anna).match == match


# --- bad input: each a clear sentence ---


def _two_tickets(anna, guest):
    wait(anna)
    wait(anna, seats=2)


def _many_games(anna, guest):
    for game in ("blue-diamond", "diamoniak", "sequence", "red-handed"):
        wait(anna, game=game)


def _many_tickets(anna, guest):
    for _ in range(tickets.AN_HOUR + 1):
        tickets.cancel_ticket(anna, wait(anna).pk)


def _two_seats(anna, guest):
    ask(open_for(anna, seats=3), anna, "join")


def _full_table(anna, guest):
    table = open_for(anna)
    ask(table, make_user("boris"), "join")
    ask(table, make_user("clara"), "join")


def _blocked(anna, guest):
    Block.objects.create(blocker=anna, blocked=(boris := make_user("boris")))
    ask(open_for(anna), boris, "join")


BAD = {
    "two seats for one person": (_two_seats, "already_seated"),
    "a full table": (_full_table, "table_full"),
    "the table of somebody who has blocked them": (_blocked, "not_open"),
    "a guest at a rated table": (lambda anna, guest: ask(open_for(anna, rated=True), guest, "join"), "members_only"),
    "a table with a clock too quick": (lambda anna, guest: open_for(anna, clock={"per_move": 9_999}), "out_of_range"),
    "two tickets for one game": (_two_tickets, "already_waiting"),
    "tickets for too many games": (_many_games, "slow_down"),
    "ten thousand tickets": (_many_tickets, "slow_down"),
    "a guest in a rated match": (lambda anna, guest: wait(guest, rated=True), "members_only"),
    "a clock too quick": (lambda anna, guest: wait(anna, clock={"per_move": 1}), "out_of_range"),
    "a clock too slow": (lambda anna, guest: wait(anna, clock={"per_move": 10**12}), "out_of_range"),
    "half a clock": (lambda anna, guest: wait(anna, clock={"main": 60_000}), "bad_options"),
    "no such game": (lambda anna, guest: wait(anna, game="chess"), "bad_options"),
    "too many seats": (lambda anna, guest: wait(anna, seats=3), "bad_seats"),
    "bots before now": (lambda anna, guest: wait(anna, bots_after=-1), "out_of_range"),
    "bots next year": (lambda anna, guest: wait(anna, bots_after=10**10), "out_of_range"),
    "bots at a word": (lambda anna, guest: wait(anna, bots_after="soon"), "out_of_range"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_wish_is_refused_with_a_sentence_and_changes_nothing(anna, guest, name):
    act, code = BAD[name]
    with pytest.raises(Refused) as refused:
        act(anna, guest)
    assert refused.value.code == code
    assert len(refused.value.message) > 20
    assert "%(" not in refused.value.message
    assert Ticket.objects.filter(user=guest).count() == 0
    assert Ticket.objects.filter(user=anna, state=WAITING).count() <= tickets.WAITING_EACH


# --- the dispatcher ---


def test_the_dispatcher_asks_little_and_starts_one_task_where_a_ticket_is_due(
    anna, django_assert_num_queries, monkeypatch
):
    sent = []
    monkeypatch.setattr(errands.pair_tickets, "apply_async", lambda **options: sent.append(options))
    with django_assert_num_queries(2):
        errands.settle_tables()
        errands.send_to_pairing()
    wait(anna)
    errands.send_to_pairing()
    errands.send_to_pairing()
    assert len(sent) == 1
    Ticket.objects.update(look_at=0)  # that task was lost
    errands.send_to_pairing()
    assert len(sent) == 2


def test_without_a_broker_nothing_is_lost_and_pairing_goes_on_by_itself(anna, boris, monkeypatch):
    def away(**options):
        raise ConnectionError("no broker")

    wait(anna)
    wait(boris)
    monkeypatch.setattr(errands.pair_tickets, "apply_async", away)
    clock._attempt(errands.send_to_pairing)
    assert Ticket.objects.filter(state=WAITING).count() == 2
    due = Ticket.objects.latest("look_at").look_at
    assert due <= now_ms() + errands.CLAIM
    monkeypatch.setattr(errands.pair_tickets, "apply_async", lambda **options: halls.seat_waiting())
    monkeypatch.setattr(errands, "now_ms", lambda: due)
    clock._attempt(errands.send_to_pairing)
    assert Ticket.objects.filter(state=CALLED).count() == 2


def test_those_who_wait_are_read_with_few_queries_however_many(django_assert_max_num_queries):
    for user in crowd(41):
        wait(user)
    with django_assert_max_num_queries(25):
        assert halls.seat_waiting() == 20


def test_an_open_clock_is_stored_as_it_was_checked(anna):
    assert json.loads(json.dumps(fresh(wait(anna, clock={"main": 300_000, "increment": 0})).clock)) == {
        "main": 300_000,
        "increment": 0,
    }


def test_the_clock_forgets_old_tickets_and_keeps_those_that_wait(anna, boris):
    waiting, cancelled, fresh_one = wait(anna), wait(anna, "diamoniak"), wait(boris)
    tickets.cancel_ticket(anna, cancelled.id)
    tickets.cancel_ticket(boris, fresh_one.id)
    long_ago = now_ms() - tickets.DAY - 1
    Ticket.objects.filter(user=anna).update(since=long_ago, look_at=long_ago)
    for duty in clock._chores(0):
        clock._attempt(duty)
    assert set(Ticket.objects.values_list("pk", flat=True)) == {waiting.id, fresh_one.id}


def test_a_table_that_cannot_be_settled_holds_up_no_pairing(anna, boris, monkeypatch):
    match = called(anna, boris)
    ask(match, anna, "leave")
    wait(make_user("clara"))
    sent = []
    monkeypatch.setattr(errands.pair_tickets, "apply_async", lambda **options: sent.append(options))
    monkeypatch.setattr(tickets, "_settle", lambda *_: 1 / 0)
    for duty in clock._dispatches(1):
        clock._attempt(duty)
    assert len(sent) == 1
