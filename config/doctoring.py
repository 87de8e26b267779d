"""What `manage.py doctor` looks at: each a function that says what it found, and what to do where it is not well.

None raises for what it looks for: a service that is away is a finding. Those that need the database come after it.
"""

from __future__ import annotations

import os
import shutil
import smtplib
import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any, Literal, cast

import redis
from django.conf import settings
from django.core import checks
from django.core.mail import get_connection
from django.db import Error, connection
from django.utils import timezone
from kombu.exceptions import OperationalError

from accounts.mailing import waiting
from config import checks as safety
from config.backups import package, taking
from config.celery import app as celery
from config.health import unapplied
from games.clocks import alarms, beats
from games.instants import now_ms
from games.mail.checks import check_answers, check_links, check_provider
from games.models import Alarm

Verdict = Literal["ok", "advice", "problem"]
QUEUES = {"celery": "quintet-worker", "mail": "quintet-mail", "bots": "quintet-bots"}
PATIENCE = 3.0  # s for one service to answer
OLDEST_POSTGRESQL, OLDEST_REDIS = 150_000, (6, 0)
CLOCK_LATE = 60_000  # ms: it says every ten seconds that it runs
CLOCK_RUNS = "Is the clock running? systemctl status quintet-clock"
MAIL_LATE = timedelta(minutes=10)
ALARM_LATE = 30_000  # ms: the clock takes what is late by 0.8 s
LEAST_SPACE = 1 << 30  # bytes
_ALARMS = [
    ("alarms", alarms.OF_CLOCK, CLOCK_RUNS),
    ("bots", ("bot",), "Do their workers take tasks? systemctl restart quintet-bots; its log says why not."),
    ("ends and mails", alarms.OF_WORKER, "Does their worker take tasks? systemctl restart quintet-worker."),
]
BACKUP_LATE = timedelta(hours=26)  # one a night, and the time that one takes
BACK_UP = "Does it run? systemctl status quintet-backup.timer; by hand: quintet-manage backup"
_SQLITE = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


@dataclass(frozen=True)
class Finding:
    """What was seen, how bad it is, and what to do."""

    verdict: Verdict
    told: str
    hint: str = ""
    stops: bool = False  # nothing that needs the tables can be looked at


Found = Iterator[Finding]


def look_at_settings() -> Found:
    """Say what the settings get wrong: names, HTTPS, keys, links (config.checks, games.mail.checks)."""
    found = [m for check in [*safety.OF_SETTINGS, check_links, check_answers, check_provider] for m in check()]
    for message in found:
        yield Finding("problem" if message.level >= checks.ERROR else "advice", message.msg, message.hint or "")
    if not found:
        yield Finding("ok", "settings: hosts, HTTPS, keys and links are sound")


def look_at_proxies() -> Found:
    """Say whether visitors' addresses can be known behind a proxy."""
    count = settings.ALLAUTH_TRUSTED_PROXY_COUNT
    if settings.HTTPS and not count:
        hint = "Set TRUSTED_PROXIES to the number of proxies, 1 for ours: else all visitors count as one address."
        yield Finding("problem", "HTTPS is ended by a proxy, and TRUSTED_PROXIES is 0", hint)
    elif count and not settings.HTTPS:
        hint = "Without a proxy set it to 0, or visitors choose their own address."
        yield Finding("advice", f"TRUSTED_PROXIES is {count}, and HTTPS is off", hint)
    else:
        yield Finding("ok", f"proxies trusted: {count}")


def look_at_database() -> Found:
    """Say whether the database answers, is of an age we know, keeps what it has written, and has our tables."""
    try:
        connection.ensure_connection()
    except Error as error:
        told = f"the database does not answer: {str(error).strip()}"
        yield Finding("problem", told, "Look at DATABASE_URL, and whether PostgreSQL runs.", stops=True)
        return
    yield from _postgresql() if connection.vendor == "postgresql" else _sqlite()
    if missing := unapplied():
        yield Finding(
            "problem", f"{missing} migrations are not applied", "quintet-manage migrate --noinput", stops=True
        )
    else:
        yield Finding("ok", "all migrations are applied")


