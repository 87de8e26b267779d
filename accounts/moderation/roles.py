"""Who may do what for the site: two roles, which are groups of Django's, and the operator (a superuser).

A moderator keeps the peace: reports, cases, sanctions, a look into matches. An administrator also changes people's
roles and looks at all else that is stored. Nobody acts upon themselves, upon their own matches, or upon an equal or
higher rank; nobody judges a friend, or whom they play with just now. A bot counts as who answers for it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeGuard

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser, Group
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.db.models.signals import m2m_changed, post_delete, post_save, pre_delete
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from accounts import logins
from accounts.listeners import Listeners
from accounts.models import Role, User
from accounts.moderation import trail
from accounts.refusals import Refused
from accounts.selectors import friends_of

_RANKS = {"": 0, Role.MODERATOR.value: 1, Role.ADMINISTRATOR.value: 2}
_OPERATOR = 3
Visitor = AbstractBaseUser | AnonymousUser
before_judging: Listeners[[User, User]] = Listeners()  # before somebody, the first, judges: they raise Refused


def rank_of(user: User) -> int:
    """Return 0 for a player, 1 for a moderator, 2 for an administrator, 3 for the operator."""
    return _OPERATOR if user.is_superuser else _RANKS[user.role]


def is_moderator(user: Visitor) -> TypeGuard[User]:
    """Return whether somebody may do what moderators do; administrators may too."""
    return isinstance(user, User) and user.is_staff


def may_look_anywhere(user: Visitor) -> TypeGuard[User]:
    """Return whether a visitor sees what is for staff beside their own pages: by a login with a second factor alone."""
    return is_moderator(user) and user.proven


def is_administrator(user: Visitor) -> TypeGuard[User]:
    """Return whether somebody may do what administrators do."""
    return isinstance(user, User) and user.is_administrator


def need_power(actor: User, person: User) -> None:
    """Refuse (not_allowed) what staff may not do to this person: to themselves, to an equal or to a higher rank."""
    if not is_moderator(actor):
        raise Refused("not_allowed", N_("Only those who look after the site can do that."))
    if actor.pk == answering(person).pk:
        raise Refused("not_allowed", N_("You cannot judge what concerns yourself."))
    if rank_of(answering(person)) >= rank_of(actor):
        raise Refused("not_allowed", N_("You cannot judge somebody of your own rank, or of a higher one."))


def answering(person: User) -> User:
    """Return who answers for somebody: a bot's owner, and everybody else for themselves."""
    return person.owner if person.is_bot and person.owner else person


def need_judge(actor: User, person: User) -> None:
    """Refuse (not_allowed) who may not judge this person: without power over them, or too near to them."""
    need_power(actor, person)
    if friends_of(actor).filter(pk=answering(person).pk).exists():
        raise Refused("not_allowed", N_("You are friends: somebody else has to judge it."))
    before_judging.tell(actor, answering(person))


def others_alone(rows: QuerySet[Any], actor: User, field: str) -> QuerySet[Any]:
    """Return the rows of others: nobody reads what concerns themselves or a bot of theirs, least of all by whom."""
    return rows.exclude(Q(**{field: actor.pk}) | Q(**{f"{field}__owner": actor.pk}))


def need_reason(why: str, field: str = "why") -> str:
    """Return a reason without the blanks around it; raises Refused (missing_field) where there is none."""
    if not (why := why.strip()):
        raise Refused("missing_field", N_("Give a reason: the people concerned are told it."), field=field)
    return why


def set_role(actor: User | None, person: User, role: str, *, why: str, via: str = trail.PAGE) -> None:
    """Give a person a role, or with "" take theirs away; the same role again changes nothing.

    `actor`: None for the operator at the command line. Raises Refused (not_allowed, missing_field, members_only).
    """
    why = need_reason(why)
    with transaction.atomic():
        held = User.objects.select_for_update().get(pk=person.pk)
        _need_rank(actor, held, role)
        if (before := held.role) == role:
            return
        held.groups.remove(*Group.objects.filter(name__in=_RANKS))
        if role:
            held.groups.add(Group.objects.get(name=role))
        told: dict[str, Any] = {"before": {"role": before}, "after": {"role": role}}
        trail.record(actor, "role.set", held, person=held, why=why, via=via, **told)


def _need_rank(actor: User | None, person: User, role: str) -> None:
    """Refuse what this actor may not make of this person."""
    if person.is_guest or person.is_bot or not person.is_active:
        raise Refused("members_only", N_("Only members can look after the site."))
    if actor is None:
        return
    if not is_administrator(actor):
        raise Refused("not_allowed", N_("Only administrators can do that."))
    need_power(actor, person)
    if _RANKS[role] >= rank_of(actor):
        raise Refused("not_allowed", N_("You cannot give a role that is not below your own."))


# --- the roles in people's rows follow the groups, whoever changes these and how ---
def keep_role(sender: Any, instance: Any, action: str, reverse: bool, pk_set: set[int] | None, **_: Any) -> None:
    """Write people's highest role into their rows whenever their groups have changed."""
    if action == "pre_clear" and reverse:
        instance.left = _members(instance)  # afterwards nobody knows who they were
    elif action in ("post_add", "post_remove", "post_clear"):
        _write_roles((instance.left if pk_set is None else pk_set) if reverse else [instance.pk])
        if not reverse:
            instance.refresh_from_db(fields=["role", "session_epoch"])


def _remember_members(sender: Any, instance: Group, **_: Any) -> None:
    instance.left = _members(instance)  # type: ignore[attr-defined]


def _leave_group(sender: Any, instance: Group, **_: Any) -> None:
    _write_roles(instance.left)  # type: ignore[attr-defined]


def _rename_group(sender: Any, instance: Group, created: bool, **_: Any) -> None:
    if not created:
        _write_roles(_members(instance))


def _members(group: Group) -> list[int]:
    return list(User.objects.filter(groups=group).values_list("pk", flat=True))


def _write_roles(people: Iterable[int]) -> None:
    """Write the role of each; who falls in rank comes in anew, on every device."""
    for person in User.objects.filter(pk__in=people).only("role"):
        names = set(Group.objects.filter(user=person.pk, name__in=_RANKS).values_list("name", flat=True))
        role = max(names, key=_RANKS.__getitem__, default="")
        fallen = int(_RANKS[role] < _RANKS[person.role])
        User.objects.filter(pk=person.pk).update(role=role, session_epoch=F("session_epoch") + fallen)
        logins.tell_ended([person.pk])


def _note_operator(sender: Any, instance: User, created: bool, **_: Any) -> None:
    """Write down that somebody was made the operator, which only the command line does."""
    if created and instance.is_superuser:
        trail.record(None, "operator.make", instance, person=instance, after={"operator": True}, via=trail.COMMAND)


def watch_groups() -> None:
    """Keep the roles in step with the groups from now on."""
    m2m_changed.connect(keep_role, sender=User.groups.through, dispatch_uid="accounts.roles")
    pre_delete.connect(_remember_members, sender=Group, dispatch_uid="accounts.roles")
    post_delete.connect(_leave_group, sender=Group, dispatch_uid="accounts.roles")
    post_save.connect(_rename_group, sender=Group, dispatch_uid="accounts.roles")
    post_save.connect(_note_operator, sender=User, dispatch_uid="accounts.roles.operator")
