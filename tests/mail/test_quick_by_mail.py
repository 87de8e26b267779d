"""A quick match by mail: its people wait without a page, and the match begins without them, with a mail to each."""

from __future__ import annotations

import json

import pytest
from django.core import mail
from django.test import Client

from accounts.models import OutgoingMail, User
from games.door.loaded import to_snapshot
from games.errors import Refused
from games.log import storing
from games.models import Match
from matchmaking import by_mail, errands, halls, tickets
from matchmaking.models import CANCELLED, EXPIRED, SEATED, WAITING, Ticket
from tests.games.conftest import Time, ask
from tests.mail.conftest import make_member
from tests.mail.posts import DAY, MINUTE, acting, alarms_of, deliver, kinds_of, mail_alarms_of, move, post_due
from tests.programs import Program, failed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("posted_at_once")]
HOUR = 60 * MINUTE
THREE_DAYS = {"per_move": 3 * DAY}


@pytest.fixture(autouse=True)
def now(stopped: Time, monkeypatch) -> Time:
    """Time stands still for those who wait, too."""
    for module in (halls, tickets, errands):
        monkeypatch.setattr(module, "now_ms", lambda: stopped.now)
    return stopped


def wait(user: User, game: str = "blue-diamond", seats: int = 2, **wishes) -> Ticket:
    return tickets.open_ticket(user, game=game, seats=seats, pace="mail", **wishes)


def begun(*people: User, **wishes) -> Match:
    for person in people:
        wait(person, **wishes)
    assert halls.seat_waiting() == 1
    return Match.objects.get(tickets__user=people[0])


def test_the_match_begins_with_the_pair_with_empty_salts_and_its_log_tells_all_of_it(anna, boris, now):
    match = begun(anna, boris)
    loaded = storing.load(match.id)
    assert (loaded.status, loaded.pace, loaded.clock) == ("active", "mail", THREE_DAYS)
    assert {occupant.salt for occupant in loaded.occupants} == {""}
    assert (match.live.status, match.live.started_at) == ("active", now.now)
    assert to_snapshot(storing.replayed(match)) == to_snapshot(loaded)
    assert set(Ticket.objects.values_list("state", "match")) == {(SEATED, match.id)}
    assert ("gather", -1) not in alarms_of(match)
    assert alarms_of(match)["time", -1] >= now.now + 3 * DAY


def test_both_get_the_mail_of_a_match_that_began_and_it_is_played_as_any_other(anna, boris, now):
    match = begun(anna, boris)
    assert {key for key in mail_alarms_of(match) if key[0] == "start"} == {("start", 0), ("start", 1)}
    now.move(2 * MINUTE)
    for row in post_due():
        deliver(row)
    assert kinds_of(anna) == kinds_of(boris) == ["start"]
    assert sorted(to for message in mail.outbox for to in message.to) == ["anna@example.org", "boris@example.org"]
    move(match)
    user, _, _ = acting(match)
    ask(match, user, "resign")
    assert Match.objects.get(pk=match.pk).live.status == "finished"


def test_nobody_needs_a_page_open(anna, boris, now):
    wait(anna)
    now.move(5 * DAY)
    assert halls.seat_waiting() == 0
    wait(boris)
    assert halls.seat_waiting() == 1


def test_days_that_differ_part_people_and_any_number_meets_each(anna, boris):
    wait(anna, clock={"per_move": DAY})
    wait(boris)
    assert halls.seat_waiting() == 0
    wait(clara := make_member("clara"), clock="any")
    assert halls.seat_waiting() == 1
    assert Ticket.objects.get(user=clara).match.clock == {"per_move": DAY}


def test_live_and_by_mail_are_two_wishes_that_do_not_meet_and_do_not_end_each_other(anna, boris):
    mine = wait(anna)
    tickets.open_ticket(anna, game="blue-diamond", seats=2)
    tickets.open_ticket(boris, game="blue-diamond", seats=2)
    assert halls.seat_waiting() == 1
    live = Match.objects.get(pace="live")
    for person in (anna, boris):
        ask(live, person, "here")
    tickets.settle_tickets(tickets.now_ms())
    assert Ticket.objects.get(pk=mine.pk).state == WAITING
    with pytest.raises(Refused, match="already_waiting"):
        wait(anna)


def test_who_is_called_to_a_live_table_begins_by_mail_all_the_same(anna, boris):
    for person in (anna, make_member("clara")):
        tickets.open_ticket(person, game="blue-diamond", seats=2)
    assert halls.seat_waiting() == 1
    wait(anna)
    wait(boris)
    assert halls.seat_waiting() == 1
    states = Ticket.objects.filter(user=anna).values_list("pace", "state")
    assert set(states) == {("live", "called"), ("mail", "seated")}


def test_bots_come_after_hours_and_move(anna, now):
    ticket = wait(anna, game="diamoniak", seats=3, bots_after=HOUR)
    now.move(HOUR - 1)
    assert halls.seat_waiting() == 0
    now.move(1)
    assert halls.seat_waiting() == 1
    match = Match.objects.get(tickets=ticket)
    assert sorted(row.bot for row in match.seat_rows.all()) == ["", "steady", "steady"]
    loaded = storing.load(match.id)
    assert any(kind == "bot" for kind, _ in alarms_of(match)) or loaded.must_act() == {loaded.seat_of(anna.pk)}


