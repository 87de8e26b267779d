"""No foreign page can use somebody's socket: twelve origins at every socket, with a valid cookie (E2)."""

from __future__ import annotations

import logging

import pytest
from asgiref.sync import async_to_sync

from config.asgi import sockets
from tests.games.conftest import anna, boris, in_process, match
from tests.games.socket_pages import Page, session_of

__all__ = ["anna", "boris", "in_process", "match"]
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_lane, pytest.mark.usefixtures("in_process")]
HOST = "play.example.org"
OWN = f"https://{HOST}"
FOREIGN = {
    "none": [],
    "null": ["null"],
    "another host": ["https://evil.example"],
    "a longer name": [f"{OWN}.evil.example"],
    "a name that ends as ours": [f"https://evil-{HOST}"],
    "another scheme": [f"http://{HOST}"],
    "another port": [f"{OWN}:8443"],
    "a letter that looks alike": ["https://plаy.example.org"],  # a Cyrillic one
    "that letter as browsers send it": ["https://xn--ply-7cd.example.org"],
    "upper case": [OWN.upper()],
    "two": [OWN, "https://evil.example"],
}
PATHS = {  # every address of a socket, as config.asgi has it
    "ws/matches/<str:match_id>/": "/ws/matches/{match}/",
    "ws/notices/": "/ws/notices/",
    "ws/lobby/": "/ws/lobby/",
}


@pytest.fixture(autouse=True)
def _site(settings):
    settings.ALLOWED_HOSTS, settings.HTTPS = [HOST], True


def page(path: str, match, person, origins: list[str]) -> Page:
    headers = [("host", HOST), *(("origin", origin) for origin in origins)]
    return Page(match.id, session_of(person), headers=headers, path=path.format(match=match.id))


def test_every_socket_stands_here():
    routes = [str(route.pattern) for route in sockets.routes]
    assert set(routes) == {*PATHS, ""}  # the last one has no socket at all


@pytest.mark.parametrize("path", PATHS.values())
def test_our_own_page_connects(path, match, anna, caplog):
    async def play(own: Page) -> bool:
        is_in = await own.open()
        await own.close()
        return is_in

    with caplog.at_level(logging.WARNING, "games.consumers"):
        assert async_to_sync(play)(page(path, match, anna, [OWN]))
    assert not caplog.records


@pytest.mark.parametrize("path", PATHS.values())
@pytest.mark.parametrize("origins", FOREIGN.values(), ids=FOREIGN)
def test_every_other_is_refused_at_the_handshake_and_written_down(origins, path, match, anna, caplog):
    foreign = page(path, match, anna, origins)
    with caplog.at_level(logging.WARNING, "games.consumers"):
        assert async_to_sync(foreign.open)() is False
    assert "was refused" in caplog.text
    assert path.split("/")[2] in caplog.text


def test_an_address_without_a_socket_lets_nobody_in(match, anna):
    assert async_to_sync(page("/ws/elsewhere/", match, anna, [OWN]).open)() is False


def test_what_a_foreign_page_sends_is_written_down_on_one_line(match, anna, caplog):
    with caplog.at_level(logging.WARNING, "games.consumers"):
        async_to_sync(page("/ws/lobby/", match, anna, ["https://evil.example\r\nINFO all is well"]).open)()
    assert "\n" not in caplog.records[-1].getMessage()
