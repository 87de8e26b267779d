"""REST: reports of people, lines and matches, and what was answered."""

from __future__ import annotations

from typing import Any, cast

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.bodies import read
from accounts.api.documented import documented, page_of
from accounts.models import CaseKind, Report, User, Verdict
from accounts.moderation import evidence, reports
from accounts.selectors import person_named
from games.api import shapes
from games.api.examples import REPORT
from games.api.lists import PAGING, ListView


@extend_schema_view(
    get=documented("Your reports and their answers", answer=page_of(shapes.Report), parameters=PAGING),
)
class Reports(ListView):
    """GET one's own reports; POST makes one."""

    ordering = ("-id",)

    @documented("Report somebody", body=shapes.NewReport, answer=shapes.Report, status=201, sent=REPORT)
    def post(self, request: Request) -> Response:
        """Put a report down with its evidence. A repeated token, or the same thing again, is the same report."""
        asked: shapes.NewReport = read(cast(dict[str, Any], request.data), shapes.NewReport)
        person = person_named(asked.person)
        if person is None:
            raise evidence.not_found()
        thing = str(person.pk) if asked.about == evidence.PERSON else str(asked.id)
        said = reports.Complaint(asked.about, thing, person, CaseKind(asked.kind), asked.text)
        made = reports.report(cast(User, request.user), said, token=asked.token)
        return Response(report_json(made), status=201)

    def rows(self, request: Request, asked: dict[str, str], **_: Any) -> QuerySet[Report]:
        """Return the caller's."""
        return reports.reports_of(cast(User, request.user))

    def told(self, request: Request, rows: list[Report], **_: Any) -> list[Any]:
        """Return reports as their reporter is told them."""
        return [report_json(made) for made in rows]


def report_json(made: Report) -> dict[str, Any]:
    """Return a report as its reporter is told it: nothing of the evidence, nor of a sanction."""
    told: dict[str, Any] = {
        "id": made.pk, "about": made.about, "thing": "" if made.about == evidence.PERSON else made.about_id,
        "person": made.case.person.username, "kind": made.case.kind, "text": made.words,
        "at": round(made.at.timestamp() * 1000), "state": reports.state_of(made),
    }  # fmt: skip
    if made.case.closed_at is not None:
        told["verdict"] = "nothing" if made.case.verdict == Verdict.NOTHING else "acted"
        told["answer"] = made.case.answer
    return told
