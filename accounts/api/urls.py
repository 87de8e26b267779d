"""Addresses of the REST interface about people; below /api/v1/."""

from __future__ import annotations

from django.urls import path

from accounts.api import account, export, holidays, people, standing

urlpatterns = [
    path("account", account.Account.as_view(), name="account"),
    path("account/bot", account.Bot.as_view(), name="bot"),
    path("account/export", export.Export.as_view(), name="own_export"),
    path("account/friends", people.Friends.as_view(), name="friends"),
    path("account/holidays", holidays.Holidays.as_view(), name="holidays"),
    path("account/holidays/<str:holiday_id>", holidays.OneHoliday.as_view(), name="holiday"),
    path("account/preferences", people.Preferences.as_view(), name="preferences"),
    path("account/sanctions", standing.Sanctions.as_view(), name="sanctions"),
    path("account/sanctions/<str:sanction_id>/appeal", standing.SanctionAppeal.as_view(), name="appeal"),
    path("account/sanctions/<str:sanction_id>/read", standing.SanctionRead.as_view(), name="sanction_read"),
]
