"""Accounts of other people's bots: an account is turned into one for good, and somebody answers for it.

Two must want it: the owner gives a code that is good for an hour, and the account that is turned hands it in.
"""

from __future__ import annotations

from django.core.signing import BadSignature, TimestampSigner
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from accounts.listeners import Listeners
from accounts.models import User
from accounts.moderation import sanctions
from accounts.refusals import Refused

EACH = 5  # bots of one owner
GOOD_FOR = 3600  # s
_signer = TimestampSigner(salt="accounts.bot_accounts")
before_turning: Listeners[[User]] = Listeners()  # before an account is turned: they raise Refused


def owner_code(owner: User) -> str:
    """Return the code by which an account becomes this person's bot; raises Refused (members_only, people_only)."""
    _need_owner(owner)
    return _signer.sign(str(owner.pk))


def bots_of(owner: User) -> QuerySet[User]:
    """Return somebody's bots by name."""
    return User.objects.filter(owner=owner, is_bot=True).order_by("username")


def turn_into_bot(user: User, code: str) -> None:
    """Turn an account into a bot of the person whose code this is. Nothing turns it back.

    Raises Refused (bad_code, already_bot, yourself, members_only, people_only, slow_down, and what the checks raise).
    """
    owner = _owner_by(code)
    with transaction.atomic():
        both = User.objects.select_for_update().filter(pk__in=(user.pk, owner.pk)).order_by("pk")
        locked = {one.pk: one for one in both}
        _check(locked[user.pk], locked[owner.pk])
        User.objects.filter(pk=user.pk).update(is_bot=True, owner=owner)
        sanctions.project(user.pk)
    user.is_bot, user.owner = True, owner


def _owner_by(code: str) -> User:
    try:
        pk = int(_signer.unsign(code, max_age=GOOD_FOR))
    except (BadSignature, ValueError):
        raise Refused("bad_code", N_("This code is not valid, or not any more."), field="code") from None
    return User.objects.get(pk=pk)


def _check(user: User, owner: User) -> None:
    if user.is_bot:
        raise Refused("already_bot", N_("This account is a bot already."))
    if user.pk == owner.pk:
        raise Refused("yourself", N_("The code must be somebody else’s: an account cannot own itself."), field="code")
    if user.is_guest:
        raise Refused("members_only", N_("Only a member’s account can become a bot."))
    if user.role or user.is_superuser:
        raise Refused("people_only", N_("Who looks after the site stays a person."))
    _need_owner(owner)
    if bots_of(user).exists():
        raise Refused("people_only", N_("Who owns bots stays a person."))
    if bots_of(owner).count() >= EACH:
        text = N_("One person may have %(most)s bots at most.")
        raise Refused("slow_down", text, most=EACH, limit="bots", retry_after=3600)
    before_turning.tell(user)


def _need_owner(owner: User) -> None:
    if owner.is_guest:
        raise Refused("members_only", N_("Only members can own a bot."))
    if owner.is_bot or not owner.is_active or owner.is_barred:
        raise Refused("people_only", N_("Only a person can own a bot."))
