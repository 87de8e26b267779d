"""What the settings get wrong about safety, told before the site starts, each with what to do about it.

Errors keep the site from starting, warnings do not. A site that nobody but this machine reaches, to try it out or to
work on it, is told of less. `python manage.py check --deploy` runs these and Django's own.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from email.utils import parseaddr
from typing import Any

from django.conf import settings
from django.core import checks
from django.core.cache.backends.dummy import DummyCache
from django.core.cache.backends.locmem import LocMemCache
from django.db import Error, connections
from django.utils.module_loading import import_string

from config.backups import postgres
from games.mail.checks import is_loopback, others_may_come

HALF_RESTORED = "A restore was ended before it was finished: mails could leave twice."
RESTORE_AGAIN = "Make an empty database, and restore the backup into that (docs/operations.md)."
Found = list[checks.CheckMessage]
SHORTEST_KEY = 32  # characters
# What PostgreSQL must do before it says that something is written: all else can lose an answered move.
DURABLE = {
    "fsync": ("on",),
    "full_page_writes": ("on",),
    "synchronous_commit": ("on", "local", "remote_write", "remote_apply"),
}


def check_hosts(**_: object) -> Found:
    """Return an error where the site would answer to any name, which takes the edge off every look at an Origin."""
    if "*" not in settings.ALLOWED_HOSTS:
        return []
    hint = "Set ALLOWED_HOSTS to the names that people open, as play.example.org (docs/deploy.md)."
    return [checks.Error("The site would answer to any host name.", hint=hint, id="config.E001")]


def check_debug(**_: object) -> Found:
    """Return an error where strangers would be shown settings and code with every failure."""
    if not (settings.DEBUG and others_may_come()):
        return []
    told = "DEBUG is on, and others can come: every failure would show them settings and code."
    return [checks.Error(told, hint="Leave DEBUG out of the environment, or set it off.", id="config.E002")]


def check_secret_key(**_: object) -> Found:
    """Return an error where what strangers hold is signed with a key that lies about here, or with a short one."""
    if settings.EMBEDDED or not others_may_come():
        return []
    if settings.SECRET_KEY_GIVEN and len(settings.SECRET_KEY) >= SHORTEST_KEY:
        return []
    told = "SECRET_KEY must be given, the same on every machine, 50 random characters or more."
    hint = f"To keep all logins, take the one in {settings.VAR_DIR / 'secret-key'}, if there is one (docs/deploy.md)."
    return [checks.Error(told, hint=hint, id="config.E003")]


def check_shared_memory(**_: object) -> Found:
    """Return an error where several processes would each count and tell by themselves."""
    only_one = settings.EMBEDDED and settings.DATABASES["default"]["ENGINE"].endswith("sqlite3")
    if only_one or not (in_memory := _in_memory()):
        return []
    told = f"{in_memory} would be each process's own: limits would not hold, and pages would be late."
    return [checks.Error(told, hint="Set REDIS_URL (docs/deploy.md), or leave DATABASE_URL out.", id="config.E004")]


def _in_memory() -> str:
    """Return what is kept in the memory of one process, "" where nothing is."""
    cache = issubclass(import_string(settings.CACHES["default"]["BACKEND"]), (LocMemCache, DummyCache))
    layer = settings.CHANNEL_LAYERS.get("default", {}).get("BACKEND", "InMemory")
    return " and ".join([*["The cache"] * cache, *["The channel layer"] * ("InMemory" in layer)])


def check_https(**_: object) -> Found:
    """Return a warning where passwords and cookies of strangers would go over the network for all to read."""
    if settings.HTTPS or settings.EMBEDDED or not others_may_come():
        return []
    told = "HTTPS is off, and others can come: passwords and cookies could be read on their way."
    hint = "Let a proxy end TLS and set HTTPS=on (docs/deploy.md, “Behind a proxy”)."
    return [checks.Warning(told, hint=hint, id="config.W001")]


def check_mail_domain(**_: object) -> Found:
    """Return a warning where our mails would come from nowhere, so that no server takes them and no answer arrives."""
    named = {settings.MAIL_DOMAIN, parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]}
    if settings.EMBEDDED or not others_may_come() or not (nowhere := sorted(filter(is_loopback, named))):
        return []
    told = f"Mails would come from addresses at “{nowhere[0]}”, or ask for answers there: that leads nowhere."
    hint = "Set MAIL_FROM to an address of your domain, and MAIL_DOMAIN if answers go elsewhere (docs/deploy.md)."
    return [checks.Warning(told, hint=hint, id="config.W002")]


def check_database(databases: Collection[str] | None = None, **_: object) -> Found:
    """Return an error where PostgreSQL could lose what it has called written; on a site of this machine a warning."""
    if "default" not in (databases or ()) or connections["default"].vendor != "postgresql":
        return []
    try:
        lax = laxness()
    except Error as error:
        told = f"The database does not answer: {str(error).strip()}"
        return [checks.Error(told, hint="Look at DATABASE_URL, and whether PostgreSQL runs.", id="config.E006")]
    if not lax:
        return []
    told = f"PostgreSQL may lose moves that were answered: {', '.join(lax)}."
    hint = "Switch these on in postgresql.conf, or with ALTER SYSTEM SET … and a restart."
    kind = checks.Error if others_may_come() else checks.Warning
    return [kind(told, hint=hint, id="config.E005")]


def check_restore(databases: Collection[str] | None = None, **_: object) -> Found:
    """Return an error where a restore was ended in its midst; of a database that is away `check_database` tells."""
    if "default" not in (databases or ()) or connections["default"].vendor != "postgresql":
        return []
    with suppress(Error):
        if is_half_restored():
            return [checks.Error(HALF_RESTORED, hint=RESTORE_AGAIN, id="config.E007")]
    return []


def is_half_restored() -> bool:
    """Return whether a restore was ended in its midst; raises Error where the database does not answer."""
    return postgres.UNFINISHED in connections["default"].introspection.table_names()


def laxness() -> list[str]:
    """Return what PostgreSQL leaves undone of DURABLE; raises Error where it does not answer."""
    return _lax(_durability())


def _durability() -> dict[str, str]:
    """Return what the database says of itself, by the names of DURABLE."""
    with connections["default"].cursor() as cursor:
        cursor.execute("SELECT name, setting FROM pg_settings WHERE name = ANY(%s)", [list(DURABLE)])
        return dict(cursor.fetchall())


def _lax(found: Mapping[str, str]) -> list[str]:
    return [f"{name} is {found.get(name)}" for name, good in DURABLE.items() if found.get(name) not in good]


OF_SETTINGS: list[Callable[..., Found]] = [
    check_hosts, check_debug, check_secret_key, check_shared_memory, check_https, check_mail_domain,
]  # fmt: skip


def register() -> None:
    """Have Django run all of these before its commands; the database is asked by `migrate`, or by --database."""
    for check in OF_SETTINGS:
        checks.register(check, checks.Tags.security)
    checks.register(check_database, checks.Tags.database)
    checks.register(check_restore, checks.Tags.database)


def refuse_unsafe(*, database: bool = False) -> None:
    """Raise SystemExit with what is wrong in the settings: for a start that has no time for all of Django's checks.

    With `database` that is looked at, too; where it is away, whoever starts us tries again.
    """
    found: list[Any] = [message for check in OF_SETTINGS for message in check()]
    if database:
        found += [*check_database(["default"]), *check_restore(["default"])]
    for message in found:
        print(f"{message.msg} {message.hint}", file=sys.stderr, flush=True)
    if any(message.is_serious() for message in found):
        raise SystemExit("Quintet stops: the reason is above.")
