"""Addresses of the pages for those who look after the site; below /staff/."""

from __future__ import annotations

from django.urls import path

from accounts import staff_deeds, staff_pages

urlpatterns = [
    path("", staff_deeds.desk, name="desk"),
    path("cases/", staff_pages.case_list, name="cases"),
    path("cases/<int:pk>/", staff_pages.case, name="case"),
    path("cases/<int:pk>/claim/", staff_pages.claim, name="claim_case"),
    path("cases/<int:pk>/release/", staff_pages.release, name="release_case"),
    path("cases/<int:pk>/close/", staff_pages.close, name="close_case"),
    path("appeals/<int:pk>/", staff_deeds.decide, name="decide_appeal"),
    path("sanctions/<int:pk>/lift/", staff_deeds.lift, name="lift_sanction"),
    path("people/<path:name>/sanction/", staff_deeds.lay, name="lay_sanction"),
    path("people/<path:name>/", staff_pages.person, name="staff_person"),
]
