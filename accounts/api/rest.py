"""What every address of REST does before its own work: whatever it does not know in the query is refused."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NoReturn

from django.http import HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.refusals import Refused, bad_text

VARIES = ("Accept-Language", "Authorization", "Cookie")  # by which headers of the asker any answer may differ
KEY_DIGITS = 18  # of a row's number: every database can read so many
VARY = (b"vary", ", ".join(VARIES).encode())  # the same for those who answer on the loop


class ApiView(APIView):
    """Base of all views of REST."""

    parameters: Collection[str] = ()  # what may stand in the query

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """See who asks, whether they may and how often; raises Refused (unknown_parameter, bad_text)."""
        super().initial(request, *args, **kwargs)
        for name, values in request.query_params.lists():
            if name not in self.parameters or len(values) > 1:
                refuse_parameter(name, self.parameters)
            if not values[0].isprintable():
                raise bad_text(name)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Return the answer; no cache may give it to somebody else."""
        answer: HttpResponseBase = super().finalize_response(request, response, *args, **kwargs)
        patch_vary_headers(answer, VARIES)
        return answer


def refuse_parameter(name: str, known: Collection[str]) -> NoReturn:
    """Refuse (unknown_parameter) what stands in the query beside what is known there, or twice."""
    allowed = ", ".join(known)
    if name in known:
        raise Refused("unknown_parameter", N_("“%(field)s” may stand in the address once."), field=name)
    if not known:
        raise Refused("unknown_parameter", N_("This address takes no parameters."), field=name[:40], allowed="")
    text = N_("There is no parameter “%(field)s” here; there are: %(allowed)s.")
    raise Refused("unknown_parameter", text, field=name[:40], allowed=allowed)


def is_whole(text: str, digits: int = KEY_DIGITS) -> bool:
    """Return whether a text is a whole number, not below zero, of so many digits at most."""
    return text.isascii() and text.isdecimal() and len(text) <= digits


def chosen(request: Request, filters: dict[str, Collection[str]]) -> dict[str, str]:
    """Return what was chosen of these filters, each with its values; raises Refused (out_of_range)."""
    found = {name: request.query_params[name] for name in filters if name in request.query_params}
    for name, value in found.items():
        if value not in filters[name]:
            text = N_("“%(field)s” must be one of: %(allowed)s.")
            raise Refused("out_of_range", text, field=name, allowed=", ".join(filters[name]))
    return found
