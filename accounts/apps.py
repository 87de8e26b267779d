"""The app of people: who they are, how they come in, and the mail that leaves for them."""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """Tell the parts of this app, and the libraries below it, of one another when Django starts."""

    name = "accounts"
    verbose_name = _("People")

    def ready(self) -> None:
        """Register what exports, deletions, mergings and mails need; hear of log-ins, of mail that fails, of roles."""
        from anymail.signals import tracking
        from django.contrib.auth.signals import user_logged_out

        from accounts import friends, holidays, login_log, logins, merging, preferences
        from accounts.mailing import bounces, mailmakers
        from accounts.moderation import auditing, merged, roles, second_factor, telling
        from accounts.privacy import erasing, own, retention

        own.register()
        erasing.register()
        retention.register_own()
        roles.watch_groups()
        auditing.watch()
        second_factor.watch()
        login_log.watch()
        merging.register(preferences.move_preferences)
        merging.register(friends.move_blocks)
        merging.register(holidays.move_holidays)
        merging.register(merged.move_record)
        mailmakers.register(telling.MAKER, telling.make)
        tracking.connect(bounces.note_event)
        user_logged_out.connect(logins.note_logout)
