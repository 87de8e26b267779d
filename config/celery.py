"""The Celery application; tasks live in each app's tasks.py."""

import os
from typing import Any

from celery import Celery, signals
from celery.app.amqp import AMQP

from config import metrics
from config.broker import SteadyConnection

metrics.share_with_children()  # before anything is counted

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")


class Messages(AMQP):  # type: ignore[misc]
    """Celery's, with connections of our own."""

    Connection = SteadyConnection


app = Celery("quintet", amqp=Messages)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@signals.worker_init.connect
def keep_time(**_: Any) -> None:
    """Let a worker and its children go by the database's time: what a bot does is written down with the instant."""
    from django.db import connection  # the settings are read by now

    from games import instants

    instants.keep_time()
    connection.close()  # children must not share it
