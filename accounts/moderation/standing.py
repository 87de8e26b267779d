"""How a person stands: what holds against them, as a refusal at every door and as sentences on pages and in mail."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from accounts.models import FOREVER, Appeal, Sanction, SanctionKind, User
from accounts.refusals import Refused

BARRING = (SanctionKind.SUSPENSION, SanctionKind.BAN)
_CODES = {
    SanctionKind.MUTE: "muted",
    SanctionKind.UNRATED: "unrated",
    SanctionKind.SUSPENSION: "barred",
    SanctionKind.BAN: "barred",
}
_SENTENCES = {
    SanctionKind.WARNING: N_("You have been warned."),
    SanctionKind.MUTE: N_("You may not talk at tables until %(until)s."),
    SanctionKind.UNRATED: N_("You may not play rated matches until %(until)s."),
    SanctionKind.SUSPENSION: N_("You are suspended until %(until)s: until then you can neither play nor talk here."),
    SanctionKind.BAN: N_("You are banned: you can neither play nor talk here any more."),
}
_OVER = {
    SanctionKind.WARNING: N_("You were warned."),
    SanctionKind.MUTE: N_("You could not talk at tables until %(until)s."),
    SanctionKind.UNRATED: N_("You could not play rated matches until %(until)s."),
    SanctionKind.SUSPENSION: N_("You were suspended until %(until)s."),
    SanctionKind.BAN: N_("You were banned until %(until)s."),
}


class Shown(NamedTuple):
    """One sanction as its person is shown it."""

    sanction: Sanction
    sentence: str
    holds: bool
    appeal: Appeal | None
    may_appeal: bool
    bot: str = ""  # the name, where it was laid upon a bot of theirs


# --- at the doors ---


def need_talk(user: User) -> None:
    """Refuse (muted) to let somebody talk who may not now, as the database has it."""
    if User.objects.filter(pk=user.pk, muted_until__gt=timezone.now()).exists():
        _refuse(user, "muted_until", (SanctionKind.MUTE,))


def need_rated(user: User) -> None:
    """Refuse (unrated) a rated match to somebody who may play none now, as the database has it."""
    if User.objects.filter(pk=user.pk, unrated_until__gt=timezone.now()).exists():
        _refuse(user, "unrated_until", (SanctionKind.UNRATED,))


def need_entry(user: User) -> None:
    """Refuse (barred) who is suspended or banned now, as the row at hand has it; asks the database only then."""
    if user.is_barred:
        _refuse(user, "barred_until", BARRING)


def is_barred(visitor: Any) -> bool:
    """Return whether somebody, or nobody, is suspended or banned now."""
    return bool(getattr(visitor, "is_barred", False))


def _refuse(user: User, row: str, kinds: tuple[SanctionKind, ...]) -> None:
    """Raise the refusal of what holds the longest; nothing where all of it was lifted a moment ago.

    The row decides, as at every other door: where it holds without a sanction, that much is said.
    """
    if found := _holding(held_for(user, kinds), kinds):
        raise refusal_of(found[-1])
    until = User.objects.filter(pk=user.pk).values_list(row, flat=True).first()
    if until is not None and until > timezone.now():
        kind = SanctionKind.BAN if until == FOREVER and kinds == BARRING else kinds[0]
        raise refusal_of(Sanction(person=user, kind=kind, ends_at=None if kind == SanctionKind.BAN else until))


def held_for(user: User, kinds: Collection[SanctionKind]) -> list[int | None]:
    """Return the ids of those whose sanctions of these kinds hold somebody, themselves among them.

    A bot neither talks nor plays for an owner who may not; its rated matches are its own, on a list of their own.
    """
    own = not user.is_bot or SanctionKind.UNRATED in kinds
    return [user.pk] if own else [user.pk, user.owner_id]


def _holding(people: Collection[int | None], kinds: Collection[SanctionKind]) -> list[Sanction]:
    """Return what holds any of these people, what ends last at the end."""
    holding = Sanction.objects.filter(Q(ends_at=None) | Q(ends_at__gt=timezone.now()), lifted_at=None)
    return sorted(holding.filter(person__in=people, kind__in=kinds), key=_lasting)


def _lasting(sanction: Sanction) -> tuple[bool, float]:
    return sanction.ends_at is None, sanction.ends_at.timestamp() if sanction.ends_at else 0


def refusal_of(sanction: Sanction) -> Refused:
    """Return what somebody is told whom a sanction keeps from something: what, why, until when, how to appeal."""
    code = _CODES[SanctionKind(sanction.kind)]
    if not sanction.reason:  # of the row alone
        text = N_("%(what)s No reason is written down. Ask us at %(contact)s.")
        contact = settings.SITE_URL + reverse("accounts:contact")
        return Refused(code, text, what=_Sentence(sanction), contact=contact)
    text = N_("%(what)s The reason: “%(reason)s” You can appeal at %(appeal)s.")
    return Refused(code, text, what=_Sentence(sanction), reason=sanction.reason, appeal=appeal_address())


class _Sentence:
    """What a sanction means, in the language and the zone of whoever reads it."""

    def __init__(self, sanction: Sanction) -> None:
        self._sanction = sanction

    def __str__(self) -> str:
        return sentence(self._sanction)


def instant(at: datetime) -> str:
    """Return an instant in the active language and zone, and the zone where it is not the reader's own."""
    zone = timezone.get_current_timezone_name()
    shown = date_format(timezone.localtime(at), "DATETIME_FORMAT")
    return f"{shown} ({zone})" if zone == settings.TIME_ZONE else shown


