"""Backups of the whole database, taken while people play, and brought back: `manage.py backup`, `manage.py restore`."""
