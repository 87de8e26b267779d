"""What is answered is marked, noted once, and spends nobody's hour in vain."""

from __future__ import annotations

import pytest

from accounts.models import OutgoingMail
from games.mail.incoming import answers, intake
from games.mail.incoming.receiving import receive
from games.mail.outgoing import outbox
from games.models import ChatLine, MailIn
from tests.games.conftest import started, to_move
from tests.mail.letters import answer, answers_to, letter

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_lane]


def test_words_that_were_answered_already_spend_nobodys_hour(match, mover, monkeypatch):
    now = [1_000_000_000_000]
    monkeypatch.setattr(intake, "now_ms", lambda: now[0])
    assert receive(answer(match, mover, "what is this?")).startswith("refused")
    now[0] += 2 * 3_600_000
    assert receive(answer(match, mover, "what is this?")).startswith("silent:limit")
    assert receive(answer(match, mover, "and what is that?")).startswith("refused")


def test_mails_of_nobody_are_counted_in_one_row_an_hour(match, mover, monkeypatch):
    now = [1_000_000_000_000 // 3_600_000 * 3_600_000]
    monkeypatch.setattr(intake, "now_ms", lambda: now[0])
    for _ in range(12):
        assert receive(letter("1", "0" * 32, mover.email)) == "silent:unknown"
        now[0] += 10 * 60_000
    assert list(MailIn.objects.order_by("pk").values_list("verdict", "times")) == [("silent:unknown", 6)] * 2
    for _ in range(2):
        receive(answer(match, mover, "board"))
    assert MailIn.objects.filter(user=mover, times=1).count() == 2


def test_an_answer_that_was_not_written_has_spent_nobodys_hour(match, mover, monkeypatch):
    raw = answer(match, mover, "what is this?")
    monkeypatch.setattr(answers, "post_answer", lambda *_, **__: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        receive(raw)
    monkeypatch.undo()
    assert receive(raw).startswith("refused")


def test_an_answer_is_never_in_the_outbox_without_its_marks(match, mover, monkeypatch):
    seen = []

    def post(*args, **more):
        row = outbox.post_answer(*args, **more)
        seen.append(OutgoingMail.objects.get(pk=row.pk).headers)
        return row

    monkeypatch.setattr(answers, "post_answer", post)
    receive(answer(match, mover, "board"))
    assert seen[0].items() >= answers.MARKS.items()


def test_where_people_talk_in_set_phrases_chat_is_one_of_them_in_any_language_of_the_table(anna, boris):
    match = started(anna, boris, game="diamoniak")
    mover = to_move(match)[0]
    assert receive(answer(match, mover, "chat: good luck\n")) == "done:chat"
    type(mover).objects.update(language="ru")
    assert receive(answer(match, mover, "чат: Привет!\n")) == "done:chat"
    assert list(ChatLine.objects.order_by("pk").values_list("phrase", flat=True)) == ["good-luck", "hello"]
    type(mover).objects.update(language="en")
    assert receive(answer(match, mover, "chat: nice hat\n")) == "refused:unknown_phrase"
    assert "Here you talk in set phrases: Hello! · Good luck!" in answers_to(mover)[0]


def test_talk_by_mail_is_held_to_what_holds_at_the_table(anna, boris):
    match = started(anna, boris)
    mover = to_move(match)[0]
    assert receive(answer(match, mover, "chat: Hurry up!\n")) == "done:chat"
    assert "refused:repeat" in receive(answer(match, mover, "chat: HURRY UP\n"))
    assert receive(answer(match, mover, "chat: Z\u0315\u0316\u0317\u0318\u0319algo\n")).endswith("refused:bad_text")
    for number in range(4):
        assert receive(answer(match, mover, f"chat: one more {number}\n")) == "done:chat"
    assert receive(answer(match, mover, "chat: and another\n")).endswith("refused:slow_down")
    assert ChatLine.objects.count() == 5
