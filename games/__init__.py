"""Matches: their log, the one door that writes it, and the adapters (pages, API, sockets, tasks) in front of it."""
