"""REST: what was laid upon oneself, that one has read it, and the appeal against it."""

from __future__ import annotations

from typing import Annotated, Any, Literal, cast

import msgspec
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name
from msgspec import UNSET, Meta, UnsetType
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.bodies import Bare, FreeToken, read
from accounts.api.documented import documented
from accounts.api.rest import ApiView, is_whole
from accounts.models import Sanction, User
from accounts.moderation import appeals, sanctions, standing
from accounts.refusals import Refused

_SENT = {"words": "I was away that evening; it was not me who wrote this."}
_SANCTION = {
    "id": 3, "kind": "mute", "sentence": "You may not talk until 1 December.", "reason": "Insults at the table.",
    "holds": True, "read": False, "begins": 1_795_000_000_000, "ends": 1_796_000_000_000, "may_appeal": True,
}  # fmt: skip


class Appealed(msgspec.Struct, omit_defaults=True):
    """An appeal: what was said, and once somebody has decided, whether it was granted and what was answered."""

    words: str
    granted: bool | UnsetType = UNSET
    answer: str | UnsetType = UNSET


class Laid(msgspec.Struct, omit_defaults=True):
    """What was laid upon oneself, or upon one's `bot`: what it means to it, why, whether it holds.

    `read`: whether its person has acknowledged it so.
    """

    id: int
    kind: Literal["warning", "mute", "unrated", "suspension", "ban"]
    sentence: str
    reason: str
    holds: bool
    read: bool
    begins: int
    may_appeal: bool
    ends: int | UnsetType = UNSET
    appeal: Appealed | UnsetType = UNSET
    bot: str | UnsetType = UNSET


class AllLaid(msgspec.Struct):
    """All that was ever laid upon oneself, the latest first, and then upon one's bots."""

    sanctions: list[Laid]


class Words(msgspec.Struct, forbid_unknown_fields=True):
    """Why the sanction should be lifted."""

    words: Annotated[str, Meta(max_length=appeals.LONGEST)]
    token: FreeToken = UNSET


class Sanctions(ApiView):
    """GET what was laid upon oneself."""

    @documented("How you stand", answer=AllLaid, example={"sanctions": [_SANCTION]})
    def get(self, request: Request) -> Response:
        """Answer with all sanctions, current and past."""
        return Response({"sanctions": [_told(one) for one in _all_shown(request)]})


class SanctionAppeal(ApiView):
    """POST an appeal."""

    @documented("Appeal", body=Words, answer=Laid, status=201, sent=_SENT, example=_SANCTION | {"appeal": _SENT})
    def post(self, request: Request, sanction_id: str) -> Response:
        """Say once why a sanction should be lifted; the same words sent again are the same appeal."""
        sanction = _own(request, sanction_id)
        asked = read(cast(dict[str, Any], request.data), Words)
        appeals.appeal(cast(User, request.user), sanction, asked.words)
        return Response(_now(request, sanction), status=201)


class SanctionRead(ApiView):
    """POST that one has read how a sanction stands."""

    @documented("Acknowledge a sanction", body=Bare, answer=Laid, example=_SANCTION | {"read": True})
    def post(self, request: Request, sanction_id: str) -> Response:
        """Note it: its notice goes. Acknowledged again it stays so."""
        sanction = _own(request, sanction_id)
        read(cast(dict[str, Any], request.data), Bare)
        sanctions.acknowledge(cast(User, request.user), sanction.pk)
        return Response(_now(request, sanction))


def _own(request: Request, sanction_id: str) -> Sanction:
    pk = int(sanction_id) if is_whole(sanction_id) else 0
    found = standing.find_own(cast(User, request.user), pk)
    if found is None:
        raise Refused("not_found", N_("There is no such sanction of yours."))
    return found


def _now(request: Request, sanction: Sanction) -> dict[str, Any]:
    return next(_told(one) for one in _all_shown(request) if one.sanction.pk == sanction.pk)


def _all_shown(request: Request) -> list[standing.Shown]:
    user = cast(User, request.user)
    return [*standing.shown_to(user), *standing.shown_of_bots(user)]


def _told(one: standing.Shown) -> dict[str, Any]:
    row, end = one.sanction, one.sanction.lifted_at or one.sanction.ends_at
    told: dict[str, Any] = {"id": row.pk, "kind": row.kind, "sentence": one.sentence, "reason": row.reason}
    told |= {"holds": one.holds, "read": row.seen_at is not None, "may_appeal": one.may_appeal}
    told |= {"begins": _ms(row.begins_at)} | ({"ends": _ms(end)} if end else {})
    told |= {"bot": one.bot} if one.bot else {}
    if one.appeal is None:
        return told
    decided = {"granted": one.appeal.granted, "answer": one.appeal.answer} if one.appeal.decided_at else {}
    return told | {"appeal": {"words": one.appeal.words, **decided}}


def _ms(at: Any) -> int:
    return int(at.timestamp() * 1000)
