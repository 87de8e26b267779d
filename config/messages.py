"""Collects the texts to translate and compiles the translations: `make messages`.

Django's makemessages knows nothing of `N_`, with which rules/ marks texts without importing Django.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import django
from django.core.management import call_command
from django.core.management.commands import makemessages

DOMAINS = ("django", "djangojs")
IGNORED = [".venv", "var", "tests", "bench", "checks"]
LOCALES = Path(__file__).resolve().parent.parent / "locale"


class Command(makemessages.Command):
    """makemessages that also takes what `N_` marks, and names files without lines, so that differences stay small."""

    xgettext_options = [*makemessages.Command.xgettext_options, "--keyword=N_", "--add-location=file"]
    msgmerge_options = [*makemessages.Command.msgmerge_options, "--add-location=file"]


def main() -> None:
    """Update locale/ for the languages named on the command line."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    LOCALES.mkdir(exist_ok=True)
    for domain in DOMAINS:
        _collect(domain, sys.argv[1:])
    call_command("compilemessages", locale=sys.argv[1:], ignore_patterns=IGNORED)


def _collect(domain: str, languages: list[str]) -> None:
    call_command(
        Command(), locale=languages, domain=domain, ignore_patterns=IGNORED, no_wrap=True, no_obsolete=True, verbosity=0
    )
    for language in languages:
        _forget_date(LOCALES / language / "LC_MESSAGES" / f"{domain}.po")


def _forget_date(path: Path) -> None:
    """Drop the instant of this run: it would differ each time, though no text did."""
    text = re.sub(r'^"POT-Creation-Date:.*\n', "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
