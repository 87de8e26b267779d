"""Addresses of our pages about people. Some stand in front of django-allauth's: config.urls includes these first."""

from __future__ import annotations

from allauth.account import views as allauth_views
from django.urls import path

from accounts import pages

app_name = "accounts"
urlpatterns = [
    path("accounts/login/", pages.login, name="login"),
    path("accounts/signup/", pages.signup, name="signup"),
    path("accounts/email/", pages.members_only(allauth_views.email), name="email"),
    path("accounts/password/change/", pages.members_only(allauth_views.password_change), name="change_password"),
    path("accounts/password/set/", pages.members_only(allauth_views.password_set), name="set_password"),
    path("accounts/guest/", pages.guest, name="guest"),
    path("account/", pages.account, name="account"),
    path("mail/", pages.mail, name="mail"),
]
