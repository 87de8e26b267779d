"""The connection to the broker, made to outlive a broker that is away or says nothing for a while."""

from __future__ import annotations

from typing import Any

from kombu import Connection
from kombu.transport import redis, virtual


class Settling(redis.QoS):  # type: ignore[misc]
    """What a worker has taken and not yet settled; a task that the broker is not told of as done is no longer held.

    kombu counts it against what the worker may hold until the connection is made anew, and while the worker holds all
    it may it asks for nothing, so that nothing tells it that the connection is broken: it would stand still for ever.
    The broker hands such a task out once more after its visibility timeout; all of ours may run twice.
    """

    def ack(self, delivery_tag: str) -> None:
        """Settle a task; raises what the broker's client does."""
        try:
            super().ack(delivery_tag)
        except BaseException:
            virtual.QoS.ack(self, delivery_tag)
            raise

    def reject(self, delivery_tag: str, requeue: bool = False) -> None:
        """Give a task back or throw it away; raises what the broker's client does."""
        try:
            super().reject(delivery_tag, requeue)
        except BaseException:
            virtual.QoS.ack(self, delivery_tag)
            raise


class Channel(redis.Channel):  # type: ignore[misc]
    """kombu's, with that."""

    QoS = Settling


class Transport(redis.Transport):  # type: ignore[misc]
    """kombu's, with that."""

    Channel = Channel


class SteadyConnection(Connection):  # type: ignore[misc]
    """A connection that is tried again every two seconds while the broker is away, however long that is.

    Celery would wait ever longer, half a minute at last: so long bots and pairing would stand still when it is back.
    """

    def ensure_connection(self, *args: Any, **options: Any) -> Any:
        """See kombu; Celery's workers name neither of the intervals."""
        return super().ensure_connection(*args, **{"interval_step": 0} | options)

    def get_transport_cls(self) -> type:
        """See kombu."""
        found: type = super().get_transport_cls()
        return Transport if found is redis.Transport else found
