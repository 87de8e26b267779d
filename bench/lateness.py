"""How late each flip of a site's races of Red-Handed was, by their log alone: what was due is what the door says.

Runs inside a site's settings, as bench/prepare.py does: `python -P bench/lateness.py`. Prints one JSON line:
[[match, when it was written in ms since 1970, ms after it was due], …], each match's in order. A match's first flip is
left out: prepared matches have been started long before they are opened.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from games.door import clocks  # noqa: E402
from games.door.folding import fold  # noqa: E402
from games.door.loaded import Entry, fresh  # noqa: E402
from games.log.storing import entries_after, facts_of  # noqa: E402
from games.models import Match  # noqa: E402

FLIP = {"type": "flip"}
Late = tuple[str, int, int]


def flips() -> Iterator[Late]:
    """Yield (match, when, how late) of every flip."""
    for match in Match.objects.filter(game="red-handed").select_related("live"):
        yield from list(_flips_of(match))[1:]


def _flips_of(match: Match) -> Iterator[Late]:
    loaded = fresh(facts_of(match))
    for entry in entries_after(match.id, 0):
        if _is_flip(entry):
            yield match.id, entry.at, entry.at - (clocks.tick_due(loaded) or 0)
        fold(loaded, entry)


def _is_flip(entry: Entry) -> bool:
    return entry.kind == "move" and bool(entry.body["move"] == FLIP)


if __name__ == "__main__":
    print(json.dumps(list(flips())))
