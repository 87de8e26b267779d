"""The services that the tests themselves stand on."""

import os
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
import redis

from tests.services import valkey_database

lane_with_services = pytest.mark.skipif(os.environ.get("TEST_LANE") == "sqlite", reason="this lane has no services")


@lane_with_services
def test_postgres_and_valkey_answer():
    with psycopg.connect(os.environ["DATABASE_URL"]) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)
    assert redis.Redis.from_url(os.environ["REDIS_URL"]).ping()


def test_no_test_touches_the_developers_files():
    assert Path(os.environ["VAR_DIR"]).parts[-1] != Path("var")
    assert not Path(os.environ["VAR_DIR"]).is_relative_to(Path(__file__).parent.parent)


@pytest.mark.sqlite_lane
def test_the_sqlite_lane_has_no_services(pytestconfig):
    if os.environ.get("TEST_LANE") == "sqlite":
        assert "DATABASE_URL" not in os.environ
        assert "REDIS_URL" not in os.environ


def test_a_worker_gets_a_database_of_its_own():
    assert valkey_database("redis://user:word@host:1/0", 3) == "redis://user:word@host:1/3"
    assert valkey_database("redis://host:1", 3) == "redis://host:1/3"


def test_the_keeper_ends_everything_when_its_owner_is_gone():
    environment = {k: v for k, v in os.environ.items() if k not in {"DATABASE_URL", "REDIS_URL", "TEST_LANE"}}
    keeper = subprocess.Popen(
        [sys.executable, "-m", "tests.services"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
    )
    line = keeper.stdout.readline().decode()
    folder = line.split('"VAR_DIR": "')[1].split('/var"')[0]
    assert Path(folder).is_dir()
    keeper.stdin.close()
    assert keeper.wait(20) == 0
    assert not Path(folder).exists()
