"""The connection to the broker, made to outlive a broker that is away or says nothing for a while."""

from __future__ import annotations

from typing import Any

from kombu import Connection
from kombu.transport import TRANSPORT_ALIASES

# By name: the one-process shape has no use for Redis, and to read its client takes a tenth of a second.
TRANSPORT_ALIASES |= dict.fromkeys(("redis", "rediss"), "config.broker_transport:Transport")


class SteadyConnection(Connection):  # type: ignore[misc]
    """A connection that is tried again every two seconds while the broker is away, however long that is.

    Celery would wait ever longer, half a minute at last: so long bots and pairing would stand still when it is back.
    """

    def ensure_connection(self, *args: Any, **options: Any) -> Any:
        """See kombu; Celery's workers name neither of the intervals."""
        return super().ensure_connection(*args, **{"interval_step": 0} | options)
