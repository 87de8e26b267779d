from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        """Let accounts move a guest's matches, part people, and send our mail, without knowing what a match is."""
        from anymail.signals import inbound

        from accounts import friends, mailmakers, merging
        from games import errands, invitations
        from games.mail import intake, making, outgoing, posting, webhook
        from games.services import move_matches
        from games.signals import match_finished

        merging.register(move_matches)
        merging.register(invitations.move_invitations)
        friends.on_block(invitations.part)
        mailmakers.register(outgoing.MAKER, making.make)
        match_finished.connect(posting.post_ends)
        inbound.connect(webhook.take_in)
        errands.register_tidying(intake.forget_old_mail)
