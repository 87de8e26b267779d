"""Addresses of the pages that gather; home itself is named without a namespace in config/urls.py."""

from __future__ import annotations

from django.urls import path

from matchmaking import pages, profile_pages

app_name = "matchmaking"
urlpatterns = [
    path("lobby/", pages.lobby, name="lobby"),
    path("lobby/quick/", pages.quick, name="quick"),
    path("lobby/tickets/<int:ticket_id>/cancel/", pages.cancel, name="cancel"),
    path("people/<path:name>/matches/", profile_pages.matches, name="history"),
    path("people/<path:name>/", profile_pages.profile, name="profile"),
    path("leaderboards/", profile_pages.leaderboards, name="leaderboards"),
    path("leaderboards/<slug:game>/", profile_pages.leaderboard, name="leaderboard"),
    path("m/<str:match_id>/ratings.json", profile_pages.match_ratings, name="match_ratings"),
]
