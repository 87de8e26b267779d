"""Addresses of the pages for those who look after the site; below /staff/."""

from __future__ import annotations

from django.urls import path

from accounts.staff import deeds, desk

urlpatterns = [
    path("", deeds.desk, name="desk"),
    path("cases/", desk.case_list, name="cases"),
    path("cases/<int:pk>/", desk.case, name="case"),
    path("cases/<int:pk>/claim/", desk.claim, name="claim_case"),
    path("cases/<int:pk>/release/", desk.release, name="release_case"),
    path("cases/<int:pk>/close/", desk.close, name="close_case"),
    path("appeals/<int:pk>/", deeds.decide, name="decide_appeal"),
    path("sanctions/<int:pk>/lift/", deeds.lift, name="lift_sanction"),
    path("people/<path:name>/sanction/", deeds.lay, name="lay_sanction"),
    path("people/<path:name>/", desk.person, name="staff_person"),
]
