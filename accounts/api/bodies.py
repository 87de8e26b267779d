"""Bodies of requests as typed values: what does not fit is refused with the field at fault."""

from __future__ import annotations

import re
from typing import Annotated, Any

import msgspec
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from accounts.refusals import Refused

Token = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]{1,64}\Z")]
# Of requests that come to the same whether they arrive once or twice: one may send it with these as with all others.
FreeToken = Annotated[Token | msgspec.UnsetType, msgspec.Meta(description="as in all requests; nothing hangs on it")]


Password = Annotated[str, msgspec.Meta(max_length=200)]  # asked again where a token is not enough


class Bare(msgspec.Struct, forbid_unknown_fields=True):
    """A request that its address says already; it may come without any body."""

    token: FreeToken = msgspec.UNSET


def read(body: dict[str, Any], kind: Any) -> Any:
    """Return the body as the wanted struct; raises Refused (unknown_type, unknown_field, missing_field, bad_type …)."""
    try:
        return msgspec.convert(body, kind)
    except msgspec.ValidationError as error:
        raise _explain(str(error)) from None


_OUT = N_("“%(field)s” is out of range.")
_FAULTS = (
    (r"unknown field `(?P<field>[^`]*)`", "unknown_field", N_("There is no field “%(field)s” in this request.")),
    (r"missing required field `type`", "unknown_type", N_("A request needs a known “type”.")),
    (r"missing required field `(?P<field>[^`]*)`", "missing_field", N_("The field “%(field)s” is missing.")),
    (r"Invalid value|at `\$\.type`", "unknown_type", N_("A request needs a known “type”.")),
    (r"Expected `(str|int)` (matching|>=|<=|of length).*`\$\.(?P<field>\w+)", "out_of_range", _OUT),
    (r"Invalid enum value.*`\$\.(?P<field>\w+)", "out_of_range", _OUT),
    (r"`\$\.(?P<field>\w+)", "bad_type", N_("“%(field)s” has the wrong type.")),
)


def _explain(text: str) -> Refused:
    for pattern, code, template in _FAULTS:
        if found := re.search(pattern, text):
            return Refused(code, template, **{k: v[:40] for k, v in found.groupdict().items()})
    return Refused("bad_type", N_("That request cannot be read."))
