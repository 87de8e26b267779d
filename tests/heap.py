"""Python searches all that it holds for rings of rubbish, again and again; thousands of collected tests are none.

That search took a third of the time in which tests are collected, and a tenth of that in which they run: as a pytest
plugin (`-p tests.heap` in pyproject.toml) this has it done for what the tests themselves make, and less often. Servers
that tests start are processes of their own, and as they always are.
"""

from __future__ import annotations

import gc

import pytest

EVERY = 10_000  # new objects; Python's own number is 700


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests() -> None:
    """Search for nothing while modules are imported and tests are collected, all of which stay."""
    gc.disable()


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Leave alone whatever there is by now, and search among what comes."""
    gc.freeze()
    gc.set_threshold(EVERY)
    gc.enable()
