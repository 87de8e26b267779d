"""Reports over REST: made once, strict bodies, one's own only, and what became of them."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import Case, Report, User, Verdict
from accounts.moderation import cases
from games.talk.chat import Said, say
from tests.games.conftest import started
from tests.games.test_evidence import staff
from tests.programs import Program, failed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_process")]
GOOD: dict[str, Any] = {"token": "r-1", "about": "person", "person": "boris", "kind": "talk", "text": "He shouts."}


def test_a_report_is_made_once_and_told_with_its_answer(anna, boris):
    program = Program(anna)
    made = program.post("reports", **GOOD)
    assert made.status_code == 201
    told = made.json()
    assert told | {"id": 0, "at": 0} == {
        "id": 0, "about": "person", "thing": "", "person": "boris", "kind": "talk", "text": "He shouts.", "at": 0,
        "state": "open",
    }  # fmt: skip
    assert program.post("reports", **GOOD).json() == told
    assert failed(program.post("reports", **GOOD | {"kind": "name"})) == (422, "id_reused")
    vera = staff("vera")
    case = Case.objects.get()
    cases.claim(vera, case)
    assert program.get("reports").json()["results"][0]["state"] == "claimed"
    cases.close(vera, case, Verdict.WARNED, answer="Thank you.", told_person="Calm down.")
    (closed,) = program.get("reports").json()["results"]
    assert closed == told | {"state": "closed", "verdict": "acted", "answer": "Thank you."}
    assert program.post("reports", **GOOD).json() == closed
    assert Report.objects.count() == 1


def test_lines_and_matches_are_reported_by_their_ids(anna, boris, match):
    line = say(match.id, boris, Said("hello"), "t1")
    program = Program(anna)
    made = program.post("reports", **GOOD | {"about": "line", "id": line})
    assert (made.status_code, made.json()["thing"]) == (201, str(line))
    made = program.post("reports", **GOOD | {"about": "match", "id": match.id, "kind": "cheating", "token": "r-2"})
    assert (made.status_code, made.json()["thing"]) == (201, match.id)


def test_a_private_match_and_a_missing_one_are_answered_alike(anna, boris, clara):
    private = started(anna, boris, watchers=False)
    line = say(private.id, boris, Said("hello"), "t1")
    program = Program(clara)
    things = [("match", private.id), ("match", "2" * 16), ("line", line), ("line", 10**6), ("line", str(line))]
    answers = {program.post("reports", **GOOD | {"about": about, "id": id}).content for about, id in things}
    assert len(answers) == 1
    assert failed(program.post("reports", **GOOD | {"about": "match", "id": private.id})) == (404, "not_found")
    assert failed(program.post("reports", **GOOD | {"person": "nobody"})) == (404, "not_found")
    assert not Case.objects.exists()


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"token": None}, "bad_type"), ({"token": "a b"}, "out_of_range"), ({"about": "planet"}, "out_of_range"),
        ({"about": 1}, "bad_type"), ({"kind": "planet"}, "out_of_range"), ({"person": 1}, "bad_type"),
        ({"person": "x" * 41}, "out_of_range"), ({"id": 1.5}, "bad_type"), ({"id": True}, "bad_type"),
        ({"id": -1}, "out_of_range"), ({"id": "x" * 41}, "out_of_range"), ({"id": [1]}, "bad_type"),
        ({"text": None}, "bad_type"), ({"text": "x" * 1001}, "too_long"), ({"text": "a\0"}, "bad_text"),
        ({"case": 1}, "unknown_field"), ({"evidence": {}}, "unknown_field"),
    ],
)  # fmt: skip
def test_bodies_are_read_strictly(change, code, anna, boris):
    status, told = failed(Program(anna).post("reports", **GOOD | change))
    assert (status, told) == (400, code)
    assert not Report.objects.exists()


@pytest.mark.parametrize("name", ["token", "about", "person", "kind"])
def test_what_is_missing_is_named(name, anna, boris):
    body = {key: value for key, value in GOOD.items() if key != name}
    answer = Program(anna).post("reports", body)
    assert failed(answer) == (400, "missing_field")
    assert answer.json()["error"]["field"] == name


def test_nobody_reports_themselves_or_reads_what_others_have_reported(anna, boris, clara):
    program = Program(anna)
    assert failed(program.post("reports", **GOOD | {"person": "anna"})) == (409, "yourself")
    program.post("reports", **GOOD)
    assert Program(clara).get("reports").json() == {"results": []}
    assert Program(boris).get("reports").json() == {"results": []}


def test_the_limit_of_a_day_holds_over_rest_and_is_named(anna, settings):
    settings.LIMITS = settings.LIMITS | {"reports": (2, 3600)}
    people = [User.objects.create_user(f"Guest {n}", is_guest=True) for n in range(3)]
    program = Program(anna)
    answers = [program.post("reports", **GOOD | {"person": who.username, "token": f"r{who.pk}"}) for who in people]
    assert [answer.status_code for answer in answers] == [201, 201, 429]
    assert answers[2].json()["error"]["limit"] == "reports"
    assert int(answers[2]["Retry-After"]) > 0


def test_reports_come_page_by_page(anna, settings):
    settings.LIMITS = settings.LIMITS | {"reports": (100, 3600)}
    program = Program(anna)
    for n in range(5):
        User.objects.create_user(f"Guest {n}", is_guest=True)
        program.post("reports", **GOOD | {"person": f"Guest {n}", "token": f"r{n}"})
    first = program.get("reports", page_size=3).json()
    rest = program.get("reports", page_size=3, cursor=first["next"]).json()
    assert [one["person"] for one in first["results"] + rest["results"]] == [f"Guest {n}" for n in range(4, -1, -1)]
    assert "next" not in rest
