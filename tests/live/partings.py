"""People with sockets of every kind, and the deeds that end them: what tests/live/test_partings.py has a stack do."""

from __future__ import annotations

import json
import sys
import time
from typing import Any

KINDS = ("logout", "password", "ban", "suspension", "token", "demotion")
SEED = "from tests.live.partings import seed; seed()"
DEEDS = "from tests.live.partings import do_deeds; do_deeds()"


def seed() -> None:
    """Make one person for each deed, with a login, a token and an open table, and print them.

    Who is there of the last time gives name and address away.
    """
    from allauth.account.models import EmailAddress
    from django.test import Client

    from accounts import personal_tokens
    from accounts.models import Role, User
    from games import services
    from tests.games.conftest import make_user
    from tests.staff import staff

    for last in User.objects.filter(username__in=KINDS):
        EmailAddress.objects.filter(user=last).delete()
        last.username, last.name_key, last.email = f"{last.username}-{last.pk}", f"{last.name_key}-{last.pk}", ""
        last.save(update_fields=["username", "name_key", "email"])
    staff("mona")
    told = {}
    for kind in KINDS:
        person = staff(kind, Role.MODERATOR) if kind == "demotion" else make_user(kind)
        browser = Client(SERVER_NAME="127.0.0.1")
        browser.force_login(person)
        _, token = personal_tokens.make_token(person, "bot", ["read", "play"], 7)
        match = services.open_table(person, game="sequence", options={}, seats=2)
        told[kind] = {"cookie": browser.cookies["sessionid"].value, "token": token, "match": match.id}
    sys.stdout.write(json.dumps(told))


def do_deeds() -> None:
    """Do to each person what they are called after, and print when each was committed."""
    from accounts.models import User

    done = {}
    for kind in KINDS:
        _DEEDS[kind](User.objects.get(username=kind))
        done[kind] = time.time()
        time.sleep(0.2)  # so that what is told of one is not noticed with another
    sys.stdout.write(json.dumps(done))


def _log_out(person: Any) -> None:
    from importlib import import_module

    from django.conf import settings
    from django.contrib.auth import SESSION_KEY, logout
    from django.contrib.sessions.models import Session
    from django.http import HttpRequest

    for session in Session.objects.all():
        if session.get_decoded().get(SESSION_KEY) == str(person.pk):
            request = HttpRequest()
            request.session = import_module(settings.SESSION_ENGINE).SessionStore(session.session_key)
            request.user = person
            logout(request)


def _change_password(person: Any) -> None:
    from accounts import services

    services.change_password(person, "another calm table for five")


def _lay(person: Any) -> None:
    from tests.staff import laid

    laid(person, person.username)


def _revoke(person: Any) -> None:
    from accounts import personal_tokens

    personal_tokens.revoke_token(person, person.personal_tokens.get().pk)


def _demote(person: Any) -> None:
    person.groups.clear()


_DEEDS = {
    "logout": _log_out,
    "password": _change_password,
    "ban": _lay,
    "suspension": _lay,
    "token": _revoke,
    "demotion": _demote,
}
_BARRED = """
WITH laid AS (
    INSERT INTO accounts_sanction (person_id, kind, reason, by_id, begins_at, lifted_why)
    SELECT person.id, 'KIND', 'x', keeper.id, now(), ''
    FROM accounts_user person, accounts_user keeper WHERE person.username = 'KIND' AND keeper.username = 'mona'
)
UPDATE accounts_user SET barred_until = UNTIL WHERE username = 'KIND'
"""
SILENT = {  # the same in the database alone, as where every message about it is lost: without Redis nothing arrives
    "logout": "DELETE FROM django_session WHERE session_key = %(cookie)s",
    "password": "UPDATE accounts_user SET password = 'x' WHERE username = 'password'",
    "ban": _BARRED.replace("KIND", "ban").replace("UNTIL", "'9999-12-31'"),
    "suspension": _BARRED.replace("KIND", "suspension").replace("UNTIL", "now() + interval '1 day'"),
    "token": "UPDATE accounts_personaltoken SET revoked_at = now() WHERE user_id IN "
    "(SELECT id FROM accounts_user WHERE username = 'token')",
    "demotion": "UPDATE accounts_user SET role = '', session_epoch = session_epoch + 1 WHERE username = 'demotion'",
}
