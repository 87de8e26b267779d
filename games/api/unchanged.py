"""A frame that has not changed, answered on the loop: who polls costs two reads, and Django is not asked.

Only what is surely a 304 of a token that may look is answered here; all else goes the usual way, which says why.
"""

from __future__ import annotations

import re
from typing import Any

from accounts.api.rest import VARY
from accounts.limits import named, take
from accounts.personal_tokens import holder_of
from accounts.refusals import Refused
from games.api import glances
from games.serving.reads import read_for_page

_FRAME = re.compile(r"/api/v1/matches/([^/]+)")


async def answered(scope: dict[str, Any], send: Any) -> bool:
    """Answer 304 and return True, or return False."""
    headers = dict(scope["headers"])
    known, header = headers.get(b"if-none-match"), headers.get(b"authorization", b"")
    found = _FRAME.fullmatch(scope["path"])
    if not (known and found and header.startswith(b"Bearer ")) or scope["method"] != "GET" or scope["query_string"]:
        return False
    told = found[1], header.removeprefix(b"Bearer ").decode("latin-1"), known.decode("latin-1")
    try:
        tag = await read_for_page(_unchanged, *told)
    except Exception:  # whatever it is, the usual way finds it out and says so
        return False
    if tag:
        marks = [(b"etag", tag.encode()), (b"cache-control", b"private, no-cache"), VARY]
        await send({"type": "http.response.start", "status": 304, "headers": marks})
        await send({"type": "http.response.body", "body": b""})
    return bool(tag)


def _unchanged(match_id: str, token: str, known: str) -> str:
    """Return the ETag of the frame if it is known, else ""."""
    holder = holder_of(token)
    if holder is None or not holder.may("read"):
        return ""
    glance = glances.look_by(match_id, holder.user)
    if glance is None or not glance.is_known_by(known):
        return ""
    try:
        take(named("requests"), holder.user)
    except Refused:
        return ""
    return glance.tag
