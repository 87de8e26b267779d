"""Pace mail: days a move, deadlines to the millisecond, tables that wait for days, and the races, which refuse it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils.formats import date_format

from games import carrier, services
from games.clocks import alarms, clock
from games.clocks.beats import beat
from games.door.loaded import fresh
from games.errors import Refused
from games.instants import exact_words
from games.models import Alarm, Match
from games.selectors import frame
from games.tables.listed import open_tables
from rules.registry import GAMES
from tests.games.conftest import against_bot, ask, move_a_bot, open_for, started, to_move
from tests.games.mail_tables import DAY, by_mail, deadline

pytestmark = pytest.mark.django_db
DAYS = (1, 2, 3, 7, 14)
TURN_GAMES = [slug for slug, game in GAMES.items() if not game.race]
RACES = [slug for slug, game in GAMES.items() if game.race]


# --- opening ---
@pytest.mark.parametrize("days", DAYS)
@pytest.mark.parametrize("game", TURN_GAMES)
def test_every_turn_game_goes_by_mail_with_so_many_days_a_move(anna, boris, game, days):
    match = by_mail(anna, boris, game=game, days=days)
    assert (match.pace, match.clock) == ("mail", {"per_move": days * DAY})
    told = frame(match, anna)
    assert (told["pace"], told["clock"]) == ("mail", {"per_move": days * DAY})


@pytest.mark.parametrize("clock", [{"per_move": 4 * DAY}, {"per_move": DAY + 1}, {"per_move": 60_000}, {"per_move": 0},
                                   {"per_move": 1.0 * DAY}, {"per_move": -DAY}, {"per_move": True}])  # fmt: skip
def test_no_other_number_of_days_is_to_be_had(anna, clock):
    with pytest.raises(Refused, match="out_of_range"):
        open_for(anna, pace="mail", clock=clock)
    assert not Match.objects.exists()


def test_a_clock_of_seconds_is_none_by_mail_and_days_are_none_live(anna):
    for pace, told in (("mail", {"main": 60_000, "increment": 0}), ("post", {"per_move": DAY})):
        with pytest.raises(Refused, match="bad_options"):
            open_for(anna, pace=pace, clock=told)
    with pytest.raises(Refused, match="out_of_range"):
        open_for(anna, pace="live", clock={"per_move": DAY})


@pytest.mark.parametrize("game", RACES)
def test_a_race_says_why_it_is_live_only(anna, game):
    with pytest.raises(Refused, match="live_only") as refusal:
        open_for(anna, game=game, pace="mail", clock={"per_move": DAY})
    assert "quickest hand" in refusal.value.message


def test_an_open_table_waits_for_days_and_then_closes(anna, time):
    match = open_for(anna, pace="mail", clock={"per_move": DAY})
    alarm = Alarm.objects.get(match=match, kind="expire")
    assert alarm.due_at - match.opened_at == alarms.FILL_BY_MAIL == 14 * DAY
    time.move(13 * DAY)
    clock.do_due_alarms()
    assert carrier.load(match.id).status == "open"
    assert [card.id for card in open_tables(anna).cards] == [match.id]
    time.move(to=alarm.due_at)
    clock.do_due_alarms()
    assert carrier.load(match.id).ended["reason"] == "unfilled"


# --- deadlines ---
def test_the_deadline_is_the_move_before_and_exactly_so_many_days(anna, boris, time):
    match = by_mail(anna, boris, days=7)
    assert deadline(match) == time.now + 7 * DAY
    for passed in (1, DAY, 7 * DAY):  # the last one comes in the last millisecond
        time.move(passed)
        user, legal = to_move(match)
        ask(match, user, "move", move=legal[0])
        assert deadline(match) == time.now + 7 * DAY


def test_talk_of_a_draw_moves_no_deadline(anna, boris, time):
    match = by_mail(anna, boris)
    due = deadline(match)
    for user, kind in ((anna, "offer_draw"), (boris, "decline_draw")):
        time.move(1_234_567)
        ask(match, user, kind)
        assert deadline(match) == due


def test_a_bot_answers_as_usual(anna, time):
    match = open_for(anna, pace="mail", clock={"per_move": DAY}, bots="gentle")
    ask(match, anna, "start")
    loaded = carrier.load(match.id)
    if loaded.must_act() == {0}:
        user, legal = to_move(match)
        ask(match, user, "move", move=legal[0])
    move_a_bot(match)
    assert carrier.load(match.id).ply >= 1


@pytest.mark.parametrize("late", [1, 60_000])
def test_a_time_out_is_called_by_the_clock_once_and_within_a_minute(anna, boris, time, late):
    match = by_mail(anna, boris, days=1)
    (mover,) = carrier.load(match.id).must_act()
    due = deadline(match)
    time.move(to=due)
    clock.do_due_alarms()
    assert carrier.load(match.id).status == "active", "the last millisecond is still in time"
    time.move(alarms.LEEWAY + late)
    for _ in range(3):
        clock.do_due_alarms()
    loaded = carrier.load(match.id)
    assert loaded.ended == {"by": "time", "seat": mover}
    assert match.entries.filter(kind="give_up").count() == 1
    assert loaded.ended_at - due <= 60_000 + alarms.LEEWAY


def test_an_alarm_that_is_early_lets_the_next_deadline_be_called_in_time_all_the_same(anna, boris, time):
    match = by_mail(anna, boris, days=1)
    time.move(DAY)
    user, legal = to_move(match)
    ask(match, user, "move", move=legal[0])
    due = deadline(match)
    for instant in (due - DAY + 1_000, due + alarms.LEEWAY + 1):
        time.move(to=instant)
        clock.do_due_alarms()
    assert carrier.load(match.id).ended["by"] == "time"


@pytest.mark.parametrize("address", ["/m/{}/", "/api/v1/matches/{}"])
def test_whoever_opens_a_late_match_sees_it_decided(anna, boris, time, client, address):
    match = by_mail(anna, boris, days=1)
    time.move(to=deadline(match) + 1)
    client.force_login(anna)
    assert client.get(address.format(match.id)).status_code == 200
    assert carrier.load(match.id).ended["by"] == "time", "though no clock runs here"


def test_a_request_for_a_late_match_is_refused_and_the_match_decided(anna, boris, time):
    match = by_mail(anna, boris, days=1)
    user, legal = to_move(match)
    time.move(to=deadline(match) + 1)
    with pytest.raises(Refused, match="game_over"):
        ask(match, user, "move", move=legal[0])
    assert carrier.load(match.id).ended["by"] == "time"


# --- outages of ours ---
def test_an_outage_before_the_deadline_moves_nothing(anna, boris, time):
    match = by_mail(anna, boris, days=3)
    due = deadline(match)
    time.move(DAY, servers_up=False)
    beat()
    ask(match, anna, "offer_draw")
    assert deadline(match) == due
    assert not match.entries.filter(kind="pause").exists()


def test_a_deadline_within_an_outage_is_put_off_by_it(anna, boris, time):
    match = by_mail(anna, boris, days=1)
    due = deadline(match)
    time.move(to=due - 3_600_000)
    time.move(2 * 3_600_000, servers_up=False)
    beat()
    clock.do_due_alarms()
    loaded = carrier.load(match.id)
    assert loaded.status == "active"
    assert deadline(match) == due + 2 * 3_600_000
    time.move(to=deadline(match) + alarms.LEEWAY + 1)
    clock.do_due_alarms()
    assert carrier.load(match.id).ended["by"] == "time"


# --- the clocks on the wall ---
ONE_WAY = [  # zone, the day of a change of the clocks, offsets before and after
    ("Europe/Berlin", (2027, 3, 28), "UTC+1", "UTC+2"),
    ("Europe/London", (2027, 10, 31), "UTC+1", "UTC"),
    ("Europe/Lisbon", (2027, 3, 28), "UTC", "UTC+1"),
    ("Europe/Helsinki", (2027, 10, 31), "UTC+3", "UTC+2"),
    ("Europe/Chisinau", (2027, 3, 28), "UTC+2", "UTC+3"),
    ("Asia/Jerusalem", (2027, 3, 26), "UTC+2", "UTC+3"),
    ("Asia/Beirut", (2027, 3, 28), "UTC+2", "UTC+3"),
    ("Africa/Cairo", (2027, 4, 30), "UTC+2", "UTC+3"),
    ("Africa/Casablanca", (2027, 2, 7), "UTC+1", "UTC"),
    ("America/New_York", (2027, 3, 14), "UTC−5", "UTC−4"),
    ("America/Chicago", (2027, 11, 7), "UTC−5", "UTC−6"),
    ("America/Denver", (2027, 3, 14), "UTC−7", "UTC−6"),
    ("America/Los_Angeles", (2027, 11, 7), "UTC−7", "UTC−8"),
    ("America/St_Johns", (2027, 3, 14), "UTC−3:30", "UTC−2:30"),
    ("America/Havana", (2027, 3, 14), "UTC−5", "UTC−4"),
    ("America/Santiago", (2027, 4, 4), "UTC−3", "UTC−4"),
    ("Australia/Sydney", (2027, 4, 4), "UTC+11", "UTC+10"),
    ("Australia/Adelaide", (2027, 10, 3), "UTC+9:30", "UTC+10:30"),
    ("Australia/Lord_Howe", (2027, 4, 4), "UTC+11", "UTC+10:30"),
    ("Pacific/Auckland", (2027, 9, 26), "UTC+12", "UTC+13"),
    ("Pacific/Chatham", (2027, 4, 4), "UTC+13:45", "UTC+12:45"),
]
Change = tuple[str, tuple[int, int, int], str, str]


def way_back(change: Change) -> Change:
    """Return the other change of that zone in that year."""
    name, day, before, after = change
    noons = [datetime(2027, 1, 1, 12, tzinfo=ZoneInfo(name)) + timedelta(days=n) for n in range(365)]
    changed = [noon for noon, last in zip(noons[1:], noons, strict=False) if noon.utcoffset() != last.utcoffset()]
    [other] = [noon for noon in changed if (noon.year, noon.month, noon.day) != day]
    return name, (other.year, other.month, other.day), after, before


CHANGES = [*ONE_WAY, *map(way_back, ONE_WAY)]


@pytest.mark.parametrize("change", CHANGES, ids=[f"{change[0]}-{change[1][1]}" for change in CHANGES])
@pytest.mark.parametrize("days", [1, 2, 14])
def test_a_day_has_as_many_milliseconds_when_clocks_are_changed(anna, boris, time, change, days):
    name, day, before, after = change
    zone = ZoneInfo(name)
    time.move(to=round(datetime(*day, 12, tzinfo=zone).timestamp() * 1000) - DAY - 12 * 3_600_000)
    shown_from, moved_at = exact_words(time.now, zone), time.now
    match = by_mail(anna, boris, days=days)
    due = deadline(match)
    assert due == moved_at + days * DAY
    assert before in shown_from, "the move was before the change"
    if days > 1:
        shown = exact_words(due, zone)
        assert shown.endswith(f"({after})")
        local = datetime.fromtimestamp(due / 1000, zone)
        assert f"{local:%H:%M}" in shown and str(local.day) in shown and "2027" in shown


@pytest.mark.parametrize(
    ("name", "day", "before", "after"), CHANGES, ids=[f"{change[0]}-{change[1][1]}" for change in CHANGES]
)
def test_the_last_minute_before_a_change_and_the_first_after_it_are_told_apart(name, day, before, after):
    zone = ZoneInfo(name)
    change = instant_of_change(zone, datetime(*day, tzinfo=zone).timestamp() - 43_200)
    assert exact_words((change - 60) * 1000, zone).endswith(f"({before})")
    assert exact_words(change * 1000, zone).endswith(f"({after})")


def instant_of_change(zone: ZoneInfo, start: float) -> int:
    """Return the second at which the offset becomes another, by halving two days."""
    first, last = int(start), int(start) + 2 * 86_400
    offset = datetime.fromtimestamp(first, zone).utcoffset()
    assert datetime.fromtimestamp(last, zone).utcoffset() != offset
    while last - first > 1:
        middle = (first + last) // 2
        first, last = (middle, last) if datetime.fromtimestamp(middle, zone).utcoffset() == offset else (first, middle)
    return last


def test_an_instant_is_told_with_day_year_and_offset_and_never_later_than_it_is():
    instant = round(datetime(2026, 12, 3, 18, 5, 59, 999_000, tzinfo=ZoneInfo("Europe/Minsk")).timestamp() * 1000)
    assert exact_words(instant, ZoneInfo("Europe/Minsk")) == "Thu 3 Dec 2026, 18:05 (UTC+3)"


@pytest.mark.parametrize("name", ["DATE_FORMAT", "DATETIME_FORMAT", "SHORT_DATE_FORMAT", "SHORT_DATETIME_FORMAT"])
def test_english_dates_look_alike_wherever_they_stand(name):
    instant = datetime(2026, 12, 3, 18, 5, tzinfo=UTC)
    words = exact_words(round(instant.timestamp() * 1000), UTC)
    assert f" {date_format(instant, name)}{'' if 'TIME' in name else ','} " in words


# --- the log is the truth ---
def test_a_snapshot_of_older_form_is_not_used_and_the_match_goes_on(anna, boris):
    match = started(anna, boris)
    head = Match.objects.select_related("live").get(pk=match.id).live
    older = {k: v for k, v in head.snapshot.items() if k not in ("slow", "slow_asked", "slowed", "began", "away")}
    older["format"] = [4, older["format"][1]]
    type(head).objects.filter(pk=head.pk).update(snapshot=older)
    loaded = carrier.load(match.id)
    assert loaded.number == head.number
    assert fresh(loaded.facts).number == 0 and loaded.began == [loaded.started_at] * 2
    user, legal = to_move(match)
    ask(match, user, "move", move=legal[0])
    assert services.tick_all([match.id]) == set()
    assert carrier.load(match.id).ply == 1


def test_play_now_stays_live(anna):
    assert against_bot(anna).pace == "live"


# --- before the start: people come when a mail reaches them ---
def test_a_table_by_mail_starts_with_the_last_who_is_ready_though_the_host_is_away(anna, boris, clara):
    match = open_for(anna, pace="mail", clock={"per_move": DAY}, seats=3)
    assert "ready" in frame(match, anna)["may"]
    ask(match, anna, "ready", ready=True, salt="pepper")
    assert "unready" in frame(match, anna)["may"]
    for user in (boris, clara):
        ask(match, user, "join", salt=f"of-{user.username}")
        assert carrier.load(match.id).status == "open"
        ask(match, user, "ready", ready=True, salt="not-this-one")
    loaded = carrier.load(match.id)
    assert loaded.status == "active"
    assert [occupant.salt for occupant in loaded.occupants] == ["pepper", "of-boris", "of-clara"]


def test_it_waits_for_a_host_who_has_not_said_so_and_the_host_may_start_it_as_ever(anna, boris):
    match = open_for(anna, pace="mail", clock={"per_move": DAY})
    ask(match, boris, "join")
    ask(match, boris, "ready", ready=True)
    assert carrier.load(match.id).status == "open"
    assert {"start"} == {"start", "ready"} & set(frame(match, anna)["may"])
    ask(match, anna, "start", salt="pepper")
    assert carrier.load(match.id).occupants[0].salt == "pepper"


def test_at_a_live_table_the_host_starts_and_nobody_else(anna, boris):
    match = open_for(anna)
    assert "ready" not in frame(match, anna)["may"]
    ask(match, anna, "ready", ready=True)
    ask(match, boris, "join")
    ask(match, boris, "ready", ready=True)
    assert carrier.load(match.id).status == "open"
