"""What all rooms of the admin have in common: they are read-only, and what may be done asks why and is written down."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, cast

from django.contrib import messages
from django.contrib.admin import helpers
from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import ngettext
from unfold.admin import ModelAdmin

from accounts.models import User
from accounts.moderation.roles import is_administrator
from accounts.refusals import Refused

BATCH = 200  # rows of a bulk deed that are read at once


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that administrators may do to one row, or to many: `apply(actor, row, why)` writes it down itself."""

    name: str
    words: Any  # on its button, in the language of the page
    apply: Callable[[User, Any, str], None]


def column(name: str, words: Any, *, order: str = "") -> Callable[[Any], Any]:
    """Return a column of a list that shows a field, under our words for it."""

    def show(row: Any) -> Any:
        display = getattr(row, f"get_{name}_display", None)
        return _told(display() if display else getattr(row, name))

    return _named(show, name, words, order or name)


def instant(name: str, words: Any) -> Callable[[Any], Any]:
    """Return a column that shows milliseconds since 1970 as a time."""

    def show(row: Any) -> Any:
        value = getattr(row, name)
        return _told(datetime.fromtimestamp(value / 1000, UTC)) if value else None

    return _named(show, name, words, name)


def _told(value: Any) -> Any:
    """Return a value as people read it: times in their own zone."""
    return date_format(localtime(value), "DATETIME_FORMAT") if isinstance(value, datetime) else value


def _named(show: Any, name: str, words: Any, order: str) -> Any:
    show.__name__, show.short_description, show.admin_order_field = name, words, order
    return show


class StaffAdmin(ModelAdmin):  # type: ignore[misc]
    """A room of the admin that nobody writes in. `words`: what stands in it; `deeds`: what may be done to it."""

    words: Any = ""
    deeds: tuple[Deed, ...] = ()
    actions = None
    list_per_page = 50
    list_max_show_all = 50
    show_full_result_count = False
    change_form_before_template = "staff/deeds.html"

    def __init__(self, model: type[Model], admin_site: Any) -> None:
        super().__init__(model, admin_site)
        # Titles, crumbs and counts come from the model, whose name is for those who program.
        model._meta.verbose_name = model._meta.verbose_name_plural = self.words

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False: rows are made by what people do."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False: nobody edits a row."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False: nobody deletes one."""
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Return whether an address may filter by this: by what the list offers, never by a hidden column."""
        offered = {getattr(entry, "parameter_name", entry) for entry in self.get_list_filter(request)}
        return lookup.split("__", maxsplit=1)[0] in offered

    # --- lists and rows, under our own words ---
    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Show the list."""
        return super().changelist_view(request, {"title": self.words} | (extra_context or {}))

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show one row, with what may be done to it."""
        told = {"title": self.words, "deeds": self._deeds_of(request)}
        return super().change_view(request, object_id, form_url, told | (extra_context or {}))

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Lead to what the trail says of this row."""
        about = f"?target={self.opts.model_name}&q={object_id}"
        return redirect(reverse("admin:accounts_moderationaction_changelist") + about)

    # --- deeds ---
    def get_urls(self) -> list[Any]:
        """Return the addresses of the room, with one for each deed to one row."""
        name = f"{self.opts.app_label}_{self.opts.model_name}_deed"
        own = path("<path:object_id>/do/<slug:deed>/", self.admin_site.admin_view(self.do_one), name=name)
        return [own, *super().get_urls()]

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """Return the deeds that may be done to many rows at once."""
        return {
            deed.name: (lambda _admin, asked, rows, deed=deed: self._do(asked, deed, rows), deed.name, deed.words)
            for deed in self._deeds_of(request)
        }

    def do_one(self, request: HttpRequest, object_id: str, deed: str) -> HttpResponse:
        """Ask, then do something to one row."""
        found = next((known for known in self._deeds_of(request) if known.name == deed), None)
        if found is None:
            raise PermissionDenied
        row = self.get_object(request, object_id)
        if row is None:
            raise Http404
        rows = self.get_queryset(request).filter(pk=row.pk)
        return self._do(request, found, rows) or redirect(
            f"admin:{self.opts.app_label}_{self.opts.model_name}_change", object_id
        )

    def _deeds_of(self, request: HttpRequest) -> tuple[Deed, ...]:
        return self.deeds if is_administrator(request.user) else ()

    def _do(self, request: HttpRequest, deed: Deed, rows: QuerySet[Any]) -> HttpResponse | None:
        """Ask for a reason first; with one, do it and say what was done."""
        why = request.POST.get("why", "").strip()
        if request.method != "POST" or "confirmed" not in request.POST or not why:
            return self._ask(request, deed, rows)
        done, refusals = 0, set()
        for row in _in_batches(rows):
            try:
                deed.apply(cast(User, request.user), row, why)
                done += 1
            except Refused as refusal:
                refusals.add(refusal.message)
        messages.success(request, ngettext("Done: %(count)s.", "Done: %(count)s.", done) % {"count": done})
        for sentence in sorted(refusals):
            messages.error(request, sentence)
        return None

    def _ask(self, request: HttpRequest, deed: Deed, rows: QuerySet[Any]) -> HttpResponse:
        asked = {
            **self.admin_site.each_context(request),
            "title": deed.words,
            "opts": self.opts,
            "deed": deed,
            "count": rows.count(),
            "some": rows[:20],
            "without_reason": "confirmed" in request.POST,
            "chosen": request.POST.getlist(helpers.ACTION_CHECKBOX_NAME),
            "across": request.POST.get("select_across", "0"),
            "checkbox": helpers.ACTION_CHECKBOX_NAME,
        }
        return TemplateResponse(request, "staff/deed.html", asked)


def _in_batches(rows: QuerySet[Any]) -> Iterator[Model]:
    """Yield all rows as they were when it began, however many; each deed commits by itself."""
    keys = list(rows.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(keys), BATCH):
        yield from rows.model._default_manager.filter(pk__in=keys[start : start + BATCH]).order_by("pk")
