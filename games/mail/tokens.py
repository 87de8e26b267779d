"""The reply address of a mail: whoever answers there is asked nothing more than who they are.

A token stands for one match, one place in its log, one person and the address that the person has. It can be worked out
again by us and by nobody else; the database keeps its hash alone, so what a thief of the database reads makes no
address. The links of a mail hold another value, from which the token cannot be worked out: mails are passed on.
"""

from __future__ import annotations

import re
from hashlib import sha256

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import User
from games.instants import now_ms
from games.models import ReplyToken

_LENGTH = 32  # hex letters: the first 128 bits
_TOKENS, _LINKS = "games.mail.tokens", "games.mail.tokens.links"
_LINK = re.compile(r"([\w-]{1,40})\.([0-9]{1,9})\.([0-9]{1,18})\.([0-9a-f]{32})", re.ASCII)
_ADDRESS = re.compile(r"r-([0-9a-f]{32})@(.+)")


def issue(match_id: str, number: int, user_id: int) -> str:
    """Return the token for answers of a person to what a match's log says up to `number`.

    Always the same one while the person's address is the same. Raises User.DoesNotExist.
    """
    token = _made(_TOKENS, match_id, number, User.objects.get(pk=user_id))
    row = ReplyToken(digest=_digest(token), match_id=match_id, number=number, user_id=user_id, made_at=now_ms())
    ReplyToken.objects.bulk_create([row], ignore_conflicts=True)
    return token


def find(token: str) -> ReplyToken | None:
    """Return what a token stands for; None for one never issued, or to an address that is no longer the person's."""
    row = ReplyToken.objects.select_related("match", "user").filter(digest=_digest(token)).first()
    return row if row is not None and _holds(token, _TOKENS, row.match_id, row.number, row.user) else None


def link(match_id: str, number: int, user_id: int) -> str:
    """Return what links to moves hold in place of the token. Raises User.DoesNotExist."""
    proof = _made(_LINKS, match_id, number, User.objects.get(pk=user_id))
    return f"{match_id}.{number}.{user_id}.{proof}"


def find_link(value: str) -> ReplyToken | None:
    """Return the token's row for what a link holds, by the same rules as `find`."""
    found = _LINK.fullmatch(value)
    user = User.objects.filter(pk=int(found[3])).first() if found else None
    if found is None or user is None or not _holds(found[4], _LINKS, found[1], int(found[2]), user):
        return None
    return find(_made(_TOKENS, found[1], int(found[2]), user))


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


def _made(salt: str, match_id: str, number: int, user: User) -> str:
    value = f"{match_id}:{number}:{user.pk}:{user.email.lower()}"
    return salted_hmac(salt, value, algorithm="sha256").hexdigest()[:_LENGTH]


def _holds(proof: str, salt: str, match_id: str, number: int, user: User) -> bool:
    """Return whether we have made this for the person's present address, with the key of now."""
    return constant_time_compare(proof, _made(salt, match_id, number, user))


def _digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()
