"""The file of a backup: a zip with the database as its own tool writes it, and what it is, with a checksum.

Any unzip opens it, so that nobody needs this program to get at their data. It exists under its name only when all of it
is on disk.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, cast
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

import msgspec

FORMAT = 1
ABOUT, DATABASE = "about.json", "database"
PART = ".part"  # the end of the name under which a backup is written
CHUNK = 1 << 20
Pour = Callable[[IO[bytes]], object]
_BROKEN = (BadZipFile, zlib.error, EOFError, KeyError, NotImplementedError, RuntimeError, msgspec.DecodeError)


class BackupError(Exception):
    """What keeps a backup from being taken or restored, as a sentence for the operator."""


class Origin(msgspec.Struct, frozen=True):
    """What a backup is of: database and version, all migrations that had been applied, a mark of SECRET_KEY."""

    vendor: str
    version: str
    migrations: list[str]
    key: str


class About(msgspec.Struct, frozen=True):
    """What stands beside the database in the file. `digest`: SHA-256 of its bytes."""

    format: int
    made_at: datetime
    origin: Origin
    size: int
    digest: str


def write(path: Path, origin: Origin, pour: Pour) -> About:
    """Write a backup of what `pour` writes; raises BackupError where there is such a file, or OSError.

    Under a name of its own until all of it is on disk; whatever goes wrong, no half of a backup stays.
    """
    if path.exists():
        raise BackupError(f"{path} is there already. Choose another name.")
    draft = path.with_name(f".{path.name}.{os.getpid()}{PART}")
    try:
        with open(os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "w+b") as file:
            about = _fill(file, origin, pour)
            file.flush()
            os.fsync(file.fileno())
        draft.rename(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)
    return about


def _fill(file: IO[bytes], origin: Origin, pour: Pour) -> About:
    made_at = datetime.now(UTC)
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        with archive.open(DATABASE, "w", force_zip64=True) as entry:
            counted = _Counted(entry)
            pour(cast(IO[bytes], counted))
        about = About(FORMAT, made_at, origin, counted.size, counted.sum.hexdigest())
        archive.writestr(ABOUT, msgspec.json.format(msgspec.json.encode(about)))
    return about


def sync_folder(folder: Path) -> None:
    """Have the names in a folder on disk, and not only what stands in its files."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


class _Counted:
    """A file to write to that knows how much it got, and its checksum."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file, self.size, self.sum = file, 0, hashlib.sha256()

    def write(self, data: bytes) -> int:
        self.size += len(data)
        self.sum.update(data)
        return self._file.write(data)


def read_about(path: Path) -> About:
    """Return what a file says of itself, without a look at the database in it; raises BackupError."""
    with _opened(path) as archive:
        return _about(path, archive)


def verify(path: Path) -> About:
    """Return what a file says of itself after every byte of it was read; raises BackupError where one is wrong."""
    with _opened(path) as archive:
        about = _about(path, archive)
        counted = _Counted(open(os.devnull, "wb"))  # noqa: SIM115 - closed below
        with counted._file, archive.open(DATABASE) as entry:
            shutil.copyfileobj(entry, cast(IO[bytes], counted), CHUNK)
        if (counted.size, counted.sum.hexdigest()) != (about.size, about.digest):
            raise BadZipFile("the checksum differs")
        return about


@contextmanager
def database_of(path: Path) -> Iterator[IO[bytes]]:
    """Give the database in a file to be read."""
    with _opened(path) as archive, archive.open(DATABASE) as entry:
        yield entry


@contextmanager
def _opened(path: Path) -> Iterator[ZipFile]:
    try:
        with ZipFile(path) as archive:
            yield archive
    except OSError as error:
        raise BackupError(f"{path} cannot be read: {error.strerror or error}") from error
    except _BROKEN as error:
        told = f"{path} is no backup, or it was cut or changed: {error}. Take another one."
        raise BackupError(told) from error


def _about(path: Path, archive: ZipFile) -> About:
    text = archive.read(ABOUT)
    if msgspec.json.decode(text, type=dict[str, object]).get("format") != FORMAT:
        raise BackupError(f"{path} was made by a newer version of Quintet. Restore it with that one.")
    return msgspec.json.decode(text, type=About)
