"""Where what is logged goes, and in which form: what settings.py hands to Django."""

from __future__ import annotations

from typing import Any


def loggers(form: str, level: str) -> dict[str, Any]:
    """Return the LOGGING of a form, "json" or "text", from a level on. A line for each request comes as JSON alone."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"tracing": {"()": "config.logs.Tracing"}},
        "formatters": {
            "text": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"},
            "json": {"()": "config.logs.JsonLines"},
        },
        "handlers": {
            "console": {"class": "logging.StreamHandler", "formatter": form, "filters": ["tracing"]},
            "staff": {"class": "config.reports.StaffMail", "level": "ERROR", "formatter": "text"},
        },
        "loggers": {
            "games.bots": {"handlers": ["staff"]},  # and to the console, as everything
            "quintet.access": {"level": level if form == "json" else "WARNING"},
        },
        "root": {"handlers": ["console"], "level": level},
    }
