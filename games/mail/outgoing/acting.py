"""Whether somebody sits at the match's page and does something there, so that no mail need tell them of it.

A page that is only open is no sign: it may be a tab forgotten on a machine at home.
"""

from __future__ import annotations

from games.models import ChatLine, EntryRow, SeatRow

ACTING = 90_000  # ms for which a sign counts; pages give one a minute at most
BY_MAIL = "mail-"  # how the tokens of requests begin that came by mail: who answers mails is not at the page


def is_acting(match_id: str, seat: int, user_id: int, now: int) -> bool:
    """Return whether the person on a seat has touched the match's page, or asked or said something there, just now."""
    since = now - ACTING
    touched = SeatRow.objects.filter(match_id=match_id, user_id=user_id, acted_at__gt=since)
    asked = EntryRow.objects.filter(match_id=match_id, seat=seat, token__isnull=False, at__gt=since)
    said = ChatLine.objects.filter(match_id=match_id, user_id=user_id, at__gt=since)
    at_the_page = (asked, said)
    return touched.exists() or any(signs.exclude(token__startswith=BY_MAIL).exists() for signs in at_the_page)


def has_seen_end(match_id: str, user_id: int, ended_at: int) -> bool:
    """Return whether the person has touched the match's page since its end, which that page shows."""
    return SeatRow.objects.filter(match_id=match_id, user_id=user_id, acted_at__gt=ended_at).exists()
