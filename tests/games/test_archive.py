"""Who asks for a match whose log is archived is told what they were told before, at every door."""

from __future__ import annotations

import re
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from accounts.privacy import deletion
from games import privacy, selectors
from games.errors import Refused
from games.instants import now_ms
from games.log import archive as packed_log
from games.log import archiving, storing
from games.models import Alarm, ArchivedLog, EntryRow, Match, MatchLive
from games.moderation import evidence
from games.tables import rematches
from games.tasks import tell_of_ends
from matchmaking.models import Rating
from tests.games.conftest import make_user, play_on, started

DAYS_90 = 90 * archiving.DAY


@pytest.fixture
def old(anna, boris) -> Match:
    """A rated match that ended 100 days ago, and what follows its end is done."""
    match = started(anna, boris, rated=True)
    play_on(match)
    tell_of_ends([match.id])
    age(match)
    return match


def age(match: Match) -> None:
    Alarm.objects.filter(match=match).delete()
    MatchLive.objects.filter(match=match).update(at=now_ms() - 100 * archiving.DAY)


def archive(*arguments: str) -> str:
    told = StringIO()
    call_command("archive", *arguments, stdout=told)
    return told.getvalue()


def is_archived(match: Match) -> bool:
    return not EntryRow.objects.filter(match=match).exists() and ArchivedLog.objects.filter(match=match).exists()


def told_everywhere(match: Match, user: Any) -> dict[str, Any]:
    """What each front door says of the match."""
    client, stranger = Client(), Client()
    client.force_login(user)
    paths = [f"/m/{match.id}/", f"/m/{match.id}/steps.json", f"/m/{match.id}/record.json",
             f"/api/v1/matches/{match.id}", f"/api/v1/matches/{match.id}/record", f"/api/v1/matches/{match.id}/log",
             f"/u/{user.username}/", f"/m/{match.id}/replay/", f"/m/{match.id}/deal/"]  # fmt: skip
    told: dict[str, Any] = {}
    for who, door in (("player", client), ("stranger", stranger)):
        for path in paths:
            answer = door.get(path)
            told[f"{who} {path}"] = (answer.status_code, _steady(answer.content.decode()))
    match.refresh_from_db()
    told["steps"] = selectors.steps(match, user)
    told["record"] = selectors.record_text(match)
    told["lines"] = [selectors.lines(match, 0), selectors.lines(match, 7)]
    told["export"] = [(name, "".join(parts)) for name, parts in privacy.match_files(user)]
    told["evidence"] = list(evidence._moments(match.id))
    return told


def _steady(page: str) -> str:
    """A page without what is new each time it is made: tokens against forgery, nonces and the time."""
    page = re.sub(r'(csrf\w*"?( value)?[=:]\s*"|nonce="|"csrf":\s*")[^"]*', r"\1", page)
    return re.sub(r'"now":\s*\d+|data-now="\d+"', "", page)


@pytest.mark.django_db
def test_every_front_door_tells_the_same_of_an_archived_match(old, anna):
    before = told_everywhere(old, anna)
    assert before[f"player /m/{old.id}/record.json"][0] == 200
    archive()
    assert is_archived(old)
    after = told_everywhere(old, anna)
    assert {key for key in before if before[key] != after[key]} == set()


@pytest.mark.django_db
def test_replay_and_a_snapshot_of_other_rules_are_served_from_the_archive(old):
    archive()
    call_command("replay", old.id)
    final = storing.load(old.id)
    snapshot = MatchLive.objects.get(pk=old.pk).snapshot | {"format": -1}
    MatchLive.objects.filter(pk=old.pk).update(snapshot=snapshot)
    assert storing.load(old.id).number == final.number
    call_command("replay", old.id)


@pytest.mark.django_db
def test_ratings_rebuilt_from_archived_matches_are_the_same(old):
    before = sorted(Rating.objects.values_list("user", "game", "pace", "mu", "sigma"))
    assert before
    archive()
    call_command("ratings", "rebuild", stdout=StringIO())
    assert sorted(Rating.objects.values_list("user", "game", "pace", "mu", "sigma")) == before


@pytest.mark.django_db
def test_a_match_goes_there_and_back_entry_for_entry_and_as_often_as_one_likes(old):
    rows = [entry.told() for entry in storing.entries_after(old.id, 0)]
    for _ in range(2):
        assert archive() == "1 matches archived\n"
        assert archive() == "0 matches archived\n"
        assert [entry.told() for entry in storing.entries_after(old.id, 0)] == rows
        assert archive("--restore", old.id) == f"1 matches brought back, {len(rows)} entries\n"
        assert EntryRow.objects.filter(match=old).count() == len(rows)
    with pytest.raises(CommandError, match="is not archived"):
        archive("--restore", old.id)


