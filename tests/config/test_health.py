"""What the watchers of the site are told."""

from unittest import mock

import pytest
from django.db import InterfaceError, OperationalError

from config.cache import ForgivingRedisCache
from tests.services import free_port

pytestmark = pytest.mark.django_db


def test_a_living_process_says_ok(client):
    answer = client.get("/healthz")
    assert (answer.status_code, answer.content) == (200, b"ok")


def test_a_site_that_can_play_is_ready(client):
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, {"database": True, "hints": True})


@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
def test_without_the_database_it_is_not_ready(client, error):
    with mock.patch("config.health.connection.cursor", side_effect=error("gone")):
        answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["database"]) == (503, False)


def test_without_redis_it_still_plays(client):
    absent = ForgivingRedisCache(f"redis://127.0.0.1:{free_port()}/0", {})
    with mock.patch("config.health.cache", absent):
        answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, {"database": True, "hints": False})


def test_a_process_that_is_about_to_stop_says_so_and_lives(client):
    with mock.patch("config.health.is_leaving", return_value=True):
        answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (503, {"stops": True})
    assert client.get("/healthz").status_code == 200
