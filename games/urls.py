"""Addresses of the pages of matches and rules."""

from __future__ import annotations

from django.urls import path

from games.mail import log_pages
from games.mail import pages as mail_pages
from games.pages import invitations, matches, staff

app_name = "games"
urlpatterns = [
    path("tables/new/<slug:game>/", matches.open_table, name="open"),
    path("play/<slug:game>/", matches.play_now, name="play_now"),
    path("m/<str:match_id>/", matches.match, name="match"),
    path("m/<str:match_id>/rematch/", matches.rematch, name="rematch"),
    path("m/<str:match_id>/rematch/decline/", matches.decline_rematch, name="decline_rematch"),
    path("m/<str:match_id>/invite/", invitations.invite, name="invite"),
    path("m/<str:match_id>/replay/", matches.replay, name="replay"),
    path("m/<str:match_id>/steps.json", matches.steps, name="steps"),
    path("m/<str:match_id>/record.json", matches.record, name="record"),
    path("m/<str:match_id>/deal/", matches.deal, name="deal"),
    path("m/<str:match_id>/deal.json", matches.deal_steps, name="deal_steps"),
    path("invitations/<int:pk>/decline/", invitations.decline, name="decline_invitation"),
    path("i/<str:token>/", invitations.mailed, name="invitation"),
    path("i/<str:token>/never/", invitations.never_mail, name="never_mail"),
    path("m/<str:match_id>/mail/", mail_pages.mail_choice, name="mail_choice"),
    path("mail/less/<str:token>/", mail_pages.less_mail, name="less_mail"),
    path("mail/<str:token>/", mail_pages.mailed_move, name="mailed_move"),
    path("account/mails/", log_pages.own_log, name="mail_log"),
    path("staff/matches/<str:match_id>/<slug:tool>/", staff.intervene, name="intervene"),
    path("staff/mails/", log_pages.whole_log, name="whole_mail_log"),
    path("my/matches/", matches.mine, name="mine"),
    path("rules/", matches.all_rules, name="all_rules"),
    path("rules/<slug:game>/", matches.rules, name="rules"),
]
