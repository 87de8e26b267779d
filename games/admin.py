"""What staff see of matches: who plays what and how it stands. No seed, no snapshot, no hand, no move to come."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from accounts.admin.base import StaffAdmin, column, instant
from accounts.admin.site import site
from games.door.loaded import ABORTED, ACTIVE, FINISHED, OPEN
from games.instants import now_ms
from games.models import Alarm, MailIn, Match
from games.plans import NEVER
from rules.registry import GAMES

STATES = {OPEN: _("open"), ACTIVE: _("going on"), FINISHED: _("finished"), ABORTED: _("broken off")}
LATE = 60_000  # ms after which an alarm is overdue: the clock process takes them within two seconds


class _Choice(admin.SimpleListFilter):
    """A filter that asks for one of some words."""

    choices_: dict[str, Any]
    field: str

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return list(self.choices_.items())

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(**{self.field: self.value()}) if self.value() in self.choices_ else queryset


class GameFilter(_Choice):
    """Matches of one game."""

    title, parameter_name, field = _("game"), "game", "game"
    choices_ = {slug: game.name for slug, game in GAMES.items()}


class StateFilter(_Choice):
    """Matches by how they stand."""

    title, parameter_name, field = _("state"), "status", "live__status"
    choices_ = STATES


@admin.display(description=_("state"), ordering="live__status")
def status(match: Match) -> Any:
    """Return how a match stands."""
    return STATES[match.live.status]


@admin.display(description=_("players"))
def players(match: Match) -> str:
    """Return who sits there."""
    return ", ".join(row.user.username if row.user else row.bot for row in match.seat_rows.all())


@admin.display(description=_("page"))
def page(match: Match) -> str:
    """Return a link to the match, and to its replay once it is over."""
    link = format_html('<a href="{}">{}</a>', match.get_absolute_url(), _("table"))
    if match.live.status != FINISHED:
        return link
    return format_html('{} · <a href="{}">{}</a>', link, reverse("games:replay", args=[match.id]), _("replay"))


@admin.register(Match, site=site)
class MatchAdmin(StaffAdmin):
    """Matches, found by player, game and state."""

    words = _("Matches")
    list_display = (
        column("id", _("match")),
        column("game", _("game")),
        status,
        players,
        column("pace", _("pace")),
        column("rated", _("counts")),
        instant("opened_at", _("opened")),
        page,
    )
    fields = readonly_fields = (*list_display, column("host", _("opened by")), column("seats", _("seats")))
    list_filter = (GameFilter, StateFilter, "rated")
    search_fields = ("=id", "seat_rows__user__username")
    ordering = ("-opened_at",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Match]:
        """Return all matches, without what is secret."""
        found = super().get_queryset(request).select_related("live", "host")
        secret = ("server_seed", "options", "live__snapshot", "live__summary")
        return found.defer(*secret).prefetch_related("seat_rows__user")


class OverdueFilter(admin.SimpleListFilter):
    """Alarms whose instant has passed and that nobody has taken."""

    title, parameter_name = _("overdue"), "overdue"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """Return the one choice."""
        return [("yes", _("overdue"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Return those that are overdue."""
        return queryset.filter(due_at__lt=now_ms() - LATE) if self.value() == "yes" else queryset


@admin.display(description=_("late by"), ordering="due_at")
def late(alarm: Alarm) -> str:
    """Return for how long an alarm has been waiting."""
    over = now_ms() - alarm.due_at
    return str(timedelta(milliseconds=over)).split(".")[0] if over > 0 else ""


@admin.display(description=_("due"), ordering="due_at")
def due(alarm: Alarm) -> Any:
    """Return when an alarm is due; a bot of a race may wait for no instant (games.plans)."""
    return _("when the table changes") if alarm.due_at == NEVER else _due_at(alarm)


_due_at = instant("due_at", _("due"))


@admin.register(Alarm, site=site)
class AlarmAdmin(StaffAdmin):
    """What is due: without what a bot means to do then."""

    words = _("Alarms")
    list_display = (column("match", _("match")), column("kind", _("kind")), due, late)
    fields = readonly_fields = list_display
    list_filter = (OverdueFilter, "kind")
    search_fields = ("=match__id",)
    ordering = ("due_at",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Alarm]:
        """Return all alarms, without what is secret."""
        rows = super().get_queryset(request).select_related("match")
        return rows.only("kind", "due_at", "seat", "match__id", "match__game")


@admin.register(MailIn, site=site)
class MailInAdmin(StaffAdmin):
    """Mails that came in and what became of them."""

    words = _("Mail that came in")
    list_display = (
        instant("at", _("when")),
        column("times", _("times")),
        column("verdict", _("verdict")),
        column("user", _("person")),
        column("match_id", _("match")),
    )
    fields = readonly_fields = list_display
    search_fields = ("user__username", "=match__id")
    list_select_related = ("user",)
    ordering = ("-at",)
