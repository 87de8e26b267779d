"""Logs of matches that are long over, packed: one row a match, on PostgreSQL in a partition for each month.

The hot table of entries judges what is played (promise 2), so it must hold what can still be played and need hold
nothing else. `games.log.storing` alone reads here, where the hot table has a hole; `games.log.archiving` alone writes.
See docs/decisions/0031.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from typing import Any

import msgspec

from accounts import quick_sql
from games.door.loaded import Entry

# `opened_at` says in which month's partition: without it each would be asked
_FIND = """
SELECT entries FROM games_archivedlog
WHERE match_id = %s AND opened_at = (SELECT opened_at FROM games_match WHERE id = %s)
"""
_decode = msgspec.json.Decoder(list[list[Any]]).decode
_encode = msgspec.json.Encoder().encode


def packed(entries: Iterable[Entry]) -> bytes:
    """Return entries as they are archived."""
    return zlib.compress(_encode([entry.told() for entry in entries]), 9)


def unpacked(stored: bytes) -> list[Entry]:
    """Return archived entries; raises zlib.error or msgspec.DecodeError for what is none."""
    return [Entry(*row) for row in _decode(zlib.decompress(stored))]


def entries(match_id: str) -> list[Entry]:
    """Return the archived entries of a match from number 1 on, or none if its log is not archived."""
    found = quick_sql.rows(_FIND, match_id, match_id)
    return unpacked(bytes(found[0][0])) if found else []
