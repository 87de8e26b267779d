"""Which worker does what: every task has one, and what may hang has its own."""

from __future__ import annotations

from argparse import Namespace

from kombu import connection
from kombu.transport import memory

from config import broker_transport, embedded, production
from config.celery import app


def queue_of(task: str) -> str:
    return app.amqp.router.route({}, task)["queue"].name


def test_every_task_has_a_worker_in_both_shapes():
    app.loader.import_default_modules()
    queues = {queue_of(task) for task in app.tasks if not task.startswith("celery.")}
    commands = [part.command for part in production._backstage(Namespace(bots=1, workers=1))]
    served = [command[command.index("--queues") + 1] for command in commands if "--queues" in command]
    assert sorted(served) == sorted(embedded.QUEUES) == sorted(queues)


def test_nobody_waits_for_a_match_while_a_mail_server_hangs_or_a_bot_thinks():
    pairing = {queue_of("matchmaking.tasks.pair_tickets"), queue_of("games.tasks.tell_of_ends")}
    assert not pairing & {queue_of("accounts.tasks.send_mail"), queue_of("games.tasks.move_bot")}


def test_a_task_that_hangs_is_ended_before_it_is_handed_out_once_more(settings):
    """All but the mails, whose workers do not fork: they wait EMAIL_TIMEOUT for a mail server."""
    app.loader.import_default_modules()
    again = settings.CELERY_BROKER_TRANSPORT_OPTIONS["visibility_timeout"]
    ours = {name: task for name, task in app.tasks.items() if queue_of(name) != "mail" and "celery." not in name}
    limits = {name: task.time_limit or app.conf.task_time_limit for name, task in ours.items()}
    assert limits
    assert all(0 < limit < again for limit in limits.values()), limits


def test_what_reaches_the_broker_is_our_own_connection():
    assert app.connection_for_read().get_transport_cls() in (broker_transport.Transport, memory.Transport)
    assert app.connection_for_write("redis://127.0.0.1/0").get_transport_cls() is broker_transport.Transport
    assert app.connection_for_write("rediss://127.0.0.1/0").get_transport_cls() is broker_transport.Transport


def test_a_broker_that_is_away_is_looked_for_every_two_seconds_however_long(monkeypatch):
    """After a minute Celery's own worker would look every 14 s, at last every 30 s."""
    waited = []

    def retry(*args, **_):
        waited.append(args[6:9])

    monkeypatch.setattr(connection, "retry_over_time", retry)
    app.connection_for_read().ensure_connection(lambda *_: None, 100, callback=lambda: None)
    [(start, step, most)] = waited
    assert (start, step) == (2, 0)
    assert most >= start
