"""How a table is opened once, however often its request comes: its id follows from who asks and from their token.

So the primary key judges, as the log's unique keys judge all else. The id is a keyed hash: it can be guessed no more
than one that is drawn.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from hashlib import blake2b, sha256
from typing import Any

from django.conf import settings

from accounts.models import User
from games.door.loaded import LIVE
from games.errors import id_reused
from games.models import ID_LENGTH, ID_LETTERS, Match


def id_by(host: User, token: str) -> str:
    """Return the id of the table that a person opens with a request's token."""
    secret = f"games.tables.openings {settings.SECRET_KEY}".encode()
    number = int.from_bytes(hmac.digest(secret, f"{host.pk} {token}".encode(), sha256))
    letters = []
    for _ in range(ID_LENGTH):
        number, letter = divmod(number, len(ID_LETTERS))
        letters.append(ID_LETTERS[letter])
    return "".join(letters)


def token_for(token: str, seat: int) -> str:
    """Return the token of the request that seats a bot, which follows from that of the opening."""
    return blake2b(f"{token} {seat}".encode(), digest_size=16).hexdigest()


def opened_before(host: User, token: str, table: Mapping[str, Any]) -> Match | None:
    """Return the table that this very request has opened, if it has; raises Refused (id_reused) for another one's."""
    match = Match.objects.filter(pk=id_by(host, token)).first()
    if match is None:
        return None
    chosen = {name: getattr(match, name) for name in table}
    if match.live_clock is not None:  # it goes on by mail now, but was opened live
        chosen |= {"pace": LIVE, "clock": match.live_clock}
    if chosen != table:
        raise id_reused()
    return match
