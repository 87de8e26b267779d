"""Invitations over REST: what the pages do, by the same services."""

from __future__ import annotations

import pytest
from django.core import mail

from games.models import Invitation
from tests.games.conftest import anna, boris, clara, open_for
from tests.programs import Program, failed

__all__ = ["anna", "boris", "clara"]
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_lane]


@pytest.fixture
def table(anna):
    return open_for(anna)


def test_somebody_is_asked_sees_it_and_declines(table, anna, boris):
    host, guest = Program(anna), Program(boris)
    asked = host.post(f"matches/{table.id}/invitations", who="boris")
    assert asked.json() == {"invited": [{"name": "boris", "declined": False}]}
    (told,) = guest.get("invitations").json()["invitations"]
    assert told == {"id": told["id"], "by": "anna", "game": table.game, "match": table.id}
    assert guest.delete(f"invitations/{told['id']}").status_code == 200
    assert guest.get("invitations").json() == {"invitations": []}
    assert host.get(f"matches/{table.id}/invitations").json()["invited"][0]["declined"]


def test_an_address_is_asked_by_mail_and_nothing_tells_whose_it_is(table, anna):
    answer = Program(anna).post(f"matches/{table.id}/invitations", who="nobody@example.org")
    assert answer.json() == {"invited": []}
    again = [Program(anna).post(f"matches/{table.id}/invitations", who="nobody@example.org", token="t") for _ in "12"]
    assert [one.json() for one in again] == [{"invited": []}] * 2
    assert [letter.to for letter in mail.outbox] == [["nobody@example.org"]]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"who": "Nobody"}, 404), ({"who": "anna"}, 409), ({"who": "a@"}, 400), ({"who": ""}, 400), ({"who": 3}, 400),
        ({"who": "boris", "seat": 1}, 400), ({}, 400), ({"who": "x" * 255}, 400), ({"who": "a\u0000b"}, 400),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_and_nobody_is_asked(table, anna, boris, body, status):
    assert failed(Program(anna).post(f"matches/{table.id}/invitations", body))[0] == status
    assert not Invitation.objects.exists()


def test_only_who_sits_there_asks_and_sees_who_was_asked(table, anna, boris, clara):
    Program(anna).post(f"matches/{table.id}/invitations", who="clara")
    stranger = Program(boris)
    assert failed(stranger.get(f"matches/{table.id}/invitations")) == (403, "not_a_player")
    assert failed(stranger.post(f"matches/{table.id}/invitations", who="clara")) == (403, "not_a_player")


def test_nobody_declines_for_another(table, anna, boris, clara):
    Program(anna).post(f"matches/{table.id}/invitations", who="clara")
    asked = Invitation.objects.get()
    for pk in (asked.pk, "x", "0", "9" * 30):
        assert failed(Program(boris).delete(f"invitations/{pk}")) == (404, "not_found")
    assert not Invitation.objects.get().declined


@pytest.mark.parametrize("tables", [1, 4])
def test_the_list_is_few_queries_however_long(tables, anna, boris, django_assert_max_num_queries):
    for _ in range(tables):
        Program(anna).post(f"matches/{open_for(anna).id}/invitations", who="boris")
    program = Program(boris)
    program.get("account")
    with django_assert_max_num_queries(4):
        assert len(program.get("invitations").json()["invitations"]) == tables
