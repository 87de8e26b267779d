"""Bad input 55, the first third: who is sanctioned gets the sentence by mail, and nothing is done."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import SanctionKind
from games import carrier
from games.mail import tokens
from games.mail.incoming.receiving import receive
from games.models import ChatLine
from tests.mail.letters import answer, answers_to
from tests.staff import REASON, laid

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_lane]


@pytest.mark.parametrize("kind", [SanctionKind.SUSPENSION, SanctionKind.BAN])
@pytest.mark.parametrize("said", ["1\n", "resign\n", "offer a draw\n", "chat: hello\n", "board\n"])
def test_the_barred_move_nothing_by_mail_and_are_told_why(kind, said, match, mover):
    raw, before = answer(match, mover, said), carrier.load(match.id).number
    laid(mover, kind)
    assert receive(raw) == "refused:barred"
    (told,) = answers_to(mover)
    assert REASON in told
    assert "/accounts/standing/" in told
    assert carrier.load(match.id).number == before
    assert not ChatLine.objects.exists()


@pytest.mark.parametrize("kind", [SanctionKind.SUSPENSION, SanctionKind.BAN])
def test_the_barred_move_nothing_by_a_mails_link_either_and_read_why(kind, match, mover):
    """The link asks for no login, so no page of theirs leads them away."""
    number = carrier.load(match.id).moved
    tokens.issue(match.id, number, mover.pk)
    page, before = f"/mail/{tokens.link(match.id, number, mover.pk)}/", carrier.load(match.id).number
    laid(mover, kind)
    answer = Client().post(page, {"m": "1"})
    assert answer.status_code == 409
    assert REASON in answer.content.decode()
    assert carrier.load(match.id).number == before


def test_who_is_muted_talks_not_by_mail_either_and_plays_on(match, mover):
    laid(mover, SanctionKind.MUTE)
    assert receive(answer(match, mover, "chat: hello\n")) == "refused:muted"
    assert REASON in answers_to(mover)[0]
    assert not ChatLine.objects.exists()
    assert receive(answer(match, mover, "1\n")) == "played"
