"""All that is held of a person, as one zip: a JSON file a kind of thing, whole records of matches, and a README.

It is made while it is sent, a row or a match at a time, so that it takes no more memory for who has played thousands.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Iterable, Iterator
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.template.loader import render_to_string
from django.utils import timezone

from accounts.limits import Limit
from accounts.models import User
from accounts.privacy import holdings
from accounts.privacy.holdings import File, Told

LIMIT = Limit("export", 2, 24 * 3600)  # of one person; told on the page
_CHUNK = 200  # rows read at one time
_PIECE = 32_768  # bytes that are sent at one time


def zip_of(user: User) -> Generator[bytes]:
    """Yield the export of a person piece by piece, in the language that is active at each step."""
    return zipped(files_of(user))


def files_of(user: User) -> Iterator[File]:
    """Yield all files of the export: their names, and their text in pieces."""
    yield "README.txt", [readme(user)]
    for kind in holdings.told.values():
        yield f"{kind.file}.json", _list_of(kind, user)
    yield from holdings.files_of(user)


def readme(user: User) -> str:
    """Return what says what the files are, in the active language."""
    return render_to_string("legal/export.txt", {"user": user, "at": timezone.now(), "limit": LIMIT})


def _list_of(kind: Told, user: User) -> Iterator[str]:
    """Yield the rows of one kind as a JSON list, one a line."""
    before = "["
    for row in kind.rows(user).iterator(chunk_size=_CHUNK):
        yield f"{before}\n{json.dumps(kind.tell(row), ensure_ascii=False)}"
        before = ","
    yield "[]\n" if before == "[" else "\n]\n"


class _Sink:
    """A file that is only written to: what it holds is taken away again and again."""

    def __init__(self) -> None:
        self._held = bytearray()

    def write(self, data: bytes) -> int:
        """Take some bytes."""
        self._held += data
        return len(data)

    def flush(self) -> None:
        """Nothing is to be flushed."""

    def close(self) -> None:
        """Nothing is to be closed."""

    def taken(self, least: int = 1) -> Iterator[bytes]:
        """Yield what has come since the last time, if it is so much."""
        if len(self._held) >= least:
            yield bytes(self._held)
            self._held.clear()


def zipped(files: Iterable[File]) -> Generator[bytes]:
    """Yield a zip of these files; none of them is ever held whole."""
    sink, now = _Sink(), timezone.now().timetuple()[:6]
    with ZipFile(sink, "w", ZIP_DEFLATED) as archive:
        for name, pieces in files:
            info = ZipInfo(name, now)
            info.compress_type = ZIP_DEFLATED
            with archive.open(info, "w") as entry:
                for piece in pieces:
                    entry.write(piece.encode())
                    yield from sink.taken(_PIECE)
    yield from sink.taken()