@pytest.mark.django_db
def test_a_dry_run_counts_and_packs_nothing(old):
    assert archive("--dry-run") == "1 matches would be archived\n"
    assert not is_archived(old)


@pytest.mark.django_db
def test_what_goes_on_is_young_or_still_to_be_dealt_with_stays(anna, boris, clara, old):
    going = started(anna, clara)
    MatchLive.objects.filter(pk=going.pk).update(at=1)
    waiting = started(boris, clara)
    play_on(waiting)
    MatchLive.objects.filter(pk=waiting.pk).update(at=1)
    Alarm.objects.get_or_create(match=waiting, kind="finish", defaults={"due_at": 1})
    assert archive("--older-than", "101") == "0 matches archived\n"
    assert archive() == "1 matches archived\n"
    assert is_archived(old)
    assert not is_archived(going)
    assert not is_archived(waiting)


@pytest.mark.django_db
def test_a_match_just_over_is_not_taken_even_when_asked_for():
    with pytest.raises(CommandError, match="1 or more days"):
        archive("--older-than", "0")


@pytest.mark.django_db
def test_a_request_repeated_after_the_archiving_gets_its_first_number(old, anna):
    entry = next(e for e in storing.entries_after(old.id, 0) if e.token and e.kind == "move")
    archive()
    assert storing.find_repeat(old.id, entry.token, entry.asked, entry.seat) == entry.number
    with pytest.raises(Refused):
        storing.find_repeat(old.id, entry.token, "another request", entry.seat)
    assert storing.has_asked(old.id, entry.token)
    assert not storing.has_asked(old.id, "never")


@pytest.mark.django_db
def test_what_comes_after_the_archiving_is_appended_and_packed_by_the_next_run(old, anna):
    archive()
    last = storing.load(old.id).number
    rematches.ask_for(old, anna)
    number = storing.load(old.id).number
    assert number == last + 1
    assert [e.number for e in storing.entries_after(old.id, 0)] == list(range(1, number + 1))
    call_command("replay", old.id)
    age(old)
    archive()
    assert is_archived(old)
    assert [e.number for e in storing.entries_after(old.id, last)] == [number]


@pytest.mark.django_db
def test_a_fall_in_the_middle_leaves_each_log_whole_and_the_next_run_goes_on(old, anna, boris, monkeypatch):
    other = started(boris, anna)
    play_on(other)
    age(other)
    monkeypatch.setattr(archiving, "BATCH", 1)
    pack, done = archiving._pack_one, []

    def fall(match_id: str) -> None:
        pack(match_id)
        done.append(match_id)
        if len(done) == 2:
            raise KeyboardInterrupt  # after the second's rows went, before the commit

    monkeypatch.setattr(archiving, "_pack_one", fall)
    with pytest.raises(KeyboardInterrupt):
        archive()
    assert sorted([is_archived(old), is_archived(other)]) == [False, True]
    call_command("replay")
    monkeypatch.setattr(archiving, "_pack_one", pack)
    assert archive() == "1 matches archived\n"
    call_command("replay")


@pytest.mark.django_db
def test_a_hole_in_a_log_is_not_packed_away(old):
    EntryRow.objects.filter(match=old, number=3).delete()
    with pytest.raises(ValueError, match="has a hole"):
        archive()
    assert not ArchivedLog.objects.exists()


@pytest.mark.django_db
def test_who_deletes_themselves_leaves_an_archived_match_that_replays(old, anna):
    archive()
    deletion.delete_person(anna)
    call_command("replay", old.id)
    assert selectors.record_text(Match.objects.select_related("live").get(pk=old.pk))


@pytest.mark.django_db
def test_each_month_has_a_partition_and_a_read_asks_one_alone(old):
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has no partitions")
    Match.objects.filter(pk=old.pk).update(opened_at=1_700_000_000_000)  # November 2023
    younger = started(make_user(), make_user())
    play_on(younger)
    age(younger)
    Match.objects.filter(pk=younger.pk).update(opened_at=1_703_980_800_000)  # the last day of 2023
    archive()
    with connection.cursor() as cursor:
        cursor.execute("SELECT DISTINCT tableoid::regclass::text FROM games_archivedlog ORDER BY 1")
        assert [name for (name,) in cursor] == ["games_archivedlog_2023_11", "games_archivedlog_2023_12"]
        cursor.execute("EXPLAIN (ANALYZE) " + packed_log._FIND, [old.id, old.id])
        plan = "\n".join(line for (line,) in cursor)
    assert "(never executed)" in plan
    assert storing.load(old.id).over
