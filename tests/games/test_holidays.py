"""Holidays in matches by mail: the clock of who is away stands still, the log says so, and once a turn alone."""

from __future__ import annotations

from datetime import date

import pytest
from asgiref.sync import async_to_sync, sync_to_async

from accounts import holidays as off
from games import carrier
from games.clocks import alarms, clock, deadlines, holidays
from games.errors import Refused
from games.management.commands.replay import difference
from games.models import EntryRow, Match
from games.selectors import frame
from tests.games.conftest import ask, started
from tests.games.mail_tables import DAY, HOUR, by_mail, deadline, kinds, play, play_until, take
from tests.games.socket_pages import Page, open_pages, session_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def midnight(time):
    """Time that stands still just after a midnight of UTC."""
    time.move(to=(time.now // DAY + 1) * DAY)
    return time


@pytest.fixture
def mail(midnight, anna, boris) -> Match:
    """A match of three days a move in which anna is to act."""
    match = by_mail(anna, boris)
    play_until(match, anna)
    return match


def counted(match: Match) -> list[int]:
    return [body["ms"] for body in match.entries.filter(kind="holiday").values_list("body", flat=True)]


# --- how much ---
def test_a_holiday_that_begins_now_stops_the_running_clock_at_once(mail, anna, midnight):
    due = deadline(mail)
    midnight.move(HOUR)
    take(anna, midnight, 0, 6)
    assert deadline(mail) == due + 7 * DAY - HOUR, "what was before it is not given back"
    assert kinds(mail)[-1] == "holiday"
    assert difference(Match.objects.select_related("live").get(pk=mail.pk)) == ""


def test_a_holiday_that_begins_before_the_deadline_puts_it_off_by_all_of_its_days(mail, anna, midnight):
    due = deadline(mail)
    take(anna, midnight, 2, 11)
    assert deadline(mail) == due + 10 * DAY


def test_a_holiday_that_begins_at_the_deadline_or_after_it_moves_nothing(mail, anna, midnight):
    due = deadline(mail)
    take(anna, midnight, 3, 9)
    assert deadline(mail) == due
    assert counted(mail) == []


def test_a_turn_that_begins_in_a_holiday_has_its_whole_time_after_it(mail, anna, boris, midnight):
    play(mail)
    take(anna, midnight, 0, 6)
    assert counted(mail) == [], "it is not her turn"
    midnight.move(2 * DAY)
    play_until(mail, anna)
    end = midnight.now + 5 * DAY
    clock_looks(mail)
    assert deadline(mail) == end + 3 * DAY
    assert counted(mail) == [5 * DAY]


def clock_looks(match: Match) -> None:
    """Let the clock look twice: the second time there is nothing to do."""
    holidays.apply_holidays()
    number = carrier.load(match.id).number
    assert match.id not in holidays._lacking()
    holidays.apply_holidays()
    assert carrier.load(match.id).number == number


def test_two_holidays_in_one_turn_are_both_counted_the_second_by_what_the_first_has_put_off(mail, anna, midnight):
    due = deadline(mail)
    take(anna, midnight, 1, 3)
    take(anna, midnight, 5, 6)  # after the first deadline, before the second
    assert deadline(mail) == due + 3 * DAY + 2 * DAY
    assert counted(mail) == [3 * DAY, 2 * DAY]


def test_the_next_turn_begins_with_nothing_counted(mail, anna, midnight):
    take(anna, midnight, 0, 9)
    midnight.move(DAY)
    play(mail)
    midnight.move(DAY)
    play_until(mail, anna)
    clock_looks(mail)
    assert counted(mail) == [10 * DAY, 8 * DAY]
    assert deadline(mail) == midnight.now + 8 * DAY + 3 * DAY


def test_live_matches_do_not_wait_and_neither_does_anybody_elses_turn(midnight, anna, boris):
    live, mail = started(anna, boris), by_mail(anna, boris)
    play_until(mail, boris)
    due = deadline(mail)
    take(anna, midnight, 0, 6)
    holidays.apply_holidays()
    assert "holiday" not in kinds(live) + kinds(mail)
    assert deadline(mail) == due


# --- the guard: nobody is out of time on a holiday, though no worker has come by ---
@pytest.fixture
def unseen(mail, anna, midnight, monkeypatch):
    """A holiday that the log of the match lacks, and no alarm of which has been set anew."""
    monkeypatch.setattr(off.on_change, "_all", [])
    take(anna, midnight, 2, 4)
    return mail


def test_a_time_out_looks_for_holidays_first(unseen, midnight):
    due = deadline(unseen)
    midnight.move(to=due + alarms.LEEWAY + 1)
    clock.do_due_alarms()
    assert (carrier.load(unseen.id).status, deadline(unseen)) == ("active", due + 3 * DAY)
    midnight.move(to=due + 3 * DAY + alarms.LEEWAY + 6_000)
    clock.do_due_alarms()
    assert carrier.load(unseen.id).ended["by"] == "time"
    assert kinds(unseen).count("holiday") == kinds(unseen).count("give_up") == 1


def test_a_move_that_seems_late_is_taken_for_the_holiday_puts_it_off(unseen, midnight):
    midnight.move(to=deadline(unseen) + 1)
    play(unseen)
    assert kinds(unseen)[-2:] == ["holiday", "move"]


def test_a_page_that_is_opened_finds_it_too(unseen, midnight, client):
    midnight.move(to=deadline(unseen) + 1)
    assert client.get(f"/m/{unseen.id}/").status_code == 200
    assert kinds(unseen)[-1] == "holiday"


@pytest.mark.usefixtures("in_process")
def test_the_servers_own_judge_looks_first_too(mail, anna, stopped, monkeypatch):
    stopped.move(to=deadline(mail) - 2 * HOUR)
    monkeypatch.setattr(off.on_change, "_all", [])
    take(anna, stopped, 0, 4)
    due = deadline(mail)
    stopped.move(to=due + 1)
    page = Page(mail.id, session_of(anna))
    legal = frame(mail, anna)["legal"][0]

    async def play_by_socket():
        await open_pages(page)
        answer = await page.ask({"type": "move", "token": "t", "move": legal})
        await page.close()
        return answer

    assert async_to_sync(play_by_socket)()["type"] == "accepted"
    assert kinds(mail)[-2:] == ["holiday", "move"]


# --- once, whoever comes first ---
def test_a_holiday_is_counted_once_a_turn_whoever_counts_it_and_how_often(mail, anna, midnight):
    holiday = take(anna, midnight, 0, 1)
    order = services_order(mail, anna, holiday)
    for _ in range(3):
        with pytest.raises(Refused, match="not_due"):
            carrier.carry_order(mail.id, order, midnight.now)
        holidays.apply_holidays()
        holidays.apply_for(anna)
    assert counted(mail) == [2 * DAY]
    assert deadlines.uncounted(carrier.load(mail.id)) is None


def services_order(match, user, holiday):
    from games.door.requests import Holiday

    seat = carrier.load(match.id).seat_of(user.pk)
    return Holiday(seat, holiday.pk, holiday.begins_at, holiday.ends_at)


def test_the_database_too_takes_a_holiday_once_a_turn(mail, anna, midnight):
    take(anna, midnight, 0, 1)
    row = EntryRow.objects.get(match=mail, kind="holiday")
    assert row.token.startswith("holiday:")
    assert row.seat == carrier.load(mail.id).seat_of(anna.pk)


def test_who_takes_the_seat_back_from_a_bot_has_the_holiday_counted_anew_and_is_not_stuck(midnight, anna, boris, clara):
    match = by_mail(anna, boris, clara, days=1)
    play_until(match, anna)
    take(anna, midnight, 0, 0)
    midnight.move(to=deadline(match) + alarms.LEEWAY + 1)
    clock.do_due_alarms()
    assert kinds(match)[-1] == "take_over"
    take(anna, midnight, 0, 1)
    ask(match, anna, "take_back")
    holidays.apply_holidays()
    midnight.move(to=deadline(match) + alarms.LEEWAY + 1)
    clock.do_due_alarms()
    assert kinds(match)[-1] == "take_over"


# --- ended early ---
def test_a_holiday_that_is_ended_gives_nothing_back_and_lengthens_nothing_more(mail, anna, midnight):
    holiday = take(anna, midnight, 0, 9)
    due = deadline(mail)
    midnight.move(2 * DAY)
    off.end_holiday(anna, holiday.pk)
    assert deadline(mail) == due
    assert kinds(mail)[-2:] == ["holiday", "holiday"]
    assert "holiday" not in frame(mail, anna)["deadlines"][0], "nobody is told that she is away"
    play(mail)
    play_until(mail, anna)
    clock_looks(mail)
    assert deadline(mail) == midnight.now + 3 * DAY
    off.end_holiday(anna, holiday.pk)
    assert counted(mail) == [10 * DAY, 0]


def test_a_holiday_to_come_that_has_put_a_deadline_off_is_used_and_one_that_has_not_is_taken_back(mail, anna, midnight):
    near, far = take(anna, midnight, 1, 3), take(anna, midnight, 60, 62)
    year = date.fromtimestamp(midnight.now / 1000).year
    assert [off.is_used(holiday) for holiday in (near, far)] == [True, False]
    left = off.days_left(anna, year)
    off.end_holiday(anna, far.pk)
    assert off.days_left(anna, year) == left + 3
    off.end_holiday(anna, near.pk)
    assert off.days_left(anna, year) == left + 3


def test_only_who_has_it_can_end_a_holiday(mail, anna, boris, midnight):
    holiday = take(anna, midnight, 0, 9)
    off.end_holiday(boris, holiday.pk)
    holiday.refresh_from_db()
    assert holiday.ends_at == midnight.now + 10 * DAY


# --- what the others see ---
def test_the_others_see_until_when_somebody_is_away(mail, anna, boris, midnight):
    take(anna, midnight, 1, 3)
    (told,) = frame(mail, boris)["deadlines"]
    assert told == {
        "seat": carrier.load(mail.id).seat_of(anna.pk),
        "at": deadline(mail),
        "holiday": {"from": midnight.now + DAY, "until": midnight.now + 4 * DAY},
    }
    midnight.move(5 * DAY)
    assert "holiday" not in frame(mail, boris)["deadlines"][0]


@pytest.mark.usefixtures("in_process")
def test_an_open_page_hears_of_the_holiday_at_once(mail, anna, boris, midnight):
    page = Page(mail.id, session_of(boris))

    async def look():
        await open_pages(page)
        await sync_to_async(take)(anna, midnight, 0, 1)
        entry = await page.next("entry")
        await page.close()
        return entry

    entry = async_to_sync(look)()
    assert entry["kind"] == "holiday"
    assert entry["frame"]["deadlines"][0]["holiday"]["until"] == midnight.now + 2 * DAY


# --- the look of the clock costs one query, and next to none of them for nothing ---
def test_looking_for_holidays_costs_one_query(mail, anna, midnight, django_assert_num_queries):
    with django_assert_num_queries(1):
        holidays.apply_holidays()
    take(anna, midnight, 0, 1)
    with django_assert_num_queries(1):
        holidays.apply_holidays()


def test_one_match_that_fails_stops_no_other(mail, anna, midnight, monkeypatch):
    monkeypatch.setattr(off.on_change, "_all", [])
    take(anna, midnight, 0, 1)
    real = holidays._lacking
    monkeypatch.setattr(holidays, "_lacking", lambda: ["nosuchmatch23456", *real()])
    holidays.apply_holidays()
    assert counted(mail) == [2 * DAY]


def test_the_clock_looks_every_ten_seconds():
    assert holidays.apply_holidays in clock._duties(clock.SWEEP_EVERY)
