"""What DATABASE_URL says of the connection holds for every connection: its encryption, above all."""

from __future__ import annotations

import asyncio
from typing import Any

import psycopg
import pytest
from django.db import connections
from django.db.backends.postgresql.base import DatabaseWrapper

from config import settings
from config.database import database
from games.serving.recorder import PostgresWriter

TOLD = {"sslmode": "verify-full", "sslrootcert": "/etc/ssl/ours.pem"}
URL = "postgres://anna:word@db.example:5432/quintet?sslmode=verify-full&sslrootcert=/etc/ssl/ours.pem"


@pytest.fixture
def address(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", URL)


@pytest.mark.parametrize("pooled", ["on", "off"])
def test_djangos_connections_are_encrypted_as_the_address_says(address, monkeypatch, pooled):
    """A pool has options of its own beside these, not in their place."""
    monkeypatch.setenv("DB_POOL", pooled)
    options = database(settings.env, settings.VAR_DIR)["OPTIONS"]
    assert {name: options.get(name) for name in TOLD} == TOLD
    assert ("pool" in options) == (pooled == "on")


@pytest.mark.parametrize("pooled", ["on", "off"])
def test_a_database_whose_machine_is_gone_is_not_waited_for_for_hours(address, monkeypatch, pooled):
    monkeypatch.setenv("DB_POOL", pooled)
    monkeypatch.setenv("DATABASE_URL", URL + "&connect_timeout=7")
    options = database(settings.env, settings.VAR_DIR)["OPTIONS"]
    assert options["connect_timeout"] == 7, "what the address says goes before ours"
    assert options["tcp_user_timeout"] <= 60_000
    assert options["keepalives_idle"] + options["keepalives_interval"] * options["keepalives_count"] <= 60


@pytest.mark.parametrize("more", ["", "&connect_timeout=7&options=-c%20statement_timeout%3D5000"])
def test_the_recorders_connection_is_encrypted_as_the_address_says(address, monkeypatch, more):
    """It is the one that moves are written by. What is only Django's is not handed to it."""
    monkeypatch.setenv("DATABASE_URL", URL + more)
    asked: dict[str, Any] = {}

    async def connect(**parameters: Any) -> None:
        asked.update(parameters)
        raise psycopg.OperationalError("nobody is there")

    wrapper = DatabaseWrapper(connections["default"].settings_dict | database(settings.env, settings.VAR_DIR))
    monkeypatch.setattr("games.serving.recorder.connections", {"default": wrapper})
    monkeypatch.setattr(psycopg.AsyncConnection, "connect", connect)
    with pytest.raises(psycopg.OperationalError):
        asyncio.run(PostgresWriter().write([]))
    assert {name: asked.get(name) for name in ("host", "dbname", "user", *TOLD)} == TOLD | {
        "host": "db.example", "dbname": "quintet", "user": "anna",
    }  # fmt: skip
    assert asked["autocommit"] is True
    assert asked["connect_timeout"] == 2
    assert not asked.keys() & {"context", "cursor_factory", "prepare_threshold", "pool"}
    assert ("options" in asked) == bool(more)
