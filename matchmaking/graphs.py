"""A rating over its matches as a small drawing: pure numbers, which a template makes SVG of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor

WIDTH, HEIGHT = 320, 120  # the drawing's own units
AIR = 8  # around it, so that no dot is cut
GUTTER = 34  # beside it, for the numbers of its lines
STEP = 100  # points between two lines of the ground
LEAST = 200  # points from the lowest to the highest line, so that a small change looks small
LINES = 5  # at most


@dataclass(frozen=True, slots=True)
class Ground:
    """A line across the drawing, for a round number of points."""

    y: float
    points: int


@dataclass(frozen=True, slots=True)
class Graph:
    """The line of the points, the band of their uncertainty around it, its last point, and the ground behind it."""

    line: str
    band: str
    last: tuple[float, float]
    ground: list[Ground]
    width: int = WIDTH
    height: int = HEIGHT
    gutter: int = GUTTER


def graph(points: Sequence[int], margins: Sequence[int]) -> Graph:
    """Return the drawing of a rating: the points after each match in order, with their uncertainty; at least one."""
    low, high, step = _bounds(points)

    def y(value: float) -> float:
        inside = min(max(value, low), high)
        return round(AIR + (HEIGHT - 2 * AIR) * (high - inside) / (high - low), 1)

    across = (WIDTH - GUTTER - 2 * AIR) / max(1, len(points) - 1)
    xs = [round(GUTTER + AIR + across * place, 1) for place in range(len(points))]
    upper = [(x, y(value + margin)) for x, value, margin in zip(xs, points, margins, strict=True)]
    lower = [(x, y(value - margin)) for x, value, margin in zip(xs, points, margins, strict=True)]
    line = [(x, y(value)) for x, value in zip(xs, points, strict=True)]
    ground = [Ground(y(value), value) for value in range(low, high + 1, step)]
    return Graph(_path(line), _path([*upper, *reversed(lower)]), line[-1], ground)


def _bounds(points: Sequence[int]) -> tuple[int, int, int]:
    """Return the lowest and the highest line, both round, and the step between lines."""
    low, high = floor(min(points) / STEP) * STEP, ceil(max(points) / STEP) * STEP
    missing = max(0, LEAST - (high - low))
    low, high = low - ceil(missing / 2 / STEP) * STEP, high + floor(missing / 2 / STEP) * STEP
    step = STEP * ceil((high - low) / STEP / LINES)
    return low, low + ceil((high - low) / step) * step, step


def _path(places: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in places)