def _postgresql() -> Found:
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version_num")
        version = int(cursor.fetchone()[0])
    known = version >= OLDEST_POSTGRESQL
    hint = "" if known else "Quintet needs PostgreSQL 15 or newer."
    yield Finding("ok" if known else "problem", f"PostgreSQL {version // 10_000}", hint)
    if safety.is_half_restored():
        yield Finding("problem", safety.HALF_RESTORED, safety.RESTORE_AGAIN)
    if lax := safety.laxness():
        hint = "Switch these on in postgresql.conf, or with ALTER SYSTEM SET … and a restart."
        yield Finding("problem", f"PostgreSQL may lose moves that were answered: {', '.join(lax)}", hint)
    else:
        yield Finding("ok", f"PostgreSQL keeps what it has written ({', '.join(safety.DURABLE)})")


def _sqlite() -> Found:
    with connection.cursor() as cursor:
        lax = [
            f"{name} is {value}"
            for name, wanted in _SQLITE.items()
            if (value := cursor.execute(f"PRAGMA {name}").fetchone()[0]) != wanted
        ]
    hint = "Let config/settings.py open the file, and nothing else change it." if lax else ""
    yield Finding(
        "problem" if lax else "ok", f"SQLite: {', '.join(lax) or 'WAL, synchronous FULL, foreign keys'}", hint
    )


def look_at_redis() -> Found:
    """Say whether Redis or Valkey answers, is of an age we know, and throws nothing away when it is full."""
    if settings.EMBEDDED:
        yield Finding("ok", "no REDIS_URL: the embedded shape, one process")
        return
    try:
        client = redis.Redis.from_url(settings.REDIS_URL, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE)
        info = cast(dict[str, Any], client.info())  # redis-py's types leave open whether one has to wait
    except (redis.RedisError, ValueError) as error:  # the latter: what is no address at all
        told = f"Redis does not answer: {error}"
        yield Finding("problem", told, "Look at REDIS_URL, and whether redis-server or valkey-server runs.")
        return
    version = tuple(int(part) for part in info["redis_version"].split(".")[:2])
    known = version >= OLDEST_REDIS
    yield Finding(
        "ok" if known else "problem", f"Redis {info['redis_version']}", "" if known else "Needs 6.0 or newer."
    )
    policy = info.get("maxmemory_policy", "")
    hint = "" if policy == "noeviction" else "Set maxmemory-policy noeviction: else tasks vanish when memory is short."
    yield Finding("problem" if hint else "ok", f"Redis: maxmemory-policy is {policy}", hint)


def look_at_processes() -> Found:
    """Say whether servers, clock and the workers of each queue show signs of life."""
    servers = beats.servers()
    hint = "" if servers else "systemctl start quintet.target; then look at journalctl -u 'quintet-server@*'."
    yield Finding("ok" if servers else "problem", f"servers at work: {len(servers)}", hint)
    yield _clock()
    for what, kinds, hint in _ALARMS:  # also those that are claimed: the clock claims them anew every few seconds
        late = Alarm.objects.filter(kind__in=kinds, due_at__lt=now_ms() - ALARM_LATE).count()
        told = f"{what} overdue by more than {ALARM_LATE // 1000} s: {late}"
        yield Finding("problem" if late else "ok", told, hint if late else "")
    if not settings.EMBEDDED:
        yield from _workers()


def _clock() -> Finding:
    age = beats.clock_age()
    if age is not None and age <= CLOCK_LATE:
        return Finding("ok", "the clock runs")
    since = "never" if age is None else f"{age // 1000} s ago"
    return Finding("problem", f"the clock last said that it runs: {since}", CLOCK_RUNS)


def _workers() -> Found:
    try:
        queues = celery.control.inspect(timeout=PATIENCE).active_queues() or {}
    except (OSError, redis.RedisError, OperationalError):
        queues = {}
    busy = {queue["name"] for served in queues.values() for queue in served}
    for queue, unit in QUEUES.items():
        hint = "" if queue in busy else f"systemctl status {unit}"
        yield Finding(
            "problem" if hint else "ok", f"workers of the queue {queue}: {'none' if hint else 'answer'}", hint
        )


def look_at_mail() -> Found:
    """Say whether mail can leave, whether it does, and whether answers could come in."""
    late = waiting.untried().filter(created_at__lt=timezone.now() - MAIL_LATE).count()
    hint = "Look at journalctl -u quintet-mail -u quintet-clock, and at /staff/mails/." if late else ""
    yield Finding("problem" if late else "ok", f"mails that nobody has tried to send for ten minutes: {late}", hint)
    yield _refused(waiting.refused())
    yield _way_out()
    if port := os.environ.get("MAIL_IN_PORT", ""):
        yield _way_in(os.environ.get("MAIL_IN_HOST", "127.0.0.1"), port)


