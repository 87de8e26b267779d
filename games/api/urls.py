"""Addresses of the REST interface about tables and matches; below /api/v1/."""

from __future__ import annotations

from django.urls import path

from games.api import finished, invitations, mails, matches, reports, tables

urlpatterns = [
    path("games", tables.Games.as_view(), name="games"),
    path("tables", tables.Tables.as_view(), name="tables"),
    path("matches", tables.Running.as_view(), name="matches"),
    path("account/matches", tables.Own.as_view(), name="own_matches"),
    path("invitations", invitations.Invitations.as_view(), name="invitations"),
    path("invitations/<str:invitation_id>", invitations.OneInvitation.as_view(), name="invitation"),
    path("matches/<str:match_id>/invitations", invitations.MatchInvitations.as_view(), name="match_invitations"),
    path("reports", reports.Reports.as_view(), name="reports"),
    path("matches/<str:match_id>", matches.MatchFrame.as_view(), name="match"),
    path("matches/<str:match_id>/requests", matches.MatchRequests.as_view(), name="requests"),
    path("matches/<str:match_id>/moves", matches.MatchMoves.as_view(), name="moves"),
    path("matches/<str:match_id>/chat", matches.MatchChat.as_view(), name="chat"),
    path("matches/<str:match_id>/log", matches.MatchLog.as_view(), name="log"),
    path("matches/<str:match_id>/rematch", matches.MatchRematch.as_view(), name="rematch"),
    path("matches/<str:match_id>/mails", mails.MatchMails.as_view(), name="match_mails"),
    path("matches/<str:match_id>/steps", finished.MatchSteps.as_view(), name="match_steps"),
    path("matches/<str:match_id>/deal", finished.MatchDeal.as_view(), name="match_deal"),
    path("matches/<str:match_id>/record", matches.MatchRecord.as_view(), name="record"),
]
