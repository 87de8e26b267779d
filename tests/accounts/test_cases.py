"""Reports of people, the cases that they make, who judges them and who may not, and what both sides are told."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.db import connection
from django.utils import timezone

from accounts import services
from accounts.models import (
    Case,
    CaseKind,
    ModerationAction,
    OutgoingMail,
    Report,
    Role,
    Sanction,
    SanctionKind,
    User,
    Verdict,
)
from accounts.moderation import cases, reports, sanctions
from accounts.moderation.cases import Penalty
from accounts.moderation.reports import Complaint, report
from accounts.refusals import Refused
from tests.accounts.staff import case_about, moderator


@pytest.fixture
def boris(person) -> User:
    return person("Boris", "boris@example.org")


@pytest.fixture
def vera(person) -> User:
    return moderator(person("Vera", "vera@example.org"))


@pytest.fixture
def zoya(person) -> User:
    return moderator(person("Zoya", "zoya@example.org"))


def complaint(person: User, kind: CaseKind = CaseKind.TALK, words: str = "") -> Complaint:
    return Complaint("person", str(person.pk), person, kind, words)


def refusal(call, *args, **kwargs) -> str:
    with pytest.raises(Refused) as caught:
        call(*args, **kwargs)
    assert caught.value.message
    return caught.value.code


# --- reports ---
def test_reports_of_one_person_and_kind_make_one_case_and_another_kind_another(anna, boris, vera, person):
    clara = person("Clara", "clara@example.org")
    first = report(anna, complaint(boris, words=" He shouts. "))
    assert first.words == "He shouts."
    assert first.evidence["name"] == "Boris"
    assert report(clara, complaint(boris)).case == first.case
    assert report(anna, complaint(boris, CaseKind.CHEATING)).case != first.case
    assert [one.reported for one in cases.open_cases()] == [2, 1]


def test_the_same_thing_reported_again_is_the_same_report(anna, boris):
    first = report(anna, complaint(boris, words="once"))
    assert report(anna, complaint(boris, words="twice")) == first
    assert Report.objects.count() == 1


def test_what_a_person_does_after_a_judgement_may_be_reported_anew(anna, boris, vera):
    first = report(anna, complaint(boris))
    judge(vera, first.case)
    assert report(anna, complaint(boris)).case != first.case


def test_a_token_sent_again_is_the_same_report_and_with_other_content_refused(anna, boris):
    first = report(anna, complaint(boris), token="t1")
    assert report(anna, complaint(boris), token="t1") == first
    assert refusal(report, anna, complaint(boris, CaseKind.NAME), token="t1") == "id_reused"
    assert Report.objects.count() == 1


@pytest.mark.parametrize("about_id", ["", "x", "0", "-1", "9" * 18, "9" * 40, "1e3", "٣", "1\0"])
def test_nobody_who_is_not_here_can_be_reported(about_id, anna, boris):
    assert refusal(report, anna, Complaint("person", about_id, boris, CaseKind.TALK)) == "not_found"
    assert not Case.objects.exists()


def test_unapt_reports_are_refused_and_leave_nothing(anna, boris, vera):
    assert refusal(report, anna, complaint(anna)) == "yourself"
    assert refusal(report, anna, Complaint("person", str(vera.pk), boris, CaseKind.TALK)) == "not_involved"
    assert refusal(report, anna, Complaint("planet", "1", boris, CaseKind.TALK)) == "not_found"
    assert refusal(report, anna, complaint(boris, words="x" * 1001)) == "too_long"
    assert refusal(report, anna, complaint(boris, words="a\0b")) == "bad_text"
    boris.is_active = False
    boris.save()
    assert refusal(report, anna, complaint(boris)) == "not_found"
    assert not Case.objects.exists()


def test_one_person_reports_so_many_times_a_day_and_then_again(anna, settings):
    settings.LIMITS = settings.LIMITS | {"reports": (3, 3600)}
    bad = [User.objects.create_user(f"Guest {number}", is_guest=True) for number in range(4)]
    for person in bad[:3]:
        report(anna, complaint(person))
    assert report(anna, complaint(bad[0])).case.person == bad[0]  # a repeat is none
    assert refusal(report, anna, complaint(bad[3])) == "slow_down"
    assert Case.objects.count() == 3
    Report.objects.update(at=timezone.now() - timedelta(hours=2))
    report(anna, complaint(bad[3]))


def test_a_guests_reports_and_cases_come_along_to_the_member(anna, boris, vera):
    guest = User.objects.create_user("Guest 77", is_guest=True)
    report(guest, complaint(anna))
    report(anna, complaint(guest))
    report(vera, complaint(boris))
    report(anna, complaint(boris))
    report(vera, complaint(guest, CaseKind.NAME))
    assert Case.objects.count() == 4
    services.merge_guest(guest, boris)
    assert [one.case.person for one in reports.reports_of(boris)] == [anna]
    open_ones = Case.objects.filter(person=boris)
    assert {(one.kind, one.reports.count()) for one in open_ones} == {("talk", 3), ("name", 1)}
    assert not Case.objects.filter(person=guest).exists()


# --- cases ---
def judge(actor: User, case: Case, verdict: Verdict = Verdict.NOTHING, penalty: Penalty | None = None) -> None:
    cases.claim(actor, case)
    cases.close(actor, case, verdict, answer="We have looked.", told_person="Please be kind.", penalty=penalty)


def test_one_moderator_has_a_case_and_another_is_told_who(anna, boris, vera, zoya):
    case = case_about(boris, anna)
    cases.claim(vera, case)
    cases.claim(vera, case)  # a double click
    with pytest.raises(Refused) as caught:
        cases.claim(zoya, case)
    assert caught.value.code == "already_claimed"
    assert "Vera" in caught.value.message
    assert refusal(cases.release, zoya, case) == "not_allowed"
    assert refusal(cases.close, zoya, case, Verdict.NOTHING, answer="x", told_person="y") == "not_allowed"
    cases.release(vera, case)
    cases.claim(zoya, case)
    told = ModerationAction.objects.filter(target="case").order_by("pk").values_list("action", "actor", "person")
    assert list(told) == [
        ("case.claim", vera.pk, boris.pk), ("case.release", vera.pk, boris.pk), ("case.claim", zoya.pk, boris.pk),
    ]  # fmt: skip


def test_a_case_is_judged_by_who_has_claimed_it_only(anna, boris, vera):
    case = case_about(boris, anna)
    assert refusal(cases.close, vera, case, Verdict.NOTHING, answer="x", told_person="y") == "not_allowed"
    judge(vera, case)
    for act in (cases.claim, cases.release):
        assert refusal(act, vera, case) == "already_closed"
    assert refusal(judge, vera, case) == "already_closed"


@pytest.mark.parametrize("who", ["player", "barred", "themselves", "equal", "reporter"])
def test_nobody_claims_without_power_or_in_their_own_matter(who, anna, boris, vera, zoya):
    about, reporter, actor = boris, anna, vera
    if who == "player":
        actor = anna
        reporter = zoya
    elif who == "barred":
        vera.barred_until = timezone.now() + timedelta(days=1)
        vera.save()
    elif who == "themselves":
        about = vera
    elif who == "equal":
        about = zoya
    else:
        reporter = vera
    case = case_about(about, reporter)
    assert refusal(cases.claim, actor, case) == "not_allowed"
    assert cases.why_not(actor, case).code == "not_allowed"
    case.refresh_from_db()
    assert case.moderator is None
    assert not ModerationAction.objects.exists()


def test_who_reports_after_claiming_does_not_judge_any_more(anna, boris, vera):
    case = case_about(boris, anna)
    cases.claim(vera, case)
    report(vera, complaint(boris))
    assert refusal(judge, vera, case) == "not_allowed"


def test_a_case_whose_moderator_is_none_any_more_is_claimed_anew(anna, boris, vera, zoya):
    case = case_about(boris, anna)
    cases.claim(vera, case)
    assert not cases.free_cases()
    vera.groups.clear()
    assert list(cases.free_cases()) == [case]
    cases.claim(zoya, case)
    case.refresh_from_db()
    assert case.moderator == zoya
    vera.refresh_from_db()
    assert refusal(cases.close, vera, case, Verdict.NOTHING, answer="x", told_person="y") == "not_allowed"


def test_a_case_whose_moderator_is_suspended_is_free(anna, boris, vera, zoya, person):
    case = case_about(boris, anna)
    cases.claim(vera, case)
    chief = moderator(person("Chief", "chief@example.org"), Role.ADMINISTRATOR)
    suspension = sanctions.lay_sanction(
        chief, vera, SanctionKind.SUSPENSION, reason="x", ends_at=timezone.now() + timedelta(days=1)
    )
    assert list(cases.free_cases()) == [case]
    sanctions.lift_sanction(chief, suspension, why="y")
    assert not cases.free_cases()


def test_an_administrator_gives_a_case_back_for_a_moderator_but_not_one_about_themselves(anna, boris, vera, person):
    chief = moderator(person("Chief", "chief@example.org"), Role.ADMINISTRATOR)
    case = case_about(boris, anna)
    cases.claim(vera, case)
    cases.release(chief, case)
    case.refresh_from_db()
    assert case.moderator is None
    operator = User.objects.create_superuser("Operator", "operator@example.org", "x")
    own = case_about(chief, anna)
    cases.claim(operator, own)
    assert refusal(cases.release, chief, own) == "not_allowed"


def test_a_judgement_needs_both_answers_and_a_sanction_that_fits(anna, boris, vera):
    case = case_about(boris, anna)
    cases.claim(vera, case)
    good = {"answer": "x", "told_person": "y"}
    assert refusal(cases.close, vera, case, Verdict.NOTHING, answer=" ", told_person="y") == "missing_field"
    assert refusal(cases.close, vera, case, Verdict.NOTHING, answer="x", told_person="") == "missing_field"
    assert refusal(cases.close, vera, case, Verdict.SANCTIONED, **good) == "missing_field"
    bad = [
        (Verdict.NOTHING, Penalty(SanctionKind.WARNING)),
        (Verdict.SANCTIONED, Penalty(SanctionKind.MUTE)),
        (Verdict.SANCTIONED, Penalty(SanctionKind.BAN, 3)),
        (Verdict.SANCTIONED, Penalty(SanctionKind.MUTE, 0)),
        (Verdict.SANCTIONED, Penalty(SanctionKind.MUTE, 10**9)),
    ]
    for verdict, penalty in bad:
        assert refusal(cases.close, vera, case, verdict, penalty=penalty, **good) in ("missing_field", "out_of_range")
    case.refresh_from_db()
    assert case.closed_at is None
    assert not Sanction.objects.exists()


def test_both_sides_are_told_in_their_language_and_the_reporter_nothing_of_the_sanction(anna, boris, vera):
    services.set_language(anna, "ru")
    case = case_about(boris, anna)
    judge(vera, case, Verdict.WARNED)
    mails = {mail.to: mail for mail in OutgoingMail.objects.all()}
    assert set(mails) == {"anna@example.org", "boris@example.org"}
    assert "We have looked." in mails["anna@example.org"].text
    assert "Please be kind." not in mails["anna@example.org"].text
    assert "Please be kind." in mails["boris@example.org"].text
    assert "Anna" not in mails["boris@example.org"].text
    assert "/account/reports/" in mails["boris@example.org"].text
    for user in (anna, boris):
        user.refresh_from_db()
        assert user.has_answers


def test_a_sanction_is_laid_with_the_judgement_and_its_reason_is_what_the_person_is_told(anna, boris, vera):
    case = case_about(boris, anna)
    judge(vera, case, Verdict.SANCTIONED, Penalty(SanctionKind.MUTE, 7))
    (sanction,) = Sanction.objects.all()
    assert (sanction.kind, sanction.reason, sanction.case, sanction.by) == ("mute", "Please be kind.", case, vera)
    assert timedelta(days=6.9) < sanction.ends_at - timezone.now() <= timedelta(days=7)
    boris.refresh_from_db()
    assert boris.is_muted
    told = next(mail for mail in OutgoingMail.objects.all() if mail.to == "anna@example.org")
    assert not [word for word in ("mute", "no talk", "7 days") if word in told.text]
    closing = ModerationAction.objects.get(action="case.close")
    assert (closing.actor, closing.why) == (vera, "We have looked.")
    assert closing.after == {"verdict": "sanctioned", "sanction": "mute"}


def test_who_has_no_address_is_told_on_the_site(boris, vera, client):
    guest = User.objects.create_user("Guest 12", is_guest=True)
    judge(vera, case_about(boris, guest))
    assert [mail.to for mail in OutgoingMail.objects.all()] == ["boris@example.org"]
    client.force_login(guest)
    assert "A moderator has answered" in client.get("/rules/").content.decode()
    page = client.get("/account/reports/").content.decode()
    assert "We have looked." in page
    assert "A moderator has answered" not in client.get("/rules/").content.decode()


def test_the_person_reads_what_they_were_told_and_not_by_whom(anna, boris, vera, client):
    judge(vera, case_about(boris, anna), Verdict.WARNED)
    client.force_login(boris)
    page = client.get("/account/reports/").content.decode()
    assert "Please be kind." in page
    assert "We have looked." not in page
    assert "Anna" not in page


# --- at once ---
def at_once(*calls) -> list[str]:
    barrier = Barrier(len(calls))

    def make(call) -> str:
        barrier.wait(30)
        try:
            call()
        except Refused as refused:
            return refused.code
        finally:
            connection.close()
        return "done"

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(make, calls))


@pytest.mark.live
@pytest.mark.django_db(transaction=True)
def test_of_many_moderators_who_claim_at_once_one_wins(anna, boris, person):
    staff = [moderator(person(f"Staff{n}", f"staff{n}@example.org")) for n in range(6)]
    for kind in CaseKind:
        case = report(anna, complaint(boris, kind)).case
        told = at_once(*[lambda one=one, case=case: cases.claim(one, case) for one in staff])
        assert sorted(told) == ["already_claimed"] * 5 + ["done"]
        assert ModerationAction.objects.filter(action="case.claim", target_id=case.pk).count() == 1


@pytest.mark.live
@pytest.mark.django_db(transaction=True)
def test_a_case_closed_many_times_at_once_is_closed_once_with_one_sanction(anna, boris, vera):
    case = case_about(boris, anna)
    cases.claim(vera, case)
    told = {"answer": "x", "told_person": "y", "penalty": Penalty(SanctionKind.MUTE, 1)}
    done = at_once(*[lambda: cases.close(vera, case, Verdict.SANCTIONED, **told)] * 6)
    assert sorted(done) == ["already_closed"] * 5 + ["done"]
    assert Sanction.objects.count() == 1


@pytest.mark.live
@pytest.mark.django_db(transaction=True)
def test_reports_at_once_make_one_case_and_pass_no_limit(anna, boris, person, settings):
    settings.LIMITS = settings.LIMITS | {"reports": (4, 3600)}
    crowd = [person(f"Crowd{n}", f"crowd{n}@example.org") for n in range(6)]
    assert at_once(*[lambda one=one: report(one, complaint(boris)) for one in crowd]) == ["done"] * 6
    assert Case.objects.get().reports.count() == 6
    told = at_once(*[lambda one=one: report(anna, complaint(one)) for one in crowd])
    assert sorted(told) == ["done"] * 4 + ["slow_down"] * 2
    assert at_once(*[lambda: report(crowd[0], complaint(anna))] * 6) == ["done"] * 6
    assert Report.objects.filter(reporter=crowd[0], case__person=anna).count() == 1


@pytest.mark.live
@pytest.mark.django_db(transaction=True)
def test_two_who_reported_each_other_are_judged_at_once_without_a_deadlock(anna, boris, vera, zoya):
    told = {"answer": "x", "told_person": "y"}
    for _ in range(10):
        both = [case_about(boris, anna), case_about(anna, boris)]
        for actor, case in zip((vera, zoya), both, strict=True):
            cases.claim(actor, case)
        done = at_once(
            lambda both=both: cases.close(vera, both[0], Verdict.WARNED, **told),
            lambda both=both: cases.close(zoya, both[1], Verdict.WARNED, **told),
        )
        assert done == ["done", "done"]
        Report.objects.all().delete()
