"""Where whoever finds a hole in the site may write: /.well-known/security.txt, as RFC 9116 has it."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

HOLDS = timedelta(days=180)  # RFC 9116 wants less than a year


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """Tell the operator's address; raises Http404 where none is set."""
    if not settings.SECURITY_CONTACT:
        raise Http404(gettext("There is no such page."))
    until = (timezone.now() + HOLDS).strftime("%Y-%m-%dT00:00:00Z")
    languages = ", ".join(code for code, _ in settings.LANGUAGES)
    lines = [f"Contact: mailto:{settings.SECURITY_CONTACT}", f"Expires: {until}", f"Preferred-Languages: {languages}"]
    return HttpResponse("\n".join([*lines, ""]), content_type="text/plain; charset=utf-8")
