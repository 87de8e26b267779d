"""Reports of matches and lines: who may report what, what is put down of it, and that it tells nothing hidden."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import Group

from accounts.models import Case, CaseKind, Report, Role, User
from accounts.moderation import cases
from accounts.moderation.reports import Complaint, report
from accounts.refusals import Refused
from games.log import storing
from games.models import EntryRow, Match
from games.moderation import evidence
from games.talk.chat import Said, say
from games.talk.phrases import PHRASES
from rules import registry
from rules.chance import Chance
from rules.contract import AnyGame
from tests.games import worlds
from tests.games.conftest import Time, ask, open_for, play_on, started
from tests.games.random_matches import RandomMatch
from tests.games.test_two_worlds import look_ahead
from tests.rules.positions import setups

pytestmark = pytest.mark.django_db
MOST_BYTES = 128 * 1024


def of_match(match: Match, person: User, kind: CaseKind = CaseKind.CHEATING) -> Complaint:
    return Complaint("match", match.id, person, kind)


def of_line(line: int, person: User) -> Complaint:
    return Complaint("line", str(line), person, CaseKind.TALK)


def refusal(call: Any, *args: Any) -> str:
    with pytest.raises(Refused) as caught:
        call(*args)
    return caught.value.code


# --- what can be reported ---
def test_a_match_is_reported_with_its_log_times_and_talk(anna, boris, match):
    play_on(match, 6)
    say(match.id, boris, Said("You are slow"), "t1")
    pack = report(anna, of_match(match, boris)).evidence
    assert (pack["match"], pack["game"], pack["status"]) == (match.id, "sequence", "active")
    assert [seat["user"] for seat in pack["seats"]] == [anna.pk, boris.pk]
    assert [line["number"] for line in pack["log"]] == list(range(1, pack["number"] + 1))
    moves = [line for line in pack["log"] if line["kind"] == "move"]
    assert len(moves) == 6
    assert all(line["line"] and line["ms"] >= 0 for line in moves)
    assert [one["moves"] for one in pack["timings"]] == [3, 3]
    assert [(line["user"], line["text"]) for line in pack["chat"]] == [(boris.pk, "You are slow")]


def test_times_for_moves_count_from_the_move_before(anna, boris, time):
    match = started(anna, boris)
    for wait in (2_000, 3_000, 5_000, 7_000):
        time.move(wait)
        play_on(match, 1)
    pack = report(anna, of_match(match, boris)).evidence
    assert [line["ms"] for line in pack["log"] if line["kind"] == "move"] == [2_000, 3_000, 5_000, 7_000]
    timings = {one["seat"]: (one["least"], one["median"], one["most"]) for one in pack["timings"]}
    assert sorted(timings.values()) == [(2_000, 3_500, 5_000), (3_000, 5_000, 7_000)]


def test_a_line_is_reported_with_what_was_said_around_it(anna, boris, match, monkeypatch):
    monkeypatch.setattr("games.talk.chat.FLOOD_MS", 0)
    lines = [say(match.id, (anna, boris)[n % 2], Said(f"line {n}"), f"t{n}") for n in range(60)]
    pack = report(anna, of_line(lines[31], boris)).evidence
    assert pack["line"] == lines[31]
    assert [line["id"] for line in pack["chat"]] == lines[11:52]


def test_a_set_phrase_is_reported_too(anna, boris):
    match = started(anna, boris, talk=PHRASES)
    line = say(match.id, boris, Said(phrase="well-done"), "t1")
    pack = report(anna, of_line(line, boris)).evidence
    assert pack["chat"][0]["phrase"] == "Well done!"


def test_a_person_is_reported_for_what_they_said_or_where_they_sit_alone(anna, boris, clara, match):
    line = say(match.id, boris, Said("hello"), "t1")
    assert refusal(report, clara, of_line(line, anna)) == "not_involved"
    assert refusal(report, anna, of_match(match, clara)) == "not_involved"
    assert refusal(report, boris, of_line(line, boris)) == "yourself"
    report(clara, of_line(line, boris))  # whoever sees it
    report(clara, of_match(match, boris))


def test_what_somebody_cannot_see_they_cannot_report_and_it_is_as_if_it_were_missing(anna, boris, clara):
    match = started(anna, boris, watchers=False)
    line = say(match.id, boris, Said("hello"), "t1")
    told = []
    for said in (
        of_match(match, boris),
        of_line(line, boris),
        of_match(Match(id="2" * 16), boris),
        of_line(10**9, boris),
    ):
        with pytest.raises(Refused) as caught:
            report(clara, said)
        told.append(caught.value.as_json())
    assert told == [told[0]] * 4
    assert told[0]["code"] == "not_found"
    report(anna, of_line(line, boris))


@pytest.mark.parametrize(
    "about_id", ["", "x", "-1", "9" * 30, "1\0", "٣٣", "2" * 15, "../1", "2" * 17, "2222 22222222222"]
)
def test_ids_that_are_none_lead_nowhere(about_id, anna, boris):
    for about in ("match", "line"):
        assert refusal(report, anna, Complaint(about, about_id, boris, CaseKind.TALK)) == "not_found"
    assert not Case.objects.exists()


def test_a_line_and_a_match_are_reported_once_and_for_all(anna, boris, match):
    first = report(anna, of_match(match, boris))
    moderator = staff("vera")
    cases.claim(moderator, first.case)
    cases.close(moderator, first.case, cases.Verdict.NOTHING, answer="x", told_person="y")
    assert report(anna, of_match(match, boris)) == first
    assert Report.objects.count() == Case.objects.count() == 1


def staff(name: str) -> User:
    user = User.objects.create_user(name, f"{name}@example.org")
    user.groups.add(Group.objects.get(name=Role.MODERATOR))
    user.refresh_from_db()
    return user


def test_who_sits_in_a_match_does_not_judge_it(anna, boris):
    moderator, other = staff("vera"), staff("zoya")
    match = started(moderator, boris)
    line = say(match.id, boris, Said("hello"), "t1")
    for said in (of_match(match, boris), of_line(line, boris)):
        case = report(anna, said).case
        assert refusal(cases.claim, moderator, case) == "not_allowed"
        cases.claim(other, case)


# --- what is put down ---
def test_evidence_is_bounded(anna, boris, match, monkeypatch):
    monkeypatch.setattr("games.talk.chat.FLOOD_MS", 0)
    for n in range(60):
        say(match.id, boris, Said(f"{n} " + "ש" * 490), f"t{n}")
    last = EntryRow.objects.filter(match=match).latest("number")
    loaded = storing.load(match.id)
    many = [
        EntryRow(match=match, number=last.number + n, kind="back", seat=0, body={}, at=last.at + n)
        for n in range(1, 1_000)
    ]
    EntryRow.objects.bulk_create(many)
    loaded.number = last.number + 999
    monkeypatch.setattr(storing, "load", lambda _: loaded)
    pack = evidence.pack(match, None)
    assert len(pack["log"]) == evidence.LOGGED
    assert pack["left_out"] == last.number + 999 - evidence.LOGGED
    assert len(pack["chat"]) == 2 * evidence.LINES
    assert len(json.dumps(pack, ensure_ascii=False).encode()) < MOST_BYTES


def words_of(value: Any) -> set[str]:
    """Return all keys that stand anywhere in a JSON value."""
    if isinstance(value, list):
        return set().union(*(words_of(one) for one in value)) if value else set()
    if isinstance(value, dict):
        return set(value) | words_of(list(value.values()))
    return set()


def test_evidence_names_no_seed_no_salt_no_address_and_no_name(anna, boris, match):
    play_on(match)
    pack = evidence.pack(Match.objects.select_related("live").get(pk=match.pk), None)
    text = json.dumps(pack)
    assert pack["status"] in ("finished", "aborted")
    assert pack["outcome"]["places"]
    assert not words_of(pack) & {"server_seed", "salt", "view", "legal", "token", "name", "email", "commitment"}
    for secret in (bytes(match.server_seed).hex(), "proven.example", anna.username, boris.username):
        assert secret not in text


@pytest.mark.parametrize("game", registry.GAMES.values(), ids=registry.GAMES.keys())
def test_evidence_of_a_running_match_is_the_same_in_every_world_that_looks_the_same(
    game: AnyGame, stopped: Time, in_process: None, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    seen: Counter[str] = Counter()
    random, found = Random(game.slug), setups(game)
    for number in range(6):
        setup = random.choice(found)
        match = RandomMatch(setup, number, stopped)
        match.advance(random.randrange(2, max(3, look_ahead(setup, number)[0])))
        if match.loaded.over:
            continue
        row = Match.objects.select_related("live").get(pk=match.match.id)
        real = json.dumps(evidence.pack(row, None))
        for viewer in (*range(setup.seats), None):
            world = worlds.other_world(match.loaded, viewer, Chance(number.to_bytes(32, "big")))
            with monkeypatch.context() as patched:
                patched.setattr(storing, "load", lambda _, world=world: worlds.copied(world))
                assert json.dumps(evidence.pack(row, None)) == real
            seen["other worlds"] += world.state != match.loaded.state
        assert ("line" in real) or not game.open_lines
    assert seen["other worlds"]


def test_a_table_before_its_start_can_be_reported(anna, boris):
    table = open_for(anna)
    ask(table, boris, "join")
    pack = report(anna, of_match(table, boris)).evidence
    assert pack["status"] == "open"
    assert pack["timings"] == []
