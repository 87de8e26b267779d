"""The app of the pages that gather."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MatchmakingConfig(AppConfig):
    """Home, lobby and what brings players to a table."""

    name = "matchmaking"
    verbose_name = _("Matchmaking")

    def ready(self) -> None:
        """Let finished matches count."""
        from games.signals import match_finished
        from matchmaking import ratings

        match_finished.connect(ratings.count)
