"""Invitations to an open table: of friends and other people by name, and of addresses by mail.

They stand in this app, because the table's page offers them, its door asks who is welcome, and they end with its wait.
The address of a table is an invitation too: this is for who is not beside you. Nothing here tells whether an address
belongs to somebody: what is answered, shown and counted is the same.
"""

from __future__ import annotations

import re
import secrets
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.core.mail import EmailMessage
from django.db.models import Q
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from accounts import limits, names
from accounts import selectors as people
from accounts.mailing import unwanted
from accounts.models import User
from games import rulebook
from games.door.loaded import MAIL
from games.errors import Refused
from games.instants import now_ms
from games.models import Invitation, Match, SeatRow
from games.tables import reach

DAY = 24 * 3600 * 1000  # ms
EACH_A_DAY = 100  # invitations of one person, of people by name
MAILS_A_DAY = 20  # of one person, to addresses
MAILS_TO_ONE = 3  # a day to one address, whoever has them sent
KEPT = 30 * DAY  # afterwards nothing tells any more who was asked
_TOKEN = re.compile(r"[\w-]{1,32}", re.ASCII)


def invite_person(match: Match, inviter: User, invited: User, site: str) -> None:
    """Invite somebody to an open table at which the inviter sits; whoever was invited before is asked once more.

    Who is not here just now, and wants to know by mail, is sent one. `site`: how our addresses begin, as in
    "https://quintet.example".
    Raises Refused (not_a_player, not_open, yourself, already_seated, blocked, members_only, cannot_invite, slow_down).
    """
    need_table_of(match, inviter)
    _need_apt(match, inviter, invited)
    _count(inviter)
    # What was mailed stays a mail among mails: the inviter's count of those must not tell whose the address is.
    Invitation.objects.filter(match=match, invited=invited).exclude(address="").update(invited=None)
    told = {"inviter": inviter, "declined": False, "at": now_ms()}
    asked, is_new = Invitation.objects.update_or_create(match=match, invited=invited, defaults=told)
    if is_new and not people.is_here(invited):
        _mail_member(asked, invited, site)


def invite_address(match: Match, inviter: User, address: str, site: str) -> None:
    """Have an invitation mailed; `site` as above.

    What happens then is not told: nothing, for an address whose owner wants none or has had enough today; for that of
    a member, an invitation on the member's pages as well. Raises Refused (members_only, not_a_player, not_open,
    slow_down).
    """
    need_table_of(match, inviter)
    if inviter.is_guest:
        text = N_(
            "Mail is sent for members only, so that nobody is pestered. Keep your account first, or send the link."
        )
        raise Refused("members_only", text)
    _limit_mails(inviter)
    digest = unwanted.digest(address)
    told = {"inviter": inviter, "at": now_ms()}
    asked, is_new = Invitation.objects.get_or_create(match=match, address=digest, defaults=told)
    if is_new and (member := people.member_at(address)):
        _ask_member(asked, member, site)
    elif is_new and not unwanted.is_unwanted(digest) and _may_mail(digest, None):
        _mail(asked, address, site)


def decline(asked: Invitation) -> None:
    """Say no; the inviter's page shows it of who was asked by name."""
    Invitation.objects.filter(pk=asked.pk).update(declined=True)


def never_mail_again(asked: Invitation) -> None:
    """Take the address that got this mail off everybody's list, for good."""
    email = asked.invited.email if asked.invited else ""
    unwanted.refuse_mail(asked.address or unwanted.digest(email))
    decline(asked)


def forget_old_invitations() -> None:
    """Delete what was asked a month ago or more."""
    Invitation.objects.filter(at__lt=now_ms() - KEPT).delete()


def part(blocker: int, blocked: int) -> None:
    """Withdraw what two people who are kept apart have invited each other to; accounts.friends calls this."""
    between = Q(inviter=blocker, invited=blocked) | Q(inviter=blocked, invited=blocker)
    Invitation.objects.filter(between, match__live__status="open").delete()


def move_invitations(guest: User, member: User) -> None:
    """Give a guest's invitations to the member whom the guest turned out to be."""
    both = Invitation.objects.filter(invited=member).values("match")
    Invitation.objects.filter(invited=guest).exclude(match__in=both).update(invited=member)
    Invitation.objects.filter(inviter=guest).update(inviter=member)


def need_welcome(match_id: str, user: User) -> None:
    """Refuse (not_open, blocked) to seat people at one table who do not want to meet.

    Who is not wanted is not told whose wish it is.
    """
    apart = people.blocked_by_or_of([user.pk])[user.pk]
    if not apart:
        return
    seated = SeatRow.objects.filter(match_id=match_id, user__in=apart)
    if seated.filter(user__blocks__blocked=user).exists():
        raise Refused("not_open", N_("This table is not open to you."))
    if seated.exists():
        raise Refused("blocked", N_("Somebody whom you have blocked sits at this table."))


# --- reads ---


def invitations_of(user_id: int) -> list[Invitation]:
    """Return the open invitations of one person, the latest first."""
    asked = Invitation.objects.filter(invited=user_id, declined=False, match__live__status="open")
    asked = asked.exclude(match__seat_rows__user=user_id).order_by("-at")
    found = asked.select_related("match__live", "inviter").defer("match__live__snapshot")
    return [asked for asked in found if has_room(asked.match)]


