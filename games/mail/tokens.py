"""The reply address of a mail: whoever answers there is asked nothing more than who they are.

A token stands for one match, one place in its log and one person. It can be worked out again by us and by nobody else;
the database keeps its hash alone, so what a thief of the database reads makes no address.
"""

from __future__ import annotations

import re
from hashlib import sha256

from django.conf import settings
from django.utils.crypto import salted_hmac

from games.instants import now_ms
from games.models import ReplyToken

_LENGTH = 32  # hex letters: the first 128 bits
_ADDRESS = re.compile(r"r-([0-9a-f]{32})@(.+)")


def issue(match_id: str, number: int, user_id: int) -> str:
    """Return the token for answers of a person to what a match's log says up to `number`: always the same one."""
    value = f"{match_id}:{number}:{user_id}"
    token = salted_hmac("games.mail.tokens", value, algorithm="sha256").hexdigest()[:_LENGTH]
    row = ReplyToken(digest=_digest(token), match_id=match_id, number=number, user_id=user_id, made_at=now_ms())
    ReplyToken.objects.bulk_create([row], ignore_conflicts=True)
    return token


def find(token: str) -> ReplyToken | None:
    """Return what a token stands for, or None for one that was never issued."""
    return ReplyToken.objects.select_related("match", "user").filter(digest=_digest(token)).first()


def use(row: ReplyToken) -> bool:
    """Note that a move has been made by this token; return whether this call is the first to say so."""
    return bool(ReplyToken.objects.filter(digest=row.digest, used_at=None).update(used_at=now_ms()))


def request_token(row: ReplyToken) -> str:
    """Return the token of the one move that may be made by this one: the log's own unique key makes it single-use."""
    return f"mail-{row.digest[:48]}"


def reply_address(token: str) -> str:
    """Return the address at which answers with this token arrive."""
    return f"r-{token}@{settings.MAIL_DOMAIN}"


def token_in(address: str) -> str:
    """Return the token of a reply address of ours, "" for any other. Case does not matter: programs change it."""
    found = _ADDRESS.fullmatch(address.strip().lower())
    return found[1] if found and found[2] == settings.MAIL_DOMAIN.lower() else ""


def _digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()
