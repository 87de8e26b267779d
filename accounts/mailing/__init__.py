"""The outbox and how mail leaves; mail that comes back, and addresses that want none."""
