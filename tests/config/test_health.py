"""What the watchers of the site are told."""

import threading
import time
from unittest import mock

import pytest
from django.db import InterfaceError, OperationalError

from config import health
from config.cache import ForgivingRedisCache
from tests.services import free_port

pytestmark = pytest.mark.django_db


@pytest.fixture
def patient(monkeypatch):
    """A busy machine may take its time where not the time is looked at."""
    monkeypatch.setattr(health, "PATIENCE", 60)


def test_a_living_process_says_ok(client):
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok")


def test_a_site_that_can_play_is_ready(client, patient):
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, {"database": True, "hints": True, "draining": False})


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_who_asks_from_beside_the_server_needs_neither_the_sites_name_nor_tls(client, patient, settings, path):
    settings.ALLOWED_HOSTS, settings.SECURE_SSL_REDIRECT = ["play.example.org"], True
    for host in ("127.0.0.1:8101", "play.example.org", "10.0.0.7"):
        assert client.get(path, headers={"Host": host}).status_code == 200
    assert client.get("/", headers={"Host": "127.0.0.1:8101"}).status_code == 400


@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
def test_without_the_database_it_is_not_ready(client, patient, error):
    with mock.patch("config.health.connection", mock.Mock(cursor=mock.Mock(side_effect=error("gone")))):
        answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["database"]) == (503, False)


def test_without_its_tables_it_is_not_ready(client, patient, monkeypatch):
    monkeypatch.setitem(health._state, "migrated", False)
    with mock.patch("config.health.MigrationExecutor") as executor:
        executor.return_value.migration_plan.return_value = ["0001"]
        assert client.get("/readyz").status_code == 503
        executor.return_value.migration_plan.return_value = []
        assert client.get("/readyz").status_code == 200


def test_while_it_drains_it_is_not_ready(client, patient, monkeypatch):
    monkeypatch.setitem(health._state, "draining", False)
    health.start_draining()
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["draining"]) == (503, True)


def test_a_database_that_hangs_is_asked_once_and_waited_for_a_moment(client, monkeypatch):
    hanging, asked = threading.Event(), []
    monkeypatch.setattr(health, "PATIENCE", 0.1)
    monkeypatch.setattr(health, "_database", health.Question(lambda: asked.append(1) or hanging.wait(60)))
    before = time.monotonic()
    answers = [client.get("/readyz") for _ in range(5)]
    assert {answer.status_code for answer in answers} == {503}
    assert len(asked) == 1
    assert time.monotonic() - before < 30  # of hangs of 60 s
    hanging.set()
    health._database.put()[0].wait(60)


def test_without_redis_it_still_plays(client, patient):
    absent = ForgivingRedisCache(f"redis://127.0.0.1:{free_port()}/0", {})
    with mock.patch("config.health.cache", absent):
        answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, {"database": True, "hints": False, "draining": False})
