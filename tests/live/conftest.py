"""The sites that several live tests stand on: each is dear to start, and none minds what others have played there."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.live.footing import Town, town
from tests.live.people import CROWDED
from tests.stack import Stack, running


@pytest.fixture(scope="session")
def site() -> Iterator[Town]:
    """A site of two server processes on durable services of its own."""
    with town() as found:
        yield found


@pytest.fixture(scope="session")
def open_site() -> Iterator[Stack]:
    """Two servers on PostgreSQL that let one machine be many people, who ask as often as they like."""
    with running("production", environment=CROWDED) as stack:
        yield stack
