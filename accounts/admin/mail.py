"""The outbox: what became of each mail. Never its text, its headers or what it is about: codes and keys stand there."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.admin.base import Deed, StaffAdmin, column
from accounts.admin.site import site
from accounts.models import MailState, OutgoingMail, User
from accounts.moderation import trail, upkeep
from accounts.selectors import mail_log


def _send_again(actor: User, mail: OutgoingMail, why: str) -> None:
    upkeep.send_again(actor, mail, why=why, via=trail.ADMIN)


@admin.display(description=_("state"))
def state(mail: OutgoingMail) -> Any:
    """Return what became of a mail, in words."""
    return mail.state.label


class StateFilter(admin.SimpleListFilter):
    """Mails by what became of them."""

    title, parameter_name = _("state"), "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """Return the states."""
        return MailState.choices

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Return the mails in the chosen state."""
        chosen = self.value()
        return queryset.filter(pk__in=mail_log(state=chosen).order_by().values("pk")) if chosen else queryset


@admin.register(OutgoingMail, site=site)
class MailAdmin(StaffAdmin):
    """The outbox and the log of what was delivered."""

    words = _("Outbox and delivery")
    deeds = (Deed("send_again", _("Send again"), _send_again),)
    list_display = (
        column("to", _("to")),
        column("subject", _("subject"), order="pk"),
        state,
        column("created_at", _("written")),
        column("sent_at", _("sent")),
        column("due_at", _("next try")),
        column("attempts", _("tries")),
    )
    fields = readonly_fields = (*list_display, column("bounced_at", _("came back")), column("last_error", _("error")))
    list_filter = (StateFilter,)
    search_fields = ("to", "user__username")
    ordering = ("-pk",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[OutgoingMail]:
        """Return all mails, without what they say."""
        return super().get_queryset(request).defer("text", "html", "headers", "about")
