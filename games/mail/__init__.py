"""Play by mail: what leaves, what comes in, and how it is read. Nothing but the wiring of the site builds on it."""
