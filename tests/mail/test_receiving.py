"""What becomes of mails that come in: bad inputs 45 to 55, and that nothing is ever played twice or by a guess."""

from __future__ import annotations

from email.message import EmailMessage

import pytest
from allauth.account.models import EmailAddress
from django.utils import translation
from django.utils.translation import gettext

from accounts.models import OutgoingMail, User
from games import carrier, services
from games.errors import try_again
from games.mail import tokens
from games.mail.incoming import intake, obeying
from games.mail.incoming.receiving import MAX_BYTES, receive
from games.models import ChatLine, MailIn, MailPause
from tests.games.conftest import ask, started, to_move
from tests.mail.conftest import DOMAIN, make_member
from tests.mail.letters import answer, answers_to, last_move, legal_lines, letter, moves, token_for

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_lane]
EDGE = "mx.play.example.org"


@pytest.fixture
def other(match, mover, anna, boris) -> User:
    return boris if mover == anna else anna


# --- what is understood ---


def test_a_number_plays_the_move_with_that_number_and_needs_no_answer(match, mover):
    wanted = legal_lines(match, mover)[2]
    assert receive(answer(match, mover, "3\n")) == "played"
    assert last_move(match)[1] == wanted
    assert answers_to(mover) == []


def test_notation_plays_the_move(match, mover):
    wanted = legal_lines(match, mover)[5]
    assert receive(answer(match, mover, f"{wanted}\n\nBest wishes\n")) == "played"
    assert last_move(match)[1] == wanted


def test_only_the_envelope_may_know_the_reply_address(match, mover):
    address = tokens.reply_address(token_for(match, mover))
    raw = letter("1", "0" * 32, mover.email, To="undisclosed-recipients:;")
    assert receive(raw, envelope_to=[address]) == "played"


def test_resigning_gives_the_match_up(match, mover):
    assert receive(answer(match, mover, "resign\n")) == "done:resign"
    assert carrier.load(match.id).over


def test_a_draw_is_offered_by_one_and_accepted_by_the_other(match, mover, other):
    assert receive(answer(match, mover, "offer a draw\n")) == "done:draw"
    assert answers_to(mover) == ["You have offered a draw."]
    assert receive(answer(match, other, "ничья\n")) == "done:draw"
    assert carrier.load(match.id).ended["by"] == "agreement"


def test_where_a_game_has_a_move_called_draw_the_word_means_the_move(anna, boris):
    match = started(anna, boris, game="diamoniak")
    mover = to_move(match)[0]
    assert "draw" in legal_lines(match, mover)
    assert receive(answer(match, mover, "draw\n")) == "played"
    assert not carrier.load(match.id).offers


def test_a_line_of_chat_reaches_the_table_once(match, mover):
    raw = answer(match, mover, "chat: Well played!\n")
    assert [receive(raw), receive(raw)] == ["done:chat"] * 2
    assert ChatLine.objects.get().text == "Well played!"
    assert answers_to(mover) == []


def test_board_and_help_are_answered_and_use_nothing_up(match, mover):
    assert receive(answer(match, mover, "board\n")) == "answered:board"
    assert receive(answer(match, mover, "help\n")) == "answered:help"
    assert [mail.about["kind"] for mail in OutgoingMail.objects.order_by("pk")] == ["board", "help"]
    assert receive(answer(match, mover, "1\n")) == "played"


def test_answers_are_marked_so_that_no_program_answers_them_and_each_has_an_id_of_its_own(match, mover):
    receive(answer(match, mover, "board\n"))
    receive(answer(match, mover, "board\n"))
    first, second = OutgoingMail.objects.order_by("pk")
    assert first.headers["Auto-Submitted"] == "auto-replied"
    assert first.headers["Precedence"] == "bulk"
    assert first.headers["Message-ID"] != second.headers["Message-ID"]


@pytest.mark.parametrize("language", ["en", "ru", "he"])
def test_a_refusal_is_in_the_persons_language(match, mover, language):
    User.objects.filter(pk=mover.pk).update(language=language)
    assert receive(answer(match, mover, "Qh5\n")) == "refused:bad_notation"
    with translation.override(language):
        assert answers_to(mover)[0].startswith(gettext("We read: %(line)s") % {"line": "Qh5"})


# --- 45 to 55 ---


