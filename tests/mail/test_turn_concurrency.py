"""Many workers at one match's alarms at once, and a move among them: each mail is queued once, none is forgotten."""

from __future__ import annotations

from collections import Counter

import pytest

from accounts.models import OutgoingMail
from accounts.services import deliver_mail
from games.mail.outgoing import posting
from games.models import Alarm, Match, MatchMail
from tests.games.test_concurrency import at_once
from tests.mail.posts import acting, by_mail, mail_alarms_of, move

pytestmark = [pytest.mark.live, pytest.mark.sqlite_lane, pytest.mark.django_db(transaction=True)]
WORKERS, ROUNDS = 6, 8


@pytest.fixture
def match(settings, monkeypatch, anna, boris) -> Match:
    """A match of two who are never at its page, whose mails are due at once."""
    settings.MAIL_GRACE = 0
    settings.DELIVERY_EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    monkeypatch.setattr(posting, "is_acting", lambda *_: False)
    return by_mail(anna, boris)


def queued() -> Counter[tuple[str, int, int | None]]:
    return Counter((row.about["kind"], row.about["number"], row.user_id) for row in OutgoingMail.objects.all())


def post_all(match: Match) -> int:
    """Deal with all of a match's alarms of mail."""
    posting.post_all([(match.pk, seat, kind) for kind, seat in mail_alarms_of(match)])
    return 0


def test_of_many_workers_with_the_same_alarms_each_mail_is_queued_by_one(match):
    told = [(match.pk, seat, kind) for kind, seat in mail_alarms_of(match)]

    def work() -> int:
        posting.post_all(told)
        return 0

    at_once(*[work] * WORKERS)
    assert sorted(kind for kind, _, _ in queued().elements()) == ["start", "start"]
    assert {alarm.kind for alarm in Alarm.objects.filter(match=match)} == {"time", "remind"}


def test_between_moves_nothing_is_mailed_twice_and_nobody_is_forgotten(match):
    post_all(match)
    for _ in range(ROUNDS):
        at_once(*[lambda: post_all(match)] * (WORKERS - 1), lambda: move(match).pk)
        user, seat, loaded = acting(match)
        thought_of = MatchMail.objects.filter(match=match, kind="turn", number=loaded.moved, user=user)
        assert thought_of.exists() or ("mail", seat) in mail_alarms_of(match)
    post_all(match)
    assert max(queued().values()) == 1
    _, _, loaded = acting(match)
    assert queued()["turn", loaded.moved, user.pk] == 1


def test_of_many_workers_with_one_mail_one_sends_it(match):
    post_all(match)
    row = OutgoingMail.objects.first()
    assert row is not None
    assert sorted(at_once(*[lambda: deliver_mail(row.pk)] * WORKERS)) == [False] * (WORKERS - 1) + [True]