def test_anybody_will_do_after_an_hour_and_not_after_a_minute(anna, boris, now, monkeypatch):
    strong = {anna.pk: 1500, boris.pk: 3200}
    monkeypatch.setattr(halls.selectors, "points", lambda people, *_: {user: strong[user] for user in people})
    wait(anna)
    wait(boris)
    now.move(HOUR - 1)
    assert halls.seat_waiting() == 0
    now.move(1)
    assert halls.seat_waiting() == 1


def test_who_waits_in_vain_is_told_after_two_weeks_in_their_language_and_once(now):
    vera = make_member("vera", language="en")
    ticket = wait(vera)
    now.move(by_mail.WAITS)
    halls.seat_waiting()
    assert Ticket.objects.get(pk=ticket.pk).state == WAITING
    now.move(1)
    for _ in range(2):
        halls.seat_waiting()
    assert Ticket.objects.get(pk=ticket.pk).state == EXPIRED
    (row,) = OutgoingMail.objects.filter(to="vera@example.org")
    assert row.subject == "Blue Diamond by mail: nobody has come"
    assert "/lobby/" in row.text
    assert "%(" not in row.text


def test_the_dispatcher_sends_them_to_the_pairing_too(anna, monkeypatch):
    sent = []
    monkeypatch.setattr(errands.pair_tickets, "apply_async", lambda **options: sent.append(options))
    wait(anna)
    errands.send_to_pairing()
    assert len(sent) == 1


UNPROVEN = ("dora", "dora@example.org")
REFUSED = {
    "a guest": (lambda: User.objects.create_user("Guest 7", is_guest=True), {}, "members_only"),
    "a member without a proven address": (lambda: User.objects.create_user(*UNPROVEN), {}, "members_only"),
    "a race": (lambda: make_member("eva"), {"game": "blitz"}, "live_only"),
    "seconds a move": (lambda: make_member("eva"), {"clock": {"per_move": 60_000}}, "out_of_range"),
    "a main time": (lambda: make_member("eva"), {"clock": {"main": 60_000, "increment": 0}}, "bad_options"),
    "bots at once": (lambda: make_member("eva"), {"bots_after": 0}, "out_of_range"),
    "bots in a month": (lambda: make_member("eva"), {"bots_after": 30 * DAY}, "out_of_range"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_by_mail_is_refused_with_a_sentence(name):
    make, wishes, code = REFUSED[name]
    with pytest.raises(Refused) as refused:
        wait(make(), **wishes)
    assert refused.value.code == code
    assert len(refused.value.message) > 20
    assert not Ticket.objects.exists()


FORM = {"game": "blue-diamond", "seats": "2", "rated": "0", "pace": "mail", "days": "7", "bots_by_mail": "24"}


def browser_of(user: User) -> Client:
    browser = Client()
    browser.force_login(user)
    return browser


def test_the_page_opens_shows_and_cancels_such_a_wish(anna):
    browser = browser_of(anna)
    assert browser.post("/lobby/quick/", FORM).status_code == 302
    ticket = Ticket.objects.get()
    assert (ticket.pace, ticket.clock, ticket.bots_after) == ("mail", {"per_move": 7 * DAY}, 24 * HOUR)
    assert "Looking for opponents by mail" in browser.get("/lobby/").content.decode()
    assert "Looking for opponents by mail" not in browser.get("/rules/").content.decode()
    assert browser.post(f"/lobby/tickets/{ticket.pk}/cancel/").status_code == 302
    assert Ticket.objects.get().state == CANCELLED


@pytest.mark.parametrize("change", [{}, {"days": "any"}, {"days": "any", "bots_by_mail": "never"}])
def test_others_see_it_in_the_lobby_and_wait_along_by_one_press(anna, boris, change):
    browser_of(anna).post("/lobby/quick/", FORM | change)
    page = browser_of(boris)
    (line,) = page.get("/lobby/").context["awaited"]
    assert json.loads(line.hall.wish)["pace"] == "mail"
    assert page.post("/lobby/quick/", {"wish": line.hall.wish}).status_code == 302
    assert halls.seat_waiting() == 1


def test_the_page_refuses_a_guest_and_a_race_in_plain_words(anna):
    refused = Client().post("/lobby/quick/", FORM)
    assert refused.status_code == 422
    assert "By mail only members play" in refused.content.decode()
    refused = browser_of(anna).post("/lobby/quick/", FORM | {"game": "blitz"})
    assert "played live only" in refused.content.decode()
    assert not Ticket.objects.exists()


def test_a_program_waits_by_mail(anna, boris):
    program, body = Program(anna), {"token": "q", "game": "sequence", "seats": 2, "pace": "mail", "clock": THREE_DAYS}
    assert program.post("tickets", body).status_code == 201
    (told,) = program.get("tickets").json()["tickets"]
    assert (told["pace"], told["state"]) == ("mail", "waiting")
    assert failed(program.post("tickets", body | {"token": "r", "pace": "post"})) == (400, "out_of_range")
    assert failed(program.post("tickets", body | {"pace": "live", "clock": None})) == (422, "id_reused")
    Program(boris).post("tickets", body | {"clock": "any"})
    assert halls.seat_waiting() == 1
