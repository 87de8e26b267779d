"""What the lobby shows of the people whom a member knows."""

from __future__ import annotations

from django.test import Client
from django.utils import timezone

from accounts import friends
from accounts.models import User


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
