"""Who a session belongs to: allauth's backend, which finds the person with SQL as it is written.

For the reason that `accounts.sessions` gives.
"""

from __future__ import annotations

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend

from accounts import preferences
from accounts.models import User

_READ = f"""
SELECT person.*, {preferences.COLUMNS}
FROM accounts_user person LEFT JOIN accounts_preferences likes ON likes.user_id = person.id WHERE person.id = %s
"""  # noqa: S608 - columns of our own


class Backend(AuthenticationBackend):  # type: ignore[misc]
    """Logs people in by name or address, as allauth does."""

    def get_user(self, user_id: Any) -> User | None:
        """Return the person, or None for one who is no more or may not log in."""
        person = next(iter(User.objects.raw(_READ, [user_id])), None)
        if person is not None:
            preferences.read_along(person)
        return person if person is not None and self.user_can_authenticate(person) else None
