"""Somebody deletes themselves: nothing personal is left anywhere, and nothing of the others' is lost."""

from __future__ import annotations

import json
import logging
import re
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.core.mail import EmailMessage
from django.db import connection
from django.test import Client
from django.utils import timezone, translation

from accounts import names
from accounts.models import Case, FormerAddress, OutgoingMail, Report, Sanction, SanctionKind, User
from accounts.moderation import sanctions, trail
from accounts.privacy import deletion, former, holdings
from accounts.privacy.own import mails_to
from accounts.selectors import session_stamps
from games import carrier, chat, refereeing, selectors, services, storing
from games.errors import Refused
from games.models import ChatLine, Match
from matchmaking import annulling, ratings
from matchmaking.models import Rating
from rules import record
from tests.accounts.conftest import PASSWORD, enter_as_guest
from tests.games.conftest import ask, make_user, open_for, started
from tests.privacy.conftest import ADDRESS, ANNA, IP, WORDS
from tests.privacy.relations import all_models
from tests.staff import laid, staff

pytestmark = [pytest.mark.sqlite_lane, pytest.mark.django_db]
PATH = "/accounts/delete/"
PERSONAL = (ANNA, ADDRESS, WORDS, IP, "SECRETSECRET", "Firefox")


def everything() -> dict[str, str]:
    """Return all that the database holds as text, by table; sessions decoded."""
    held = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")  # noqa: S608 - of the database itself
            held[table] = "\n".join(json.dumps(row, default=_plain, ensure_ascii=False) for row in cursor.fetchall())
    held["django_session"] = "\n".join(str(session.get_decoded()) for session in Session.objects.all())
    return held


def _plain(value: object) -> str:
    return bytes(value).decode("utf-8", "replace") if isinstance(value, bytes | memoryview) else str(value)


def found_in(held: dict[str, str]) -> set[tuple[str, str]]:
    return {(table, word) for table, text in held.items() for word in PERSONAL if word.lower() in text.lower()}


def test_the_search_finds_what_is_there(life) -> None:
    assert {word for _, word in found_in(everything())} == set(PERSONAL)
    assert {"accounts_user", "accounts_outgoingmail", "games_chatline", "accounts_report"} <= {
        table for table, _ in found_in(everything())
    }


def test_no_personal_word_is_left_in_any_table_in_the_cache_or_in_the_log(life, anna, caplog) -> None:
    with caplog.at_level(logging.DEBUG):
        deletion.delete_person(anna)
    assert not found_in(everything())
    assert not found_in({"log": caplog.text})
    in_cache = {
        word for _, word in found_in({"cache": str(vars(cache._connections)) + str(getattr(cache, "_cache", ""))})
    }
    assert in_cache <= {IP}, "network addresses are counted for the minutes of a limit, whoever comes from them"


def test_what_is_left_of_the_row_is_a_hidden_name(life, anna) -> None:
    User.objects.filter(pk=anna.pk).update(untold=2, has_answers=True)
    deletion.delete_person(anna)
    row = User.objects.get(pk=anna.pk)
    assert (row.username, row.email, row.is_active, row.role, row.is_superuser) == (
        f"Deleted {row.pk}", "", False, "", False,
    )  # fmt: skip
    assert not row.has_usable_password()
    assert row.deleted_at is not None
    assert (row.untold, row.has_answers) == (0, False)
    for relation in holdings.erased:
        field = (*relation.split("."), "")[2]
        found = next(one for one in all_models() if one._meta.label == ".".join(relation.split(".")[:2]))
        stays = {"accounts.Case.person", "accounts.Report.reporter", "accounts.Sanction.person",
                 "games.ChatLine.user", "accounts.FormerAddress.person", "admin.LogEntry.user"}  # fmt: skip
        if field and relation not in stays:
            assert not found._default_manager.filter(**{field: anna.pk}).exists(), relation


