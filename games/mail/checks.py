"""What the settings get wrong about mail, told before the site starts: a mail that has left cannot be mended."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from django.core import checks
from django.core.mail import get_connection


def check_links(**_: object) -> list[checks.CheckMessage]:
    """Return an error where others can come and links in mails would lead each reader to their own machine."""
    if settings.EMBEDDED or not others_may_come() or not is_loopback(urlsplit(settings.SITE_URL).hostname or ""):
        return []
    told = f"Links in mails would begin with {settings.SITE_URL}, which leads nobody here but on this machine."
    return [checks.Error(told, hint="Set SITE_URL, as https://play.example.org (docs/deploy.md).", id="games.E001")]


def check_answers(**_: object) -> list[checks.CheckMessage]:
    """Return a warning where turn mails ask for answers and nobody has said where those arrive."""
    if settings.EMBEDDED or settings.MAIL_COMES_IN:
        return []
    told = f"Mails ask people to answer to addresses at {settings.MAIL_DOMAIN}, and no way in for mail is set up."
    hint = "Set MAIL_DOMAIN, and MAIL_IN_PORT, a WEBHOOK_SECRET or a pipe (docs/deploy.md, “Mail that comes in”)."
    return [checks.Warning(told, hint=hint, id="games.W001")]


def check_provider(**_: object) -> list[checks.CheckMessage]:
    """Return an error where mail is to leave by a provider that django-anymail does not know, or without its key."""
    if not settings.MAIL_PROVIDER:
        return []
    try:
        get_connection(settings.DELIVERY_EMAIL_BACKEND)
    except Exception as error:  # each provider's module raises what it likes
        told = f"No mail can leave by the provider {settings.MAIL_PROVIDER}: {error}"
        hint = "MAIL_PROVIDER is a name that django-anymail knows, as postmark; its key is in ANYMAIL (docs/deploy.md)."
        return [checks.Error(told, hint=hint, id="games.E002")]
    return []


def others_may_come() -> bool:
    """Return whether the site answers to a name by which others than this machine reach it."""
    return any(not is_loopback(name) for name in settings.ALLOWED_HOSTS if name != "testserver")  # a test client's


def is_loopback(name: str) -> bool:
    """Return whether a host name leads everybody to their own machine."""
    plain = name.strip("[]").lower()
    return plain in {"", "localhost", "::1"} or plain.startswith("127.")
