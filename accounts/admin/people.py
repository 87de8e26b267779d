"""People and their tokens."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from accounts.admin.base import Deed, StaffAdmin, column
from accounts.admin.site import site
from accounts.models import PersonalToken, Role, User
from accounts.moderation import roles, trail, upkeep
from accounts.moderation.roles import is_administrator


def _role(role: str) -> Any:
    return lambda actor, person, why: roles.set_role(actor, person, role, why=why, via=trail.ADMIN)


def _log_out(actor: User, person: User, why: str) -> None:
    upkeep.log_out(actor, person, why=why, via=trail.ADMIN)


def _revoke(actor: User, token: PersonalToken, why: str) -> None:
    upkeep.revoke_token(actor, token, why=why, via=trail.ADMIN)


@admin.display(description=_("profile"))
def profile(person: User) -> str:
    """Return a link to what everybody sees of a person."""
    return format_html('<a href="{}">{}</a>', reverse("matchmaking:profile", args=[person.username]), person)


@admin.register(User, site=site)
class PersonAdmin(StaffAdmin):
    """Who is here. Addresses are for administrators."""

    words = _("People")
    deeds = (
        Deed("make_moderator", _("Make a moderator"), _role(Role.MODERATOR)),
        Deed("make_administrator", _("Make an administrator"), _role(Role.ADMINISTRATOR)),
        Deed("take_role", _("Take the role away"), _role("")),
        Deed("log_out", _("Log out everywhere"), _log_out),
    )
    list_filter = ("role", "is_guest", "is_bot", "is_active")
    ordering = ("-pk",)

    _known = (
        column("username", _("name")),
        column("kind", _("kind"), order="is_guest"),
        column("role", _("role")),
        column("created_at", _("here since")),
        column("seen_at", _("seen last")),
    )
    _held = (
        column("muted_until", _("no talk until")),
        column("unrated_until", _("no rated play until")),
        column("barred_until", _("suspended until")),
    )
    _address = (column("email", _("e-mail address")),)

    def get_list_display(self, request: HttpRequest) -> tuple[Any, ...]:
        """Return the columns that this member of staff may see."""
        return (*self._known, self._held[-1], *self._of_administrators(request))

    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[Any, ...]:
        """Return what is shown of one person."""
        return (*self._known, *self._held, profile, *self._of_administrators(request))

    get_readonly_fields = get_fields

    def get_search_fields(self, request: HttpRequest) -> tuple[str, ...]:
        """Return by what people are found."""
        return ("username", "email") if is_administrator(request.user) else ("username",)

    def _of_administrators(self, request: HttpRequest) -> tuple[Any, ...]:
        return self._address if is_administrator(request.user) else ()

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        """Return everybody, without what nobody is shown."""
        return super().get_queryset(request).defer("password")


@admin.register(PersonalToken, site=site)
class TokenAdmin(StaffAdmin):
    """Tokens of programs: never what they are known by."""

    words = _("Tokens for programs")
    deeds = (Deed("revoke", _("Revoke"), _revoke),)
    list_display = (
        column("name", _("name")),
        column("user", _("person")),
        column("scopes", _("may do"), order="pk"),
        column("used_at", _("used last")),
        column("expires_at", _("good until")),
        column("revoked_at", _("revoked")),
    )
    fields = readonly_fields = list_display
    search_fields = ("name", "user__username")
    list_select_related = ("user",)
    ordering = ("-pk",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[PersonalToken]:
        """Return all tokens, without their digests."""
        return super().get_queryset(request).defer("digest")
