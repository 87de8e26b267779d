"""How tasks are taken from Redis and settled there; named in config.broker, and read where a broker is connected to."""

from __future__ import annotations

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
