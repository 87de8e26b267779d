"""Addresses of the REST interface about people; below /api/v1/."""

from __future__ import annotations

from django.urls import path

from accounts import api, api_people

urlpatterns = [
    path("account", api.Account.as_view(), name="account"),
    path("account/bot", api.Bot.as_view(), name="bot"),
    path("account/friends", api_people.Friends.as_view(), name="friends"),
    path("account/preferences", api_people.Preferences.as_view(), name="preferences"),
]
