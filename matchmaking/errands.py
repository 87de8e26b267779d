"""What the clock's dispatcher does for those who wait: a cheap look, ten times a second."""

from __future__ import annotations

from games.instants import now_ms
from matchmaking import halls, tickets
from matchmaking.tasks import pair_tickets

CLAIM = 2_000  # ms after which tickets are due again that no worker has looked at: the task is lost, or the broker away


def send_to_pairing() -> None:
    """Start the pairing where a ticket is due, and settle what became of tables; the broker may be away."""
    now = now_ms()
    if halls.is_any_settled(now):
        tickets.settle_tickets(now)
    if halls.is_any_due(now):
        halls.put_off(now, CLAIM)
        pair_tickets.apply_async(expires=CLAIM / 1000)
