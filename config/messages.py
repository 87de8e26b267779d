"""Collects the texts to translate and compiles the translations: `make messages`.

Django's makemessages knows nothing of `N_`, with which rules/ marks texts without importing Django.
"""

from __future__ import annotations

import os
import sys

import django
from django.core.management import call_command
from django.core.management.commands import makemessages

IGNORED = [".venv", "var", "static-built", "tests", "bench", "checks"]


class Command(makemessages.Command):
    """makemessages that also takes what `N_` marks."""

    xgettext_options = [*makemessages.Command.xgettext_options, "--keyword=N_"]


def main() -> None:
    """Update locale/ for the languages named on the command line."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    os.makedirs("locale", exist_ok=True)
    for domain in ("django", "djangojs"):
        call_command(Command(), locale=sys.argv[1:], domain=domain, ignore_patterns=IGNORED, no_wrap=True)
    call_command("compilemessages", locale=sys.argv[1:], ignore_patterns=IGNORED)


if __name__ == "__main__":
    main()
