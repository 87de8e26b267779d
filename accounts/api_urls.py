"""Addresses of the REST interface about people; below /api/v1/."""

from __future__ import annotations

from django.urls import path

from accounts import api

urlpatterns = [
    path("account", api.Account.as_view(), name="account"),
    path("account/bot", api.Bot.as_view(), name="bot"),
]
