"""How a person stands, told on pages: the banner until it is acknowledged, and the page that the barred are led to."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts import personal_tokens, services
from accounts.models import Case, CaseKind, Report, Sanction, SanctionKind, User
from accounts.moderation import standing
from accounts.moderation.sanctions import lift_sanction
from accounts.refusals import Refused
from tests.accounts.conftest import enter_as_guest, log_in
from tests.staff import REASON, laid, staff

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_lane]
STANDING = "/accounts/standing/"


@pytest.fixture
def boris(person) -> User:
    return person()


@pytest.fixture
def browser(boris) -> Client:
    client = Client()
    client.force_login(boris)
    return client


def text(answer) -> str:
    return answer.content.decode()


@pytest.mark.parametrize("kind", [SanctionKind.WARNING, SanctionKind.MUTE, SanctionKind.UNRATED])
def test_every_page_tells_of_it_until_it_is_acknowledged(kind, browser, boris):
    assert "standing-news" not in text(browser.get("/lobby/"))
    sanction = laid(boris, kind)
    for path in ("/", "/lobby/", "/account/"):
        page = text(browser.get(path))
        assert page.count("standing-news") == 1
        assert REASON in page
    answer = browser.post(f"{STANDING}{sanction.pk}/seen/", {"next": "/lobby/"})
    assert answer["Location"] == "/lobby/"
    assert "standing-news" not in text(browser.get("/lobby/"))
    lift_sanction(staff(), sanction, why="It was another person.")
    assert "It was another person." in text(browser.get("/lobby/"))


def test_nobody_else_is_told_and_a_page_without_news_asks_nothing_more(
    browser, boris, person, django_assert_max_num_queries
):
    sanction = laid(person("Clara", "clara@example.org"), SanctionKind.MUTE)
    browser.get("/rules/")
    with django_assert_max_num_queries(5):
        assert "standing-news" not in text(browser.get("/rules/"))
    assert REASON not in text(browser.get(STANDING))
    assert browser.post(f"{STANDING}{sanction.pk}/appeal/", {"words": "please"}).status_code == 404


@pytest.mark.parametrize("kind", [SanctionKind.SUSPENSION, SanctionKind.BAN])
def test_every_page_leads_the_barred_to_their_standing_and_nothing_they_post_is_done(kind, browser, boris):
    laid(boris, kind)
    for path in ("/", "/lobby/", "/account/", "/account/tokens/", "/m/2222222222222222/", "/accounts/email/"):
        answer = browser.get(path)
        assert (answer.status_code, answer["Location"]) == (302, STANDING)
    assert browser.post("/account/tokens/", {"name": "x", "scopes": ["read"], "days": 7})["Location"] == STANDING
    assert not personal_tokens.tokens_of(boris)
    page = text(browser.get(STANDING))
    assert REASON in page
    assert "standing-news" not in page
    for path in ("/api/v1/account", "/api/v1/games", "/api/v1/openapi.json", "/api/v1/docs"):
        answer = browser.get(path)
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "barred")
        assert REASON in answer.json()["error"]["message"]
        assert STANDING in answer.json()["error"]["message"]


def test_the_barred_may_appeal_choose_a_language_and_log_out(browser, boris):
    sanction = laid(boris, SanctionKind.BAN)
    assert browser.post("/i18n/setlang/", {"language": "he"}).status_code == 302
    assert 'dir="rtl"' in text(browser.get(STANDING))
    empty = browser.post(f"{STANDING}{sanction.pk}/appeal/", {"words": " "})
    assert empty.status_code == 422
    assert browser.post(f"{STANDING}{sanction.pk}/appeal/", {"words": "It was my brother."})["Location"] == STANDING
    assert "It was my brother." in text(browser.get(STANDING))
    assert browser.post("/accounts/logout/").status_code == 302
    assert browser.get("/").status_code == 200


def test_the_barred_reach_their_data_and_what_the_house_says_of_itself(browser, boris):
    laid(boris, SanctionKind.BAN)
    for path in ("/accounts/export/", "/accounts/delete/", "/privacy/", "/terms/", "/contact/", "/jsi18n/", "/healthz"):
        assert browser.get(path).get("Location") != STANDING
    assert browser.get("/accountsexport/")["Location"] == STANDING


def test_who_logs_in_is_led_there(client, boris):
    laid(boris, SanctionKind.SUSPENSION)
    answer = log_in(client)
    assert answer.status_code == 302
    assert client.get("/", follow=True).redirect_chain == [(STANDING, 302)]


def test_a_suspension_ends_by_itself(browser, boris):
    sanction = laid(boris, SanctionKind.SUSPENSION)
    Sanction.objects.filter(pk=sanction.pk).update(ends_at=timezone.now() - timedelta(seconds=1))
    User.objects.filter(pk=boris.pk).update(barred_until=timezone.now() - timedelta(seconds=1))
    assert browser.get("/").status_code == 200
    assert "You were suspended until" in text(browser.get(STANDING))


def test_a_token_of_the_barred_is_told_so_and_works_again_afterwards(boris):
    _, token = personal_tokens.make_token(boris, "bot", ["read"], 7)
    program = Client(headers={"Authorization": f"Bearer {token}"})
    ban = laid(boris, SanctionKind.BAN)
    answer = program.get("/api/v1/account")
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "barred")
    assert personal_tokens.holder_of(token) is None
    lift_sanction(staff(), ban, why="a mistake")
    assert program.get("/api/v1/account").status_code == 200
    assert personal_tokens.holder_of(token).user == boris.pk


@pytest.mark.parametrize("by_token", [True, False])
def test_who_is_barred_in_the_row_alone_is_refused_and_told_whom_to_ask(by_token, browser, boris):
    program = Client(headers={"Authorization": f"Bearer {personal_tokens.make_token(boris, 'bot', ['read'], 7)[1]}"})
    User.objects.filter(pk=boris.pk).update(barred_until=timezone.now() + timedelta(days=1))
    answer = (program if by_token else browser).get("/api/v1/account")
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "barred")
    assert "/contact/" in answer.json()["error"]["message"]


@pytest.mark.parametrize(("column", "need"), [("muted", standing.need_talk), ("unrated", standing.need_rated)])
def test_a_mute_and_a_bar_from_ratings_hold_too_without_a_sanction(column, need, boris):
    need(boris)
    User.objects.filter(pk=boris.pk).update(**{f"{column}_until": timezone.now() + timedelta(days=1)})
    with pytest.raises(Refused) as refused:
        need(boris)
    assert refused.value.code == column


def test_a_row_at_hand_from_before_the_lifting_refuses_nobody(boris):
    ban = laid(boris, SanctionKind.BAN)
    lift_sanction(staff(), ban, why="a mistake")
    assert boris.is_barred
    standing.need_entry(boris)


# --- guests ---


def test_logging_in_washes_nothing_off_a_guest(client, boris):
    guest = enter_as_guest(client)
    case = Case.objects.create(person=guest, kind=CaseKind.TALK)
    Report.objects.create(case=case, reporter=User.objects.create_user("clara"), about="person", about_id=str(guest.pk))
    laid(guest, SanctionKind.MUTE)
    log_in(client)
    boris.refresh_from_db()
    assert boris.is_muted
    assert "standing-news" in text(client.get("/lobby/"))
    assert boris.cases.get() == case
    assert not Sanction.objects.filter(person=guest).exists()


def test_an_open_case_of_the_same_kind_takes_the_guests_reports_in(boris, person):
    guest, clara = services.make_guest(), person("Clara", "clara@example.org")
    cases = [Case.objects.create(person=one, kind=CaseKind.TALK) for one in (guest, boris)]
    for case in cases:
        Report.objects.create(case=case, reporter=clara, about="person", about_id=str(case.person_id))
    ban = laid(guest, SanctionKind.SUSPENSION)
    Sanction.objects.filter(pk=ban.pk).update(case=cases[0])
    made = Report.objects.create(case=Case.objects.create(person=clara, kind=CaseKind.NAME), reporter=guest, about="x")
    services.merge_guest(guest, boris)
    (case,) = boris.cases.all()
    assert (case, case.reports.count(), case.sanctions.get()) == (cases[1], 2, ban)
    made.refresh_from_db()
    assert made.reporter == boris


def test_a_moderator_who_was_the_guest_all_along_does_not_judge_the_guests_case(person):
    mona, guest = staff(), services.make_guest()
    Case.objects.create(person=guest, kind=CaseKind.TALK, moderator=mona, claimed_at=timezone.now())
    services.merge_guest(guest, mona)
    assert mona.cases.get().moderator is None


def test_a_guest_who_is_barred_cannot_sign_up(client):
    guest = enter_as_guest(client)
    laid(guest, SanctionKind.BAN)
    assert client.get("/accounts/signup/")["Location"] == STANDING
