"""Time of day as the platform counts it: whole milliseconds since 1970, UTC."""

import time


def now_ms() -> int:
    """Return the present instant."""
    return time.time_ns() // 1_000_000
