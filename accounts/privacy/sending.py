"""An export as an answer: it is made while it is sent."""

from __future__ import annotations

from collections.abc import AsyncIterator, Generator

from asgiref.sync import sync_to_async
from django.http import StreamingHttpResponse
from django.utils import translation

from accounts.models import User
from accounts.privacy import export


def attached(user: User) -> StreamingHttpResponse:
    """Return the answer that holds all of a person, as a file."""
    answer = StreamingHttpResponse(_pieces(export.zip_of(user)), content_type="application/zip")
    answer["Content-Disposition"] = 'attachment; filename="quintet.zip"'
    return answer


async def _pieces(pieces: Generator[bytes]) -> AsyncIterator[bytes]:
    """Yield what an iterator of the database yields, each piece made in the request's own thread and language."""
    language = translation.get_language()

    def step() -> bytes | None:
        with translation.override(language):
            return next(pieces, None)

    try:
        while piece := await sync_to_async(step)():
            yield piece
    finally:  # who goes away half-way leaves no open query behind
        await sync_to_async(pieces.close)()
