"""The trail itself: what staff did, and what django-auditlog saw of it in the rows."""

from __future__ import annotations

import json
from typing import Any, cast

from auditlog.models import LogEntry
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.admin.base import StaffAdmin, column
from accounts.admin.site import site
from accounts.models import ModerationAction, User
from accounts.moderation.roles import is_administrator, others_alone


def _json(name: str, words: Any) -> Any:
    @admin.display(description=words)
    def show(row: Any) -> str:
        return json.dumps(getattr(row, name), ensure_ascii=False, sort_keys=True)

    show.__name__ = name
    return show


@admin.display(description=_("who"), ordering="actor")
def actor(row: Any) -> Any:
    """Return who did it; without an actor it was the operator at the command line."""
    return row.actor or (f"#{row.actor_id}" if row.actor_id else _("command line"))


@admin.display(description=_("whom it concerns"), ordering="person")
def person(row: ModerationAction) -> Any:
    """Return whom it concerns."""
    return row.person or (f"#{row.person_id}" if row.person_id else "")


class TargetFilter(admin.SimpleListFilter):
    """Rows by the kind of thing that something was done to."""

    title, parameter_name = _("done to"), "target"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """Return the kinds that there are."""
        kinds = ModerationAction.objects.order_by("target").values_list("target", flat=True).distinct()
        return [(kind, kind) for kind in kinds]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Return those of the chosen kind."""
        return queryset.filter(target=self.value()) if self.value() else queryset


@admin.register(ModerationAction, site=site)
class TrailAdmin(StaffAdmin):
    """What staff did: who, when, what, why, before and after."""

    words = _("What staff did")
    list_display = (
        column("at", _("when")),
        actor,
        column("via", _("by which door")),
        column("action", _("what")),
        column("target", _("done to")),
        column("target_id", _("number")),
        person,
        column("why", _("why"), order="pk"),
        _json("before", _("before")),
        _json("after", _("after")),
    )
    fields = readonly_fields = list_display
    list_filter = (TargetFilter, "via")
    search_fields = ("=target_id", "action", "why")
    list_select_related = ("actor", "person")
    ordering = ("-pk",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[ModerationAction]:
        """Return the trail; moderators do not see what concerns themselves or a bot of theirs."""
        rows, actor = super().get_queryset(request), cast(User, request.user)
        return rows if is_administrator(actor) else others_alone(rows, actor, "person")


@admin.register(LogEntry, site=site)
class RowsAdmin(StaffAdmin):
    """What changed in the rows."""

    words = _("Changes of rows")
    list_display = (
        column("timestamp", _("when")),
        actor,
        column("action", _("what")),
        column("content_type", _("done to")),
        column("object_pk", _("number")),
        _json("changes", _("changes")),
    )
    fields = readonly_fields = list_display
    list_filter = ("action",)
    search_fields = ("=object_pk",)
    list_select_related = ("actor", "content_type")
    ordering = ("-pk",)
