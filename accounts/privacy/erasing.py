"""What becomes of the rows of accounts, and of the libraries below it, when somebody deletes themselves.

What is theirs alone goes. What others have a part in, cases and sanctions, stays without their name and words.
"""

from __future__ import annotations

from datetime import timedelta

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.admin.models import LogEntry as AdminEntry
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.hashers import make_password
from django.contrib.sessions.models import Session
from django.db.models import F, Model, Q, TextField
from django.db.models.functions import Cast
from django.utils import timezone

from accounts import names
from accounts.models import (
    Appeal,
    Block,
    Case,
    Friendship,
    Holiday,
    OutgoingMail,
    PersonalToken,
    Preferences,
    Report,
    Sanction,
    User,
)
from accounts.privacy import former, holdings
from accounts.privacy.holdings import erase, keep
from accounts.privacy.own import addresses_of, mails_to
from accounts.privacy.scrubbing import Traces

_OWN = (Preferences, Holiday, PersonalToken, EmailAddress, Authenticator, UserSession)  # each by its field `user`
REMOVED = {"phrase": "removed"}  # in the place of a text, as in games.phrases


def register() -> None:
    """Let deletions have all of it. The account's own row comes last (`empty_row`): the others go by what is there."""
    erase(_remember, "accounts.FormerAddress.person")
    erase(_erase_mails, "accounts.OutgoingMail.user", "accounts.OutgoingMail")
    erase(_erase_sessions, "sessions.Session")
    erase(_erase_ties, "accounts.Friendship.asker", "accounts.Friendship.asked", "accounts.Block.blocker",
          "accounts.Block.blocked")  # fmt: skip
    erase(_erase_own, *(f"{model._meta.label}.user" for model in _OWN), "account.EmailConfirmation")
    erase(_scrub_cases, "accounts.Case.person", "accounts.Report.reporter", "accounts.Sanction.person",
          "accounts.Case", "accounts.Report", "accounts.Sanction", "accounts.Appeal")  # fmt: skip
    erase(_free_cases, "accounts.Case.moderator", "accounts.User_groups.user", "accounts.User_user_permissions.user")
    erase(_scrub_admin, "admin.LogEntry.user")
    erase(_release_bots, "accounts.User.owner")
    holdings.erased.add("accounts.User")
    _keep()


def _keep() -> None:
    keep("who has judged stands by an id without a name", "accounts.Sanction.by", "accounts.Sanction.lifted_by",
         "accounts.Appeal.decided_by", "accounts.ModerationAction.actor", "accounts.ModerationAction.person",
         "auditlog.LogEntry.actor")  # fmt: skip
    keep("holds ids and words of the house: the trail outlives what it is about", "accounts.ModerationAction",
         "auditlog.LogEntry")  # fmt: skip
    keep("a keyed hash: its owner has asked never to be mailed again", "accounts.UnwantedAddress")
    keep("a count for a few seconds, by an id", "accounts.Tally")
    keep("the site's own words", "auth.Group", "auth.Permission", "contenttypes.ContentType")


def traces_of(user: User) -> Traces:
    """Return the words by which a person is known, before they are erased."""
    return Traces(user, addresses_of(user))


def _remember(user: User) -> None:
    former.remember(user, addresses_of(user))


def _erase_own(user: User) -> None:
    for model in _OWN:
        model._default_manager.filter(user=user).delete()


def _erase_ties(user: User) -> None:
    Friendship.objects.filter(Q(asker=user) | Q(asked=user)).delete()
    Block.objects.filter(Q(blocker=user) | Q(blocked=user)).delete()