@pytest.mark.parametrize("token", ["0" * 32, "xyz", "", "0" * 31, "r-" * 16])
def test_45_an_unknown_or_malformed_token_is_silent_and_counted(match, mover, token):
    raw = letter("1", "0" * 32, mover.email, To=f"r-{token}@{DOMAIN}")
    assert receive(raw) == "silent:unknown"
    assert MailIn.objects.get().verdict == "silent:unknown"
    assert not OutgoingMail.objects.exists()


def test_46_the_right_token_from_another_address_tells_the_registered_one_alone(match, mover, other):
    for sender in ("eve@example.org", other.email, f"{mover.email}.evil.example", ""):
        MailPause.objects.all().delete()
        assert receive(letter("1", token_for(match, mover), sender or "undisclosed:;")) == "refused:sender"
    assert moves(match) == 0
    assert {mail.to for mail in OutgoingMail.objects.all()} == {mover.email}
    assert "must come from the address of your account" in answers_to(mover)[0]


def test_46_two_senders_are_nobody(match, mover):
    raw = letter("1", token_for(match, mover), mover.email)
    assert receive(raw.replace(b"From:", b"From: eve@example.org\nFrom:", 1)) == "refused:sender"
    assert receive(letter("1", token_for(match, mover), f"{mover.email}, eve@example.org")).endswith("refused:sender")
    assert moves(match) == 0


def test_46_an_address_that_was_never_proven_makes_no_move_and_gets_no_mail(match, mover):
    EmailAddress.objects.filter(user=mover).update(verified=False)
    assert receive(answer(match, mover, "1")) == "silent:unproven"
    assert (moves(match), OutgoingMail.objects.count()) == (0, 0)


def test_47_what_our_own_edge_finds_forged_is_silent_and_logged(match, mover, settings):
    settings.MAIL_TRUSTED_EDGE = EDGE
    found = f"{EDGE}; dmarc=fail header.from=example.org; spf=fail"
    assert receive(answer(match, mover, "1", Authentication_Results=found)) == "silent:authentication"
    assert (moves(match), OutgoingMail.objects.count()) == (0, 0)
    assert MailIn.objects.get().user == mover


def test_48_what_others_say_of_a_sender_counts_for_nothing(match, mover, settings):
    settings.MAIL_TRUSTED_EDGE = EDGE
    raw = answer(match, mover, "1")
    bad = f"Authentication-Results: {EDGE}; dmarc=fail header.from=example.org\n".encode()
    good = f"Authentication-Results: {EDGE}; dmarc=pass header.from=example.org\n".encode()
    foreign = b"Authentication-Results: evil.example; dmarc=pass header.from=example.org\n"
    assert receive(foreign + bad + good + raw) == "silent:authentication"
    assert moves(match) == 0
    assert receive(foreign.replace(b"pass", b"fail") + good + bad + raw) == "played"


def test_49_a_used_token_is_answered_with_the_position_as_it_is(match, mover, other):
    raw = answer(match, mover, "1\n")
    assert [receive(raw), receive(raw), receive(raw)] == ["played", "answered:used", "silent:limit answered:used"]
    assert moves(match) == 1
    assert "already played" in answers_to(mover)[0]


def test_49_a_used_token_makes_no_other_move_either(match, mover):
    token = token_for(match, mover)
    assert receive(letter("1", token, mover.email)) == "played"
    assert receive(letter("2", token, mover.email)) == "answered:used"
    assert moves(match) == 1


def test_49_a_token_of_an_earlier_turn_makes_no_move(match, mover, other):
    old = token_for(match, mover)
    ask(match, mover, "move", move=to_move(match)[1][0])
    ask(match, other, "move", move=to_move(match)[1][0])
    assert receive(letter("1", old, mover.email)) == "answered:earlier"
    assert "Play has gone on" in answers_to(mover)[0]
    assert moves(match) == 2


def test_49_nobody_resigns_by_a_mail_about_an_earlier_turn(match, mover, other):
    old = token_for(match, mover)
    ask(match, mover, "move", move=to_move(match)[1][0])
    assert receive(letter("resign", old, mover.email)) == "answered:earlier"
    assert not carrier.load(match.id).over


