"""What the tests that prove a promise have measured, as JSON lines in the file that $FIGURES names.

A test takes the fixture and says what came of it; that it ran, and how it ended, is noted in any case:

    def test_…(figures):
        figures("away after a restart", times, limit=2.0, unit="s", size="25 tables")
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Generator, Sequence
from datetime import UTC, datetime
from statistics import median
from typing import Any

import pytest

from checks.promises import PROVING

Note = Callable[..., None]
_NOTED = pytest.StashKey[list[dict[str, Any]]]()


def summary(values: Sequence[float]) -> dict[str, float]:
    """Return how many there were, their median, 95th percentile and worst (the highest)."""
    ordered = sorted(values)
    p95 = ordered[min(len(ordered) - 1, len(ordered) * 95 // 100)]
    return {"count": len(ordered), "median": median(ordered), "p95": p95, "worst": ordered[-1]}


@pytest.fixture
def figures(request: pytest.FixtureRequest) -> Note:
    """Note one measure: its name, values of which less is better, the limit, the unit, and the size of the test."""
    noted = request.node.stash[_NOTED] = []  # a test that is run again says all of it again

    def note(name: str, values: Sequence[float], *, limit: float | None = None, unit: str = "", size: str = "") -> None:
        assert values, f"nothing was measured: {name}"
        told = {key: round(value, 3) for key, value in summary(values).items()}
        bound = None if limit is None else round(limit, 3)
        noted.append({"name": name, **told, "limit": bound, "unit": unit, "size": size})

    return note


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Write down how a proof ended; one that was skipped has not run."""
    report = yield
    name = item.nodeid.split("[")[0]
    ended = report.failed or (report.when == "call" and report.passed)
    if (path := os.environ.get("FIGURES")) and name in PROVING and ended:
        with open(path, "a", encoding="utf-8") as lines:  # one write a line: workers share the file
            lines.write(json.dumps(_line(name, item, report)) + "\n")
    return report


def _line(name: str, item: pytest.Item, report: pytest.TestReport) -> dict[str, Any]:
    return {
        "test": name,
        "case": item.nodeid,
        "outcome": report.outcome,
        "tries": getattr(item, "execution_count", 1),  # more than one where a limit in seconds was missed at first
        "seconds": round(report.duration, 1),
        "date": datetime.now(UTC).date().isoformat(),
        "soak": os.environ.get("SOAK") == "1",
        "load": round(os.getloadavg()[0], 1),
        "figures": item.stash.get(_NOTED, []),
    }
