"""A promise that is broken, or a run that was not sound, is told."""

from __future__ import annotations

from typing import Any

from bench.promises import verdicts


def row(sound: bool = True, **figures: float) -> dict[str, Any]:
    return {"median": figures, "worst": figures, "runs": [figures | {"sound": sound}]}


def kept(**rows: Any) -> list[bool]:
    return [found for _, found in verdicts({name.replace("_", " "): value for name, value in rows.items()})]


def test_more_is_better_for_a_ratio_and_worse_for_a_delay():
    assert kept(closed_loop=row(times_part_1=20)) == [True]
    assert kept(closed_loop=row(times_part_1=19.9)) == [False]
    assert kept(Blitz=row(p99_ms=50)) == [True]
    assert kept(Blitz=row(p99_ms=50.1)) == [False]


def test_one_fsync_is_added_where_the_promise_says_so():
    rows = {"1 s of thought, 500 matches": row(p99_ms=18), "one fsync meanwhile": row(p50_ms=4)}
    assert [found for _, found in verdicts(rows)] == [True]
    assert [found for _, found in verdicts(rows | {"one fsync meanwhile": row(p50_ms=2)})] == [False]


def test_a_run_that_was_not_sound_is_told():
    assert kept(Blitz=row(sound=False, p99_ms=1)) == [True, False]
    assert kept(some_row=row()) == []
