"""Who may do what for the site: two roles, which are groups of Django's, and the operator (a superuser).

A moderator keeps the peace: reports, cases, sanctions, a look into matches. An administrator also changes people's
roles and looks at all else that is stored. Nobody acts upon themselves, upon their own matches, or upon an equal or
higher rank.
"""

from __future__ import annotations

from typing import Any, TypeGuard

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser, Group
from django.db.models.signals import m2m_changed
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from accounts import logins
from accounts.models import Role, User
from accounts.refusals import Refused

_RANKS = {"": 0, Role.MODERATOR.value: 1, Role.ADMINISTRATOR.value: 2}
_OPERATOR = 3
Visitor = AbstractBaseUser | AnonymousUser


def rank_of(user: User) -> int:
    """Return 0 for a player, 1 for a moderator, 2 for an administrator, 3 for the operator."""
    return _OPERATOR if user.is_superuser else _RANKS[user.role]


def is_moderator(user: Visitor) -> TypeGuard[User]:
    """Return whether somebody may do what moderators do; administrators may too."""
    return isinstance(user, User) and user.is_staff


def is_administrator(user: Visitor) -> TypeGuard[User]:
    """Return whether somebody may do what administrators do."""
    return isinstance(user, User) and user.is_administrator


def need_power(actor: User, person: User) -> None:
    """Refuse (not_allowed) what staff may not do to this person: to themselves, to an equal or to a higher rank."""
    if not is_moderator(actor):
        raise Refused("not_allowed", N_("Only those who look after the site can do that."))
    if actor.pk == person.pk:
        raise Refused("not_allowed", N_("You cannot judge what concerns yourself."))
    if rank_of(person) >= rank_of(actor):
        raise Refused("not_allowed", N_("You cannot judge somebody of your own rank, or of a higher one."))


def need_reason(why: str, field: str = "why") -> str:
    """Return a reason without the blanks around it; raises Refused (missing_field) where there is none."""
    if not (why := why.strip()):
        raise Refused("missing_field", N_("Give a reason: the people concerned are told it."), field=field)
    return why


def keep_role(sender: Any, instance: Any, action: str, reverse: bool, pk_set: set[int] | None, **_: Any) -> None:
    """Write a person's highest role into their row when their groups have changed; a lower one ends their logins."""
    if action not in ("post_add", "post_remove", "post_clear"):
        return
    people = User.objects.filter(pk__in=pk_set or ()) if reverse else [instance]
    for user in people:
        names = set(Group.objects.filter(user=user, name__in=_RANKS).values_list("name", flat=True))
        before, user.role = user.role, max(names, key=_RANKS.__getitem__, default="")
        user.session_epoch += _RANKS[user.role] < _RANKS[before]  # who falls in rank comes in anew, on every device
        user.save(update_fields=["role", "session_epoch"])
        logins.tell_ended([user.pk])


def watch_groups() -> None:
    """Keep the roles in step with the groups from now on."""
    m2m_changed.connect(keep_role, sender=User.groups.through, dispatch_uid="accounts.roles")