def _erase_sessions(user: User) -> None:
    """Delete every session in which they are logged in: nothing but its content says whose one is.

    So all must be read, which takes seconds where there are thousands: not for who has been away for longer than a
    login lives, as guests have whom the clock forgets.
    """
    lives = timedelta(seconds=settings.SESSION_COOKIE_AGE)
    if user.last_login is None or user.last_login < timezone.now() - lives - timedelta(days=1):
        return
    stale = [row.pk for row in Session.objects.iterator() if row.get_decoded().get(SESSION_KEY) == str(user.pk)]
    Session.objects.filter(pk__in=stale).delete()


def _erase_mails(user: User) -> None:
    """Delete the mails to them; those to others that tell of them tell of nobody any more."""
    mails_to(user).delete()
    traces = traces_of(user)
    named = Q(subject__icontains=traces.name) | Q(text__icontains=traces.name) | Q(html__icontains=traces.name)
    for mail in OutgoingMail.objects.filter(named):
        _scrub(mail, traces, "subject", "text", "html")


def hold_cases(user: User) -> None:
    """Hold the cases that a deletion changes, before the person's row: who reports or judges does it in this order."""
    concerned = Q(person=user) | Q(moderator=user) | Q(pk__in=[report.case_id for report in _reports_with(user)])
    list(Case.objects.select_for_update().filter(concerned).order_by("pk").values_list("pk"))


def _scrub_cases(user: User) -> None:
    """Take them out of what was said of them, and of what others were told because of them."""
    traces, reports = traces_of(user), _reports_with(user)
    Report.objects.filter(reporter=user).update(words="")
    Appeal.objects.filter(sanction__person=user).update(words="")
    for report in reports:
        report.evidence = traces.evidence(report.evidence, REMOVED)
        report.words = "" if report.reporter_id == user.pk else traces.without(report.words)
        report.save(update_fields=["evidence", "words"])
    cases = Case.objects.filter(Q(person=user) | Q(pk__in=[report.case_id for report in reports]))
    laid = Sanction.objects.filter(Q(person=user) | Q(case__in=cases))
    for case in cases:
        _scrub(case, traces, "answer", "told_person")
    for sanction in laid:
        _scrub(sanction, traces, "reason", "lifted_why")
    for appeal in Appeal.objects.filter(sanction__in=laid):
        _scrub(appeal, traces, "words", "answer")


def _reports_with(user: User) -> list[Report]:
    """Return the reports about a person, by them, and those in whose evidence they occur."""
    as_text = Report.objects.annotate(told=Cast("evidence", TextField()))
    return list(as_text.filter(Q(case__person=user) | Q(reporter=user) | Q(told__contains=f'"user": {user.pk}')))


def _scrub(row: Model, traces: Traces, *fields: str) -> None:
    """Take a person's name and addresses out of some fields of a row."""
    clean = {field: traces.without(getattr(row, field)) for field in fields}
    type(row)._default_manager.filter(pk=row.pk).update(**clean)


def _free_cases(user: User) -> None:
    """Let others judge what a moderator had claimed, and take their powers away."""
    Case.objects.filter(moderator=user, closed_at=None).update(moderator=None, claimed_at=None)
    user.groups.clear()
    user.user_permissions.clear()


def _scrub_admin(user: User) -> None:
    about = Q(user=user) | Q(content_type__app_label="accounts", content_type__model="user", object_id=str(user.pk))
    AdminEntry.objects.filter(about).update(object_repr="", change_message="")


def _release_bots(user: User) -> None:
    user.bots.update(owner=None)


def empty_row(user: User) -> None:
    """Leave nothing in a person's own row but its id, what kind of account it was, and when it went."""
    User.objects.filter(pk=user.pk).update(
        username=(hidden := names.DELETED.format(user.pk)), name_key=names.key(hidden),
        email="", bounced="", bounces=0, password=make_password(None), language="", role="",
        is_active=False, is_superuser=False, last_login=None, seen_at=None, owner=None,
        session_epoch=F("session_epoch") + 1, muted_until=None, unrated_until=None, barred_until=None, untold=0,
        has_answers=False, created_at=F("deleted_at"),
    )  # fmt: skip
