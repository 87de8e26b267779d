"""Who is to move in a match by mail is mailed once, unless they are at the page; what has passed is dropped."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress

from accounts.mailing import bounces
from accounts.models import OutgoingMail, TurnMail, User
from accounts.privacy import retention
from accounts.tasks import send_mail
from games.mail import choices
from games.mail.incoming import intake
from games.mail.outgoing import outbox, posting
from games.models import Alarm, Match, MatchMail, SeatRow
from games.tasks import post_mails
from tests.games.conftest import Time, ask, make_user, open_for, started
from tests.mail.conftest import make_member
from tests.mail.posts import (
    DAY,
    MINUTE,
    acting,
    alarms_of,
    begin,
    by_mail,
    deliver,
    kinds_of,
    mail_alarms_of,
    move,
    post_due,
)

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.sqlite_lane,
    pytest.mark.usefixtures("posted_at_once"),
]
HOUR = 60 * MINUTE


@pytest.fixture
def match(stopped: Time, anna: User, boris: User) -> Match:
    return by_mail(anna, boris)


# --- alarms ---
def test_a_turn_has_its_alarm_a_minute_later_and_the_entry_that_ends_it_takes_it_away(match, stopped):
    _, seat, loaded = acting(match)
    assert alarms_of(match)["mail", seat] == loaded.moved_at + MINUTE
    stopped.move(10_000)
    move(match)
    assert mail_alarms_of(match) == {
        ("start", 0): loaded.started_at + MINUTE,
        ("start", 1): loaded.started_at + MINUTE,
        ("mail", 1 - seat): stopped.now + MINUTE,
    }


def test_what_changes_nothing_in_the_position_mails_nobody_again(match, stopped):
    begin(match, stopped)
    user, seat, _ = acting(match)
    ask(match, user, "offer_draw")
    stopped.move(20 * MINUTE)
    assert ("mail", seat) not in alarms_of(match)
    assert [row.about["kind"] for row in post_due()] == ["offer"]


def test_a_live_match_has_no_alarm_of_mail(anna, boris):
    assert mail_alarms_of(started(anna, boris)) == {}


def test_a_match_that_is_over_has_none_either(match, stopped, anna):
    begin(match, stopped)
    move(match)
    ask(match, anna, "resign")
    assert mail_alarms_of(match) == {}


def test_a_bot_has_none(stopped, anna):
    match = _against_a_bot(anna)
    assert {seat for _, seat in mail_alarms_of(match)} <= {0}


def _against_a_bot(anna: User) -> Match:
    clock_by_mail = {"pace": "mail", "clock": {"per_move": DAY}}
    match = open_for(anna, bots="gentle", listed=False, **clock_by_mail)
    ask(match, anna, "start")
    return match


# --- once ---
def test_at_the_start_each_gets_one_mail_and_that_of_who_begins_is_the_first_turns_too(match, stopped, anna, boris):
    begin(match, stopped)
    assert (kinds_of(anna), kinds_of(boris)) == (["start"], ["start"])
    _, seat, _ = acting(match)
    assert [key for key in alarms_of(match) if key[0] == "remind"] == [("remind", seat)]
    stopped.move(HOUR)
    assert post_due() == []


def test_each_turn_is_mailed_once_to_who_is_to_move(match, stopped, anna, boris):
    begin(match, stopped)
    for _ in range(3):
        move(match)
        user, _, loaded = acting(match)
        assert post_due() == []
        stopped.move(2 * MINUTE)
        (row,) = post_due()
        assert row.user == user
        assert row.headers["Message-ID"].startswith(f"<turn.{match.pk}.{loaded.moved}.{user.pk}@")
        assert post_due() == []


def test_the_same_alarm_dealt_with_twice_is_one_mail(match, stopped):
    begin(match, stopped)
    move(match)
    _, seat, _ = acting(match)
    stopped.move(2 * MINUTE)
    row = Alarm.objects.get(match=match, seat=seat, kind="mail")
    posting.post(match.pk, seat, "mail")
    row.save(force_insert=True)  # as if its worker had been killed after its commit and the row were still there
    posting.post(match.pk, seat, "mail")
    assert OutgoingMail.objects.filter(about__match=match.pk, about__kind="turn").count() == 1


def test_a_mail_whose_position_has_passed_is_dropped(match, stopped):
    begin(match, stopped)
    move(match)
    stopped.move(2 * MINUTE)
    (row,) = post_due()
    move(match)
    assert deliver(row) is None
    assert row.state == "dropped"
    assert row.sent_at is None


def test_one_whose_position_stands_leaves(match, stopped):
    begin(match, stopped)
    move(match)
    stopped.move(2 * MINUTE)
    (row,) = post_due()
    sent = deliver(row)
    assert sent is not None
    assert sent.to == [row.user.email]
    assert row.state == "sent"
    assert row.subject == sent.subject


def test_what_puts_mails_into_the_outbox_waits_behind_no_mail_server():
    router = post_mails.app.amqp.router
    queue = router.route({}, post_mails.name)["queue"].name
    assert queue == "celery"
    assert router.route({}, send_mail.name)["queue"].name == "mail"


# --- who is there is not mailed ---
def test_a_quick_exchange_of_20_moves_sends_nothing(match, stopped):
    for _ in range(20):
        stopped.move(40_000)
        assert post_due() == []
        move(match)
    assert not OutgoingMail.objects.exists()


def test_an_idle_open_tab_does_not_stop_a_mail(match, stopped):
    begin(match, stopped)
    move(match)
    user, _, _ = acting(match)
    stopped.move(2 * MINUTE)
    SeatRow.objects.filter(match=match, user=user).update(seen_at=stopped.now)
    assert [row.user for row in post_due()] == [user]


def test_who_goes_on_touching_the_page_is_not_mailed(match, stopped):
    begin(match, stopped)
    move(match)
    user, _, _ = acting(match)
    for _ in range(20):
        SeatRow.objects.filter(match=match, user=user).update(acted_at=stopped.now)
        stopped.move(MINUTE)
        assert post_due() == []
    stopped.move(2 * MINUTE)
    assert [row.user for row in post_due()] == [user]


def test_an_alarm_that_comes_late_mails_nobody_who_is_at_the_page(match, stopped):
    begin(match, stopped)
    move(match)
    user, _, _ = acting(match)
    stopped.move(HOUR)
    SeatRow.objects.filter(match=match, user=user).update(acted_at=stopped.now)
    assert post_due() == []


def test_who_leaves_the_page_is_mailed_soon(match, stopped):
    begin(match, stopped)
    move(match)
    user, _, _ = acting(match)
    SeatRow.objects.filter(match=match, user=user).update(acted_at=stopped.now + 30_000)
    stopped.move(MINUTE)
    assert post_due() == []
    stopped.move(MINUTE)
    assert [row.user for row in post_due()] == [user]


def test_who_comes_to_the_page_while_a_mail_waits_to_leave_is_mailed_after_they_have_gone(match, stopped):
    begin(match, stopped)
    move(match)
    user, _, _ = acting(match)
    stopped.move(2 * MINUTE)
    (row,) = post_due()
    SeatRow.objects.filter(match=match, user=user).update(acted_at=stopped.now)
    assert deliver(row) is None
    stopped.move(2 * MINUTE)
    (row,) = post_due()
    assert row.user == user
    assert deliver(row) is not None


@pytest.mark.parametrize("turns", [TurnMail.REMINDERS, TurnMail.NONE])
def test_who_wants_no_such_mail_any_more_gets_none_that_waits_to_leave(match, stopped, turns):
    begin(match, stopped)
    move(match)
    user, _, _ = acting(match)
    stopped.move(2 * MINUTE)
    (row,) = post_due()
    choices.choose(match, user, turns)
    assert deliver(row) is None


def test_an_address_that_nobody_has_proven_is_mailed_no_turn(match, stopped):
    begin(match, stopped)
    move(match)
    user, _, _ = acting(match)
    EmailAddress.objects.filter(user=user).update(verified=False)
    stopped.move(2 * MINUTE)
    assert post_due() == []


def test_who_says_something_at_the_table_is_there(match, stopped):
    begin(match, stopped)
    move(match)
    user, _, _ = acting(match)
    stopped.move(MINUTE)
    ask(match, user, "chat", text="let me think")
    assert post_due() == []


def test_who_moved_by_mail_is_not_at_the_page(match, stopped):
    begin(match, stopped)
    user, _, _ = acting(match)
    move(match, token="mail-0123456789")
    move(match)
    stopped.move(MINUTE)
    assert [row.user for row in post_due()] == [user]


# --- a draw ---
def test_who_is_offered_a_draw_is_mailed_though_it_is_not_their_turn(match, stopped):
    begin(match, stopped)
    user, seat, _ = acting(match)
    ask(match, user, "offer_draw")
    assert ("offer", 1 - seat) in alarms_of(match)
    stopped.move(2 * MINUTE)
    (row,) = post_due()
    assert row.user != user
    sent = deliver(row)
    assert f"{user.username} offers a draw." in sent.body
    assert "a draw is offered" in sent.subject
    assert post_due() == []


def test_an_offer_that_has_lapsed_with_a_move_is_mailed_to_nobody(match, stopped):
    begin(match, stopped)
    user, _, _ = acting(match)
    ask(match, user, "offer_draw")
    stopped.move(2 * MINUTE)
    (row,) = post_due()
    ask(match, user, "chat", text="no answer?")
    move(match)
    assert "offer" not in {kind for kind, _ in alarms_of(match)}
    assert deliver(row) is None
    stopped.move(2 * MINUTE)
    (turn,) = post_due()
    assert "offers a draw" not in deliver(turn).body


# --- what is wanted ---
@pytest.mark.parametrize("turns", [TurnMail.REMINDERS, TurnMail.NONE])
@pytest.mark.parametrize("single", [True, False])
def test_who_wants_less_mail_gets_less(match, stopped, turns, single):
    begin(match, stopped)
    move(match)
    user, _, _ = acting(match)
    choices.choose(match, user, turns) if single else choices.choose_for_all(user, turns)
    stopped.move(2 * MINUTE)
    assert post_due() == []
    stopped.move(3 * DAY - HOUR)
    assert [row.about["kind"] for row in post_due()] == ["hours"] * (turns == TurnMail.REMINDERS)


def test_a_choice_for_one_match_goes_before_that_for_all(match, stopped):
    begin(match, stopped)
    move(match)
    user, _, _ = acting(match)
    choices.choose_for_all(user, TurnMail.NONE)
    choices.choose(match, user, TurnMail.EACH)
    stopped.move(2 * MINUTE)
    assert len(post_due()) == 1


def test_nothing_goes_to_guests_to_the_banished_and_to_addresses_that_do_not_work(stopped):
    people = [make_user() for _ in range(2)]
    people += [make_member("dora"), make_member("elsa")]
    match = by_mail(*people)
    User.objects.filter(pk=people[0].pk).update(is_guest=True)
    User.objects.filter(pk=people[1].pk).update(email="another@example.org")  # which nobody has proven
    User.objects.filter(pk=people[2].pk).update(is_active=False)
    User.objects.filter(pk=people[3].pk).update(bounced=people[3].email, bounces=3)
    stopped.move(HOUR)
    assert post_due() == []
    assert MatchMail.objects.filter(match=match, kind="start").count() == 4  # they have been thought of


def test_who_says_that_their_address_is_right_is_mailed_of_the_turn_that_waits(match, stopped):
    begin(match, stopped)
    move(match)
    user, _, _ = acting(match)
    User.objects.filter(pk=user.pk).update(bounced=user.email, bounces=3)
    stopped.move(2 * MINUTE)
    assert post_due() == []
    bounces.confirm_address(user)
    assert [(row.user, row.about["kind"]) for row in post_due()] == [(user, "turn")]


def test_who_says_so_when_it_is_not_their_turn_is_not_mailed(match, stopped):
    begin(match, stopped)
    waiting = move(match)
    stopped.move(2 * MINUTE)
    post_due()
    bounces.confirm_address(waiting)
    assert post_due() == []


# --- the end ---
def test_at_the_end_each_gets_one_mail(match, stopped, anna, boris):
    from games import finishes

    begin(match, stopped)
    move(match)
    ask(match, anna, "resign")
    finishes.tell(match.pk)
    finishes.tell(match.pk)
    rows = OutgoingMail.objects.filter(about__kind="end").order_by("pk")
    assert [row.user for row in rows] == [anna, boris]
    stopped.move(2 * MINUTE)
    assert "over" in deliver(rows[0]).subject


def test_who_has_seen_the_end_on_the_page_needs_no_mail_of_it(match, stopped, anna):
    from games import finishes

    begin(match, stopped)
    ask(match, anna, "resign")
    finishes.tell(match.pk)
    SeatRow.objects.filter(match=match, user=anna).update(acted_at=stopped.now + 1000)
    row = OutgoingMail.objects.get(about__kind="end", user=anna)
    assert deliver(row) is None


# --- what is noted of it ---
def test_what_was_mailed_of_a_match_that_is_over_is_noted_for_thirty_days(match, stopped, anna):
    begin(match, stopped)
    ask(match, anna, "resign")
    stopped.move(outbox.KEPT - 5 * MINUTE)
    outbox.forget_old_notes()
    assert MatchMail.objects.filter(match=match).exists()
    stopped.move(10 * MINUTE)
    outbox.forget_old_notes()
    assert not MatchMail.objects.filter(match=match).exists()


def test_the_clock_does_so_with_the_other_logs():
    assert {outbox.forget_old_notes, intake.forget_old_mail} <= {rule.forget for rule in retention.rules()}


def test_a_match_that_lasts_keeps_its_notes_so_that_nobody_is_told_of_its_start_again(match, stopped):
    begin(match, stopped)
    stopped.move(2 * outbox.KEPT)
    outbox.forget_old_notes()
    assert MatchMail.objects.filter(match=match, kind="start").count() == 2
