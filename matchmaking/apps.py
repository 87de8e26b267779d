"""The app of the pages that gather."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MatchmakingConfig(AppConfig):
    """Home, lobby and what brings players to a table."""

    name = "matchmaking"
    verbose_name = _("Matchmaking")

    def ready(self) -> None:
        """Let finished matches count and be kept in histories, and the clock look after those who wait."""
        from accounts import merging
        from accounts.bot_accounts import before_turning
        from accounts.moderation import sanctions
        from games import annulled, notices, strengths
        from games.api import whereabouts
        from games.clocks import errands
        from games.pages import staff_tools
        from games.signals import match_finished
        from matchmaking import annulling, history, privacy, ratings
        from matchmaking.errands import send_to_pairing, settle_tables
        from matchmaking.selectors import open_tickets_of
        from matchmaking.standings import strengths_of
        from matchmaking.tickets import end_waiting, keep_here, move_tickets

        privacy.register()
        match_finished.connect(ratings.count)
        before_turning(ratings.need_no_rating)
        match_finished.connect(history.note)
        merging.register(history.move_history)
        merging.register(move_tickets)
        sanctions.on_change(end_waiting)
        errands.register(settle_tables)
        errands.register(send_to_pairing)
        notices.tell_also("tickets", open_tickets_of)
        strengths.tell_by(strengths_of)
        annulled.tell_by(annulling.annulled_among)
        whereabouts.tell_here(keep_here)
        staff_tools.register(annulling.TOOL)
