"""Crosses of cases in a short form: every value of every axis, in turn with those of the others.

With SOAK=1 all combinations run (`make soak`).
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

import pytest

from tests.rules.positions import SOAK


def crossed(*axes: Mapping[str, Any], share: int) -> list[Any]:
    """Return of all combinations one in `share`, spread evenly, as parameters of a test with the values' names."""
    return [
        pytest.param(*(axis[name] for axis, name in zip(axes, names, strict=True)), id="-".join(names))
        for places in itertools.product(*(range(len(axis)) for axis in axes))
        if SOAK or sum(places) % share == 0
        for names in [[list(axis)[place] for axis, place in zip(axes, places, strict=True)]]
    ]
