"""How little mail of ours a mail may cause, and what becomes of one when we fail."""

from __future__ import annotations

import pytest

from accounts.models import OutgoingMail
from games import services
from games.errors import try_again
from games.mail import answers, intake, outgoing, parts, receiving
from games.mail.receiving import receive
from games.models import MailIn, MailPause
from tests.mail.letters import answer, letter, moves

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_lane]


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


# --- faults of ours ---


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
        row = outgoing.post_answer(*args, **more)
        seen.append(OutgoingMail.objects.get(pk=row.pk).headers)
        return row

    monkeypatch.setattr(answers, "post_answer", post)
    receive(answer(match, mover, "board"))
    assert seen[0].items() >= answers.MARKS.items()


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


def test_the_limit_of_a_mail_is_the_readers_own():
    assert receiving.MAX_BYTES == parts.MAX_BYTES
