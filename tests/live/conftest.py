"""The site that several live tests stand on: it is dear to start, and none minds what others have played there."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.live.footing import Town, town


@pytest.fixture(scope="session")
def site() -> Iterator[Town]:
    """A site of two server processes on durable services of its own."""
    with town() as found:
        yield found
