"""Roles: who may give which to whom, and that the row follows the groups whatever changes these."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Group
from django.core.management import call_command

from accounts.models import ModerationAction, Role, User
from accounts.moderation import roles
from accounts.refusals import Refused
from tests.accounts.staff import give_role


def role_of(user: User) -> str:
    return User.objects.get(pk=user.pk).role


@pytest.fixture
def group() -> Group:
    return Group.objects.get(name=Role.MODERATOR)


@pytest.fixture
def member(person, group: Group) -> User:
    user = person()
    user.groups.add(group)
    assert role_of(user) == Role.MODERATOR
    return user


def test_clearing_a_group_from_its_side_takes_the_role(member: User, group: Group) -> None:
    group.user_set.clear()
    assert role_of(member) == ""


def test_adding_and_removing_from_the_groups_side_counts(member: User, group: Group) -> None:
    group.user_set.remove(member)
    assert role_of(member) == ""
    group.user_set.set([member])
    assert role_of(member) == Role.MODERATOR


def test_deleting_a_group_takes_the_role(member: User, group: Group) -> None:
    group.delete()
    assert role_of(member) == ""


def test_renaming_a_group_takes_the_role(member: User, group: Group) -> None:
    group.name = "something else"
    group.save()
    assert role_of(member) == ""


def test_of_two_roles_the_higher_one_counts(member: User) -> None:
    member.groups.add(Group.objects.get(name=Role.ADMINISTRATOR))
    assert (role_of(member), member.role) == (Role.ADMINISTRATOR, Role.ADMINISTRATOR)
    member.groups.clear()
    assert (role_of(member), member.role) == ("", "")


@pytest.mark.parametrize(
    ("actor", "target", "role", "may"),
    [
        ("administrator", "", "moderator", True),
        ("administrator", "moderator", "", True),
        ("administrator", "", "administrator", False),
        ("administrator", "administrator", "", False),
        ("moderator", "", "moderator", False),
        ("operator", "", "administrator", True),
        ("operator", "administrator", "", True),
        ("", "", "moderator", False),
    ],
)
def test_who_may_give_which_role(person, actor: str, target: str, role: str, may: bool) -> None:
    one, other = person("Anna", "anna@example.org"), person()
    one, other = (give_role(user, held) if held else user for user, held in ((one, actor), (other, target)))
    try:
        roles.set_role(one, other, role, why="they asked")
    except Refused as refusal:
        assert (refusal.code, may) == ("not_allowed", False)
        assert role_of(other) == target
    else:
        assert may
        assert role_of(other) == role


def test_nobody_changes_their_own_role(person) -> None:
    anna = give_role(person("Anna", "anna@example.org"), "administrator")
    with pytest.raises(Refused):
        roles.set_role(anna, anna, "", why="tired")
    assert role_of(anna) == Role.ADMINISTRATOR


def test_a_role_needs_a_reason_and_a_member(person) -> None:
    with pytest.raises(Refused) as refusal:
        roles.set_role(None, person(), Role.MODERATOR, why=" ")
    assert refusal.value.code == "missing_field"
    guest = User.objects.create_user("Guest 1", is_guest=True)
    with pytest.raises(Refused) as refusal:
        roles.set_role(None, guest, Role.MODERATOR, why="why not")
    assert refusal.value.code == "members_only"


def test_the_command_gives_a_role_and_is_in_the_trail(person, capsys) -> None:
    boris = person()
    call_command("role", "boris", "moderator", why="helps on Sundays")
    assert role_of(boris) == Role.MODERATOR
    row = ModerationAction.objects.get()
    assert (row.via, row.actor, row.person, row.why) == ("command", None, boris, "helps on Sundays")
    assert (row.before, row.after) == ({"role": ""}, {"role": "moderator"})
    call_command("role", "boris", "none", why="moved away")
    assert role_of(boris) == ""


def test_making_the_operator_is_in_the_trail(monkeypatch) -> None:
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", "a calm table for five")
    call_command("createsuperuser", "--noinput", username="Boss", email="boss@example.org")
    row = ModerationAction.objects.get()
    assert (row.action, row.via, row.person.username) == ("operator.make", "command", "Boss")


def test_adding_a_member_once_more_changes_nothing(member: User, group: Group) -> None:
    group.user_set.add(member)
    assert role_of(member) == group.name
