"""Where people and tables find each other: home and lobby now, pairing and ratings later."""
