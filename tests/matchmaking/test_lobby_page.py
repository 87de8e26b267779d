"""What the lobby shows of a member's friends and matches."""

from __future__ import annotations

from django.test import Client
from django.utils import timezone

from accounts import friends
from accounts.models import User
from tests.games.conftest import started


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
