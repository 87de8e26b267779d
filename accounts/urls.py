"""Addresses of the pages that are ours beside those of django-allauth."""

from __future__ import annotations

from django.urls import URLPattern

app_name = "accounts"
urlpatterns: list[URLPattern] = []
