"""How the database is reached: PostgreSQL by DATABASE_URL, else a SQLite file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import environ

# A database whose machine is gone says nothing: without these the clock and workers would wait for it for hours.
_PATIENCE = {"connect_timeout": 5, "tcp_user_timeout": 30_000}  # s, ms
_PATIENCE |= {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3}  # s, s


def database(env: environ.Env, folder: Path) -> dict[str, Any]:
    """Return Django's settings of the database; SQLite's file is in `folder`, its commits survive a power cut."""
    config: dict[str, Any] = env.db_url("DATABASE_URL", default=f"sqlite:///{folder / 'quintet.sqlite3'}")
    config["CONN_MAX_AGE"] = 0  # under ASGI each request has a thread of its own: kept connections would leak
    if config["ENGINE"].endswith("sqlite3"):
        pragmas = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;"
        config["OPTIONS"] = {"transaction_mode": "IMMEDIATE", "timeout": 10, "init_command": pragmas}
        config["TEST"] = {"NAME": str(folder / "test.sqlite3")}  # a file: threads share it, memory they do not
        return config
    config["OPTIONS"] = _PATIENCE | config.get("OPTIONS", {})
    if env.bool("DB_POOL", default=False):  # web processes only; workers fork and must not inherit a pool
        pool = {"min_size": 1, "max_size": env.int("DB_POOL_SIZE", default=10)}
        pool |= {"timeout": 2, "reconnect_timeout": 2}  # s; a short patience: a database that is back is found at once
        config["OPTIONS"] |= {"pool": pool}  # beside what the address says: sslmode, say
    return config
