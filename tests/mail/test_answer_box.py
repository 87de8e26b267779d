"""The box below each mail on the page of sent mails: the whole loop without a mail program."""

from __future__ import annotations

import argparse

import pytest
from allauth.account.models import EmailAddress

from accounts.models import OutgoingMail
from config import production
from games.mail import tokens
from games.mail.answer_page import written_answer
from games.mail.incoming.receiving import receive
from games.models import MailIn
from tests.games.conftest import started, to_move
from tests.mail.conftest import make_member
from tests.mail.letters import answer, last_move, legal_lines, moves, token_for


def address(match, user) -> str:
    return tokens.reply_address(token_for(match, user))


@pytest.fixture
def sent(match, mover, settings) -> OutgoingMail:
    settings.MAIL_PAGE = True
    headers = {"Reply-To": address(match, mover), "Message-ID": "<turn.1@play.example.org>"}
    text = "##- Write your move above this line -##\n\nIt is your move.\n1  3L\n2  3R\n"
    row = {"sender": "Quintet <quintet@play.example.org>", "subject": "Your move", "text": text, "headers": headers}
    return OutgoingMail.objects.create(to=mover.email, user=mover, **row)


@pytest.mark.django_db
@pytest.mark.sqlite_lane
class TestBox:
    @pytest.mark.parametrize(("language", "words"), [("en", "Answer as"), ("ru", "bdi>"), ("he", "bdi>")])
    def test_below_a_mail_there_is_a_box_to_answer_it(self, client, sent, language, words):
        client.cookies["django_language"] = language
        page = client.get("/mail/").content.decode()
        assert f'action="/mail/{sent.pk}/answer/"' in page
        assert words in page
        assert f"<bdi>{sent.to}</bdi>" in page

    def test_what_is_written_there_is_played(self, client, sent, match, mover):
        wanted = legal_lines(match, mover)[1]
        page = client.post(f"/mail/{sent.pk}/answer/", {"text": "2"}, follow=True).content.decode()
        assert last_move(match)[1] == wanted
        assert "the move is played" in page

    def test_it_is_a_mail_as_a_program_writes_one(self, sent):
        raw = written_answer(sent, sent.headers["Reply-To"], "2").decode()
        assert "Subject: Re: Your move" in raw
        assert "In-Reply-To: <turn.1@play.example.org>" in raw
        assert "> It is your move." in raw

    def test_nothing_but_the_quotation_is_no_move(self, client, sent, match):
        page = client.post(f"/mail/{sent.pk}/answer/", {"text": " \n"}, follow=True).content.decode()
        assert "nothing was played" in page
        assert MailIn.objects.get().verdict == "refused:nothing"
        assert moves(match) == 0

    def test_who_has_not_confirmed_the_address_is_told_to_do_so(self, client, sent, mover, match):
        EmailAddress.objects.filter(user=mover).update(verified=False)
        page = client.post(f"/mail/{sent.pk}/answer/", {"text": "2"}, follow=True).content.decode()
        assert "confirm the address" in page
        assert "once an hour" not in page
        assert moves(match) == 0

    def test_only_who_is_answered_seldom_is_told_that_it_is_once_an_hour(self, client, sent):
        for _ in range(2):
            page = client.post(f"/mail/{sent.pk}/answer/", {"text": "what?"}, follow=True).content.decode()
        assert "once an hour" in page and "nothing was done" in page

    def test_a_mail_that_cannot_be_answered_has_no_box(self, client, sent):
        OutgoingMail.objects.filter(pk=sent.pk).update(headers={"Reply-To": "anna@example.org"})
        assert "/answer/" not in client.get("/mail/").content.decode()
        assert client.post(f"/mail/{sent.pk}/answer/", {"text": "2"}).status_code == 404

    def test_to_look_at_it_does_nothing(self, client, sent, match):
        assert client.get(f"/mail/{sent.pk}/answer/").status_code == 405
        assert moves(match) == 0

    def test_where_strangers_can_come_there_is_none(self, client, sent, settings, match):
        settings.MAIL_PAGE = False
        assert client.post(f"/mail/{sent.pk}/answer/", {"text": "2"}).status_code == 404
        assert moves(match) == 0

    def test_headers_cannot_be_written_through_the_box(self, client, sent, match):
        client.post(f"/mail/{sent.pk}/answer/", {"text": "2\nBcc: eve@example.org\r\n\r\n3"})
        assert not OutgoingMail.objects.filter(to__contains="eve").exists()


# --- where it starts ---


def test_production_starts_the_server_where_a_port_is_given(monkeypatch):
    arguments = argparse.Namespace(bots=1, workers=1)
    assert "mail door" not in {part.name for part in production._backstage(arguments)}
    monkeypatch.setenv("MAIL_IN_PORT", "8025")
    monkeypatch.setenv("MAIL_IN_LMTP", "on")
    part = next(part for part in production._backstage(arguments) if part.name == "mail door")
    assert part.command == ["manage", "mail_in", "--host", "127.0.0.1", "--port", "8025", "--lmtp"]


@pytest.mark.django_db
def test_another_games_moves_come_by_mail_too():
    clara, dora = make_member("clara"), make_member("dora")
    match = started(clara, dora, game="diamoniak")
    assert receive(answer(match, to_move(match)[0], "1\n")) == "played"
