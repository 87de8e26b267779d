"""Play by mail: thin adapters, and what mail alone needs. Nothing else imports it but urls, clock, tasks and wiring."""
