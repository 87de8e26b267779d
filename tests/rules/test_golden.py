"""Matches that replay to the same bytes as long as their game's version stands: golden/GAME/WHAT-IT-COVERS.json."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules import record, registry

ROOT = Path(__file__).parent / "golden"
GOLDEN = sorted(ROOT.glob("*/*.json"))
FOLDERS = sorted({path.parent for path in GOLDEN})


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_golden_record_replays_and_is_written_again_to_the_byte(path: Path) -> None:
    text = path.read_text()
    value = record.parse(text)
    replay = record.Replay(value)
    actions = [(step.seat, step.move, step.milliseconds) for step in replay.steps()]
    head, seed = replay.head, bytes.fromhex(replay.head.server_seed)
    assert head.rules == path.parent.name
    result = replay.result()
    again = record.write(replay.game, replay.options, head.seats, seed, head.salts, actions, value["ended"], result)
    assert record.dump(again) == text


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_game_has_at_least_five_golden_records(folder: Path) -> None:
    assert folder.name in registry.GAMES
    assert len(list(folder.glob("*.json"))) >= 5
