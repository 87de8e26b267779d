"""`manage.py role NAME moderator --why "…"`: gives somebody a role, or takes it away with `none`."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts import selectors
from accounts.models import Role
from accounts.moderation import roles, trail
from accounts.refusals import Refused


class Command(BaseCommand):
    help = "Makes somebody a moderator or an administrator, or neither; it is written down with the reason."

    def add_arguments(self, parser: CommandParser) -> None:
        """Who, what, why."""
        parser.add_argument("name")
        parser.add_argument("role", choices=[*Role.values, "none"])
        parser.add_argument("--why", required=True)

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it and say so."""
        person = selectors.person_named(options["name"])
        if person is None:
            raise CommandError(f"Nobody is called {options['name']}.")
        role = "" if options["role"] == "none" else options["role"]
        try:
            roles.set_role(None, person, role, why=options["why"], via=trail.COMMAND)
        except Refused as refusal:
            raise CommandError(refusal.message) from refusal
        self.stdout.write(f"{person.username}: {options['role']}")