def test_it_is_shown_as_deleted_player_in_each_language() -> None:
    shown = {}
    for language in ("en", "ru", "he"):
        with translation.override(language):
            shown[language] = names.shown("Deleted 7")
    assert shown["en"] == "deleted player"
    assert len(set(shown.values())) == 3
    assert names.shown("Deleted seven") == "Deleted seven"
    with pytest.raises(Exception, match="letters, digits"):
        names.check("Deleted 7")


def test_others_matches_records_ratings_and_replays_stay_whole(life, anna, boris) -> None:
    before = selectors.record_text(Match.objects.get(pk=life.over.id))
    rating = Rating.objects.get(user=boris).mu
    deletion.delete_person(anna)
    match = Match.objects.select_related("live").get(pk=life.over.id)
    assert selectors.record_text(match) == before
    record.check(record.parse(before))
    assert storing.replayed(match) == storing.load(match.id)
    told = selectors.steps(match, boris)[-1]["frame"]["seats"]
    assert [seat["name"] for seat in told] == [f"Deleted {anna.pk}", "boris"]
    assert ratings.rebuild()[1] == 0
    assert Rating.objects.get(user=boris).mu == rating


def test_talk_of_others_stays_and_theirs_is_removed(life, anna, boris) -> None:
    deletion.delete_person(anna)
    lines = chat.recent_lines(life.over.id, chat.seats_of(life.over.id), None)
    assert [line.get("phrase") or line["text"] for line in lines] == ["removed", "what do you mean?", "removed"]
    assert ChatLine.objects.filter(user=boris).get().text == "what do you mean?"


def test_a_duel_is_given_up_and_open_tables_close(life, anna, boris) -> None:
    deletion.delete_person(anna)
    going = carrier.load(life.going.id)
    assert (going.status, going.ended["by"], going.ended["seat"]) == ("finished", "resign", 1)
    assert carrier.load(life.table.id).status == "aborted"


def test_a_table_of_another_host_goes_on_without_them(anna, boris) -> None:
    table = open_for(boris, seats=3)
    ask(table, anna, "join")
    deletion.delete_person(anna)
    loaded = carrier.load(table.id)
    assert loaded.status == "open"
    assert loaded.seat_of(anna.pk) is None


def test_a_seat_kept_for_a_rematch_is_let_go(anna, boris) -> None:
    from games import rematches

    match = started(anna, boris)
    ask(match, boris, "resign")
    table = rematches.ask_for(Match.objects.get(pk=match.id), boris)
    deletion.delete_person(anna)
    assert not storing.load(table.id).is_kept_for(anna.pk)


def test_their_bots_are_gone_too(life, anna) -> None:
    bot = anna.bots.get()
    deletion.delete_person(anna)
    bot.refresh_from_db()
    assert (bot.is_active, bot.owner, bot.email) == (False, None, "")


def test_profile_history_leaderboard_and_mail_know_them_no_more(life, anna, boris, client) -> None:
    Rating.objects.filter(user=anna).update(settled_until=9_000_000_000_000)
    client.force_login(boris)
    assert ANNA in client.get("/leaderboards/sequence/").content.decode()
    deletion.delete_person(anna)
    for name in (ANNA, f"Deleted {anna.pk}"):
        assert client.get(f"/people/{name}/").status_code == 404
        assert client.get(f"/people/{name}/matches/").status_code == 404
    assert ANNA not in client.get("/leaderboards/sequence/").content.decode()
    history = client.get("/people/boris/matches/").content.decode()
    assert "deleted player" in history
    assert "Deleted" not in history
    assert "deleted player" in client.get("/my/matches/").content.decode()


def test_sessions_and_tokens_end_at_once(life, anna, browser_of_anna) -> None:
    stamp = (browser_of_anna.session.session_key, anna.pk)
    assert session_stamps([stamp]) == {stamp}
    deletion.retire(anna)
    assert session_stamps([stamp]) == set()


