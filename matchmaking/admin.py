"""What staff see of those who wait to be matched."""

from __future__ import annotations

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from accounts.admin.base import StaffAdmin, column, instant
from accounts.admin.site import site
from matchmaking.models import Ticket


@admin.register(Ticket, site=site)
class TicketAdmin(StaffAdmin):
    """Tickets."""

    words = _("Tickets")
    list_display = (
        column("user", _("person")),
        column("game", _("game")),
        column("pace", _("pace")),
        column("seats", _("seats")),
        column("rated", _("counts")),
        column("state", _("state")),
        instant("since", _("since")),
        column("match_id", _("match")),
    )
    fields = readonly_fields = list_display
    list_filter = ("game", "state", "rated")
    search_fields = ("user__username", "=match__id")
    list_select_related = ("user",)
    ordering = ("-since",)
