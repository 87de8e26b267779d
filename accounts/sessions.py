"""Django's own sessions in the database, found with the SQL as it is written, and never lost to another tab.

Each page and each socket begins with this one read, and to build the query takes the ORM several times as long as the
rest. All else is Django's: `django.contrib.sessions`.
"""

from __future__ import annotations

from django.contrib.sessions import middleware
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import patch_vary_headers

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


class SessionMiddleware(middleware.SessionMiddleware):
    """Django's, but a request with a key that is no more leaves the cookie as it is.

    A login changes the session's key. What another tab has asked for just before then finds nothing, and by Django's
    answer to it the browser would forget the cookie: the new key, and with it the login.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Save the session, and send the cookie or have it deleted, where this request has changed the session."""
        session = request.session
        if session.modified or not session.is_empty():
            return super().process_response(request, response)
        if session.accessed:
            patch_vary_headers(response, ("Cookie",))
        return response
