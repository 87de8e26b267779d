"""Addresses of the pages of matches and rules."""

from __future__ import annotations

from django.urls import path

from games import invitation_pages, pages, staff_pages
from games.mail import log_pages
from games.mail import pages as mail_pages

app_name = "games"
urlpatterns = [
    path("tables/new/<slug:game>/", pages.open_table, name="open"),
    path("play/<slug:game>/", pages.play_now, name="play_now"),
    path("m/<str:match_id>/", pages.match, name="match"),
    path("m/<str:match_id>/rematch/", pages.rematch, name="rematch"),
    path("m/<str:match_id>/rematch/decline/", pages.decline_rematch, name="decline_rematch"),
    path("m/<str:match_id>/invite/", invitation_pages.invite, name="invite"),
    path("m/<str:match_id>/replay/", pages.replay, name="replay"),
    path("m/<str:match_id>/steps.json", pages.steps, name="steps"),
    path("m/<str:match_id>/record.json", pages.record, name="record"),
    path("m/<str:match_id>/deal/", pages.deal, name="deal"),
    path("m/<str:match_id>/deal.json", pages.deal_steps, name="deal_steps"),
    path("invitations/<int:pk>/decline/", invitation_pages.decline, name="decline_invitation"),
    path("i/<str:token>/", invitation_pages.mailed, name="invitation"),
    path("i/<str:token>/never/", invitation_pages.never_mail, name="never_mail"),
    path("m/<str:match_id>/mail/", mail_pages.mail_choice, name="mail_choice"),
    path("mail/less/<str:token>/", mail_pages.less_mail, name="less_mail"),
    path("mail/<str:token>/", mail_pages.mailed_move, name="mailed_move"),
    path("account/mails/", log_pages.own_log, name="mail_log"),
    path("staff/matches/<str:match_id>/<slug:tool>/", staff_pages.intervene, name="intervene"),
    path("staff/mails/", log_pages.whole_log, name="whole_mail_log"),
    path("my/matches/", pages.mine, name="mine"),
    path("rules/", pages.all_rules, name="all_rules"),
    path("rules/<slug:game>/", pages.rules, name="rules"),
]
