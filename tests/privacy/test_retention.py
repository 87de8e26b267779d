"""Nothing is kept longer than the table says, and the table is what the page and the docs say."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path
from threading import Event, Thread

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import services
from accounts.middleware import RENEWED
from accounts.models import Case, OutgoingMail, PersonalToken, Report, User
from accounts.privacy import retention
from games import clock
from games.models import Match
from tests.accounts.conftest import enter_as_guest
from tests.games.conftest import against_bot, ask, make_user

pytestmark = [pytest.mark.sqlite_lane, pytest.mark.django_db]
DOCS = Path(__file__).parents[2] / "docs" / "privacy.md"
DAY = timedelta(days=1)


def guest_of(days: float) -> User:
    guest = services.make_guest()
    User.objects.filter(pk=guest.pk).update(created_at=timezone.now() - DAY * days)
    return guest


def is_there(user: User) -> bool:
    return User.objects.get(pk=user.pk).deleted_at is None


def test_guests_go_who_have_not_come_back() -> None:
    old, young = guest_of(90.1), guest_of(89.9)
    retention.enforce()
    assert (is_there(old), is_there(young)) == (False, True)


def test_a_guest_who_was_here_since_stays() -> None:
    guest = guest_of(200)
    User.objects.filter(pk=guest.pk).update(seen_at=timezone.now() - DAY * 10)
    retention.enforce()
    assert is_there(guest)


def test_a_guest_who_keeps_coming_with_a_browser_that_opens_no_socket_stays(client) -> None:
    guest = enter_as_guest(client)
    User.objects.filter(pk=guest.pk).update(
        created_at=timezone.now() - DAY * 200, last_login=timezone.now() - DAY * 200
    )
    session = client.session
    session[RENEWED] = "2026-01-01"
    session.save()
    client.get("/")
    retention.enforce()
    assert is_there(guest)


def test_the_sessions_of_others_are_not_read_for_who_has_long_been_gone() -> None:
    guest = guest_of(200)
    with CaptureQueriesContext(connection) as asked:
        retention.forget_guests()
    assert not is_there(guest)
    assert not [query["sql"] for query in asked if "session_data" in query["sql"]]


def test_a_guest_with_a_match_that_goes_on_stays_until_it_is_over() -> None:
    guest = guest_of(200)
    match = against_bot(guest)
    retention.enforce()
    assert is_there(guest)
    ask(Match.objects.get(pk=match.id), guest, "resign")
    retention.enforce()
    assert not is_there(guest)


def test_members_stay_however_long_they_are_away() -> None:
    member = make_user("hermit")
    User.objects.update(created_at=timezone.now() - DAY * 5_000)
    retention.enforce()
    assert is_there(member)


def test_a_guest_who_became_a_member_is_erased_in_time() -> None:
    guest, member = guest_of(1), make_user("member")
    services.merge_guest(guest, member)
    User.objects.filter(pk=guest.pk).update(created_at=timezone.now() - DAY * 91)
    retention.enforce()
    assert User.objects.get(pk=guest.pk).username == f"Deleted {guest.pk}"
    assert is_there(member)


def test_logins_go_with_the_addresses_that_are_noted_of_them() -> None:
    user, now = make_user("user"), timezone.now()
    for key, until in (("old", now - DAY), ("new", now + DAY)):
        Session.objects.create(session_key=key, session_data="", expire_date=until)
        UserSession.objects.create(user=user, session_key=key, ip="203.0.113.5", user_agent="x")
    UserSession.objects.create(user=user, session_key="logged out", ip="203.0.113.5", user_agent="x")
    retention.enforce()
    assert {row.session_key for row in UserSession.objects.all()} == {"new"}
    assert {row.session_key for row in Session.objects.all()} == {"new"}


def test_mails_go_sent_or_given_up() -> None:
    now = timezone.now()
    made = {"sender": "a", "to": "b", "subject": "c", "text": "d"}
    OutgoingMail.objects.create(**made, sent_at=now - DAY * 8)
    OutgoingMail.objects.create(**made, due_at=None, created_at=now)
    OutgoingMail.objects.filter(sent_at=None).update(created_at=now - DAY * 31)
    waiting = OutgoingMail.objects.create(**made)
    OutgoingMail.objects.filter(pk=waiting.pk).update(created_at=now - DAY * 31)
    retention.enforce()
    assert list(OutgoingMail.objects.all()) == [waiting]


def test_tokens_and_evidence_go() -> None:
    user, now = make_user("user"), timezone.now()
    for name, ended in (("old", 91), ("late", 89)):
        at = now - DAY * ended
        PersonalToken.objects.create(user=user, name=name, scopes=[], digest=name, expires_at=at)
        case = Case.objects.create(person=user, kind="talk", closed_at=now - DAY * 2 * ended)
        reporter = make_user(f"reporter-{name}")
        Report.objects.create(case=case, reporter=reporter, about="person", words=name, evidence={"name": name})
    retention.enforce()
    assert [token.name for token in PersonalToken.objects.all()] == ["late"]
    assert [(report.words, report.evidence) for report in Report.objects.order_by("pk")] == [
        ("", {}), ("late", {"name": "late"}),
    ]  # fmt: skip


def test_one_rule_that_fails_stops_no_other(monkeypatch) -> None:
    def fail() -> None:
        raise RuntimeError("no")

    monkeypatch.setattr(retention, "_rules", [retention.Rule("a", "b", 0, fail), *retention.rules()])
    old = guest_of(100)
    retention.enforce()
    assert not is_there(old)


def test_the_clock_does_it_once_an_hour() -> None:
    assert clock.tidy in clock._chores(0)
    assert clock.TIDY_EVERY * clock.TICK == 3600
    old = guest_of(100)
    clock.tidy()
    assert not is_there(old)


def test_however_long_it_takes_nobodys_clock_stands_still(monkeypatch) -> None:
    stop, begun, end, moved_on = Event(), Event(), Event(), Event()
    monkeypatch.setattr(clock.beats, "forget_gone", lambda: None)
    monkeypatch.setattr(retention, "enforce", lambda: begun.set() or end.wait(60))
    monkeypatch.setattr(clock, "_dispatches", lambda _tick: [])
    monkeypatch.setattr(clock, "_duties", _first(clock._duties, lambda: moved_on.set() if begun.is_set() else None))
    runs = Thread(target=clock.run, args=(stop,))
    runs.start()
    try:
        assert begun.wait(60)
        assert moved_on.wait(5)
    finally:
        end.set()
        stop.set()
        runs.join()


def _first(duties, do):
    """Return the clock's duties with something in the place of all those that ask the database."""
    return lambda tick: [do, *(duty for duty in duties(tick) if duty is clock.tidy)]


def test_the_docs_say_what_the_table_says() -> None:
    told = re.findall(r"^\| (.+?) \| (.+?) \| (clock|account|nobody) \|$", DOCS.read_text(encoding="utf-8"), re.M)
    assert {(what, kept) for what, kept, _ in told} == {
        (rule.what_words, rule.kept_words) for rule in retention.rules()
    }
    by_clock = {rule.what for rule in retention.rules() if rule.forget is not None}
    assert {what for what, _, who in told if who == "clock"} == by_clock


def test_the_page_says_what_the_table_says(client) -> None:
    page = client.get("/privacy/").content.decode()
    for rule in retention.rules():
        assert rule.what_words in page
        assert rule.kept_words in page