def test_49_where_we_fell_over_after_the_move_it_still_counts_as_made(match, mover, monkeypatch):
    raw = answer(match, mover, "1\n")
    monkeypatch.setattr(tokens, "use", lambda row: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        receive(raw)
    monkeypatch.undo()
    assert receive(raw) == "answered:used"
    assert moves(match) == 1


@pytest.mark.parametrize("second", ["{b}", "4", "resign", "chat: and thanks"])
def test_50_two_moves_are_asked_back_and_not_guessed(match, mover, second):
    first, b = legal_lines(match, mover)[:2]
    assert receive(answer(match, mover, f"{first}\n{second.format(b=b)}\n")) == "refused:several"
    assert moves(match) == 0
    assert f"“{first}”" in answers_to(mover)[0]


@pytest.mark.parametrize("text", ["", "\n\n", "I think about it", "maybe 3", "3 or 4", "99", "0"])
def test_50_none_or_an_unclear_one_is_answered_once(match, mover, text):
    verdict = receive(answer(match, mover, text))
    assert verdict.startswith("refused:")
    assert receive(answer(match, mover, text)) == f"silent:limit {verdict}"
    assert len(answers_to(mover)) == 1
    assert moves(match) == 0


def test_51_a_move_in_the_quotation_or_the_signature_is_none(match, mover):
    wrote = "On Sat, 28 Nov 2026 at 12:00, Quintet <quintet@play.example.org> wrote:"
    quoted = f"{wrote}\n> ##- Write your move above this line -##\n> 1  3L\n"
    assert receive(answer(match, mover, quoted)) == "refused:nothing"
    MailPause.objects.all().delete()
    assert receive(answer(match, mover, "-- \n3\n")) == "refused:nothing"
    assert moves(match) == 0


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto_Submitted": "auto-replied"},
        {"Precedence": "bulk"},
        {"List_Id": "<players.example.org>"},
        {"Return_Path": "<>"},
        {"Subject": "Out of office: Re: your move"},
    ],
)
def test_52_what_programs_send_is_silent(match, mover, headers):
    assert receive(answer(match, mover, "1", **headers)) == "silent:automatic"
    assert (moves(match), OutgoingMail.objects.count()) == (0, 0)


def test_52_a_bounce_and_our_own_address_are_silent(match, mover, settings):
    assert receive(answer(match, mover, "1"), envelope_from="<>") == "silent:automatic"
    settings.DEFAULT_FROM_EMAIL = "Quintet <quintet@play.example.org>"
    token = token_for(match, mover)
    assert receive(letter("1", token, "quintet@play.example.org")) == "silent:own"
    assert receive(letter("1", token, tokens.reply_address(token))) == "silent:own"
    assert (moves(match), OutgoingMail.objects.count()) == (0, 0)


def test_53_html_alone_is_understood(match, mover):
    message = EmailMessage()
    message["From"], message["To"] = mover.email, tokens.reply_address(token_for(match, mover))
    message.set_content("<html><body><p>2</p><blockquote>5</blockquote></body></html>", subtype="html")
    wanted = legal_lines(match, mover)[1]
    assert receive(message.as_bytes()) == "played"
    assert last_move(match)[1] == wanted


def test_53_a_subject_with_line_breaks_reaches_no_header_of_ours(match, mover):
    raw = answer(match, mover, "board", Subject="=?utf-8?q?Re=0D=0ABcc:_eve@example.org?=")
    assert receive(raw) == "answered:board"
    mail = OutgoingMail.objects.get()
    assert mail.to == mover.email
    assert not any("eve" in value or "\n" in value for value in mail.headers.values())


def test_54_what_is_too_big_is_refused_without_a_mail(match, mover):
    raw = answer(match, mover, "1")
    assert receive(raw + b"x" * MAX_BYTES) == "refused:unreadable"
    parts = b"".join(b"--b\n\nx\n" for _ in range(10_000))
    head = raw.partition(b"\n\n")[0].replace(b"text/plain", b"multipart/mixed; boundary=b;")
    assert receive(head + b"\n\n" + parts + b"--b--\n") == "refused:unreadable"
    assert (moves(match), OutgoingMail.objects.count()) == (0, 0)


def test_55_in_a_match_that_is_over_the_answer_is_that_of_every_door(match, mover, other):
    raw = answer(match, mover, "1")
    ask(match, other, "resign")
    assert receive(raw) == "refused:game_over"
    assert answers_to(mover)[0].startswith("This match is over.")


def test_55_after_the_deadline_the_match_is_over(match, mover, later, anna):
    raw = answer(match, mover, "1")
    later(10 * 60_000)
    assert receive(raw) == "refused:game_over"
    assert moves(match) == 0


def test_55_who_may_not_play_any_more_makes_no_move(match, mover):
    raw = answer(match, mover, "1")
    User.objects.filter(pk=mover.pk).update(is_active=False)
    assert receive(raw) == "refused:login_required"
    assert moves(match) == 0


