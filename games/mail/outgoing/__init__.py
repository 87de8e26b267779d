"""Mail that leaves: when one is due, its row in the outbox, and its text, which is written as it leaves."""