def appeal_address() -> str:
    """Return where somebody can appeal."""
    return settings.SITE_URL + reverse("accounts:standing")


# --- on pages and in mail ---


def sentence(sanction: Sanction) -> str:
    """Return what a sanction means for its person now, in the active language."""
    end = sanction.lifted_at or sanction.ends_at
    template = (_SENTENCES if holds(sanction) else _OVER)[SanctionKind(sanction.kind)]
    return gettext(template) % {"until": instant(end) if end else ""}


def holds(sanction: Sanction) -> bool:
    """Return whether a sanction is in force; a warning is until its person has acknowledged it."""
    if sanction.lifted_at is not None or (sanction.kind == SanctionKind.WARNING and sanction.seen_at is not None):
        return False
    return sanction.ends_at is None or sanction.ends_at > timezone.now()


def shown_to(user: User) -> list[Shown]:
    """Return all sanctions of a person, current and past, the latest first."""
    return _all_shown(Sanction.objects.filter(person=user))


def shown_of_bots(user: User) -> list[Shown]:
    """Return the same of the bots for which somebody answers."""
    shown = _all_shown(Sanction.objects.filter(_of_bots(user)).select_related("person"))
    return [one._replace(bot=one.sanction.person.username) for one in shown]


def find_own(user: User, sanction_id: int) -> Sanction | None:
    """Return a sanction of somebody's own, or of a bot for which they answer; None if there is none."""
    own = Sanction.objects.filter(Q(person=user) | _of_bots(user), pk=sanction_id)
    return own.select_related("person__owner", "appeal").first()


def _of_bots(user: User) -> Q:
    return Q(person__owner=user, person__is_bot=True)


def _all_shown(rows: QuerySet[Sanction]) -> list[Shown]:
    return [_shown(row) for row in rows.select_related("appeal").order_by("-begins_at", "-pk")]


def untold_to(user: User) -> Sequence[Shown]:
    """Return those whose present state the person has not acknowledged; their row says without a query if there are."""
    return [shown for shown in shown_to(user) if shown.sanction.seen_at is None] if user.untold else ()


def _shown(sanction: Sanction) -> Shown:
    appeal = getattr(sanction, "appeal", None)
    may_appeal = appeal is None and sanction.lifted_at is None
    return Shown(sanction, sentence(sanction), holds(sanction), appeal, may_appeal)


def barred_by_owner(user: User) -> Refused | None:
    """Return why a bot is barred with its owner, None where it is barred itself, or not at all."""
    if not user.is_bot or not user.is_barred or _holding([user.pk], BARRING):
        return None
    found = _holding([user.owner_id], BARRING)
    return refusal_of(found[-1]) if found else None
