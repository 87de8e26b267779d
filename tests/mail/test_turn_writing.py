"""What a mail about a match says: whose move it is, by when, what may be done; to each reader in their own way."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from email.message import Message
from zoneinfo import ZoneInfo

import pytest
from django.core.mail import EmailMultiAlternatives
from django.utils import translation

from accounts.models import Preferences, User
from games.instants import exact_words
from games.log.storing import load
from games.mail import tokens
from games.mail.outgoing import moves
from games.mail.outgoing.deadlines import zone_of
from games.mail.outgoing.writing import compose
from games.mail.reading import marker
from games.models import Match
from rules.sketch import COLUMNS, columns
from tests.games.conftest import Time, ask, play_on
from tests.mail.conftest import DOMAIN, make_member
from tests.mail.posts import DAY, MINUTE, acting, by_mail, move

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_lane]


@pytest.fixture
def match(stopped: Time, anna: User, boris: User) -> Match:
    return by_mail(anna, boris)


def written(match: Match, kind: str = "turn", user: User | None = None, note: str = "") -> EmailMultiAlternatives:
    """Return a mail to who is to move, or to somebody else."""
    actor, _, loaded = acting(match)
    return compose(load(match.pk), user or actor, kind=kind, number=loaded.moved, note=note)


def html_of(message: EmailMultiAlternatives) -> str:
    return str(message.alternatives[0].content)


def parsed(message: EmailMultiAlternatives) -> Message:
    return message.message()


def other_than(user: User, match: Match) -> User:
    return User.objects.exclude(pk=user.pk).get(seats__match=match)


# --- what it says ---
def test_the_marker_comes_first_and_then_what_is_to_be_said(match):
    text = written(match, note="“5X d7” is not a move.").body
    lines = [line for line in text.splitlines() if line.strip()]
    assert lines[0] == marker.marker_line()
    assert lines[1] == "“5X d7” is not a move."
    assert lines[2].startswith("It is your move.")
    assert marker.marker_line() in html_of(written(match))


def test_all_moves_are_numbered_in_the_games_own_order(match, monkeypatch):
    monkeypatch.setattr(moves, "MOST", 1_000)  # a hand with jacks has more than a mail lists
    _, seat, loaded = acting(match)
    told = re.findall(r"(?:^| ) (\d+)\. (\S+(?: \S+)*)", written(match).body.split("Your moves:")[1], re.MULTILINE)
    legal = moves.legal_moves(loaded, seat)
    assert legal
    assert told == [(str(n), loaded.facts.game.print_move(m)) for n, m in enumerate(legal, 1)]


def test_too_many_moves_are_shown_by_three_examples(match, monkeypatch):
    monkeypatch.setattr(moves, "MOST", 5)
    _, seat, loaded = acting(match)
    legal = [loaded.facts.game.print_move(m) for m in moves.legal_moves(loaded, seat)]
    body = written(match).body
    assert f"You can make {len(legal)} moves" in body
    assert not re.search(r"^  \d+\. ", body, re.MULTILINE)
    examples = [line.strip() for line in body.splitlines() if line.strip() in legal]
    assert len(examples) == 3


def test_what_happened_since_the_readers_last_move_is_told_with_names(match):
    reader, _, _ = acting(match)
    move(match)
    _, seat, loaded = acting(match)
    printed = loaded.facts.game.print_move(moves.legal_moves(loaded, seat)[0])
    rival = move(match)
    ask(match, rival, "chat", text="Your turn!\nHurry")
    body = written(match, user=reader).body
    (line,) = re.findall(rf"^  {rival.username}: (.+)$", body.split("Said at the table")[0], re.MULTILINE)
    assert line == printed
    assert f"  {rival.username}: Your turn! Hurry" in body
    assert line in html_of(written(match, user=reader))


def test_chat_of_somebody_whom_the_reader_has_blocked_is_not_told(match):
    reader, _, _ = acting(match)
    rival = other_than(reader, match)
    ask(match, rival, "chat", text="unheard-of")
    assert "unheard-of" in written(match).body
    reader.blocks.create(blocked=rival)
    assert "unheard-of" not in written(match).body


def test_who_is_not_to_move_is_told_whose_turn_it_is(match):
    reader, _, _ = acting(match)
    rival = other_than(reader, match)
    body = written(match, "board", user=rival).body
    assert f"It is the turn of {reader.username}." in body
    assert f"{reader.username} has time until" in body
    assert not re.search(r"^  1\. ", body, re.MULTILINE)


def test_the_end_is_told_with_the_result(match, anna, boris):
    ask(match, anna, "resign")
    mine, theirs = (compose(load(match.pk), user, kind="end", number=0) for user in (anna, boris))
    assert "You have lost" in mine.body
    assert "You have won" in theirs.body
    assert "anna has resigned." in theirs.body
    assert "time until" not in mine.body


@pytest.mark.parametrize("game", ["sequence", "diamoniak", "blue-diamond"])
def test_a_mail_of_each_game_has_all_its_parts(stopped, anna, boris, game):
    match = by_mail(anna, boris, game=game)
    play_on(match, 7)
    message = written(match)
    assert "in the first line" in message.body
    assert "##-" in html_of(message)
    picture = message.attachments[0]
    assert picture["Content-ID"].strip("<>") in html_of(message)
    assert picture.get_payload(decode=True).startswith(b"\x89PNG")
    assert parsed(message).get_content_subtype() == "related"
    assert all(len(line) <= 998 for line in parsed(message).as_bytes().splitlines())


# --- by when ---
def test_the_deadline_is_told_in_the_readers_zone_with_its_offset(match):
    reader, _, loaded = acting(match)
    Preferences.objects.create(user=reader, time_zone="Asia/Kathmandu")
    end = datetime.fromtimestamp((loaded.started_at + 3 * DAY) / 1000, ZoneInfo("Asia/Kathmandu"))
    assert f"until {end:%a} {end.day} {end:%b %Y, %H:%M} (UTC+5:45)." in written(match).body


def test_an_instant_after_the_clocks_change_has_its_own_offset():
    zone = zone_of(Preferences(time_zone="Europe/Berlin"))
    before = int(datetime(2027, 3, 28, 0, 30, tzinfo=UTC).timestamp() * 1000)
    assert "01:30 (UTC+1)" in exact_words(before, zone)
    assert "03:30 (UTC+2)" in exact_words(before + 60 * MINUTE, zone)


# --- where it comes from and belongs ---
def test_mails_of_a_match_have_fixed_ids_and_one_thread(match):
    reader, _, loaded = acting(match)
    first, again, reminder = written(match), written(match), written(match, "fifth")
    assert parsed(first)["Message-ID"] == f"<turn.{match.pk}.{loaded.moved}.{reader.pk}@{DOMAIN}>"
    assert parsed(first)["Message-ID"] == parsed(again)["Message-ID"] != parsed(reminder)["Message-ID"]
    thread = f"<{match.pk}.{reader.pk}@{DOMAIN}>"
    assert {parsed(mail)["References"] for mail in (first, again, reminder)} == {thread}
    assert first.subject == reminder.subject == f"Sequence with {other_than(reader, match).username}: your move"


def test_it_is_answered_to_an_address_of_this_position_and_person(match):
    reader, _, loaded = acting(match)
    (address,) = written(match).reply_to
    row = tokens.find(tokens.token_in(address))
    assert (row.match_id, row.number, row.user) == (match.pk, loaded.moved, reader)


def test_mail_programs_can_unsubscribe_by_one_click(match, settings):
    settings.SITE_URL = "https://play.example.org"
    told = parsed(written(match))
    assert told["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert told["List-Unsubscribe"].startswith("<https://play.example.org/mail/less/")
    assert told["Auto-Submitted"] == "auto-generated"


def test_a_name_makes_no_header_of_its_own(match):
    reader, _, _ = acting(match)
    rival = other_than(reader, match)
    User.objects.filter(pk=rival.pk).update(username="Ev\r\nBcc: a@x.org\x07\u2028il")
    told = parsed(written(match))
    assert told["Bcc"] is None
    assert "\n" not in written(match).subject
    assert "Ev Bcc: a@x.org il" in written(match).subject


def test_html_in_names_and_notes_stays_text(match):
    reader, _, _ = acting(match)
    User.objects.filter(pk=other_than(reader, match).pk).update(username="<b>x</b>")
    page = html_of(written(match, note="<script>alert(1)</script>"))
    assert "<script>" not in page
    assert "<b>x</b>" not in page


def test_a_note_keeps_its_signs_in_plain_text(match):
    assert "R & B < C" in written(match, note="R & B < C").body


# --- in the reader's language ---
def test_each_reader_gets_their_own_language_and_direction(stopped):
    people = [make_member("hanna", "he"), make_member("roman", "ru")]
    match = by_mail(*people)
    hebrew, russian = (written(match, "board", user=user) for user in people)
    assert '<html lang="he" dir="rtl">' in html_of(hebrew)
    assert '<html lang="ru" dir="ltr">' in html_of(russian)
    assert hebrew.body != russian.body


def test_writing_leaves_the_language_as_it_was(match):
    with translation.override("ru"):
        written(match)
        assert translation.get_language() == "ru"


def test_a_stranger_gets_no_mail_of_a_match(match):
    with pytest.raises(ValueError, match="no seat"):
        compose(load(match.pk), make_member("clara"), kind="board", number=1)


def test_a_line_tells_what_came_of_a_move(stopped, anna, boris):
    match = by_mail(anna, boris, game="diamoniak", options={"starter": 0})
    move(match)
    told = compose(load(match.pk), boris, kind="board", number=0).body
    assert re.search(r"^  anna: draw \((.+ card|fairy|witch)", told, re.MULTILINE)


# --- at a glance ---
def test_the_first_lines_say_how_to_answer_and_until_when(match, monkeypatch):
    monkeypatch.setattr(moves, "MOST", 1_000)
    lines = [line for line in written(match).body.splitlines() if line]
    assert lines[1] == "It is your move."
    assert lines[2] == "Answer with the number of your move in the first line, for example 1."
    assert lines[3].startswith("You have time until ")


@pytest.mark.parametrize("language", ["en", "ru", "he"])
@pytest.mark.parametrize("game", ["sequence", "diamoniak", "blue-diamond"])
def test_plain_text_fits_72_columns(stopped, anna, boris, game, language):
    User.objects.update(language=language)
    match = by_mail(anna, boris, game=game)
    ask(match, boris, "chat", **({"phrase": "again"} if game == "diamoniak" else {"text": "so " * 60}))
    for kind in ("start", "turn", "half", "board", "help"):
        told = written(match, kind, user=acting(match)[0], note="We read: " + "word " * 30).body
        assert max(columns(line) for line in told.splitlines() if "://" not in line) <= COLUMNS
    ask(match, anna, "resign")
    assert "##-" not in compose(load(match.pk), boris, kind="end", number=0).body


def test_who_is_not_to_move_is_offered_no_numbers_and_told_that_we_write(match):
    rival = other_than(acting(match)[0], match)
    body = written(match, "start", user=rival).body
    assert "We mail you when it is your turn." in body
    assert "number of your move" not in body
    assert "make the move with that number" not in written(match, "help", user=rival).body
    Preferences.objects.create(user=rival, mail_turns="remind")
    assert "We mail you" not in written(match, "start", user=rival).body


def test_a_board_of_a_match_that_was_given_up_asks_nobody_to_move(stopped, anna, boris):
    match = by_mail(anna, boris, game="blue-diamond")
    move(match)
    ask(match, anna, "resign")
    for user in (anna, boris):
        mail = compose(load(match.pk), user, kind="end", number=0)
        assert "The game is over." in mail.body
        assert "to move" not in mail.body + html_of(mail)
        assert "Your turn" not in mail.body + html_of(mail)


def test_an_offered_draw_is_told_once(match):
    reader, _, _ = acting(match)
    ask(match, other_than(reader, match), "offer_draw")
    assert written(match, "offer").body.count("offers a draw") == 1
    assert written(match, "board").body.count("offers a draw") == 1


def test_a_name_of_another_script_turns_no_line_around(stopped, anna):
    dina = make_member("דינה")
    match = by_mail(anna, dina)
    move(match)
    reader, _, _ = acting(match)
    move(match)
    mail = written(match, "board", user=reader)
    assert "\u2068" in html_of(mail)
    assert not {"\u2068", "\u2069"} & set(mail.body)


def test_how_moves_are_written_is_said_below_them(match):
    assert "“5S d7” plays the five of spades on d7" in " ".join(written(match).body.split())
    assert "“5S d7” plays the five of spades on d7" in html_of(written(match))
