"""The admin's side bar: what staff may look at, in the order in which they need it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _


def groups(request: HttpRequest) -> list[dict[str, Any]]:
    """Return the groups of links for unfold, each link with who may follow it."""
    return [
        {
            "title": _("People"),
            "items": [
                _link(request, _("People"), "person", "accounts.user"),
                _link(request, _("Tokens for programs"), "key", "accounts.personaltoken"),
            ],
        },
        {
            "title": _("Play"),
            "items": [
                _link(request, _("Matches"), "playing_cards", "games.match"),
                _link(request, _("Open tables"), "table_restaurant", "games.match", "?status=open"),
                _link(request, _("Tickets"), "hourglass_empty", "matchmaking.ticket"),
                _link(request, _("Overdue alarms"), "alarm", "games.alarm", "?overdue=yes"),
            ],
        },
        {
            "title": _("Peace"),
            "items": [
                {"title": _("Desk"), "icon": "assignment", "link": reverse("accounts:desk")},
                _link(request, _("Cases"), "gavel", "accounts.case"),
                _link(request, _("Reports"), "flag", "accounts.report"),
                _link(request, _("Sanctions"), "block", "accounts.sanction"),
                _link(request, _("Appeals"), "balance", "accounts.appeal"),
            ],
        },
        {
            "title": _("Mail"),
            "items": [
                _link(request, _("Outbox and delivery"), "outbox", "accounts.outgoingmail"),
                _link(request, _("Mail that came in"), "inbox", "games.mailin"),
            ],
        },
        {
            "title": _("Trail"),
            "items": [
                _link(request, _("What staff did"), "history", "accounts.moderationaction"),
                _link(request, _("Changes of rows"), "difference", "auditlog.logentry"),
            ],
        },
    ]


def _link(request: HttpRequest, title: str, icon: str, model: str, query: str = "") -> dict[str, Any]:
    app, name = model.split(".")
    return {
        "title": title,
        "icon": icon,
        "link": reverse(f"admin:{app}_{name}_changelist") + query,
        "permission": lambda asked: asked.user.has_perm(f"{app}.view_{name}"),
    }
