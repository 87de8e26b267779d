"""What the page of measures tells of the database and of what is open here."""

from __future__ import annotations

from datetime import timedelta

import pytest
from asgiref.sync import async_to_sync
from django.utils import timezone
from prometheus_client import REGISTRY

from accounts.models import OutgoingMail
from config import metrics
from config.visitors import Visitors
from games.clocks import beats
from games.instants import now_ms
from games.models import Alarm, Beat
from tests.games.conftest import make_user, started


def told(measure: str) -> float:
    [value] = [one.value for family in metrics.Database().collect() for one in family.samples if one.name == measure]
    return value


@pytest.mark.django_db(transaction=True)
def test_while_no_server_beats_the_age_grows_though_the_clock_runs():
    Beat.objects.create(name=beats.SERVERS, at=now_ms() - 40_000, since=0)
    Beat.objects.create(name="s:one", at=now_ms() - 40_000, since=0)
    beats.beat_clock()
    assert 40 <= told("quintet_beat_age_seconds") < 60


@pytest.mark.django_db(transaction=True)
def test_what_a_worker_that_stands_still_leaves_undone_grows_old():
    Beat.objects.create(name=beats.SERVERS, at=now_ms(), since=0)
    match = started(make_user(), make_user())
    assert told("quintet_worker_queue") == 0
    Alarm.objects.create(match=match, kind="finish", seat=-1, due_at=now_ms() - 40_000)
    assert 40 <= told("quintet_worker_queue_seconds") < 60


@pytest.mark.django_db(transaction=True)
def test_mail_that_nobody_tries_and_mail_that_nobody_takes_are_two_things():
    Beat.objects.create(name=beats.SERVERS, at=now_ms(), since=0)
    mail = {"sender": "a@b", "subject": "x", "text": "y"}
    OutgoingMail.objects.create(to="c@d", created_at=timezone.now() - timedelta(seconds=40), **mail)
    OutgoingMail.objects.create(to="e@f", attempts=1, last_error="refused", **mail)
    OutgoingMail.objects.create(to="g@h", attempts=1, **mail)  # just being sent
    assert told("quintet_outbox_due") == 1
    assert 40 <= told("quintet_outbox_age_seconds") < 60
    assert told("quintet_outbox_refused") == 1
    OutgoingMail.objects.create(to="i@j", sent_at=timezone.now(), **mail)
    assert told("quintet_outbox_refused") == 0


KINDS = {
    "/ws/matches/2222222222222222/": "match",
    "/ws/notices/": "notices",
    "/ws/lobby/": "lobby",
    "/api/v1/stream": "stream",
    "/api/v1/matches/2222222222222222/stream": "stream",
    "/ws/elsewhere/": "nowhere",
}


@pytest.mark.django_db
@pytest.mark.parametrize(("path", "kind"), KINDS.items())
def test_what_is_open_is_counted_by_its_kind_and_no_longer_than_that(path, kind):
    def opened() -> float:
        return REGISTRY.get_sample_value("quintet_sockets", {"kind": kind}) or 0

    before, within = opened(), []

    async def serve(*_: object) -> None:
        within.append(opened())

    asked = {"type": "websocket", "path": path, "client": ["127.0.0.1", 1], "headers": []}
    async_to_sync(Visitors(serve))(asked, None, None)
    assert (within, opened()) == ([before + 1], before)
