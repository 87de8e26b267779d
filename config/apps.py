"""The wiring as an app of Django's: so that its checks are known to every command."""

from __future__ import annotations

from django.apps import AppConfig


class SiteConfig(AppConfig):
    """Register the checks that look at the settings as a whole, and show a lasting process's measures."""

    name = "config"

    def ready(self) -> None:
        """Have the checks run with Django's own, and open the page of measures."""
        from config import checks, metrics

        checks.register()
        metrics.serve()
