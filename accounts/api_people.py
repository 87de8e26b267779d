"""REST: one's friends and blocks, and how one likes the site."""

from __future__ import annotations

from typing import Annotated, Any, Literal, cast

import msgspec
from django.core.exceptions import ValidationError
from django.db.models import Value
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name
from msgspec import UNSET, Meta, UnsetType
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import friends, preferences, selectors
from accounts.bodies import FreeToken, read
from accounts.documented import documented
from accounts.models import User
from accounts.refusals import Refused
from accounts.rest import ApiView

HOUR = 3600  # s after which it may be worth asking again; the limit is one of a day
_FRIENDS = {"friends": ["Mira"], "askers": [], "asked": ["Noam"], "blocked": []}


class Ties(msgspec.Struct):
    """Names: friends, who asks to be one, whom one has asked, and whom one has blocked."""

    friends: list[str]
    askers: list[str]
    asked: list[str]
    blocked: list[str]


class Tie(msgspec.Struct, forbid_unknown_fields=True):
    """What to do with the person of this name."""

    name: Annotated[str, Meta(max_length=100)]
    do: Literal["ask", "accept", "decline", "end", "block", "unblock"]
    token: FreeToken = UNSET


class Friends(ApiView):
    """GET friends and blocks; POST changes what is between oneself and somebody."""

    @documented("Your friends and blocks", answer=Ties, example=_FRIENDS)
    def get(self, request: Request) -> Response:
        """Answer with names."""
        return Response(_ties(cast(User, request.user)))

    @documented(
        "Ask, accept, decline, end, block or unblock", body=Tie, answer=Ties,
        sent={"name": "Noam", "do": "ask"}, example=_FRIENDS,
    )  # fmt: skip
    def post(self, request: Request) -> Response:
        """Do it and answer with how it is now; what is done already is no error."""
        asked, user = read(cast(dict[str, Any], request.data), Tie), cast(User, request.user)
        person = selectors.person_named(asked.name)
        if person is None:
            raise Refused("not_found", N_("There is no such person."))
        try:
            friends.ACTS[asked.do](user, person)
        except ValidationError as error:
            raise _refused(error) from None
        return Response(_ties(user))


def _ties(user: User) -> dict[str, list[str]]:
    lists = {
        "friends": selectors.friends_of(user),
        "asked": selectors.asked_by(user),
        "blocked": selectors.blocked_people(user),
    }
    found: dict[str, list[str]] = {name: [] for name in ("friends", "askers", "asked", "blocked")}
    first, *others = (
        people.order_by().annotate(tie=Value(name)).values_list("tie", "username") for name, people in lists.items()
    )
    for tie, name in first.union(*others, all=True).order_by("username"):  # those by name, in one query
        found[tie].append(name)
    return found | {"askers": [person.username for person in selectors.askers_of(user)]}


def _refused(error: ValidationError) -> Refused:
    """Return what the form says as a refusal; its sentence stands in the asker's language already."""
    details = {"limit": "friendships", "retry_after": HOUR} if error.code == "slow_down" else {}
    return Refused(error.code or "not_allowed", error.messages[0], **details)


class Likes(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """How one likes the site: each field as the page "Preferences" has it. What does not stand here stays as it is."""

    theme: Literal["auto", "light", "dark"] | UnsetType = UNSET
    motion: Literal["auto", "full", "reduced"] | UnsetType = UNSET
    sound: bool | UnsetType = UNSET
    volume: Annotated[int, Meta(ge=0, le=100)] | UnsetType = UNSET
    time_zone: Annotated[str, Meta(max_length=64, description='"" is that of the device')] | UnsetType = UNSET
    notify_browser: bool | UnsetType = UNSET
    notify_mail: bool | UnsetType = UNSET
    mail_turns: Literal["each", "remind", "none"] | UnsetType = UNSET
    remind_half: bool | UnsetType = UNSET
    remind_fifth: bool | UnsetType = UNSET
    remind_hours: bool | UnsetType = UNSET


class NewLikes(Likes, forbid_unknown_fields=True, omit_defaults=True):
    """What is to be changed of it."""

    token: FreeToken = UNSET


class Preferences(ApiView):
    """GET how one likes the site; POST changes it."""

    @documented("Your preferences", answer=Likes)
    def get(self, request: Request) -> Response:
        """Answer with all of them."""
        return Response(_likes(cast(User, request.user)))

    @documented("Change your preferences", body=NewLikes, answer=Likes, sent={"mail_turns": "remind"})
    def post(self, request: Request) -> Response:
        """Keep those that are named and answer with all."""
        asked, user = read(cast(dict[str, Any], request.data), NewLikes), cast(User, request.user)
        changes = msgspec.structs.asdict(asked)
        changes = {name: value for name, value in changes.items() if value is not UNSET and name != "token"}
        if changes.get("time_zone") and changes["time_zone"] not in preferences.time_zones():
            raise Refused("out_of_range", N_("There is no such time zone."), field="time_zone")
        if changes:
            preferences.keep_preferences(user, changes)
        user.refresh_from_db()
        return Response(_likes(user))


def _likes(user: User) -> dict[str, Any]:
    row = preferences.preferences_of(user)
    return {name: getattr(row, name) for name in preferences.FIELDS}
