"""Play by mail: thin adapters between mail and the one door, and what mail alone needs. Nothing in games builds on it."""
