"""Many workers at one match's alarms at once, and a move among them: each mail is queued once, none is forgotten."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace

import pytest

from accounts.models import OutgoingMail
from accounts.services import deliver_mail
from games.door.loaded import Loaded
from games.log import storing
from games.mail.outgoing import acting as acting_signs
from games.mail.outgoing import posting
from games.models import Alarm, Match, MatchMail
from tests.games.test_concurrency import at_once
from tests.mail.posts import DAY, acting, by_mail, mail_alarms_of, move

pytestmark = [pytest.mark.live, pytest.mark.sqlite_lane, pytest.mark.django_db(transaction=True)]
WORKERS, ROUNDS = 6, 8


@pytest.fixture
def match(settings, monkeypatch, anna, boris) -> Match:
    """A match of two who are never at its page, whose mails are due at once."""
    settings.MAIL_GRACE = 0
    settings.DELIVERY_EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    monkeypatch.setattr(acting_signs, "ACTING", -DAY)  # whatever they have done, it was not just now
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


def moving_after_each_load(match: Match, monkeypatch, times: int) -> list[int]:
    """Let a move be made after each of so many loads of posting; return a list that grows by each number loaded."""
    loads: list[int] = []

    def load(match_id: str) -> Loaded:
        loaded = storing.load(match_id)
        loads.append(loaded.number)
        if len(loads) <= times:
            move(match)  # raises inside a transaction of ours, and would wait for a row that we hold
        return loaded

    monkeypatch.setattr(posting, "storing", SimpleNamespace(load=load))
    return loads


def test_play_goes_on_while_a_mail_is_thought_of_and_that_is_thought_of_again(match, monkeypatch):
    _, seat, _ = acting(match)
    told = queued()
    loads = moving_after_each_load(match, monkeypatch, times=1)
    posting.post(match.pk, 1 - seat, "start")  # who has moved themselves need not be told
    assert len(loads) == 2
    assert queued() - told == Counter({("start", 0, match.seat_rows.get(seat=1 - seat).user_id): 1})
    assert [key for key in mail_alarms_of(match) if key[0] == "mail"] == [("mail", 1 - seat)]


def test_an_alarm_whose_turn_ends_meanwhile_posts_nothing(match, monkeypatch):
    _, seat, _ = acting(match)
    moving_after_each_load(match, monkeypatch, times=1)
    posting.post(match.pk, seat, "mail")
    assert not queued()
    assert ("mail", 1 - seat) in mail_alarms_of(match)


def test_who_never_finds_the_log_at_rest_leaves_the_alarm_for_later(match, monkeypatch):
    loads = moving_after_each_load(match, monkeypatch, times=100)
    posting.post(match.pk, 0, "start")
    assert len(loads) == posting.TRIES
    assert not queued()
    assert ("start", 0) in mail_alarms_of(match)
