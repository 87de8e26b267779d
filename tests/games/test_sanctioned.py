"""What sanctions do at tables, by every door: no talk, no rated play, and nothing at all for the barred."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.test import Client
from django.utils import timezone

from accounts import bot_accounts
from accounts.models import FOREVER, SanctionKind, User
from accounts.moderation.sanctions import lift_sanction
from accounts.moderation.standing import need_entry, need_rated, need_talk
from games import carrier, rematches, standing
from games.errors import Refused
from games.models import ChatLine, EntryRow, Match, SeatRow
from tests.games.conftest import ask, make_user, open_for, started, to_move
from tests.games.doors import DOORS, ask_by_socket
from tests.games.socket_pages import Page, open_pages, session_of
from tests.games.stream_readers import Listener
from tests.programs import Program, failed, new_token
from tests.staff import REASON, laid, staff

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_lane, pytest.mark.usefixtures("in_process")]
BARRING = pytest.mark.parametrize("kind", [SanctionKind.SUSPENSION, SanctionKind.BAN])
Json = dict[str, Any]


def code_of(call, *told, **more) -> str:
    with pytest.raises(Refused) as refused:
        call(*told, **more)
    return refused.value.code


# --- no talk ---


@DOORS
@pytest.mark.parametrize("said", [{"text": "hello"}, {"phrase": "hello"}], ids=["words", "phrases"])
def test_who_is_muted_says_nothing_at_any_door_and_is_told_what_why_until_when_and_how_to_appeal(
    door, said, anna, boris
):
    match = started(anna, boris, talk="phrases" if "phrase" in said else "free")
    mute = laid(anna, SanctionKind.MUTE)
    body = {"type": "chat", "token": "t1"} | said
    told = door(anna, match, body)
    assert told.code == "muted"
    assert told.message.startswith("You may not talk at tables until ")
    assert REASON in told.message
    assert told.message.endswith("/accounts/standing/.")
    assert door(boris, match, body | {"token": "t2"}).code == ""
    lift_sanction(staff(), mute, why="a mistake")
    assert door(anna, match, body).code == ""
    assert ChatLine.objects.count() == 2


def test_what_was_said_before_and_is_sent_again_gets_its_answer_again(match, anna):
    body = {"type": "chat", "token": "t1", "text": "hello"}
    first = ask_by_socket(anna, match, body)
    laid(anna, SanctionKind.MUTE)
    assert ask_by_socket(anna, match, body) == first


def test_who_is_muted_plays_on(match):
    mover, legal = to_move(match)
    laid(mover, SanctionKind.MUTE)
    assert ask(match, mover, "move", move=legal[0])


# --- no rated play ---


def test_who_is_unrated_opens_and_joins_no_rated_table_by_any_door(anna, boris):
    table, casual = open_for(boris, rated=True), open_for(boris)
    laid(anna, SanctionKind.UNRATED)
    assert code_of(open_for, anna, rated=True) == "unrated"
    assert ask_by_socket(anna, table, {"type": "join", "token": "t1"}).code == "unrated"
    asked = {"type": "join", "token": "t1"}
    assert failed(Program(anna).post(f"matches/{table.id}/requests", asked)) == (403, "unrated")
    assert ask(casual, anna, "join")
    assert open_for(anna)


def test_a_rated_match_that_goes_on_goes_on_and_is_not_played_again(anna, boris):
    match = started(anna, boris, rated=True)
    laid(anna, SanctionKind.UNRATED)
    standing.leave_all_seats()
    assert carrier.load(match.id).status == "active"
    ask(match, boris, "resign")
    assert code_of(rematches.ask_for, Match.objects.get(pk=match.pk), anna) == "unrated"


def test_seats_at_open_rated_tables_end_at_once_and_others_stay(anna, boris, django_capture_on_commit_callbacks):
    own, other, casual = open_for(anna, rated=True), open_for(boris, rated=True), open_for(boris)
    ask(other, anna, "join")
    ask(casual, anna, "join")
    with django_capture_on_commit_callbacks(execute=True):
        laid(anna, SanctionKind.UNRATED)
    assert list(SeatRow.objects.filter(user=anna).values_list("match_id", flat=True)) == [casual.id]
    assert carrier.load(own.id).over
    assert carrier.load(other.id).status == "open"


# --- by the row alone ---


@pytest.mark.parametrize("until", [FOREVER, timezone.now() + timedelta(days=300)], ids=["for ever", "until then"])
def test_who_is_barred_by_the_row_without_a_sanction_is_refused_too(until, match, anna):
    User.objects.filter(pk=anna.pk).update(barred_until=until)
    token = Program(anna).get("account")
    assert failed(token) == (403, "barred")
    assert "%(" not in token.json()["error"]["message"]
    browser = Client()
    browser.force_login(anna)
    told = browser.get("/api/v1/account")
    assert (told.status_code, told.json()["error"]["code"]) == (403, "barred")
    anna.refresh_from_db()
    assert code_of(ask, match, anna, "resign") == "barred"


def test_who_is_muted_or_unrated_by_the_row_alone_is_refused_too(anna):
    until = timezone.now() + timedelta(days=300)
    User.objects.filter(pk=anna.pk).update(muted_until=until, unrated_until=until)
    assert code_of(need_talk, anna) == "muted"
    assert code_of(need_rated, anna) == "unrated"


def test_what_was_lifted_a_moment_ago_is_refused_no_more(anna):
    ban = laid(anna, SanctionKind.BAN)
    anna.refresh_from_db()
    lift_sanction(staff(), ban, why="a mistake")
    need_entry(anna)  # the row at hand is the old one


# --- nothing at all ---


@BARRING
def test_the_barred_do_nothing_by_rest_or_by_a_socket_and_each_says_why(kind, match, anna):
    session, token = session_of(anna), new_token(anna)
    before = EntryRow.objects.count()
    laid(anna, kind)
    answer = Program(anna).get("account")
    assert failed(answer) == (403, "barred")
    assert REASON in answer.json()["error"]["message"]
    body = {"type": "resign", "token": "t1"}
    assert failed(Program(anna).post(f"matches/{match.id}/requests", body)) == (403, "barred")

    async def play() -> None:
        for path in ("", "/ws/notices/", "/ws/lobby/"):
            page = Page(match.id, session, path=path)
            assert await page.open()  # the handshake ends well, for a browser tells no code of one that does not
            assert (await page.next("close"))["code"] == 4403
            await page.send(body)
            assert await page.quiet() == []
        for path in (f"matches/{match.id}/stream", "stream"):
            for stream in (Listener(path, token), Listener(path, cookie=f"sessionid={session}")):
                told = await stream.open()
                assert (stream.status, told["error"]["code"]) == (403, "barred")

    async_to_sync(play)()
    assert EntryRow.objects.count() == before
    assert code_of(ask, match, anna, "resign") == "barred"


@BARRING
def test_what_is_open_closes_within_two_seconds_and_takes_nothing_more(kind, match, anna, boris):
    session, token = session_of(anna), new_token(anna)

    async def play() -> None:
        page, other = Page(match.id, session), Page(match.id, await sync_to_async(session_of)(boris))
        quiet = [Page("", session, path=path) for path in ("/ws/notices/", "/ws/lobby/")]
        streams = [Listener(path, token) for path in (f"matches/{match.id}/stream", "stream")]
        await open_pages(page, other)
        for each in quiet:
            assert await each.open()
        for stream in streams:
            await stream.open()
        await sync_to_async(laid)(anna, kind)
        for each in (page, *quiet):
            assert (await each.next("close", seconds=2.0))["code"] == 4403
        for stream in streams:
            assert (await stream.next("closed", seconds=2.0))["code"] == 4403
        await page.send({"type": "resign", "token": "t1"})
        assert await page.quiet() == []
        assert other.closed_with is None

    async_to_sync(play)()
    assert carrier.load(match.id).status == "active"


def test_a_bot_acts_no_more_while_its_owner_is_barred(anna, boris):
    bot = make_user("gnubot")
    bot_accounts.turn_into_bot(bot, bot_accounts.owner_code(anna))
    program = Program(bot)
    ban = laid(anna, SanctionKind.BAN)
    assert failed(program.get("account")) == (403, "barred")
    lift_sanction(staff(), ban, why="a mistake")
    assert program.get("account").status_code == 200


@BARRING
def test_what_a_bot_has_open_closes_with_its_owners_sanction(kind, anna, boris):
    bot = make_user("gnubot")
    bot_accounts.turn_into_bot(bot, bot_accounts.owner_code(anna))
    match = started(boris, bot)
    session, token = session_of(bot), new_token(bot)

    async def play() -> None:
        page, streams = (
            Page(match.id, session),
            [Listener(at, token) for at in (f"matches/{match.id}/stream", "stream")],
        )
        await open_pages(page)
        for stream in streams:
            await stream.open()
        await sync_to_async(laid)(anna, kind)
        assert (await page.next("close", seconds=2.0))["code"] == 4403
        for stream in streams:
            assert (await stream.next("closed", seconds=2.0))["code"] == 4403

    async_to_sync(play)()


# --- the seats of the barred ---


def seats_of(user: User) -> set[str]:
    return set(SeatRow.objects.filter(user=user, match__live__status="open").values_list("match_id", flat=True))


@BARRING
def test_the_barred_wait_at_no_open_table(kind, anna, boris, django_capture_on_commit_callbacks):
    own, other = open_for(anna), open_for(boris)
    ask(other, anna, "join")
    with django_capture_on_commit_callbacks(execute=True):
        laid(anna, kind)
    assert seats_of(anna) == set()
    assert carrier.load(own.id).over
    assert seats_of(boris) == {other.id}


@pytest.mark.parametrize("pace", ["live", "mail"])
def test_who_is_banned_gives_up_what_goes_on_and_who_is_suspended_does_not(
    pace, anna, boris, django_capture_on_commit_callbacks
):
    clock = {"per_move": 3 * 24 * 3600 * 1000} if pace == "mail" else {"per_move": 60_000}
    match = started(anna, boris, pace=pace, clock=clock)
    with django_capture_on_commit_callbacks(execute=True):
        laid(anna, SanctionKind.SUSPENSION)
    assert carrier.load(match.id).status == "active"
    with django_capture_on_commit_callbacks(execute=True):
        laid(anna, SanctionKind.BAN)
    loaded = carrier.load(match.id)
    assert (loaded.status, loaded.ended["by"]) == ("finished", "resign")


def test_where_others_play_on_a_bot_takes_the_seat_of_who_is_banned_for_good(anna, boris, clara):
    match = started(anna, boris, clara, game="diamoniak")
    laid(boris, SanctionKind.BAN)
    standing.leave_all_seats()  # the clock's look, where the process that has laid it died
    loaded = carrier.load(match.id)
    assert loaded.status == "active"
    assert loaded.occupants[1].gave_up and not loaded.occupants[1].stand_in
    standing.leave_all_seats()
    assert carrier.load(match.id).number == loaded.number


@pytest.mark.parametrize("broken", [0, 1])
def test_one_match_that_fails_holds_up_no_other(broken, anna, boris, monkeypatch, django_capture_on_commit_callbacks):
    """A fault of ours in one log: the sanction stands, the other match ends, and the clock tries again each time."""
    matches, perform = [started(anna, boris), started(anna, boris)], carrier.perform

    def failing(match_id: str, *asked: Any) -> int:
        if match_id == matches[broken].id:
            raise AssertionError("entry 9 after 7")
        return perform(match_id, *asked)

    monkeypatch.setattr(carrier, "perform", failing)
    with django_capture_on_commit_callbacks(execute=True):
        laid(anna, SanctionKind.BAN)
    assert [carrier.load(match.id).over for match in matches] == [number != broken for number in range(2)]
    monkeypatch.setattr(carrier, "perform", perform)
    standing.leave_all_seats()
    assert carrier.load(matches[broken].id).over


def test_the_bots_of_who_is_banned_give_up_too(anna, boris, clara, django_capture_on_commit_callbacks):
    bot = make_user("gnubot")
    bot_accounts.turn_into_bot(bot, bot_accounts.owner_code(anna))
    match = started(boris, bot)
    with django_capture_on_commit_callbacks(execute=True):
        laid(anna, SanctionKind.BAN)
    assert carrier.load(match.id).over
