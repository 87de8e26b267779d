"""REST for programs: waiting for opponents, ratings, histories, leaderboards."""

from __future__ import annotations

import pytest

from matchmaking.models import Rating, Ticket
from tests.games.conftest import anna, boris, clara, make_user
from tests.matchmaking.test_ratings import won as played
from tests.programs import Program, failed

__all__ = ["anna", "boris", "clara"]
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_lane]


def test_a_wish_is_opened_once_seen_and_taken_back(anna):
    program = Program(anna)
    body = {"token": "q", "game": "sequence", "seats": 2, "bots_after": 30_000}
    first = program.post("tickets", body)
    assert first.status_code == 201
    assert program.post("tickets", body).json() == first.json()
    assert failed(program.post("tickets", {**body, "seats": 3})) == (422, "id_reused")
    assert failed(program.post("tickets", {**body, "token": "r"})) == (409, "already_waiting")
    (told,) = program.get("tickets").json()["tickets"]
    assert (told["ticket"], told["state"], told["game"]) == (first.json()["ticket"], "waiting", "sequence")
    assert program.delete(f"tickets/{told['ticket']}").json() == {}
    assert program.get("tickets").json() == {"tickets": []}


def test_a_program_may_leave_the_clock_to_the_others(anna):
    program, body = Program(anna), {"token": "q", "game": "sequence", "seats": 2, "clock": "any"}
    first = program.post("tickets", body)
    assert program.post("tickets", body).json() == first.json()
    assert failed(program.post("tickets", {**body, "clock": {"per_move": 60_000}})) == (422, "id_reused")
    assert Ticket.objects.get().any_clock


def test_to_ask_for_tickets_is_to_be_here(anna):
    program = Program(anna)
    program.post("tickets", token="q", game="sequence", seats=2)
    Ticket.objects.update(seen_at=0)
    program.get("tickets")
    assert Ticket.objects.get().seen_at > 0


def test_nobody_takes_back_the_ticket_of_another(anna, boris):
    Program(anna).post("tickets", token="q", game="sequence", seats=2)
    assert Program(boris).delete(f"tickets/{Ticket.objects.get().pk}").json() == {}
    assert Ticket.objects.get().state == "waiting"


@pytest.mark.parametrize("ticket", ["x", "-1", "1.5", "9" * 30, "1 OR 1=1", "٣"])
def test_a_ticket_that_is_none_is_not_found(ticket, anna):
    assert failed(Program(anna).delete(f"tickets/{ticket}")) == (404, "not_found")


@pytest.mark.parametrize(("change", "status", "code"), [
    ({"seats": "2"}, 400, "bad_type"), ({"seats": 2.0}, 400, "bad_type"), ({"seats": True}, 400, "bad_type"),
    ({"seats": None}, 400, "bad_type"), ({"seats": -1}, 400, "out_of_range"), ({"seats": 7}, 422, "bad_seats"),
    ({"rated": 1}, 400, "bad_type"), ({"user": 3}, 400, "unknown_field"), ({"token": ""}, 400, "out_of_range"),
    ({"bots_after": -1}, 400, "out_of_range"), ({"clock": {"per_move": "60000"}}, 400, "bad_type"),
    ({"clock": "some"}, 400, "out_of_range"), ({"clock": 60_000}, 400, "bad_type"),
    ({"clock": {}}, 422, "bad_options"), ({"game": "chess"}, 422, "bad_options"), ({"game": 7}, 400, "bad_type"),
])  # fmt: skip
def test_a_wish_that_is_no_good_opens_nothing(change, status, code, anna):
    body = {"token": "q", "game": "sequence", "seats": 2} | change
    assert failed(Program(anna).post("tickets", body)) == (status, code)
    assert not Ticket.objects.exists()


def test_a_person_is_known_by_ratings_and_results(anna, boris):
    played(anna, boris)
    told = Program().get("people/anna").json()
    assert (told["name"], told["kind"]) == ("anna", "member")
    (rating,) = told["ratings"]
    assert (rating["game"], rating["pace"], rating["matches"]) == ("blue-diamond", "live", 1)
    assert told["totals"] == [{"game": "blue-diamond", "won": 1, "drawn": 0, "lost": 0}]
    assert failed(Program().get("people/nobody-there")) == (404, "not_found")


@pytest.mark.parametrize("name", ["%00", "a%00b", "%E2%80%AEanna", "..", "' OR 1=1"])
def test_a_name_that_is_none_is_not_found(name):
    assert failed(Program().client.get(f"/api/v1/people/{name}")) == (404, "not_found")


def test_a_history_is_read_page_by_page_with_four_queries(anna, boris, django_assert_max_num_queries):
    for number in range(3):
        played(anna, boris if number else make_user("clara"))
    program = Program(boris)
    program.get("account")
    with django_assert_max_num_queries(4):
        page = program.get("people/anna/matches", page_size=2).json()
    (last,) = program.get("people/anna/matches", page_size=2, cursor=page["next"]).json()["results"]
    assert [line["others"] for line in [*page["results"], last]] == [["boris"], ["boris"], ["clara"]]
    assert {line["result"] for line in page["results"]} == {"won"}
    assert page["results"][0]["change"] > 0
    assert program.get("people/anna/matches", result="lost").json() == {"results": []}
    assert failed(program.get("people/anna/matches", result="cheated")) == (400, "out_of_range")


def test_a_private_match_is_in_nobody_elses_history(anna, boris, clara):
    played(anna, boris, watchers=False)
    assert len(Program(boris).get("people/anna/matches").json()["results"]) == 1
    assert Program(clara).get("people/anna/matches").json() == {"results": []}


def test_the_leaderboard_is_read_with_four_queries(anna, boris, django_assert_max_num_queries):
    played(anna, boris)
    Rating.objects.update(settled_until=2**62)
    program = Program(anna)
    program.get("account")
    with django_assert_max_num_queries(4):
        rows = program.get("leaderboards/blue-diamond").json()["results"]
    assert [(row["place"], row["name"]) for row in rows] == [(1, "anna"), (2, "boris")]
    assert failed(program.get("leaderboards/chess")) == (404, "not_found")
    assert failed(program.get("leaderboards/sequence", cursor="0")) == (400, "out_of_range")


def test_what_a_match_has_changed_is_told_by_seat(anna, boris):
    match = played(anna, boris)
    told = Program().get(f"matches/{match.id}/ratings").json()
    assert told["state"] == "counted"
    assert [change["after"] > change["before"] for change in told["changes"]] == [True, False]
