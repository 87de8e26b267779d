"""The page of a report and the moderators' desk: who is let in, what stands there, what the forms do and refuse."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Appeal, Case, CaseKind, ModerationAction, Report, Sanction, SanctionKind, User
from accounts.moderation import cases
from accounts.moderation.reports import Complaint, report
from accounts.moderation.sanctions import lay_sanction
from tests.accounts.staff import case_about, moderator
from tests.staff import enter


@pytest.fixture
def boris(person) -> User:
    return person("Boris", "boris@example.org")


@pytest.fixture
def vera(person) -> User:
    return moderator(person("Vera", "vera@example.org"))


def browser(user: User | None) -> Client:
    return Client() if user is None else enter(user)


# --- the page of a report ---
def test_a_person_is_reported_on_a_page_and_one_is_led_back(anna, boris):
    page = browser(anna)
    shown = page.get("/report/person/Boris/?next=/people/Boris/").content.decode()
    assert "Sent along: the name." in shown
    answer = page.post(
        "/report/person/Boris/", {"kind": "talk", "words": "He shouts.", "next": "/people/Boris/"}, follow=True
    )
    assert answer.redirect_chain == [("/people/Boris/", 302)]
    assert "A moderator looks at it" in answer.content.decode()
    made = Report.objects.get()
    assert (made.reporter, made.case.person, made.case.kind, made.words) == (anna, boris, "talk", "He shouts.")


def test_a_foreign_way_back_is_not_followed(anna, boris):
    body = {"kind": "talk", "next": "https://evil.example/"}
    assert browser(anna).post("/report/person/Boris/", body).url == "/account/reports/"


def test_a_stranger_is_asked_to_log_in_and_a_guest_may_report(boris):
    assert browser(None).get("/report/person/Boris/").url.startswith("/accounts/login/")
    guest = User.objects.create_user("Guest 8", is_guest=True)
    assert browser(guest).post("/report/person/Boris/", {"kind": "name"}).status_code == 302
    assert Report.objects.get().reporter == guest


@pytest.mark.parametrize(
    "path", ["person/Nobody", "person/-", "match/2222222222222222", "line/1", "planet/1", "line/x"]
)
def test_what_is_not_there_has_no_page(path, anna):
    for answer in (browser(anna).get(f"/report/{path}/"), browser(anna).post(f"/report/{path}/", {"kind": "talk"})):
        assert answer.status_code == 404


@pytest.mark.parametrize(
    "body", [{}, {"kind": "planet"}, {"kind": "talk", "words": "x" * 1001}, {"kind": "talk", "words": "a\0b"}]
)
def test_bad_forms_are_shown_again_and_nothing_is_put_down(body, anna, boris):
    answer = browser(anna).post("/report/person/Boris/", body)
    assert answer.status_code == 422
    assert "errorlist" in answer.content.decode()
    assert not Report.objects.exists()


def test_the_limit_is_told_on_the_page(anna, boris, vera, settings):
    settings.LIMITS = settings.LIMITS | {"reports": (1, 60)}
    page = browser(anna)
    page.post("/report/person/Boris/", {"kind": "talk"})
    answer = page.post("/report/person/Vera/", {"kind": "talk"})
    assert answer.status_code == 429
    assert "You have reported a lot today" in answer.content.decode()


def test_nobody_finds_a_form_against_themselves(anna):
    assert "There is nobody here whom you could report." in browser(anna).get("/report/person/Anna/").content.decode()
    assert browser(anna).post("/report/person/Anna/", {"kind": "talk", "person": anna.pk}).status_code == 422
    assert not Report.objects.exists()


def test_a_report_stands_at_every_name(anna, boris):
    page = browser(anna).get("/people/Boris/").content.decode()
    assert "/report/person/Boris/?next=/people/Boris/" in page
    assert "/report/person/" not in browser(anna).get("/people/Anna/").content.decode()


# --- who is let in ---
STAFF = [
    ("get", "desk", ()), ("get", "cases", ()), ("get", "case", (1,)), ("post", "claim_case", (1,)),
    ("post", "release_case", (1,)), ("post", "close_case", (1,)), ("post", "decide_appeal", (1,)),
    ("post", "lift_sanction", (1,)), ("post", "lay_sanction", ("Boris",)), ("get", "staff_person", ("Boris",)),
]  # fmt: skip


def test_every_address_of_the_desk_is_tried() -> None:
    from accounts.staff.urls import urlpatterns

    assert {route.name for route in urlpatterns} == {name for _, name, _ in STAFF}


@pytest.mark.parametrize("route", STAFF, ids=lambda route: route[1])
def test_for_everybody_else_the_desk_is_a_missing_page(route, anna, boris, vera):
    method, name, at = route
    case = case_about(boris, anna)
    sanction = lay_sanction(vera, boris, SanctionKind.WARNING, reason="Please.")
    Appeal.objects.create(sanction=sanction, words="No")
    keys = {"decide_appeal": sanction.appeal.pk, "lift_sanction": sanction.pk}
    here = reverse(f"accounts:{name}", args=[keys.get(name, case.pk)] if at == (1,) else at)
    before = ModerationAction.objects.count()
    was = moderator(User.objects.create_user("Was", "was@example.org"))
    was.groups.clear()
    guest = User.objects.create_user("Guest 8", is_guest=True)
    for user in (None, anna, boris, guest, was):
        page = browser(user)
        answer, missing = getattr(page, method)(here), getattr(page, method)("/no/such/page/")
        assert answer.status_code == missing.status_code == 404
        assert "csrfmiddlewaretoken" not in answer.content.decode().split("<main")[1].split("</main")[0]
    assert ModerationAction.objects.count() == before
    assert getattr(browser(vera), method)(here).status_code in (200, 302, 422)


def test_staff_find_the_desk_and_its_number_of_cases_in_their_menu(anna, boris, vera):
    case_about(boris, anna)
    menu = browser(vera).get("/rules/").content.decode().split("</header>")[0]
    assert 'href="/staff/"' in menu
    assert "open cases:</span> 1" in menu
    assert "/staff/" not in browser(anna).get("/rules/").content.decode()


# --- at the desk ---
def test_a_person_is_found_by_name_without_a_case(anna, boris, vera):
    page = browser(vera)
    assert 'name="who"' in page.get("/staff/").content.decode()
    assert page.get("/staff/", {"who": " boris "}).url == "/staff/people/Boris/"
    for nobody in ("Nobody", "a/b", "x" * 300, "\0", "Vera"):  # oneself neither
        missing = page.get("/staff/", {"who": nobody})
        assert missing.url == "/staff/"
        assert "Nobody here is called" in page.get("/staff/").content.decode(), nobody
    assert page.get("/staff/", {"who": " "}).status_code == 200


def test_the_way_to_what_is_stored_and_to_the_trail_stands_on_the_desk(vera):
    shown = browser(vera).get("/staff/").content.decode()
    for path in ("/staff/admin/", "/staff/admin/accounts/moderationaction/"):
        assert f'href="{path}"' in shown
        assert browser(vera).get(path).status_code == 200


def test_a_case_goes_from_the_list_to_its_judgement(anna, boris, vera):
    case = case_about(boris, anna)
    page = browser(vera)
    assert f'href="/staff/cases/{case.pk}/"' in page.get("/staff/cases/").content.decode()
    shown = page.get(f"/staff/cases/{case.pk}/").content.decode()
    assert "He shouts." in shown
    assert 'id="judge"' not in shown
    page.post(f"/staff/cases/{case.pk}/claim/")
    assert 'id="judge"' in page.get(f"/staff/cases/{case.pk}/").content.decode()
    body = {"verdict": "sanctioned", "kind": "mute", "days": "3", "answer": "Thank you.", "told_person": "Calm down."}
    assert page.post(f"/staff/cases/{case.pk}/close/", body).url == "/staff/cases/"
    assert Sanction.objects.get().kind == "mute"
    shown = page.get(f"/staff/cases/{case.pk}/").content.decode()
    assert "Thank you." in shown
    assert 'id="judge"' not in shown
    assert str(case.pk) in page.get("/staff/cases/?state=closed").content.decode()
    assert "None." in page.get("/staff/cases/").content.decode()


def test_a_case_that_many_have_reported_shows_ten_reports_a_page(boris, vera):
    for number in range(12):
        case_about(boris, User.objects.create_user(f"Guest {number}", is_guest=True))
    path, desk = f"/staff/cases/{Case.objects.get().pk}/", browser(vera)
    first, second = desk.get(path).content.decode(), desk.get(f"{path}?page=2").content.decode()
    assert (first.count('id="report-'), second.count('id="report-')) == (10, 2)
    assert "12 reports" in first
    assert "?page=2#" in first
    assert "?page=1#" in second
    assert desk.get(f"{path}?page=x").status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        {}, {"verdict": "planet", "answer": "x", "told_person": "y"}, {"verdict": "nothing", "answer": "x"},
        {"verdict": "nothing", "told_person": "y"}, {"verdict": "sanctioned", "answer": "x", "told_person": "y"},
        {"verdict": "sanctioned", "kind": "mute", "answer": "x", "told_person": "y"},
        {"verdict": "sanctioned", "kind": "mute", "days": "-1", "answer": "x", "told_person": "y"},
        {"verdict": "sanctioned", "kind": "mute", "days": "1e3", "answer": "x", "told_person": "y"},
        {"verdict": "sanctioned", "kind": "exile", "days": "1", "answer": "x", "told_person": "y"},
        {"verdict": "warned", "answer": "x\0", "told_person": "y"},
        {"verdict": "warned", "answer": "x" * 2001, "told_person": "y"},
    ],
)  # fmt: skip
def test_a_judgement_that_is_not_good_is_shown_again_with_what_was_written(body, anna, boris, vera):
    case = case_about(boris, anna)
    cases.claim(vera, case)
    answer = browser(vera).post(f"/staff/cases/{case.pk}/close/", body)
    assert answer.status_code == 422
    assert "errorlist" in answer.content.decode()
    case.refresh_from_db()
    assert case.closed_at is None
    assert not Sanction.objects.exists()


def test_who_comes_second_reads_who_was_first(anna, boris, vera, person):
    zoya = moderator(person("Zoya", "zoya@example.org"))
    case = case_about(boris, anna)
    cases.claim(vera, case)
    answer = browser(zoya).post(f"/staff/cases/{case.pk}/claim/", follow=True).content.decode()
    assert "Vera has this case already." in answer
    assert 'id="judge"' not in answer


def test_why_one_may_not_judge_stands_on_the_case(anna, boris, vera):
    case = case_about(boris, vera)
    shown = browser(vera).get(f"/staff/cases/{case.pk}/").content.decode()
    assert "You have reported this yourself" in shown
    assert "Claim this case" not in shown


def test_sanctions_are_laid_and_lifted_on_a_persons_page(anna, boris, vera):
    page = browser(vera)
    bad = page.post("/staff/people/Boris/sanction/", {"kind": "mute", "reason": "Shouting"})
    assert bad.status_code == 422
    assert page.post("/staff/people/Boris/sanction/", {"kind": "mute", "days": "2", "reason": "Shouting"}).url == (
        "/staff/people/Boris/"
    )
    sanction = Sanction.objects.get()
    shown = page.get("/staff/people/Boris/").content.decode()
    assert "Shouting" in shown
    assert "sanction.lay" in shown
    assert page.post(f"/staff/sanctions/{sanction.pk}/lift/", {"why": " "}, follow=True).status_code == 200
    sanction.refresh_from_db()
    assert sanction.lifted_at is None
    page.post(f"/staff/sanctions/{sanction.pk}/lift/", {"why": "It was not him."})
    sanction.refresh_from_db()
    assert sanction.lifted_why == "It was not him."


def test_an_equal_is_not_sanctioned_and_the_page_says_why(vera, person):
    moderator(person("Zoya", "zoya@example.org"))
    answer = browser(vera).post("/staff/people/Zoya/sanction/", {"kind": "ban", "reason": "x"})
    assert answer.status_code == 422
    assert "your own rank" in answer.content.decode()
    assert not Sanction.objects.exists()


def test_appeals_wait_at_the_desk_for_somebody_else(anna, boris, vera, person):
    zoya = moderator(person("Zoya", "zoya@example.org"))
    sanction = lay_sanction(vera, boris, SanctionKind.BAN, reason="Cheating")
    appeal = Appeal.objects.create(sanction=sanction, words="I did not cheat.")
    own = browser(vera).get("/staff/").content.decode()
    assert "I did not cheat." in own
    assert f"/staff/appeals/{appeal.pk}/" not in own
    body = {f"appeal-{appeal.pk}-granted": "yes", f"appeal-{appeal.pk}-answer": "You are right."}
    browser(vera).post(f"/staff/appeals/{appeal.pk}/", body)
    sanction.refresh_from_db()
    assert sanction.lifted_at is None
    browser(zoya).post(f"/staff/appeals/{appeal.pk}/", {})
    browser(zoya).post(f"/staff/appeals/{appeal.pk}/", body)
    sanction.refresh_from_db()
    appeal.refresh_from_db()
    assert appeal.granted
    assert sanction.lifted_by == zoya
    assert "I did not cheat." not in browser(zoya).get("/staff/").content.decode()


@pytest.mark.parametrize("state", ["", "free", "mine", "closed", "planet"])
@pytest.mark.parametrize("kind", ["", "talk", "planet"])
def test_every_filter_shows_a_page(state, kind, anna, boris, vera):
    case_about(boris, anna)
    answer = browser(vera).get("/staff/cases/", {"state": state, "kind": kind})
    assert answer.status_code == 200
    assert ("/staff/cases/" in answer.content.decode().split("<main")[1]) is True


def test_names_and_words_of_people_are_text_on_the_desk(anna, boris, vera):
    evil = "<script>alert(1)</script>"
    report(anna, Complaint("person", str(boris.pk), boris, CaseKind.TALK, evil))
    case = Case.objects.get()
    for path in ("/staff/cases/", f"/staff/cases/{case.pk}/"):
        assert evil not in browser(vera).get(path).content.decode()
