"""Addresses of the REST interface about people; below /api/v1/."""

from __future__ import annotations

from django.urls import path

from accounts import api, api_export, api_holidays, api_people, api_standing

urlpatterns = [
    path("account", api.Account.as_view(), name="account"),
    path("account/bot", api.Bot.as_view(), name="bot"),
    path("account/export", api_export.Export.as_view(), name="own_export"),
    path("account/friends", api_people.Friends.as_view(), name="friends"),
    path("account/holidays", api_holidays.Holidays.as_view(), name="holidays"),
    path("account/holidays/<str:holiday_id>", api_holidays.OneHoliday.as_view(), name="holiday"),
    path("account/preferences", api_people.Preferences.as_view(), name="preferences"),
    path("account/sanctions", api_standing.Sanctions.as_view(), name="sanctions"),
    path("account/sanctions/<str:sanction_id>/appeal", api_standing.SanctionAppeal.as_view(), name="appeal"),
    path("account/sanctions/<str:sanction_id>/read", api_standing.SanctionRead.as_view(), name="sanction_read"),
]
