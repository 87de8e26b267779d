from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        """Let accounts move a guest's matches, part people and stop clocks, without knowing what a match is."""
        from accounts import friends, merging
        from accounts.holidays import on_change
        from games import holidays, invitations
        from games.services import move_matches

        merging.register(move_matches)
        merging.register(invitations.move_invitations)
        friends.on_block(invitations.part)
        on_change(holidays.apply_for)
