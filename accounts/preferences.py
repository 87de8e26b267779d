"""How a person likes the site: read with the login itself, kept for the account, told to the browser with each page.

A browser remembers some of it by itself (static/js/memory.js), so that strangers have their theme too. For who is
logged in the account's word counts: each page brings it (`remembered`), and static/js/theme.js puts it into the
browser's memory before the first paint. What is changed there on a page goes back to the account.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any
from zoneinfo import available_timezones

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser

from accounts.listeners import Listeners
from accounts.models import Motion, Preferences, Theme, User

REMINDERS = ("remind_half", "remind_fifth", "remind_hours")
FIELDS = ("theme", "motion", "sound", "volume", "time_zone", "notify_browser", "notify_mail", "mail_turns", *REMINDERS)
COLUMNS = ", ".join(f"likes.{name}" for name in FIELDS)  # for accounts.backends
on_kept: Listeners[[User, Mapping[str, Any]]] = Listeners()  # after somebody has chosen what they like: the changes


def read_along(user: User) -> None:
    """Let a person who was read with these COLUMNS know their preferences without another query."""
    has_row = getattr(user, "theme", None) is not None
    row = Preferences(user_id=user.pk, **{name: getattr(user, name) for name in FIELDS}) if has_row else None
    if row is not None:
        row._state.adding = False
    User._meta.get_field("preferences").set_cached_value(user, row)


def preferences_of(user: AbstractBaseUser | AnonymousUser | None) -> Preferences:
    """Return what somebody has chosen, or the defaults in a row that is not saved."""
    if not isinstance(user, User):
        return Preferences()
    try:
        return user.preferences
    except Preferences.DoesNotExist:
        return Preferences(user=user)


def has_chosen(user: AbstractBaseUser | AnonymousUser | None) -> bool:
    """Return whether the account has preferences at all."""
    return isinstance(user, User) and preferences_of(user)._state.adding is False


def keep_preferences(user: User, changes: Mapping[str, Any]) -> Preferences:
    """Keep what somebody has chosen; what is not among the changes stays as it was."""
    row, _ = Preferences.objects.update_or_create(user=user, defaults=dict(changes))
    on_kept.tell(user, changes)
    return row


def move_preferences(guest: User, member: User) -> None:
    """Give a guest's preferences to the member whom the guest turned out to be, unless the member has some."""
    if not Preferences.objects.filter(user=member).exists():
        Preferences.objects.filter(user=guest).update(user=member)


def remembered(preferences: Preferences) -> dict[str, str | None]:
    """Return what a browser is to remember, by the keys of static/js/memory.js; None: nothing, the default holds."""
    return {
        "theme": None if preferences.theme == Theme.AUTO else str(preferences.theme),
        "motion": None if preferences.motion == Motion.AUTO else str(preferences.motion),
        "sound": None if preferences.sound else "off",
        "volume": None
        if preferences.volume == Preferences._meta.get_field("volume").default
        else str(preferences.volume),
        "notify": "on" if preferences.notify_browser else None,
    }


def from_memory(told: Mapping[str, str]) -> dict[str, str]:
    """Return the same the other way: a browser's words as the fields of a form."""
    fields = {"theme": "theme", "motion": "motion", "volume": "volume", "sound": "sound", "notify": "notify_browser"}
    values = {fields[key]: value for key, value in told.items() if key in fields}
    if "sound" in values:
        values["sound"] = "" if values["sound"] == "off" else "on"
    for name, default in (("theme", Theme.AUTO), ("motion", Motion.AUTO), ("volume", "100")):
        if values.get(name) == "":
            values[name] = str(default)
    return values


@lru_cache(maxsize=1)
def time_zones() -> tuple[str, ...]:
    """Return the names of the world's time zones, places only, as in "Europe/Berlin"."""
    other = ("Etc/", "SystemV/", "US/", "posix/", "right/")
    return tuple(sorted(name for name in available_timezones() if "/" in name and not name.startswith(other)))
