"""Django's own sessions in the database, found with the SQL as it is written.

Each page and each socket begins with this one read, and to build the query takes the ORM several times as long as the
rest. All else is Django's: `django.contrib.sessions.backends.db`.
"""

from __future__ import annotations

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone

from accounts import quick_sql

_READ = "SELECT session_data FROM django_session WHERE session_key = %s AND expire_date > %s"


class SessionStore(db.SessionStore):
    """One session."""

    def _get_session_from_db(self) -> Session | None:
        now = connection.ops.adapt_datetimefield_value(timezone.now())
        if found := quick_sql.rows(_READ, self.session_key, now):
            return Session(session_key=self.session_key or "", session_data=found[0][0])
        self._session_key = None  # none, or none any more: as Django's own forgets the key
        return None
