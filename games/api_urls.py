"""Addresses of the REST interface about tables and matches; below /api/v1/."""

from __future__ import annotations

from django.urls import path

from games import api, api_finished, api_invitations, api_mails, api_reports, api_tables

urlpatterns = [
    path("games", api_tables.Games.as_view(), name="games"),
    path("tables", api_tables.Tables.as_view(), name="tables"),
    path("matches", api_tables.Running.as_view(), name="matches"),
    path("account/matches", api_tables.Own.as_view(), name="own_matches"),
    path("invitations", api_invitations.Invitations.as_view(), name="invitations"),
    path("invitations/<str:invitation_id>", api_invitations.OneInvitation.as_view(), name="invitation"),
    path("matches/<str:match_id>/invitations", api_invitations.MatchInvitations.as_view(), name="match_invitations"),
    path("reports", api_reports.Reports.as_view(), name="reports"),
    path("matches/<str:match_id>", api.MatchFrame.as_view(), name="match"),
    path("matches/<str:match_id>/requests", api.MatchRequests.as_view(), name="requests"),
    path("matches/<str:match_id>/moves", api.MatchMoves.as_view(), name="moves"),
    path("matches/<str:match_id>/chat", api.MatchChat.as_view(), name="chat"),
    path("matches/<str:match_id>/log", api.MatchLog.as_view(), name="log"),
    path("matches/<str:match_id>/rematch", api.MatchRematch.as_view(), name="rematch"),
    path("matches/<str:match_id>/mails", api_mails.MatchMails.as_view(), name="match_mails"),
    path("matches/<str:match_id>/steps", api_finished.MatchSteps.as_view(), name="match_steps"),
    path("matches/<str:match_id>/deal", api_finished.MatchDeal.as_view(), name="match_deal"),
    path("matches/<str:match_id>/record", api.MatchRecord.as_view(), name="record"),
]
