"""What the clock's dispatcher does for those who wait: two cheap looks, ten times a second.

Two errands, so that neither a broker that is away nor a table that cannot be settled holds up the other.
"""

from __future__ import annotations

from games.instants import now_ms
from matchmaking import halls, tickets
from matchmaking.tasks import pair_tickets

CLAIM = 2_000  # ms after which tickets are due again that no worker has looked at: the task is lost, or the broker away


def settle_tables() -> None:
    """See what became of the tables that people were called to."""
    if halls.is_any_settled():
        tickets.settle_tickets(now_ms())


def send_to_pairing() -> None:
    """Start the pairing where a ticket is due; the broker may be away."""
    now = now_ms()
    if halls.is_any_due(now):
        halls.put_off(now, CLAIM)
        pair_tickets.apply_async(expires=CLAIM / 1000)
