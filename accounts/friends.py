"""Friends and blocks: what changes between two people. Each change holds both people's rows, the lower id first."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import limits, names
from accounts.listeners import Listeners
from accounts.models import Block, Friendship, User
from accounts.refusals import Refused
from accounts.selectors import friendship_between

MOST_FRIENDS = 200  # those whom one has asked and who have not answered among them
MOST_BLOCKS = 500
ASKED_A_DAY = 20
DAY = 24 * 3600  # s
PATIENCE = timedelta(days=30)  # after which somebody who has declined may be asked again

on_block: Listeners[[int, int]] = Listeners()  # in the transaction of each new block: who blocks, who is blocked


# --- blocks ---


def block_person(blocker: User, blocked: User) -> None:
    """Keep two people apart; what they had in common ends. A second time changes nothing. Raises ValidationError."""
    if blocker.pk == blocked.pk:
        raise ValidationError(_("You cannot block yourself."), code="yourself")
    with transaction.atomic():
        _hold(blocker, blocked)
        if Block.objects.filter(blocker=blocker, blocked=blocked).exists():
            return
        if blocker.blocks.count() >= MOST_BLOCKS:
            raise ValidationError(_("You have blocked as many people as one can."), code="too_many")
        _part(Block.objects.create(blocker=blocker, blocked=blocked))


def _part(block: Block) -> None:
    """End what the two of a new block have in common."""
    friendship_between(block.blocker, block.blocked).delete()
    on_block.tell(block.blocker_id, block.blocked_id)


def unblock_person(blocker: User, blocked: User) -> None:
    """Let two people meet again, unless the other one has blocked as well. What has ended stays ended."""
    Block.objects.filter(blocker=blocker, blocked=blocked).delete()


def move_blocks(guest: User, member: User) -> None:
    """Give a guest's blocks, either way, to the member whom the guest turned out to be; nobody blocks themselves.

    They part the member from those people as a block always does.
    """
    _move_blocks(guest, member, "blocker", "blocked")
    _move_blocks(guest, member, "blocked", "blocker")


def _move_blocks(guest: User, member: User, own: str, others: str) -> None:
    known = Block.objects.filter(**{own: member}).values(others)
    moved = Block.objects.filter(**{own: guest}).exclude(**{others: member}).exclude(**{f"{others}__in": known})
    with transaction.atomic():
        for block in moved.select_related("blocker", "blocked"):
            setattr(block, own, member)
            block.save(update_fields=[own])
            _part(block)


# --- friends ---


def ask_friendship(asker: User, asked: User) -> Friendship:
    """Ask somebody to be friends; who has asked in turn is accepted by it. Raises ValidationError with what is wrong.

    Codes: members_only, yourself, blocked, not_available, too_many, slow_down.
    """
    _check_people(asker, asked)
    with transaction.atomic():
        _hold(asker, asked)
        _check_blocks(asker, asked)
        found = friendship_between(asker, asked).first()
        if found is None:
            _check_limits(asker)
            return Friendship.objects.create(asker=asker, asked=asked)
        return _ask_again(found, asker)


def accept_friendship(asked: User, asker: User) -> None:
    """Accept what somebody has asked; raises ValidationError (withdrawn) if they no longer ask."""
    waiting = Friendship.objects.filter(asker=asker, asked=asked)
    if not waiting.update(accepted=True, declined=False):
        name = names.shown(asker.username)
        raise ValidationError(_("%(name)s does not ask any more.") % {"name": name}, code="withdrawn")


def decline_friendship(asked: User, asker: User) -> None:
    """Decline what somebody has asked; they are not told, and may not ask again for a while."""
    Friendship.objects.filter(asker=asker, asked=asked, accepted=False).update(declined=True)


def end_friendship(one: User, other: User) -> None:
    """End a friendship, or take back what `one` has asked; who was declined stays so."""
    friendship_between(one, other).filter(Q(accepted=True) | Q(asker=one, declined=False)).delete()


def _ask_again(found: Friendship, asker: User) -> Friendship:
    if found.accepted:
        return found
    if found.asked_id == asker.pk:
        found.accepted, found.declined = True, False
    elif found.at < timezone.now() - PATIENCE:
        found.declined, found.at = False, timezone.now()
    found.save()
    return found


def _hold(one: User, other: User) -> None:
    """Let nobody else change what is between these two before this transaction ends."""
    people = User.objects.select_for_update(no_key=True).filter(pk__in=[one.pk, other.pk])
    list(people.order_by("pk").values_list("pk"))


def _check_people(asker: User, asked: User) -> None:
    if asker.is_guest:
        text = _("Friends are for members: a guest may be gone tomorrow. Keep your account first, it takes a minute.")
        raise ValidationError(text, code="members_only")
    if asker.pk == asked.pk:
        raise ValidationError(_("You are your own friend already."), code="yourself")
    if asked.is_guest:
        text = _("%(name)s plays as a guest; only members have friends.")
        raise ValidationError(text % {"name": names.shown(asked.username)}, code="members_only")


def _check_blocks(asker: User, asked: User) -> None:
    name = {"name": names.shown(asked.username)}
    if Block.objects.filter(blocker=asker, blocked=asked).exists():
        raise ValidationError(_("You have blocked %(name)s; unblock them first.") % name, code="blocked")
    if not asked.is_active or Block.objects.filter(blocker=asked, blocked=asker).exists():
        raise ValidationError(_("%(name)s cannot be asked.") % name, code="not_available")


def _check_limits(asker: User) -> None:
    mine = Friendship.objects.filter(Q(asker=asker) | Q(asked=asker, accepted=True))
    if mine.count() >= MOST_FRIENDS:
        text = _("You have %(most)s friends or open questions; end one first.")
        raise ValidationError(text % {"most": MOST_FRIENDS}, code="too_many")
    try:  # not by the rows: who takes a question back has asked all the same
        limits.take(limits.Limit("friendships", ASKED_A_DAY, DAY), asker.pk)
    except Refused:
        text = _("You have asked %(most)s people today; go on tomorrow.")
        raise ValidationError(text % {"most": ASKED_A_DAY}, code="slow_down") from None


ACTS: dict[str, Callable[[User, User], object]] = {  # by what a button, or a program, asks for
    "ask": ask_friendship,
    "accept": accept_friendship,
    "decline": decline_friendship,
    "end": end_friendship,
    "block": block_person,
    "unblock": unblock_person,
}
