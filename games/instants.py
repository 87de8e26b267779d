"""Instants as matches use them: a call at one, and one in words. The time itself is `accounts.instants`'."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta, tzinfo

from django.utils.formats import date_format
from django.utils.translation import get_language, pgettext

from accounts.instants import keep_time, now_ms

__all__ = ["call_at", "exact_words", "keep_time", "now_ms"]


def call_at(at: int, call: Callable[[], object]) -> None:
    """Call on the running loop at an instant (ms since 1970) or soon after it, never before.

    A loop counts by a clock of its own, in whole milliseconds: by itself it calls up to one too early.
    """
    wait = at - now_ms()
    if wait > 0:
        asyncio.get_running_loop().call_later(wait / 1000, call_at, at, call)
    else:
        asyncio.get_running_loop().call_soon(call)


def exact_words(instant: int, zone: tzinfo) -> str:
    """Return an instant (ms since 1970 UTC) in a time zone and the active language: "Thu 3 Dec 2026, 18:05 (UTC+3)".

    With the offset, for on the night when the clocks are put back an hour comes twice. Full minutes, so that a deadline
    is never told too late. static/js/times.js says it likewise.
    """
    local = datetime.fromtimestamp(instant // 1000, zone)
    words = date_format(local, pgettext("date and time", "D j M Y, H:i"))
    if get_language() != "en":
        words = words.lower()  # Django begins days and months with capitals, as only English does within a sentence
    return f"{words} ({_offset_words(local.utcoffset() or timedelta())})"


def _offset_words(offset: timedelta) -> str:
    minutes = round(offset.total_seconds() / 60)
    if not minutes:
        return "UTC"
    hours, rest = divmod(abs(minutes), 60)
    return f"UTC{'+' if minutes > 0 else '−'}{hours}{f':{rest:02}' if rest else ''}"
