"""Addresses of our pages about people. Some stand in front of django-allauth's: config.urls includes these first."""

from __future__ import annotations

from allauth.account import views as allauth_views
from allauth.mfa.base import views as mfa_views
from allauth.mfa.totp import views as totp_views
from allauth.mfa.webauthn import views as webauthn_views
from django.urls import include, path

from accounts import (
    bot_pages,
    holiday_pages,
    legal_pages,
    pages,
    people_pages,
    report_pages,
    session_pages,
    standing_pages,
    token_pages,
)
from accounts.privacy import pages as privacy_pages

app_name = "accounts"
urlpatterns = [
    path("accounts/login/", pages.login, name="login"),
    path("accounts/signup/", pages.signup, name="signup"),
    path("accounts/email/", pages.members_only(allauth_views.email), name="email"),
    path("accounts/password/change/", pages.members_only(allauth_views.password_change), name="change_password"),
    path("accounts/password/set/", pages.members_only(allauth_views.password_set), name="set_password"),
    path("accounts/2fa/", pages.members_only(mfa_views.index), name="factors"),
    path("accounts/2fa/authenticate/", pages.second_step, name="second_step"),
    path("accounts/2fa/webauthn/login/", pages.passkey, name="passkey"),
    path("accounts/2fa/totp/activate/", pages.members_only(totp_views.activate_totp), name="activate_app"),
    path("accounts/2fa/webauthn/add/", pages.members_only(webauthn_views.add_webauthn), name="add_passkey"),
    path("accounts/sessions/", session_pages.sessions, name="sessions"),
    path("accounts/guest/", pages.guest, name="guest"),
    path("accounts/standing/", standing_pages.own_standing, name="standing"),
    path("accounts/standing/<int:sanction_id>/appeal/", standing_pages.appeal, name="appeal"),
    path("accounts/standing/<int:sanction_id>/seen/", standing_pages.acknowledge, name="acknowledge"),
    path("accounts/export/", privacy_pages.own_data, name="export"),
    path("accounts/delete/", privacy_pages.delete_account, name="delete"),
    path("account/", pages.account, name="account"),
    path("account/mail-again/", pages.mail_again, name="mail_again"),
    path("account/preferences/", people_pages.preferences, name="preferences"),
    path("account/preferences/keep/", people_pages.keep, name="keep"),
    path("account/holidays/", holiday_pages.holidays, name="holidays"),
    path("account/holidays/<int:holiday_id>/end/", holiday_pages.end, name="end_holiday"),
    path("account/tokens/", token_pages.tokens, name="tokens"),
    path("account/tokens/<int:token_id>/revoke/", token_pages.revoke, name="revoke_token"),
    path("account/bots/", bot_pages.bots, name="bots"),
    path("account/reports/", report_pages.own_reports, name="reports"),
    path("report/<slug:about>/<path:thing>/", report_pages.report, name="report"),
    path("staff/", include("accounts.staff_urls")),
    path("friends/", people_pages.friends, name="friends"),
    path("people/<path:name>/tie/", people_pages.tie, name="tie"),
    path("faces/<path:name>.svg", people_pages.face, name="face"),
    path("privacy/", legal_pages.privacy, name="privacy"),
    path("terms/", legal_pages.terms, name="terms"),
    path("contact/", legal_pages.contact, name="contact"),
    path("mail/", pages.mail, name="mail"),
    path("mail/<int:pk>/html/", pages.mail_html, name="mail_html"),
]
