"""Addresses of our pages about people. Some stand in front of django-allauth's: config.urls includes these first."""

from __future__ import annotations

from allauth.account import views as allauth_views
from allauth.mfa.base import views as mfa_views
from allauth.mfa.totp import views as totp_views
from allauth.mfa.webauthn import views as webauthn_views
from django.urls import include, path

from accounts.pages import account, bots, holidays, legal, people, reports, sessions, standing, tokens
from accounts.privacy import pages as privacy_pages

app_name = "accounts"
urlpatterns = [
    path("accounts/login/", account.login, name="login"),
    path("accounts/signup/", account.signup, name="signup"),
    path("accounts/email/", account.members_only(allauth_views.email), name="email"),
    path("accounts/password/change/", account.members_only(allauth_views.password_change), name="change_password"),
    path("accounts/password/set/", account.members_only(allauth_views.password_set), name="set_password"),
    path("accounts/2fa/", account.members_only(mfa_views.index), name="factors"),
    path("accounts/2fa/authenticate/", account.second_step, name="second_step"),
    path("accounts/2fa/webauthn/login/", account.passkey, name="passkey"),
    path("accounts/2fa/totp/activate/", account.members_only(totp_views.activate_totp), name="activate_app"),
    path("accounts/2fa/webauthn/add/", account.members_only(webauthn_views.add_webauthn), name="add_passkey"),
    path("accounts/sessions/", sessions.sessions, name="sessions"),
    path("accounts/guest/", account.guest, name="guest"),
    path("accounts/standing/", standing.own_standing, name="standing"),
    path("accounts/standing/<int:sanction_id>/appeal/", standing.appeal, name="appeal"),
    path("accounts/standing/<int:sanction_id>/seen/", standing.acknowledge, name="acknowledge"),
    path("accounts/export/", privacy_pages.own_data, name="export"),
    path("accounts/delete/", privacy_pages.delete_account, name="delete"),
    path("account/", account.account, name="account"),
    path("account/mail-again/", account.mail_again, name="mail_again"),
    path("account/preferences/", people.preferences, name="preferences"),
    path("account/preferences/keep/", people.keep, name="keep"),
    path("account/holidays/", holidays.holidays, name="holidays"),
    path("account/holidays/<int:holiday_id>/end/", holidays.end, name="end_holiday"),
    path("account/tokens/", tokens.tokens, name="tokens"),
    path("account/tokens/<int:token_id>/revoke/", tokens.revoke, name="revoke_token"),
    path("account/bots/", bots.bots, name="bots"),
    path("account/reports/", reports.own_reports, name="reports"),
    path("report/<slug:about>/<path:thing>/", reports.report, name="report"),
    path("staff/", include("accounts.staff.urls")),
    path("friends/", people.friends, name="friends"),
    path("people/<path:name>/tie/", people.tie, name="tie"),
    path("faces/<path:name>.svg", people.face, name="face"),
    path("privacy/", legal.privacy, name="privacy"),
    path("terms/", legal.terms, name="terms"),
    path("contact/", legal.contact, name="contact"),
    path("mail/", account.mail, name="mail"),
    path("mail/<int:pk>/html/", account.mail_html, name="mail_html"),
]
