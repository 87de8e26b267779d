from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        """Let accounts move a guest's matches without knowing what a match is."""
        from accounts import merging
        from games.services import move_matches

        merging.register(move_matches)
