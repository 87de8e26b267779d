"""In which order tests run, and which of them stay together: what is dear to start is started once (tests/run.sh).

A worker runs a group from its first test to its last: those of one site, of one frozen table or, without either, of
one file. Those of pages on the embedded site, of which each worker has one, need not stay together. The groups that
take longest begin first, so that no worker is alone at the end.
"""

from __future__ import annotations

import pytest

SITES = ("site", "production_stack", "embedded_stack")  # fixtures
EVERYWHERE = "embedded_stack"  # of tests with pages
LONGEST = (  # as measured; the rest come in the order of their names
    "production_stack",
    "furniture",
    "test_the_keyboard_alone_plays_each_game_to_its_end",
    "test_a_guest_plays_a_steady_bot_to_the_end_on_the_embedded_site",
    "test_mail_match",
    "site",
    "test_mail_kills",
)


def arrange(items: list[pytest.Item]) -> None:
    """Mark what opens pages and what stays together, and put all into order.

    Playwright keeps a loop running in its thread, which asyncio's tests cannot share: such tests come last, and live
    ones that several processes share run apart from it.
    """
    for item in items:
        if has_browser(item):
            item.add_marker(pytest.mark.page)
        if item.get_closest_marker("live"):
            item.add_marker(pytest.mark.xdist_group(group_of(item)))
    items.sort(key=_place)


def has_browser(item: pytest.Item) -> bool:
    """Return whether a test opens pages."""
    return "browser" in getattr(item, "fixturenames", ())


def group_of(item: pytest.Item) -> str:
    """Return the name of the group of a live test."""
    chosen = getattr(item, "callspec", None)
    if chosen and "table" in chosen.params:
        return f"table of {chosen.params['table']}"
    if chosen and has_browser(item) and (shape := chosen.params.get("shape")):
        return f"{shape}_stack"
    names = getattr(item, "fixturenames", ())
    if "furniture" in names:
        return "furniture"  # a minute's work
    site = next((site for site in SITES if site in names), "")
    if site == EVERYWHERE and has_browser(item):
        return item.name
    return site or item.path.stem


def _place(item: pytest.Item) -> tuple[bool, int, str]:
    if not item.get_closest_marker("live"):
        return has_browser(item), 0, ""
    group = group_of(item)
    return has_browser(item), LONGEST.index(group) if group in LONGEST else len(LONGEST), group
