"""The ids and addresses in a mail about a match. All are fixed: a second copy has the same."""

from __future__ import annotations

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.urls import reverse

_LESS = Signer(salt="games.mail.less")


def message_id(match_id: str, user_id: int, kind: str, number: int, serial: str = "") -> str:
    """Return the Message-ID of a mail; `serial` tells apart answers of one kind at one place in the log."""
    name = ".".join([kind, match_id, str(number), str(user_id), *([serial] if serial else [])])
    return f"<{name}@{settings.MAIL_DOMAIN}>"


def thread_id(match_id: str, user_id: int) -> str:
    """Return the id to which all mails of a match to one person refer, so that mail programs show them together."""
    return f"<{match_id}.{user_id}@{settings.MAIL_DOMAIN}>"


def headers(match_id: str, user_id: int, kind: str, number: int, to: str = "") -> dict[str, str]:
    """Return the headers of a mail; `to`: the Message-ID of what it answers."""
    thread, less = thread_id(match_id, user_id), less_link(match_id, user_id)
    answered = "".join(to.split())[:500] if to else ""
    return {
        "Message-ID": message_id(match_id, user_id, kind, number),
        "In-Reply-To": answered or thread,
        "References": f"{thread} {answered}".strip(),
        "Auto-Submitted": "auto-generated",
        "List-Unsubscribe": f"<{less}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }


def page_link(match_id: str) -> str:
    """Return the address of the match's page."""
    return settings.SITE_URL + reverse("games:match", args=[match_id])


def move_link(link: str, choice: int) -> str:
    """Return the address of the page on which a numbered move is shown, to be made by its button; `link`: of tokens."""
    return f"{settings.SITE_URL}{reverse('games:mailed_move', args=[link])}?m={choice}"


def less_link(match_id: str, user_id: int) -> str:
    """Return the address of the page on which the person gets less mail of this match, without a login."""
    return settings.SITE_URL + reverse("games:less_mail", args=[_LESS.sign(f"{match_id}.{user_id}")])


def read_less(token: str) -> tuple[str, int] | None:
    """Return the match and the person of such an address, or None for one that is not ours."""
    try:
        match_id, user_id = _LESS.unsign(token).split(".")
        return match_id, int(user_id)
    except (BadSignature, ValueError):
        return None


def picture_id(match_id: str, number: int) -> str:
    """Return the Content-ID of the picture of a position."""
    return f"board.{match_id}.{number}@{settings.MAIL_DOMAIN}"
