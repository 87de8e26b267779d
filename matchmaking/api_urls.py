"""Addresses of the REST interface about tickets, ratings and histories; below /api/v1/."""

from __future__ import annotations

from django.urls import path

from matchmaking import api

urlpatterns = [
    path("tickets", api.Tickets.as_view(), name="tickets"),
    path("tickets/<str:ticket_id>", api.Ticket.as_view(), name="ticket"),
    path("people/<str:name>", api.Person.as_view(), name="person"),
    path("people/<str:name>/matches", api.History.as_view(), name="history"),
    path("leaderboards/<str:game>", api.Leaderboard.as_view(), name="leaderboard"),
    path("matches/<str:match_id>/ratings", api.MatchRatings.as_view(), name="match_ratings"),
]
