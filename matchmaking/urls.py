"""Addresses of the pages that gather; home itself is named without a namespace in config/urls.py."""

from __future__ import annotations

from django.urls import path

from matchmaking import pages

app_name = "matchmaking"
urlpatterns = [
    path("lobby/", pages.lobby, name="lobby"),
    path("lobby/tables/", pages.tables, name="tables"),
]
