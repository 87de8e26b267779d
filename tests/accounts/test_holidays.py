"""Days off: whole ones where the person is, thirty a year, not backwards; and their page."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from accounts import holidays, merging
from accounts.models import Holiday, User

NOW = datetime(2027, 3, 10, 9, 30, tzinfo=UTC)
TODAY = NOW.date()
BERLIN = ZoneInfo("Europe/Berlin")


@pytest.fixture(autouse=True)
def _now(monkeypatch):
    monkeypatch.setattr(holidays, "now_ms", lambda: ms(NOW))


def ms(instant: datetime) -> int:
    return round(instant.timestamp() * 1000)


def take(user: User, first: date, last: date, zone=UTC) -> Holiday:
    return holidays.take_holiday(user, first, last, zone)


def refused(*asked) -> str:
    with pytest.raises(ValidationError) as error:
        take(*asked)
    return error.value.code


def test_days_are_whole_ones_where_the_person_is_also_when_clocks_are_changed(anna):
    taken = take(anna, date(2027, 3, 27), date(2027, 3, 28), BERLIN)  # the 28th has 23 hours there
    assert taken.begins_at == ms(datetime(2027, 3, 26, 23, tzinfo=UTC))
    assert taken.ends_at == ms(datetime(2027, 3, 28, 22, tzinfo=UTC))
    assert taken.ends_at - taken.begins_at == 47 * 3_600_000


def test_where_clocks_go_forward_at_midnight_the_day_begins_with_the_change(anna):
    taken = take(anna, date(2027, 9, 5), date(2027, 9, 5), ZoneInfo("America/Santiago"))
    assert taken.begins_at == ms(datetime(2027, 9, 5, 4, tzinfo=UTC))
    assert taken.ends_at == ms(datetime(2027, 9, 6, 3, tzinfo=UTC))


def test_a_holiday_from_today_on_begins_now_and_not_before(anna):
    taken = take(anna, TODAY, TODAY)
    assert (taken.begins_at, taken.ends_at) == (ms(NOW), ms(datetime(2027, 3, 11, tzinfo=UTC)))


def test_today_is_the_day_where_the_person_is(anna):
    zone = ZoneInfo("Pacific/Kiritimati")  # where it is the 10th, 23:30
    assert refused(anna, date(2027, 3, 9), date(2027, 3, 12), zone) == "past"
    assert take(anna, date(2027, 3, 10), date(2027, 3, 10), zone).ends_at == ms(datetime(2027, 3, 10, 10, tzinfo=UTC))


@pytest.mark.parametrize(
    ("first", "last", "code"),
    [(2, 1, "order"), (-1, 3, "past"), (360, 367, "far"), (0, 30, "too_many")],
)
def test_what_is_no_good_is_refused_and_nothing_is_taken(anna, first, last, code):
    assert refused(anna, TODAY + timedelta(first), TODAY + timedelta(last)) == code
    assert not Holiday.objects.exists()


def test_thirty_days_a_calendar_year_each_counted_in_its_own(anna):
    take(anna, date(2027, 4, 1), date(2027, 4, 10))
    take(anna, date(2027, 12, 20), date(2028, 1, 5))  # 12 days and 5
    assert holidays.days_left(anna, 2027) == 8
    assert holidays.days_left(anna, 2028) == 25
    assert refused(anna, date(2027, 5, 1), date(2027, 5, 9)) == "too_many"
    take(anna, date(2027, 5, 1), date(2027, 5, 8))
    assert refused(anna, date(2027, 6, 1), date(2027, 6, 1)) == "too_many"


def test_two_holidays_never_share_a_moment(anna):
    take(anna, date(2027, 4, 1), date(2027, 4, 3))
    assert refused(anna, date(2027, 4, 3), date(2027, 4, 5)) == "overlap"
    take(anna, date(2027, 4, 4), date(2027, 4, 5))


def test_days_of_a_holiday_that_has_begun_are_used_though_it_is_ended(anna):
    taken = take(anna, TODAY, TODAY + timedelta(19))
    holidays.end_holiday(anna, taken.pk)
    assert list(holidays.holidays_to_come(anna)) == []
    assert holidays.days_left(anna, 2027) == 10
    assert refused(anna, TODAY + timedelta(5), TODAY + timedelta(24)) == "too_many"


def test_a_holiday_that_has_not_begun_and_has_put_nothing_off_can_be_taken_back(anna, boris):
    taken = take(anna, TODAY + timedelta(5), TODAY + timedelta(24))
    holidays.end_holiday(boris, taken.pk)
    assert not holidays.is_used(taken)
    assert holidays.days_left(anna, 2027) == 10
    holidays.end_holiday(anna, taken.pk)
    assert list(holidays.holidays_to_come(anna)) == []
    assert holidays.days_left(anna, 2027) == 30


def test_a_guests_holidays_come_along_unless_the_member_has_some(anna, db):
    guest, other = (User.objects.create_user(name, is_guest=True) for name in ("first-guest", "other-guest"))
    take(guest, TODAY, TODAY)
    take(other, TODAY, TODAY)
    merging.move_all(guest, anna)
    merging.move_all(other, anna)
    assert Holiday.objects.filter(user=anna).count() == 1


# --- the page ---
@pytest.fixture
def browser(anna) -> Client:
    client = Client()
    client.force_login(anna)
    client.cookies["timezone"] = "Europe%2FBerlin"
    return client


PAGE = "/account/holidays/"


def test_a_holiday_is_taken_and_ended_on_its_page_in_the_zone_of_the_device(browser, anna):
    assert "Europe/Berlin" in browser.get(PAGE).content.decode()
    page = browser.post(PAGE, {"first": "2027-04-01", "last": "2027-04-03"}, follow=True).content.decode()
    taken = Holiday.objects.get()
    assert (taken.user, taken.zone, taken.begins_at) == (
        anna,
        "Europe/Berlin",
        ms(datetime(2027, 3, 31, 22, tzinfo=UTC)),
    )
    assert "Thu 1 Apr 2027 – Sat 3 Apr 2027" in page
    page = browser.post(f"{PAGE}{taken.pk}/end/", follow=True).content.decode()
    assert "Apr 2027" not in page


def test_what_is_refused_is_said_on_the_page(browser):
    response = browser.post(PAGE, {"first": "2027-04-01", "last": "2027-06-01"})
    assert response.status_code == 422
    assert "more than 30 days in 2027; you have 30 left" in response.content.decode()
    assert browser.post(PAGE, {"first": "soon", "last": ""}).status_code == 422
    assert not Holiday.objects.exists()


def test_the_page_is_for_who_is_logged_in_and_preferences_lead_to_it(browser):
    assert Client().get(PAGE).status_code == 302
    assert f'href="{PAGE}"' in browser.get("/account/preferences/").content.decode()
    assert f'href="{PAGE}"' not in Client().get("/account/preferences/").content.decode()
