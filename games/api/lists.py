"""Lists over REST: a page at a time, each with an opaque cursor for the next one, narrowed by filters."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, ClassVar
from urllib.parse import parse_qs, urlsplit

from django.db.models import QuerySet
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name
from rest_framework.exceptions import NotFound
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.rest import ApiView, chosen, is_whole
from games.errors import Refused

SIZE, MOST = 20, 100
_LONGEST = 18  # digits of an instant or an id in a cursor
PAGING: dict[str, Any] = {
    "cursor": {"type": "string", "maxLength": 100},
    "page_size": {"type": "integer", "minimum": 1, "description": f"{SIZE} unless told, {MOST} at most"},
}


class Pages(CursorPagination):
    """DRF's own, with our refusals. What it counts by must be a whole number."""

    page_size = SIZE

    def __init__(self, ordering: tuple[str, ...]) -> None:
        self._order = ordering

    def get_ordering(self, request: Request, queryset: Any, view: Any) -> tuple[str, ...]:
        """Return the one order that a list has."""
        return self._order

    def get_page_size(self, request: Request) -> int:
        """Return how many rows were asked for; raises Refused (out_of_range)."""
        if "page_size" not in request.query_params:
            return SIZE
        text = request.query_params["page_size"]
        if not (is_whole(text, _LONGEST) and int(text)):
            raise Refused("out_of_range", N_("“%(field)s” must be a whole number."), field="page_size")
        return min(int(text), MOST)

    def decode_cursor(self, request: Request) -> Cursor | None:
        """Return where the page begins; raises Refused (out_of_range) for what no page has given."""
        try:
            cursor = super().decode_cursor(request)
        except (NotFound, ValueError):
            raise bad_cursor() from None
        position = "0" if cursor is None or cursor.position is None else str(cursor.position)
        if not is_whole(position, _LONGEST):
            raise bad_cursor()
        return cursor

    def encode_cursor(self, cursor: Cursor) -> str:
        """Return a cursor by itself, not in an address."""
        return parse_qs(urlsplit(super().encode_cursor(cursor)).query)[self.cursor_query_param][0]

    def answer(self, results: list[Any]) -> Response:
        """Return the page with the cursor of the next one, if there is one."""
        after = self.get_next_link()
        return Response({"results": results} | ({"next": after} if after else {}))


def bad_cursor() -> Refused:
    """Return the refusal of a cursor that no page has given."""
    return Refused("out_of_range", N_("This is no cursor that a page has given."), field="cursor")


class ListView(ApiView):
    """GET a page of a list."""

    filters: ClassVar[dict[str, Collection[str]]] = {}
    ordering: tuple[str, ...] = ("-opened_at", "pk")

    @property
    def parameters(self) -> Collection[str]:  # type: ignore[override]
        """What may stand in the query."""
        return [*self.filters, *PAGING]

    def rows(self, request: Request, asked: dict[str, str], **kwargs: Any) -> QuerySet[Any]:
        """Return all rows of the list; `asked`: the filters."""
        raise NotImplementedError

    def told(self, request: Request, rows: list[Any], **kwargs: Any) -> list[Any]:
        """Return the rows of a page as JSON."""
        raise NotImplementedError

    def get(self, request: Request, **kwargs: Any) -> Response:
        """Answer with a page."""
        pages = Pages(self.ordering)
        rows = pages.paginate_queryset(self.rows(request, chosen(request, self.filters), **kwargs), request, self)
        return pages.answer(self.told(request, rows or [], **kwargs))
