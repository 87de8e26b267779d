"""Log-ins in the log: who came in, who went, and tries that failed, without any name or address.

Of a failed try the log has a short hash of what was typed as an address, so that many tries of one are seen as such.
"""

from __future__ import annotations

import logging
from typing import Any

from django.conf import settings
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

log = logging.getLogger(__name__)


def _note_in(user: Any, **_: Any) -> None:
    log.info("person %s has logged in", user.pk)


def _note_out(user: Any, **_: Any) -> None:
    log.info("person %s has logged out", user.pk if user else "unknown")


def _note_failed(credentials: dict[str, Any], request: HttpRequest | None = None, **_: Any) -> None:
    typed = str(credentials.get("email") or credentials.get("username") or "").lower()
    mark = salted_hmac("accounts.login_log", typed, secret=settings.SECRET_KEY).hexdigest()[:8]
    log.warning("a log-in has failed: account %s", mark)


def watch() -> None:
    """Write log-ins down from now on."""
    user_logged_in.connect(_note_in, dispatch_uid="accounts.login_log.in")
    user_logged_out.connect(_note_out, dispatch_uid="accounts.login_log.out")
    user_login_failed.connect(_note_failed, dispatch_uid="accounts.login_log.failed")
