"""Those who look after the site, and what they lay upon people, as tests need them."""

from __future__ import annotations

from datetime import timedelta

from django.contrib.auth.models import Group
from django.utils import timezone

from accounts.models import Role, Sanction, SanctionKind, User
from accounts.moderation.sanctions import lay_sanction

REASON = "Insults at the table."
ENDLESS = (SanctionKind.BAN, SanctionKind.WARNING)


def staff(name: str = "mona", role: Role = Role.MODERATOR) -> User:
    """Return somebody in this role, the same one for the same name."""
    user = User.objects.filter(username=name).first() or User.objects.create_user(name, f"{name}@staff.example")
    user.groups.add(Group.objects.get(name=role))
    return User.objects.get(pk=user.pk)


def laid(
    person: User, kind: SanctionKind, *, reason: str = REASON, days: float = 7, by: User | None = None
) -> Sanction:
    """Lay a sanction upon a person, whose row at hand shows it afterwards."""
    ends_at = None if kind in ENDLESS else timezone.now() + timedelta(days=days)
    sanction = lay_sanction(by or staff(), person, SanctionKind(kind), reason=reason, ends_at=ends_at)
    person.refresh_from_db()
    return sanction
