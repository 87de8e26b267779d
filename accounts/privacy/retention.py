"""How long what is held of people is kept, and who throws it away: one table, for the clock, the page and the docs.

Each app registers its own rules when it starts. The clock calls `enforce` once an hour; what has no `forget` goes with
the account, or by what stands in `kept`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce, Greatest
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from accounts import limits, services
from accounts.models import OutgoingMail, PersonalToken, Report, User
from accounts.privacy import deletion, former

log = logging.getLogger(__name__)
GUESTS = timedelta(days=90)  # without a visit; longer than their cookie lives
FAILED_MAIL = timedelta(days=30)
ENDED_TOKENS = timedelta(days=90)
EVIDENCE = timedelta(days=180)  # after the case was closed
AT_ONCE = 200  # guests that are deleted in one go


@dataclass(frozen=True, slots=True)
class Rule:
    """How long one kind of thing is kept; the texts are English, marked for translation."""

    what: str
    kept: str  # from when on, and for how long; may name its %(days)s
    days: int = 0
    forget: Callable[[], object] | None = None  # None: nothing is to be done by the clock

    @property
    def what_words(self) -> str:
        """What is kept, in the active language."""
        return gettext(self.what)

    @property
    def kept_words(self) -> str:
        """How long, in the active language."""
        return gettext(self.kept) % {"days": self.days}


_rules: list[Rule] = []
_busy: list[Callable[[QuerySet[User]], QuerySet[User]]] = []


def register(rule: Rule) -> None:
    """Have a rule enforced and told. Registers once."""
    if rule not in _rules:
        _rules.append(rule)


def rules() -> list[Rule]:
    """Return the whole table."""
    return list(_rules)


def spare(among: Callable[[QuerySet[User]], QuerySet[User]]) -> None:
    """Let an app above say which guests still have something going on: `among(guests)` returns the others."""
    if among not in _busy:
        _busy.append(among)


def enforce() -> None:
    """Throw away what is over its time; one rule's fault stops no other."""
    for rule in _rules:
        try:
            if rule.forget is not None:
                rule.forget()
        except Exception:
            log.exception("the clock could not throw away: %s; it will try again", rule.what)


# --- the rules of this app ---


def forget_guests() -> None:
    """Delete guests who have not been here for so long, unless something goes on; merged ones are among them."""
    before = timezone.now() - GUESTS
    seen = Greatest("created_at", Coalesce("seen_at", "created_at"), Coalesce("last_login", "created_at"))
    guests: QuerySet[User] = User.objects.filter(is_guest=True, deleted_at=None)
    guests = guests.alias(visited=seen).filter(visited__lt=before)
    for among in _busy:
        guests = among(guests)
    for guest in guests.order_by("pk")[:AT_ONCE]:
        deletion.delete_person(guest)


def forget_sessions() -> None:
    """Delete logins that are over, with the addresses and browsers that are noted of them."""
    Session.objects.filter(expire_date__lt=timezone.now()).delete()
    UserSession.objects.exclude(session_key__in=Session.objects.values("session_key")).delete()


def forget_failed_mail() -> None:
    """Delete mails that could not be sent, and that nobody tries to send any more."""
    old = timezone.now() - FAILED_MAIL
    OutgoingMail.objects.filter(sent_at=None, dropped_at=None, due_at=None, created_at__lt=old).delete()


def forget_tokens() -> None:
    """Delete tokens of programs that ended long ago."""
    old = timezone.now() - ENDED_TOKENS
    PersonalToken.objects.filter(Q(revoked_at__lt=old) | Q(expires_at__lt=old)).delete()


def forget_evidence() -> None:
    """Empty the evidence of reports, and what was said in them, a while after the case was closed."""
    old = Report.objects.filter(case__closed_at__lt=timezone.now() - EVIDENCE)
    old.exclude(evidence={}, words="").update(evidence={}, words="")


_OWN = (
    Rule(N_("Your account, with all that you have chosen"), N_("as long as you have it")),
    Rule(N_("Guests, unless a match goes on"), N_("%(days)s days after the last visit"), GUESTS.days, forget_guests),
    Rule(
        N_("Logins, with the network address and the browser that are noted of them"),
        N_("%(days)s days after the last visit, or until you log out"),
        settings.SESSION_COOKIE_AGE // 86_400,
        forget_sessions,
    ),
    Rule(
        N_("Name, address and password’s hash of a sign-up whose code has not come back"), N_("as long as that login")
    ),
    Rule(N_("Mails that were sent"), N_("%(days)s days"), services.KEPT.days, services.forget_sent_mail),
    Rule(N_("Mails that could not be sent"), N_("%(days)s days"), FAILED_MAIL.days, forget_failed_mail),
    Rule(N_("Tokens of programs that have ended"), N_("%(days)s days"), ENDED_TOKENS.days, forget_tokens),
    Rule(
        N_("Evidence and words of reports"),
        N_("%(days)s days after the case is closed"),
        EVIDENCE.days,
        forget_evidence,
    ),
    Rule(
        N_("Reports, sanctions and appeals, and what was answered; after a deletion without the name"), N_("for good")
    ),
    Rule(
        N_("A hash of the address of who deletes their account while a sanction holds or a case is open"),
        N_("as long as the sanction, at most %(days)s days"),
        former.ENDLESS.days,
        former.forget,
    ),
    Rule(N_("Counts of requests, by account or network address"), N_("a day at most"), 1, limits.forget_tallies),
    Rule(N_("What is left where a deletion broke off"), N_("until the next hour"), 0, deletion.finish_deletions),
    Rule(N_("What those who look after the site did, by ids without names"), N_("for good")),
    Rule(N_("A hash of an address whose owner wants no mail of ours"), N_("for good")),
)


def register_own() -> None:
    """Let these be enforced."""
    for rule in _OWN:
        register(rule)