def test_mails_to_others_tell_of_nobody(life, anna) -> None:
    OutgoingMail.objects.filter(to="someone@else.example").update(text=f"{ANNA}, not {ANNA}s")
    deletion.delete_person(anna)
    mail = OutgoingMail.objects.get(to="someone@else.example")
    assert mail.subject == "[…] invites you"
    assert mail.text == f"[…], not {ANNA}s", "a longer word is another one"


def test_of_addresses_changed_just_before_nothing_is_left_either(life, anna, browser_of_anna) -> None:
    after = "anna.after@elsewhere.example"
    browser_of_anna.post("/accounts/email/", {"email": after, "action_add": ""})
    sent = OutgoingMail.objects.filter(to=after).latest("pk")
    code = re.search(r"\b[A-Z]{4}-[A-Z]{4}\b", sent.text)
    assert code
    browser_of_anna.post("/accounts/confirm-email/", {"code": code[0]})
    anna.refresh_from_db()
    assert anna.email == after
    deletion.delete_person(anna)
    held = everything()
    assert not found_in(held)
    assert not [table for table, text in held.items() if after in text]


def test_what_breaks_off_is_finished_by_the_clock(life, anna, monkeypatch) -> None:
    def fail(user: User) -> None:
        raise RuntimeError("the database is away")

    holdings.leavings.append(fail)
    try:
        with pytest.raises(RuntimeError):
            deletion.delete_person(anna)
    finally:
        holdings.leavings.remove(fail)
    anna.refresh_from_db()
    assert (anna.username, anna.is_active) == (ANNA, False)
    deletion.finish_deletions()
    assert not found_in(everything())
    deletion.finish_deletions()  # and again does no harm
    assert User.objects.get(pk=anna.pk).username == f"Deleted {anna.pk}"


# --- nobody washes off a sanction ---


def banned(anna: User, moderator: User) -> Sanction:
    return Sanction.objects.create(person=anna, kind="ban", reason="so", by=moderator)


def test_a_ban_waits_for_who_proves_the_same_address_again(anna) -> None:
    moderator = make_user("moderator")
    sanction = banned(anna, moderator)
    sanctions.project(anna.pk)
    deletion.delete_person(anna)
    again = User.objects.create_user("Newcomer", ADDRESS.upper(), PASSWORD)
    former.take_over(again)
    again.refresh_from_db()
    assert again.is_barred
    sanction.refresh_from_db()
    assert sanction.person == again
    other = User.objects.create_user("Stranger", "other@example.org", PASSWORD)
    former.take_over(other)
    assert not other.is_barred


def test_an_open_case_goes_on_with_the_new_account(anna) -> None:
    case = Case.objects.create(person=anna, kind="talk")
    deletion.delete_person(anna)
    again = User.objects.create_user("Newcomer", ADDRESS, PASSWORD)
    former.take_over(again)
    case.refresh_from_db()
    assert case.person == again


def test_open_cases_of_one_kind_are_one_and_nobody_takes_over_a_case_that_they_judge(anna) -> None:
    mona, clara = staff("mona"), make_user("clara")
    for kind, judge in (("talk", mona), ("name", None)):
        Case.objects.create(person=anna, kind=kind, moderator=judge, claimed_at=timezone.now() if judge else None)
    own = Case.objects.create(person=mona, kind="name")
    Report.objects.create(case=Case.objects.get(person=anna, kind="name"), reporter=clara, about="person", about_id="1")
    deletion.delete_person(anna)
    User.objects.filter(pk=mona.pk).update(email=ADDRESS)
    mona.refresh_from_db()
    former.take_over(mona)
    assert not Case.objects.filter(person=anna, closed_at=None).exists()
    assert own.reports.get().reporter == clara
    assert mona.cases.get(kind="talk").moderator is None


def test_of_an_honest_address_nothing_is_kept(anna) -> None:
    banned(anna, make_user("moderator"))
    Sanction.objects.update(lifted_at=timezone.now())
    deletion.delete_person(anna)
    assert not FormerAddress.objects.exists()


