"""The second trail: django-auditlog writes down what staff and commands change in a few tables, whatever code did it.

The first (accounts.moderation.trail) says what was meant, and why; this one what the rows say. It holds ids alone: no
name, address or secret, for it outlives what it is about. Like the first it cannot be changed (migrations 0013, 0015).
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from auditlog.models import LogEntry
from auditlog.registry import auditlog
from auditlog.signals import pre_log
from django.contrib.auth.models import Group
from django.db.models.signals import pre_save
from django.http import HttpRequest, HttpResponse

from accounts.models import Appeal, Case, Sanction, User
from accounts.moderation.roles import is_moderator

HIDDEN = "•••"
_request: ContextVar[HttpRequest | None] = ContextVar("request", default=None)


class ActorMiddleware:
    """Lets what is written down during a request know whose request it is; costs an ordinary page nothing.

    (auditlog's own connects a signal with each request, and notes the addresses of people and machines.)
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer."""
        before = _request.set(request)
        try:
            return self.get_response(request)
        finally:
            _request.reset(before)


def hide(_value: str) -> str:
    """Return what stands for a value that nobody is to read; that it has changed is seen all the same."""
    return HIDDEN


def watch() -> None:
    """Have these tables watched from now on."""
    secret = ["username", "email", "password"]
    told = ["is_active", "is_superuser", "is_guest", "is_bot", "owner", "deleted_at", *secret]
    auditlog.register(
        User, include_fields=told, mask_fields=secret, mask_callable=f"{__name__}.hide", m2m_fields={"groups"}
    )
    auditlog.register(Group, m2m_fields={"permissions"})
    auditlog.register(Sanction, include_fields=["person", "kind", "case", "by", "ends_at", "lifted_at", "lifted_by"])
    auditlog.register(Case, include_fields=["person", "kind", "moderator", "claimed_at", "closed_at", "verdict"])
    auditlog.register(Appeal, include_fields=["sanction", "decided_at", "decided_by", "granted"])
    pre_log.connect(_is_worth_it, dispatch_uid="accounts.auditing")
    pre_save.connect(_complete, sender=LogEntry, dispatch_uid="accounts.auditing")


def _is_worth_it(sender: Any, **_: Any) -> bool:
    """Leave out what people do themselves: they sign up, change their password, report. False: write nothing."""
    request = _request.get()
    return request is None or is_moderator(request.user)


def _complete(sender: Any, instance: LogEntry, **_: Any) -> None:
    """Say who did it, and leave out who it was done to but for the id."""
    request = _request.get()
    if request is not None and is_moderator(request.user):
        instance.actor = request.user
    instance.object_repr = instance.object_pk
    instance.actor_email = instance.remote_addr = None
    for change in (instance.changes or {}).values():
        if isinstance(change, dict) and instance.content_type.model == "group":  # it lists people by name
            change["objects"] = len(change["objects"])
