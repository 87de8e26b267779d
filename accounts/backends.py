"""Who a session belongs to: allauth's backend, which finds the person with SQL as it is written.

For the reason that `accounts.sessions` gives.
"""

from __future__ import annotations

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend

from accounts.models import User

_READ = "SELECT * FROM accounts_user WHERE id = %s"


class Backend(AuthenticationBackend):  # type: ignore[misc]
    """Logs people in by name or address, as allauth does."""

    def get_user(self, user_id: Any) -> User | None:
        """Return the person, or None for one who is no more or may not log in."""
        person = next(iter(User.objects.raw(_READ, [user_id])), None)
        return person if person is not None and self.user_can_authenticate(person) else None
