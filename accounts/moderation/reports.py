"""Reports: what somebody says of another person, with evidence. All of one person and kind make one case."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from typing import NamedTuple

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from accounts.models import Case, CaseKind, Report, User
from accounts.moderation import evidence
from accounts.refusals import Refused, bad_text

MOST_WORDS = 1000
_TRIES = 3  # a case may be closed between being found and being joined


class Complaint(NamedTuple):
    """What is said of whom: `about` and `about_id` name the thing as accounts.moderation.evidence knows it."""

    about: str
    about_id: str
    person: User
    kind: CaseKind
    words: str = ""


def report(reporter: User, said: Complaint, *, token: str | None = None) -> Report:
    """Put down a report with its evidence and return it; it joins the open case of this person and kind, or opens one.

    The same thing reported again is the same report. `token`: a program's own id of its request, which is the same
    report with the same content, too. Raises Refused (not_found, yourself, not_involved, too_long, bad_text,
    slow_down, id_reused).
    """
    matter = evidence.find(said.about, said.about_id, reporter)
    _need_apt(reporter, said, matter)
    said = said._replace(words=_checked(said.words))
    if before := _made_before(reporter, said, token):
        return before
    pack = matter.gather()
    with transaction.atomic():
        case = _open_case(said.person, said.kind)
        # One after the other of one reporter, so that no limit is passed by asking at once.
        User.objects.select_for_update(no_key=True).get(pk=reporter.pk)
        if before := _made_before(reporter, said, token):
            return before
        _need_rest(reporter)
        return Report.objects.create(
            case=case, reporter=reporter, about=said.about, about_id=said.about_id, words=said.words,
            evidence=pack, token=token,
        )  # fmt: skip


def reports_of(reporter: User) -> QuerySet[Report]:
    """Return what somebody has reported, the latest first, with what became of it."""
    return Report.objects.filter(reporter=reporter).select_related("case__person").order_by("-pk")


def state_of(made: Report) -> str:
    """Return how far a report has come: open, claimed (a moderator looks at it) or closed."""
    if made.case.closed_at:
        return "closed"
    return "claimed" if made.case.moderator_id else "open"


def told_about(person: User) -> QuerySet[Case]:
    """Return the closed cases about somebody of which they were told, the latest first."""
    return Case.objects.filter(person=person, closed_at__isnull=False).exclude(told_person="").order_by("-closed_at")


# --- what is checked ---


def _need_apt(reporter: User, said: Complaint, matter: evidence.Matter) -> None:
    if said.person.pk == reporter.pk:
        raise Refused("yourself", N_("You cannot report yourself."), field="person")
    if said.person.pk not in matter.people:
        raise Refused("not_involved", N_("This person has no part in what you report."), field="person")


def _checked(words: str) -> str:
    words = words.strip()
    if len(words) > MOST_WORDS:
        text = N_("A report may have at most %(most)s characters.")
        raise Refused("too_long", text, most=MOST_WORDS, field="text")
    if "\0" in words:
        raise bad_text("text")
    return words


def _made_before(reporter: User, said: Complaint, token: str | None) -> Report | None:
    return _sent(reporter, said, token) or _same(reporter, said)


def _sent(reporter: User, said: Complaint, token: str | None) -> Report | None:
    """Return what was made of a token before; raises Refused (id_reused) where that was something else."""
    before = reports_of(reporter).filter(token=token).first() if token else None
    if before is not None:
        made = (before.about, before.about_id, before.case.person, before.case.kind, before.words)
        if made != said:
            raise Refused("id_reused", N_("This token was used for another request; choose a new one."))
    return before


def _same(reporter: User, said: Complaint) -> Report | None:
    """Return the report of the same thing; a person may do anew what was judged already, a line or a match stays."""
    made = reports_of(reporter).filter(
        about=said.about, about_id=said.about_id, case__person=said.person, case__kind=said.kind
    )
    return (made.filter(case__closed_at=None) if said.about == evidence.PERSON else made).first()


def _need_rest(reporter: User) -> None:
    most, seconds = settings.LIMITS["reports"]
    since = timezone.now() - timedelta(seconds=seconds)
    if Report.objects.filter(reporter=reporter, at__gt=since).count() >= most:
        text = N_("You have reported a lot today; what is urgent you may still tell us tomorrow.")
        raise Refused("slow_down", text, limit="reports", retry_after=3600)


def _open_case(person: User, kind: CaseKind) -> Case:
    """Return the open case of a person and kind, held until the transaction ends, so that nobody closes it meanwhile.

    Raises Refused (try_again) where that happens again and again.
    """
    for _ in range(_TRIES):
        with suppress(IntegrityError), transaction.atomic():  # of two who open one at once, one finds the other's
            Case.objects.get_or_create(person=person, kind=kind, closed_at=None)
        if case := Case.objects.select_for_update().filter(person=person, kind=kind, closed_at=None).first():
            return case
    raise Refused("try_again", N_("That did not work just now; nothing was lost. Please try again."), retry_after=1)
