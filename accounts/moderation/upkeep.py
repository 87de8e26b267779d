"""What administrators do to the small things of others: mails that failed, tokens, log-ins. Each is in the trail."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from accounts import logins
from accounts.models import MailState, OutgoingMail, PersonalToken, User
from accounts.moderation import trail
from accounts.moderation.roles import is_administrator, need_power, need_reason
from accounts.refusals import Refused


def send_again(actor: User, mail: OutgoingMail, *, why: str, via: str = trail.PAGE) -> None:
    """Have a mail that could not be sent tried anew. Raises Refused (not_allowed, missing_field, out_of_range)."""
    why = _need_administrator(actor, why)
    with transaction.atomic():
        held = OutgoingMail.objects.select_for_update().defer("text", "html").get(pk=mail.pk)
        if held.state != MailState.FAILED:
            raise Refused("out_of_range", N_("Only a mail that could not be sent is sent again."))
        now = timezone.now()
        OutgoingMail.objects.filter(pk=held.pk).update(due_at=now, claimed_until=now, attempts=0)
        before = {"state": held.state.value, "attempts": held.attempts}
        after = {"state": MailState.QUEUED.value, "attempts": 0}
        trail.record(actor, "mail.send_again", held, person=held.user, why=why, before=before, after=after, via=via)


def revoke_token(actor: User, token: PersonalToken, *, why: str, via: str = trail.PAGE) -> None:
    """End somebody's token; what is over already stays so. Raises Refused (not_allowed, missing_field)."""
    why = _need_administrator(actor, why)
    need_power(actor, token.user)
    with transaction.atomic():
        if PersonalToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=timezone.now()):
            told: dict[str, Any] = {"before": {"revoked": False}, "after": {"revoked": True}}
            trail.record(actor, "token.revoke", token, person=token.user, why=why, via=via, **told)
            logins.tell_ended([token.user_id])


def log_out(actor: User, person: User, *, why: str, via: str = trail.PAGE) -> None:
    """End all log-ins of a person. Raises Refused (not_allowed, missing_field)."""
    why = _need_administrator(actor, why)
    need_power(actor, person)
    with transaction.atomic():
        held = User.objects.select_for_update().get(pk=person.pk)
        User.objects.filter(pk=held.pk).update(session_epoch=F("session_epoch") + 1)
        told: dict[str, Any] = {"before": {"epoch": held.session_epoch}, "after": {"epoch": held.session_epoch + 1}}
        trail.record(actor, "person.log_out", held, person=held, why=why, via=via, **told)
        logins.tell_ended([held.pk])


def _need_administrator(actor: User, why: str) -> str:
    if not is_administrator(actor):
        raise Refused("not_allowed", N_("Only administrators can do that."))
    return need_reason(why)
