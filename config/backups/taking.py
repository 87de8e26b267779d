"""Takes backups: which file, of what, and how many of them stay."""

from __future__ import annotations

import time
import tomllib
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType

from django.conf import settings
from django.db import Error, connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils.crypto import salted_hmac

from config.backups import package, postgres, sqlite
from config.backups.package import About, BackupError, Origin

STORES: dict[str, ModuleType] = {"postgresql": postgres, "sqlite": sqlite}
NAMED = "quintet-*.zip"  # those in a folder, whose names sort as they were made
LEFT_OVER = 24 * 3600  # s after which nobody writes a part any more: a kill has left it


def take(path: Path) -> About:
    """Take a backup into a file; raises BackupError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with STORES[connection.vendor].moment(path.parent) as pour:
            return package.write(path, _origin(), pour)
    except OSError as error:
        raise BackupError(f"{path} cannot be written: {error.strerror or error}") from error
    except Error as error:
        raise BackupError(f"The database does not answer: {str(error).strip()}") from error


def new_name(folder: Path) -> Path:
    """Return the name of a backup that is taken now into a folder."""
    return folder / f"quintet-{datetime.now(UTC):%Y%m%d-%H%M%S}.zip"


def newest(folder: Path) -> Path | None:
    """Return the last backup in a folder, or None."""
    return max(folder.glob(NAMED), default=None)


def forget_old(folder: Path, keep: int) -> int:
    """Delete all but the newest backups of a folder, and what kills have left there; return how many backups went."""
    old = sorted(folder.glob(NAMED))[:-keep]
    for path in [*old, *(part for part in folder.glob(f".*{package.PART}") if _is_left_over(part))]:
        path.unlink(missing_ok=True)
    return len(old)


def _is_left_over(part: Path) -> bool:
    return part.stat().st_mtime < time.time() - LEFT_OVER


def _origin() -> Origin:
    return Origin(connection.vendor, version(), applied(), mark_of(settings.SECRET_KEY))


def applied() -> list[str]:
    """Return the migrations that the database has, as "app.name"."""
    return sorted(f"{app}.{name}" for app, name in MigrationRecorder(connection).applied_migrations())


def version() -> str:
    """Return the version of this program."""
    project = tomllib.loads((settings.BASE_DIR / "pyproject.toml").read_text())["project"]
    return str(project["version"])


def mark_of(key: str) -> str:
    """Return by what a SECRET_KEY is known again, and cannot be guessed."""
    return salted_hmac("config.backups", "mark", secret=key, algorithm="sha256").hexdigest()