def test_who_is_not_to_move_is_told_so(match, other):
    assert receive(answer(match, other, "1")) in {"refused:not_your_turn", "refused:out_of_range"}
    assert moves(match) == 0


def test_an_illegal_move_is_told_in_the_games_own_words(match, mover):
    assert "shift left" not in legal_lines(match, mover)
    assert receive(answer(match, mover, "shift left")) == "refused:illegal_move"
    assert answers_to(mover)[0].startswith("We read: shift left\n")
    assert moves(match) == 0


def test_where_moves_are_too_many_for_numbers_a_number_is_no_move(anna, boris, monkeypatch):
    match = started(anna, boris)
    mover = to_move(match)[0]
    monkeypatch.setattr(obeying, "MOST", len(legal_lines(match, mover)) - 1)
    assert receive(answer(match, mover, "1")) == "refused:no_numbers"
    assert receive(answer(match, mover, legal_lines(match, mover)[0])) == "played"


def test_the_token_of_another_match_moves_there_or_nowhere(match, mover, anna, boris):
    elsewhere = started(anna, boris, game="blue-diamond")
    mover_there = to_move(elsewhere)[0]
    assert receive(answer(elsewhere, mover_there, "1")) == "played"
    assert (moves(match), moves(elsewhere)) == (0, 1)


def test_a_mail_to_several_reply_addresses_is_for_none(match, mover, anna, boris):
    elsewhere = started(anna, boris, game="blue-diamond")
    both = ", ".join(tokens.reply_address(token_for(table, mover)) for table in (match, elsewhere))
    assert receive(letter("1", "0" * 32, mover.email, To=both)) == "refused:addresses"
    assert moves(match) == moves(elsewhere) == 0


def test_who_gets_a_forwarded_mail_cannot_move(match, mover):
    eve = make_member("eve")
    assert receive(letter("1\n", token_for(match, mover), eve.email)) == "refused:sender"
    assert answers_to(eve) == []


# --- no loops ---


def test_one_refusal_an_hour_whatever_is_sent(match, mover, monkeypatch):
    now = [1_000_000_000_000]
    monkeypatch.setattr(intake, "now_ms", lambda: now[0])
    told = []
    for minute in range(0, 180, 10):
        now[0] += 10 * 60_000
        told.append(receive(answer(match, mover, f"what is this? {minute}")).startswith("refused"))
    assert sum(told) == 3


def test_fifty_programs_that_answer_everything_for_a_day_get_two_mails_each_at_most(match, mover, monkeypatch):
    now = [1_000_000_000_000]
    monkeypatch.setattr(intake, "now_ms", lambda: now[0])
    for number in range(50):
        now[0] += 24 * 3_600_000 // 50
        marks = {"Auto_Submitted": "auto-replied"} if number % 2 else {}
        receive(answer(match, mover, "I am on the road and will answer next week.\n", **marks))
    assert OutgoingMail.objects.filter(to=mover.email).count() <= 2
    assert moves(match) == 0


def test_what_is_asked_for_is_answered_twenty_times_an_hour_at_most(match, mover):
    told = [receive(answer(match, mover, "board")) for _ in range(25)]
    assert told == ["answered:board"] * 20 + ["silent:limit"] * 5


# --- faults of ours ---


def test_a_fault_of_ours_is_raised_for_the_door_to_tell(match, mover, monkeypatch):
    def fall_over(*_args, **_more):
        raise try_again()

    raw = answer(match, mover, "1")
    monkeypatch.setattr(services, "request", fall_over)
    with pytest.raises(Exception, match="try_again"):
        receive(raw)
    monkeypatch.undo()
    assert receive(raw) == "played"


def test_what_is_noted_holds_nothing_of_the_mail_and_goes_after_a_month(match, mover, monkeypatch):
    receive(answer(match, mover, "a secret line"))
    row = MailIn.objects.get()
    assert (row.match, row.user, row.verdict) == (match, mover, "refused:bad_notation")
    assert not any("secret" in str(value) for value in MailIn.objects.values().get().values())
    intake.forget_old_mail()
    assert MailIn.objects.exists()
    real = intake.now_ms()
    monkeypatch.setattr(intake, "now_ms", lambda: real + 31 * 24 * 3_600_000)
    intake.forget_old_mail()
    assert not MailIn.objects.exists()
    assert not MailPause.objects.exists()
