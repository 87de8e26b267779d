"""The trail: every action of staff, by whatever door, with what was before, what is after, and why. Append-only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.db.models import Model

from accounts.models import ModerationAction, User
from accounts.privacy.scrubbing import numbered

PAGE, ADMIN, API, COMMAND = "page", "admin", "api", "command"


def record(
    actor: User | None,
    action: str,
    target: Model | None,
    *,
    why: str = "",
    person: User | None = None,
    others: Iterable[User] = (),
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    via: str = PAGE,
) -> ModerationAction:
    """Write down what somebody did, in the caller's transaction, and return the row.

    `actor`: None for the operator at the command line. `target`: the row that it was done to; None for what concerns
    all of a kind. `person`: whom it concerns, and `others` who may be named in the reason: all stand there by their
    numbers, for the trail outlives their names. `before`, `after`: what changed, in words of the house: no name,
    address, secret or card may stand there.
    """
    return ModerationAction.objects.create(
        actor=actor,
        via=via,
        action=action,
        target=(target._meta.model_name or "") if target else "",
        target_id=str(target.pk) if target else "",
        person=person,
        why=numbered(why, [one for one in (person, actor, *others) if one]),
        before=dict(before or {}),
        after=dict(after or {}),
    )
