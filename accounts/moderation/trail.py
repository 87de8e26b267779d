"""The trail: every action of staff, by whatever door, with what was before, what is after, and why. Append-only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import Model

from accounts.models import ModerationAction, User

PAGE, ADMIN, API, COMMAND = "page", "admin", "api", "command"


def record(
    actor: User | None,
    action: str,
    target: Model | None,
    *,
    why: str = "",
    person: User | None = None,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    via: str = PAGE,
) -> ModerationAction:
    """Write down what somebody did, in the caller's transaction, and return the row.

    `actor`: None for the operator at the command line. `target`: the row that it was done to; None for what concerns
    all of a kind. `person`: whom it
    concerns. `before`, `after`: what changed, in words of the house: no name, address, secret or card may stand there.
    """
    return ModerationAction.objects.create(
        actor=actor,
        via=via,
        action=action,
        target=(target._meta.model_name or "") if target else "",
        target_id=str(target.pk) if target else "",
        person=person,
        why=why,
        before=dict(before or {}),
        after=dict(after or {}),
    )
