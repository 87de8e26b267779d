"""`manage.py doctor`: looks at an installation and says what to do (config.doctoring)."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from config.doctoring import look_at_all


class Command(BaseCommand):
    help = "Looks at this installation and says what to do. Ends with 1 where there is a problem."
    requires_system_checks = ()  # it says itself what they would

    def handle(self, *args: Any, **options: Any) -> None:
        """Print a line for each finding, and one below it that says what to do."""
        problems = 0
        for finding in look_at_all():
            problems += finding.verdict == "problem"
            self.stdout.write(f"{finding.verdict:8}{finding.told}")
            if finding.hint:
                self.stdout.write(f"{'':8}→ {finding.hint}")
        self.stdout.write(f"{problems or 'no'} problem{'' if problems == 1 else 's'}")
        sys.exit(int(problems > 0))
