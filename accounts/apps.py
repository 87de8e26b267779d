"""The app of people: who they are, how they come in, and the mail that leaves for them."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """Wire the signals of django-allauth when Django starts."""

    name = "accounts"
    verbose_name = _("People")

    def ready(self) -> None:
        """Let what people have chosen come along when a guest turns out to be a member, and hear of mail that fails."""
        from anymail.signals import tracking

        from accounts import bounces, friends, holidays, logins, merging, preferences
        from accounts.moderation import roles

        roles.watch_groups()
        logins.watch()
        merging.register(preferences.move_preferences)
        merging.register(friends.move_blocks)
        merging.register(holidays.move_holidays)
        tracking.connect(bounces.note_event)
