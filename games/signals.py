"""What this app tells those above it, which it may not import."""

from django.dispatch import Signal

# Sent once for each match that has ended with a result, with `match` (its `live` loaded), inside the transaction that
# strikes it off: what a receiver writes is written if and only if it will not be told again. One that raises is told
# again after a few seconds. Told by a worker, a moment after the end: never on a player's move.
match_finished = Signal()

# Sent in the same way, once, for each match that had begun and that a moderator has stopped without a result.
match_stopped = Signal()
