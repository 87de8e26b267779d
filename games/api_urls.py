"""Addresses of the REST interface about tables and matches; below /api/v1/."""

from __future__ import annotations

from django.urls import path

from games import api

urlpatterns = [
    path("matches/<str:match_id>", api.MatchFrame.as_view(), name="match"),
    path("matches/<str:match_id>/requests", api.MatchRequests.as_view(), name="requests"),
    path("matches/<str:match_id>/log", api.MatchLog.as_view(), name="log"),
    path("matches/<str:match_id>/rematch", api.MatchRematch.as_view(), name="rematch"),
    path("matches/<str:match_id>/record", api.MatchRecord.as_view(), name="record"),
]
