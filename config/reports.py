"""How the staff hear of what has failed: a mail to ADMINS, for each kind of failure once an hour."""

from __future__ import annotations

import logging

from django.core.cache import cache
from django.core.mail import mail_admins

AGAIN = 3600  # s until a failure of the same kind is worth another mail; the log has them all
SUBJECT = 120  # characters: it is read in a list of mails


class StaffMail(logging.Handler):
    """A mail to ADMINS, by way of the outbox like every other."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write the mail, unless one about the same kind of failure is out already; never raises."""
        try:
            if cache.add(f"reported:{_kind(record)}", True, AGAIN):
                mail_admins(record.getMessage()[:SUBJECT], self.format(record))
        except Exception:
            self.handleError(record)


def _kind(record: logging.LogRecord) -> str:
    raised = record.exc_info[0] if record.exc_info else None
    return f"{record.module}:{record.lineno}:{raised.__name__ if raised else ''}"
