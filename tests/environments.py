"""What the settings are in another environment, without the seconds that a process of Django's takes to start."""

from __future__ import annotations

import os
import runpy
from collections.abc import Mapping
from types import SimpleNamespace
from unittest import mock

from tests.stack import ROOT


def settings_in(environment: Mapping[str, str]) -> SimpleNamespace:
    """Return the settings as config/settings.py makes them in exactly this environment."""
    with mock.patch.dict(os.environ, environment, clear=True):
        found = runpy.run_path(str(ROOT / "config" / "settings.py"))
    return SimpleNamespace(**{name: value for name, value in found.items() if name.isupper()})
