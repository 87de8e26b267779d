"""Holidays, one's own standing and one's own data over REST: what the pages do, and the same limits."""

from __future__ import annotations

import json
from datetime import timedelta
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Appeal, Holiday, SanctionKind
from tests.accounts.conftest import PASSWORD
from tests.programs import Program, failed
from tests.staff import REASON, laid


def day(number: int) -> str:
    return (timezone.now() + timedelta(days=number)).date().isoformat()


# --- holidays ---


def test_a_holiday_is_taken_once_told_and_ended(anna):
    program, days = Program(anna), {"first": day(5), "last": day(7), "time_zone": "Europe/Berlin"}
    told = program.post("account/holidays", days)
    (holiday,) = told.json()["holidays"]
    assert told.status_code == 201
    assert {name: holiday[name] for name in days} == days
    assert holiday["ends"] - holiday["begins"] >= 3 * 23 * 3_600_000
    assert sum(told.json()["left"].values()) == 57
    assert program.post("account/holidays", days).json() == program.get("account/holidays").json() == told.json()
    left = program.delete(f"account/holidays/{holiday['id']}")
    assert (left.json()["holidays"], sum(left.json()["left"].values())) == ([], 60), "it had not begun"
    assert program.delete(f"account/holidays/{holiday['id']}").status_code == 200


@pytest.mark.parametrize(
    ("days", "expected"),
    [
        ({"first": day(3), "last": day(2)}, (400, "order")),
        ({"first": day(-3), "last": day(2)}, (400, "past")),
        ({"first": day(3), "last": "9999-12-31"}, (400, "far")),
        ({"first": day(20), "last": day(90)}, (409, "too_many")),
        ({"first": day(10), "last": day(11)}, (409, "overlap")),
        ({"first": "tomorrow", "last": day(2)}, (400, "bad_type")),
        ({"first": day(1)}, (400, "missing_field")),
        ({"first": day(1), "last": day(2), "time_zone": "Mars/Olympus"}, (400, "out_of_range")),
        ({"first": day(1), "last": day(2), "user": 1}, (400, "unknown_field")),
    ],
)
def test_days_that_cannot_be_taken_are_refused_and_nothing_changes(days, expected, anna):
    assert Program(anna).post("account/holidays", {"first": day(10), "last": day(12)}).status_code == 201
    assert failed(Program(anna).post("account/holidays", days)) == expected
    assert Holiday.objects.count() == 1


def test_somebody_elses_holiday_goes_on(anna, boris):
    (holiday,) = Program(anna).post("account/holidays", {"first": day(1), "last": day(2)}).json()["holidays"]
    assert Program(boris).delete(f"account/holidays/{holiday['id']}").json()["holidays"] == []
    assert len(Program(anna).get("account/holidays").json()["holidays"]) == 1
    assert failed(Program(anna).delete("account/holidays/x")) == (404, "not_found")


# --- how one stands ---


def test_a_sanction_is_told_read_and_appealed_against_once(anna):
    sanction, program = laid(anna, SanctionKind.MUTE), Program(anna)
    (told,) = program.get("account/sanctions").json()["sanctions"]
    shown = ("id", "kind", "reason", "holds", "read", "may_appeal")
    assert [told[name] for name in shown] == [sanction.pk, "mute", REASON, True, False, True]
    assert program.post(f"account/sanctions/{sanction.pk}/read").json() == told | {"read": True}
    anna.refresh_from_db()
    assert not anna.untold
    for _ in range(2):
        answer = program.post(f"account/sanctions/{sanction.pk}/appeal", words="It was not me.")
        assert answer.status_code == 201
        assert answer.json() == told | {"read": True, "may_appeal": False, "appeal": {"words": "It was not me."}}
    other = program.post(f"account/sanctions/{sanction.pk}/appeal", words="Really not.")
    assert failed(other) == (403, "not_allowed")
    assert Appeal.objects.count() == 1


@pytest.mark.parametrize("words", [" ", "", "x" * 2_001])
def test_an_appeal_says_something_and_not_too_much(words, anna):
    sanction = laid(anna, SanctionKind.UNRATED)
    assert Program(anna).post(f"account/sanctions/{sanction.pk}/appeal", words=words).status_code == 400
    assert not Appeal.objects.exists()


@pytest.mark.parametrize("what", ["read", "appeal"])
def test_somebody_elses_sanction_is_not_to_be_found(what, anna, boris):
    sanction = laid(anna, SanctionKind.MUTE)
    for number in (sanction.pk, 10**17, "x"):
        answer = Program(boris).post(f"account/sanctions/{number}/{what}", words="Let him talk.")
        assert failed(answer) == (404, "not_found")
    sanction.refresh_from_db()
    assert sanction.seen_at is None
    assert not Appeal.objects.exists()


# --- one's own data ---


def export(program: Program, password: str = PASSWORD):
    return program.post("account/export", password=password)


@pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume asynchronous iterators")
def test_ones_own_data_is_the_zip_of_the_page_twice_a_day(anna, boris):
    program = Program(anna, "read")
    for _ in range(2):
        answer = export(program)
        assert (answer.status_code, answer["Content-Type"]) == (200, "application/zip")
        with ZipFile(BytesIO(b"".join(answer))) as archive:
            assert archive.testzip() is None
            text = "".join(archive.read(name).decode() for name in archive.namelist())
            assert {"README.txt", "account.json"} <= set(archive.namelist())
        assert "anna@example.org" in text
        assert "boris@example.org" not in text
    assert failed(export(program)) == (429, "slow_down")


def test_it_needs_the_password_which_cannot_be_guessed(anna):
    program = Program(anna)
    assert [failed(export(program, "wrong")) for _ in range(5)] == [(422, "wrong_password")] * 5
    answer = export(program)
    assert (failed(answer), json.loads(answer.content)["error"]["limit"]) == ((429, "slow_down"), "passwords")


def test_a_login_alone_is_not_enough_either(anna):
    page = Client()
    page.force_login(anna)
    answer = page.post("/api/v1/account/export", "{}", content_type="application/json")
    assert failed(answer) == (422, "wrong_password")