def _refused(addresses: int) -> Finding:
    told = f"addresses to which no mail has left since others did: {addresses}"
    hint = "What the mail server answered stands at /staff/mails/. Is it the address, or EMAIL_URL?"
    if not addresses:
        return Finding("ok", told)
    return Finding("advice" if addresses == 1 else "problem", told, hint)


def _way_out() -> Finding:
    way = settings.DELIVERY_EMAIL_BACKEND.split(".")[-2]
    if way == "filebased" and not settings.EMBEDDED:
        hint = "Set EMAIL_URL (docs/deploy.md): without the code by mail nobody can sign up."
        return Finding("problem", f"no mail leaves: each is laid into {settings.VAR_DIR / 'mail'}", hint)
    if way != "smtp":
        return Finding("ok", f"mail leaves by {way}")
    try:
        outgoing = get_connection(settings.DELIVERY_EMAIL_BACKEND, timeout=PATIENCE)
        outgoing.open()
        outgoing.close()
    except (OSError, smtplib.SMTPException) as error:
        told = f"the outgoing mail server {settings.EMAIL_HOST}:{settings.EMAIL_PORT} does not take us: {error}"
        return Finding("problem", told, "Look at EMAIL_URL: host, port, user and word.")
    return Finding("ok", f"the outgoing mail server {settings.EMAIL_HOST}:{settings.EMAIL_PORT} answers")


def _way_in(host: str, port: str) -> Finding:
    if not port.isdecimal():
        return Finding("problem", f"MAIL_IN_PORT is no number: {port}", "Name the port at which the mail door listens.")
    try:
        with socket.create_connection((host, int(port)), timeout=PATIENCE) as door:
            greeting = door.recv(512)
    except (OSError, OverflowError) as error:
        told = f"the mail door at {host}:{port} does not answer: {error}"
        return Finding("problem", told, "systemctl enable --now quintet-mail-door")
    well = greeting.startswith(b"220")
    told = f"the mail door at {host}:{port} {'answers' if well else 'is something else'}"
    return Finding("ok" if well else "problem", told, "" if well else "Another program holds MAIL_IN_PORT.")


def look_at_disk() -> Found:
    """Say whether VAR_DIR can be written, whether there is room, and whether the translations are there."""
    folder = settings.VAR_DIR
    writable = os.access(folder, os.W_OK)
    hint = "" if writable else "Give it to the site's user: chown quintet: … (docs/deploy.md)."
    yield Finding("ok" if writable else "problem", f"{folder} can {'' if writable else 'not '}be written", hint)
    free = shutil.disk_usage(folder if folder.exists() else Path("/")).free
    hint = "" if free >= LEAST_SPACE else "Make room: a database without any stops."
    yield Finding("problem" if hint else "ok", f"free for {folder}: {free >> 20} MB", hint)
    sources = (po for place in settings.LOCALE_PATHS for po in place.rglob("*.po"))
    missing = [po for po in sources if not po.with_suffix(".mo").exists()]
    hint = "make messages, or install the files anew" if missing else ""
    yield Finding("problem" if missing else "ok", f"translations not compiled: {len(missing)}", hint)


def look_at_backups() -> Found:
    """Say when the last backup was made, where the operator has said where they are."""
    if not settings.BACKUP_DIR:
        hint = "Set BACKUP_DIR, and let manage.py backup run each night (docs/operations.md)."
        yield Finding("advice", "nobody has said where backups are", hint)
        return
    path = taking.newest(Path(settings.BACKUP_DIR))
    if path is None:
        yield Finding("problem", f"there is no backup in {settings.BACKUP_DIR}", BACK_UP)
        return
    try:
        age = timezone.now() - package.read_about(path).made_at
    except package.BackupError as error:
        yield Finding("problem", str(error), BACK_UP)
        return
    late = age > BACKUP_LATE
    told = f"the last backup was made {age.total_seconds() / 3600:.0f} hours ago: {path.name}"
    yield Finding("problem" if late else "ok", told, BACK_UP if late else "")


BEFORE_DATABASE: list[Callable[[], Found]] = [
    look_at_settings,
    look_at_proxies,
    look_at_disk,
    look_at_backups,
    look_at_redis,
]
WITH_DATABASE: list[Callable[[], Found]] = [look_at_processes, look_at_mail]


def look_at_all() -> Found:
    """Look at everything; what needs the tables only where they are."""
    for look in BEFORE_DATABASE:
        yield from look()
    findings = list(look_at_database())
    yield from findings
    if not any(finding.stops for finding in findings):
        for look in WITH_DATABASE:
            yield from look()
