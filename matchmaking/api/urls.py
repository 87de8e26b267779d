"""Addresses of the REST interface about tickets, ratings and histories; below /api/v1/."""

from __future__ import annotations

from django.urls import path

from matchmaking.api import matching

urlpatterns = [
    path("tickets", matching.Tickets.as_view(), name="tickets"),
    path("tickets/<str:ticket_id>", matching.Ticket.as_view(), name="ticket"),
    path("people/<str:name>", matching.Person.as_view(), name="person"),
    path("people/<str:name>/matches", matching.History.as_view(), name="history"),
    path("leaderboards/<str:game>", matching.Leaderboard.as_view(), name="leaderboard"),
    path("matches/<str:match_id>/ratings", matching.MatchRatings.as_view(), name="match_ratings"),
]