def test_no_hash_is_kept_longer_than_the_page_of_privacy_says(anna) -> None:
    by, ends = make_user("moderator"), timezone.now() + timedelta(days=3650)
    Sanction.objects.create(person=anna, by=by, kind=SanctionKind.SUSPENSION, reason="It hurt.", ends_at=ends)
    deletion.delete_person(anna)
    assert FormerAddress.objects.get().until <= timezone.now() + former.ENDLESS


def test_the_hash_is_forgotten_in_its_time(anna) -> None:
    banned(anna, make_user("moderator"))
    deletion.delete_person(anna)
    former.forget()
    assert FormerAddress.objects.count() == 1
    FormerAddress.objects.update(until=timezone.now())
    former.forget()
    assert not FormerAddress.objects.exists()


# --- the page ---


def test_the_page_asks_for_the_password_and_the_name(anna, browser_of_anna) -> None:
    stranger = Client()
    stranger.force_login(anna)
    assert "/accounts/reauthenticate/" in stranger.get(PATH).headers["Location"]
    assert "deleted player" in browser_of_anna.get(PATH).content.decode()
    answer = browser_of_anna.post(PATH, {"name": "Boris"})
    assert answer.status_code == 422
    assert User.objects.get(pk=anna.pk).is_active
    answer = browser_of_anna.post(PATH, {"name": ANNA}, follow=True)
    assert "Your account is deleted" in answer.content.decode()
    assert "_auth_user_id" not in browser_of_anna.session
    assert User.objects.get(pk=anna.pk).deleted_at is not None


def test_a_guest_deletes_themselves_without_a_password(client) -> None:
    guest = enter_as_guest(client)
    assert client.post(PATH, {"name": guest.username}).status_code == 302
    assert User.objects.get(pk=guest.pk).deleted_at is not None


def test_nobody_deleted_can_log_in_or_play(anna, browser_of_anna) -> None:
    browser_of_anna.post(PATH, {"name": ANNA})
    answer = Client().post("/accounts/login/", {"login": ADDRESS, "password": PASSWORD})
    assert answer.status_code == 200
    anna.refresh_from_db()
    with pytest.raises(services.Refused):
        open_for(anna)


# --- names that others have written ---
def test_the_trail_holds_whom_it_concerns_by_number(anna, boris) -> None:
    why = f"{ANNA.lower()} shouts at boris ({ADDRESS}), {ANNA}s do"
    row = trail.record(boris, "sanction.lay", anna, person=anna, why=why)
    assert row.why == f"#{anna.pk} shouts at #{boris.pk} (#{anna.pk}), {ANNA}s do"


def test_no_players_name_comes_into_a_match_for_good(anna, boris) -> None:
    match = started(anna, boris, rated=True)
    judge = staff("judge")
    why = f"({ANNA} had help)"
    with pytest.raises(Refused, match="bad_text") as refused:
        refereeing.abort(judge, match, why=why, token="t1")
    assert ANNA in refused.value.message
    with pytest.raises(Refused, match="bad_text"):
        annulling.annul(judge, match, why=why)
    refereeing.abort(judge, match, why=f"{ANNA}s had help", token="t1")


# --- an address that is another one's by now ---
def test_an_address_that_came_back_and_is_anothers_now_is_theirs_alone(anna) -> None:
    User.objects.filter(pk=anna.pk).update(bounced="old@private.example")
    anna.refresh_from_db()
    EmailMessage("Your code", "ABCD-EFGH", to=["old@private.example"]).send()
    own = [mail.to for mail in mails_to(anna)]
    assert own == ["old@private.example"]
    other = User.objects.create_user("Newcomer", "old@private.example")
    assert not mails_to(anna)
    laid(anna, SanctionKind.MUTE)
    deletion.delete_person(anna)
    former.take_over(other)
    assert not other.is_muted
    assert OutgoingMail.objects.filter(to="old@private.example").exists()
