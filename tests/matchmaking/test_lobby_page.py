"""What the lobby shows of a member's friends and matches."""

from __future__ import annotations

import re

from django.test import Client
from django.utils import timezone

from accounts import friends
from accounts.models import User
from games.tables import listed
from tests.games.conftest import make_user, open_for, started


def lobby_of(user: User) -> str:
    browser = Client()
    browser.force_login(user)
    return browser.get("/lobby/").content.decode()


def test_a_friend_who_is_here_can_be_asked_to_play_from_the_lobby(anna, boris):
    asking = "/tables/new/sequence/?with=anna"
    friends.ask_friendship(anna, boris)
    friends.accept_friendship(boris, anna)
    assert asking not in lobby_of(boris)
    User.objects.filter(pk=anna.pk).update(seen_at=timezone.now())
    assert asking in lobby_of(boris)
    friends.end_friendship(boris, anna)
    assert asking not in lobby_of(boris)


def test_of_a_race_no_card_says_whose_turn_it_is(anna, boris):
    started(anna, boris, game="blitz")
    assert "turn</span>" not in lobby_of(anna)
    started(anna, boris, game="sequence")
    assert "Your turn</span>" in lobby_of(anna) + lobby_of(boris)
    assert "Their turn</span>" in lobby_of(anna) + lobby_of(boris)


def cards_in(page: str) -> list[str]:
    return re.findall(r'data-id="(\w+)"', page)


def test_without_scripts_the_address_narrows_the_lists(client, anna, boris):
    clara = make_user()
    blitz, sequence = open_for(anna, game="blitz"), open_for(boris)
    going = started(clara, boris, game="blitz")
    started(clara, boris)
    page = client.get("/lobby/?only=blitz").content.decode()
    assert cards_in(page) == [blitz.id, going.id]
    assert '<option value="blitz" selected>' in page
    assert sequence.id in cards_in(client.get("/lobby/").content.decode())
    none = client.get("/lobby/?only=diamoniak&free=3").content.decode()
    assert cards_in(none) == []
    assert '<p class="empty" data-none>' in none
    assert '<p class="empty" data-empty="open" hidden>' in none


def test_the_lobby_says_when_a_list_is_cut(client, anna, boris, monkeypatch):
    open_for(anna)
    assert 'data-cut="open" hidden' in client.get("/lobby/").content.decode()
    open_for(boris)
    monkeypatch.setattr(listed, "SHOWN", 1)
    page = client.get("/lobby/").content.decode()
    assert 'data-cut="open">' in page
    assert 'data-cut="live" hidden' in page
    assert "Choose a game" in page
    home = client.get("/").content.decode()
    assert 'data-cut="open"><a href="/lobby/">' in home  # there is nothing to choose by
    assert "Choose a game" not in home