def invited_to(match: Match) -> list[Invitation]:
    """Return who was invited to a table by name, first come first; of mailed ones nobody is told more."""
    return list(Invitation.objects.filter(match=match, address="").select_related("invited").order_by("at"))


def invitation_to(user: User, pk: int) -> Invitation | None:
    """Return an invitation of this very person."""
    return Invitation.objects.filter(pk=pk, invited=user).first()


def find_by_token(token: str) -> Invitation:
    """Return the invitation of a mailed link; raises Invitation.DoesNotExist."""
    if not _TOKEN.fullmatch(token):
        raise Invitation.DoesNotExist
    found = Invitation.objects.select_related("match__live", "inviter").defer("match__live__snapshot")
    return found.get(token=token if token.isascii() and token.isprintable() else "")


def has_room(match: Match) -> bool:
    """Return whether somebody can still sit down."""
    if match.live.status != "open":
        return False
    return any(user is None and not bot for user, bot, *_ in match.live.summary["seats"])


# --- what is checked ---


def need_table_of(match: Match, inviter: User) -> None:
    """Refuse (not_a_player, not_open) who cannot invite to a table."""
    if not SeatRow.objects.filter(match=match, user=inviter).exists():
        raise Refused("not_a_player", N_("Only those who sit at the table can invite to it."))
    if match.live.status != "open":
        raise Refused("not_open", N_("This table is no longer open."))


def _need_apt(match: Match, inviter: User, invited: User) -> None:
    name = names.shown(invited.username)
    if invited.pk == inviter.pk:
        raise Refused("yourself", N_("You sit here already."))
    if SeatRow.objects.filter(match=match, user=invited).exists():
        raise Refused("already_seated", N_("%(name)s sits here already."), name=name)
    if inviter.blocks.filter(blocked=invited).exists():
        raise Refused("blocked", N_("You have blocked %(name)s; unblock them first."), name=name)
    if match.rated and invited.is_guest:
        raise Refused("members_only", N_("%(name)s plays as a guest; a rated match is for members."), name=name)
    if match.pace == MAIL and not people.has_proven_address(invited):
        raise Refused("members_only", N_("%(name)s plays as a guest; a match by mail is for members."), name=name)
    if not invited.is_active or invited.blocks.filter(blocked=inviter).exists():
        raise Refused("cannot_invite", N_("%(name)s cannot be invited."), name=name)


def _count(inviter: User) -> None:
    """Count one more of people by name; not by the rows: who asks somebody again after a no has asked once more."""
    try:
        limits.take(limits.Limit("invitations", EACH_A_DAY, DAY // 1000), inviter.pk)
    except Refused:
        raise _too_many(EACH_A_DAY) from None


def _limit_mails(inviter: User) -> None:
    made = Invitation.objects.exclude(address="").filter(inviter=inviter, at__gt=now_ms() - DAY)
    if made.count() >= MAILS_A_DAY:
        raise _too_many(MAILS_A_DAY)


def _too_many(most: int) -> Refused:
    text = N_("You have sent %(most)s invitations today; send the link of the table instead.")
    return Refused("slow_down", text, most=most, limit="invitations", retry_after=3600)


# --- the mail ---


def _may_mail(digest: str, member: User | None) -> bool:
    """Return whether one more mail may go there today; the invitation that causes it is counted already."""
    there = Q(address=digest) | (Q(invited=member) if member else Q(pk=None))
    return Invitation.objects.filter(there, at__gt=now_ms() - DAY).count() <= MAILS_TO_ONE


def _ask_member(asked: Invitation, member: User, site: str) -> None:
    """Show the invitation on a member's pages too; who would not be asked by name is not asked by address either."""
    try:
        _need_apt(asked.match, asked.inviter, member)
    except Refused:
        return
    if not Invitation.objects.filter(match=asked.match, invited=member).exists():
        Invitation.objects.filter(pk=asked.pk).update(invited=member)
    _mail_member(asked, member, site)


def _mail_member(asked: Invitation, member: User, site: str) -> None:
    digest = unwanted.digest(member.email)
    wanted = bool(member.email) and people.wants_mail(member) and not unwanted.is_unwanted(digest)
    if wanted and _may_mail(digest, member):
        _mail(asked, member.email, site, member)


def _mail(asked: Invitation, address: str, site: str, member: User | None = None) -> None:
    """Write the mail, to a member in their own language, else in the inviter's."""
    asked.token = secrets.token_urlsafe(18)
    asked.save(update_fields=["token"])
    link = site + reverse("games:invitation", args=[asked.token])
    if member is None and reach.is_for_members(asked.match.rated, asked.match.pace):  # filled in at sign-up
        link += "?" + urlencode({"to": address})
    never = site + reverse("games:never_mail", args=[asked.token])
    language = member.language if member else translation.get_language()
    with translation.override(language or settings.LANGUAGE_CODE):
        told: dict[str, Any] = {"inviter": names.shown(asked.inviter.username), "link": link}
        told["likes"] = site + reverse("accounts:preferences") if member else ""
        told["game"] = rulebook.name(asked.match.game)
        told["days"] = asked.match.clock["per_move"] // DAY if asked.match.pace == MAIL else 0
        told["rated"] = asked.match.rated
        subject = gettext("%(inviter)s invites you to a game of %(game)s") % told
        text = render_to_string("games/email/invitation.txt", told)
    headers = {"List-Unsubscribe": f"<{never}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    EmailMessage(subject, text, to=[address], headers=headers).send()
