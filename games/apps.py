from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        """Let accounts move a guest's matches, part people, stop clocks and send our mail, and know no match."""
        from anymail.signals import inbound
        from django.core.checks import register

        from accounts import friends, logins, merging, preferences
        from accounts.bot_accounts import before_turning
        from accounts.holidays import on_change, puts_off
        from accounts.mailing import bounces, mailmakers
        from accounts.moderation import evidence as reported
        from accounts.moderation import roles, sanctions
        from games import departures, live, privacy
        from games.bots import others
        from games.clocks import holidays
        from games.mail import checks
        from games.mail.incoming import posted, webhook
        from games.mail.outgoing import again, making, outbox, posting
        from games.moderation import evidence, standing
        from games.services import move_matches
        from games.serving import partings
        from games.signals import match_finished, match_stopped
        from games.tables import invitations

        privacy.register()
        live.listen(departures.RENAMED, departures.show_new_name)
        reported.register(evidence.MATCH, evidence.Matches())
        reported.register(evidence.LINE, evidence.Lines())
        merging.register(move_matches)
        merging.register(invitations.move_invitations)
        friends.on_block(invitations.part)
        mailmakers.register(outbox.MAKER, making.make)
        match_finished.connect(posting.post_ends)
        match_stopped.connect(posting.post_ends)
        on_change(holidays.apply_for)
        puts_off(holidays.is_counted)
        sanctions.on_change(standing.follow)
        roles.before_judging(standing.need_no_match_together)
        logins.on_end(partings.tell)
        before_turning(others.need_none_going_on)
        preferences.on_kept(again.remind_anew)
        bounces.on_confirmed(again.mail_again)
        inbound.connect(webhook.take_in)
        posted.install()
        register(checks.check_links)
        register(checks.check_answers)
        register(checks.check_provider)
