"""The Celery application; tasks live in each app's tasks.py."""

import os
from typing import Any

from celery import Celery, signals
from celery.app.amqp import AMQP
from kombu import Connection

from config import metrics

metrics.share_with_children()  # before anything is counted

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")


class SteadyConnection(Connection):  # type: ignore[misc]
    """A connection that is tried again every two seconds while the broker is away, however long that is.

    Celery would wait ever longer, half a minute at last: so long bots and pairing would stand still when it is back.
    """

    def ensure_connection(self, *args: Any, **options: Any) -> Any:
        """See kombu; Celery's workers name neither of the intervals."""
        return super().ensure_connection(*args, **{"interval_step": 0} | options)


class Messages(AMQP):  # type: ignore[misc]
    """Celery's, with such connections."""

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
