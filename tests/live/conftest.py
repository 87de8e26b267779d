"""What several live tests stand on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.live.footing import Town, town


@pytest.fixture(scope="module")
def site() -> Iterator[Town]:
    """A site of two server processes on durable services of its own."""
    with town() as found:
        yield found
