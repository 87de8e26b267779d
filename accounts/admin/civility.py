"""Reports, cases, sanctions and appeals, to look things up. What is done about them is done at the desk (/staff/)."""

from __future__ import annotations

from typing import Any, ClassVar, cast

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.admin.base import StaffAdmin, column
from accounts.admin.site import site
from accounts.models import Appeal, Case, Report, Sanction, User
from accounts.moderation.roles import others_alone


class _NotTheirOwn(StaffAdmin):
    """Nobody sees here what concerns themselves or a bot of theirs: least of all who has reported them."""

    concerns: ClassVar[str]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return others_alone(super().get_queryset(request), cast(User, request.user), self.concerns)


@admin.register(Case, site=site)
class CaseAdmin(_NotTheirOwn):
    """Cases."""

    words = _("Cases")
    concerns = "person"
    list_display = (
        column("pk", _("case")),
        column("person", _("person")),
        column("kind", _("kind")),
        column("moderator", _("moderator")),
        column("opened_at", _("opened")),
        column("closed_at", _("closed")),
        column("verdict", _("verdict")),
    )
    fields = readonly_fields = (*list_display, "answer", "told_person")
    list_filter = ("kind", "verdict")
    search_fields = ("person__username",)
    list_select_related = ("person", "moderator")
    ordering = ("-pk",)


@admin.register(Report, site=site)
class ReportAdmin(_NotTheirOwn):
    """Reports, without the evidence: that is shown with its case."""

    words = _("Reports")
    concerns = "case__person"
    list_display = (
        column("pk", _("report")),
        column("case", _("case")),
        column("reporter", _("said by")),
        column("about", _("about")),
        column("at", _("when")),
        column("words", _("words"), order="pk"),
    )
    fields = readonly_fields = list_display
    search_fields = ("case__person__username", "reporter__username")
    list_select_related = ("case__person", "reporter")
    ordering = ("-pk",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        """Return the reports of others."""
        return super().get_queryset(request).defer("evidence")


@admin.register(Sanction, site=site)
class SanctionAdmin(_NotTheirOwn):
    """Sanctions."""

    words = _("Sanctions")
    concerns = "person"
    list_display = (
        column("person", _("person")),
        column("kind", _("kind")),
        column("by", _("laid by")),
        column("begins_at", _("since")),
        column("ends_at", _("until")),
        column("lifted_at", _("lifted")),
    )
    fields = readonly_fields = (*list_display, column("reason", _("reason")), column("lifted_why", _("why lifted")))
    list_filter = ("kind",)
    search_fields = ("person__username",)
    list_select_related = ("person", "by")
    ordering = ("-pk",)


@admin.register(Appeal, site=site)
class AppealAdmin(_NotTheirOwn):
    """Appeals."""

    words = _("Appeals")
    concerns = "sanction__person"
    list_display = (
        column("sanction", _("sanction")),
        column("at", _("when")),
        column("decided_at", _("decided")),
        column("granted", _("granted")),
    )
    fields = readonly_fields = (*list_display, column("words", _("words")), column("answer", _("answer")))
    list_filter = ("granted",)
    search_fields = ("sanction__person__username",)
    list_select_related = ("sanction__person",)
    ordering = ("-pk",)
