"""What became of mail, ours and theirs: for each person of their own, for staff of everybody. No texts are shown."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, cast

from django import forms
from django.contrib.auth.decorators import login_required
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import MailState, OutgoingMail, User
from accounts.moderation.roles import is_administrator
from accounts.selectors import mail_log
from accounts.staff.forms import FilterForm
from games import rulebook
from games.mail.incoming import intake
from games.mail.outgoing import outbox
from games.models import MailIn, Match

SHOWN = 200  # mails of each way
VERDICTS = {  # by the first word of what games.mail.incoming.receiving returns
    "played": _("the move was played"),
    "done": _("it was done"),
    "answered": _("answered"),
    "refused": _("nothing was done, and we said why"),
    "silent": _("nothing was done"),
}


@dataclass(frozen=True, slots=True)
class Came:
    """A mail that came in, as a page shows it; or several of nobody we know in one hour."""

    at: datetime
    times: int
    match: str | None
    game: str
    user: User | None
    verdict: str
    words: str


class LogFilter(FilterForm):
    """Which mails are shown."""

    person = forms.CharField(label=_("Name or address"), required=False, max_length=320)
    match = forms.CharField(label=_("Match"), required=False, max_length=40)
    state = forms.ChoiceField(label=_("Mail sent"), required=False, choices=[("", _("all")), *MailState.choices])
    verdict = forms.ChoiceField(
        label=_("Mail that came in"), required=False, choices=[("", _("all")), *VERDICTS.items()]
    )

    def sent(self) -> QuerySet[OutgoingMail]:
        """Return the mails of ours that are looked for."""
        found = mail_log(state=self.asked("state"))
        if match := self.asked("match"):
            found = found.filter(about__match=match)
        if person := self.asked("person"):
            found = found.filter(_named(person) | Q(to__iexact=person))
        return found

    def came(self) -> QuerySet[MailIn]:
        """Return what is noted of the mails that came in and are looked for."""
        found = intake.mails_in(verdict=self.asked("verdict"))
        if match := self.asked("match"):
            found = found.filter(match=match)
        return found.filter(_named(person)) if (person := self.asked("person")) else found


def _named(person: str) -> Q:
    return Q(user__username__iexact=person) | Q(user__email__iexact=person)


@require_safe
@login_required
@never_cache
def own_log(request: HttpRequest) -> HttpResponse:
    """Show a person what was mailed of their matches, by us in the last week and by them in the last month."""
    user = cast(User, request.user)
    sent = mail_log(user=user).filter(maker=outbox.MAKER)
    return render(request, "games/mail_log.html", _rows(sent, intake.mails_in(user=user)))


@require_safe
@login_required
@never_cache
def whole_log(request: HttpRequest) -> HttpResponse:
    """Show those who look after the site what became of all mail; for others there is no such page."""
    if not is_administrator(request.user):
        raise Http404(gettext("There is no such page."))
    form = LogFilter(request.GET)
    return render(request, "games/whole_mail_log.html", {"form": form, "staff": True} | _rows(form.sent(), form.came()))


def _rows(sent: QuerySet[OutgoingMail], came: QuerySet[MailIn]) -> dict[str, Any]:
    mails, rows = [(mail, mail.about.get("match")) for mail in sent[:SHOWN]], list(came[:SHOWN])
    games = dict(Match.objects.filter(pk__in={row.match_id for row in rows}).values_list("pk", "game"))
    return {"mails": mails, "came": [_came(row, games.get(row.match_id or "", "")) for row in rows]}


def _came(row: MailIn, game: str) -> Came:
    words = VERDICTS.get(row.verdict.partition(":")[0], row.verdict)
    at = datetime.fromtimestamp(row.at / 1000, UTC)
    name = rulebook.name(game) if game else row.match_id or ""
    return Came(at, row.times, row.match_id, name, row.user, row.verdict, str(words))
