"""`python -m rules`: the three commands, and one sentence for everything that can go wrong."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rules import codec
from rules.__main__ import main
from rules.chance import Chance, match_seed
from rules.contract import RulesError
from rules.playout import play_randomly
from tests.rules import toy
from tests.rules.toy import ToyOptions

ROOT = Path(__file__).parents[2]
SEED = "5e" * 32
pytestmark = pytest.mark.usefixtures("registered_toy")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "match.json"
    assert main(["random", "toy", "--seats", "3", "--seed", SEED, "--out", str(path)]) == 0
    return path


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "rules", *arguments], capture_output=True, text=True, cwd=ROOT, check=False
    )


def test_a_match_is_played_checked_and_traced_from_the_shell(tmp_path: Path) -> None:
    path = str(tmp_path / "match.json")
    made = run("random", "sequence", "--seats", "2", "--seed", SEED, "--out", path)
    assert (made.returncode, made.stdout, made.stderr) == (0, "", "")
    checked = run("check", path)
    assert checked.returncode == 0
    word, _, outcome = checked.stdout.partition(" ")
    assert word == "ok"
    assert json.loads(outcome) == json.loads(Path(path).read_text())["result"]
    traced = run("trace", path)
    assert traced.returncode == 0
    assert len(traced.stdout.splitlines()) == len(json.loads(Path(path).read_text())["actions"]) + 1


def test_a_reader_that_stops_early_is_no_error(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    run("random", "sequence", "--seats", "2", "--seed", SEED, "--out", str(path))
    line = f"{sys.executable} -m rules trace {path} | head -n 1"
    piped = subprocess.run(["sh", "-c", line], capture_output=True, text=True, cwd=ROOT, check=True)
    assert len(piped.stdout.splitlines()) == 1
    assert piped.stderr == ""


def test_a_closed_or_full_output_leaves_no_trace() -> None:
    for command, output, status, said in (
        ("check", ">&-", 0, ""),
        ("random sequence --seats 2 --out /dev/full", "", 1, "The output: No space left on device.\n"),
        ("check", "> /dev/full", 1, "The output: No space left on device.\n"),
    ):
        path = ROOT / "tests/rules/golden/sequence/2-one-resigns.json" if command == "check" else ""
        line = f"{sys.executable} -m rules {command} {path} {output}"
        ran = subprocess.run(["sh", "-c", line], capture_output=True, text=True, cwd=ROOT, check=False)
        assert (ran.returncode, ran.stderr) == (status, said), line


def test_the_same_seed_gives_the_same_bytes_and_no_seed_a_new_match(file: Path, tmp_path: Path) -> None:
    again, fresh, other = (tmp_path / name for name in ("again", "fresh", "other"))
    main(["random", "toy", "--seats", "3", "--seed", SEED.upper(), "--out", str(again)])
    assert again.read_bytes() == file.read_bytes()
    for path in (fresh, other):
        main(["random", "toy", "--seats", "3", "--out", str(path)])
    assert len({path.read_bytes() for path in (file, fresh, other)}) == 3


def test_the_moves_of_a_random_match_follow_from_its_seed_as_documented(file: Path) -> None:
    chance = Chance(match_seed(bytes.fromhex(SEED), ["", "", ""]))
    state = toy.game.deal(ToyOptions(), 3, chance)
    for action, ply in zip(json.loads(file.read_text())["actions"], range(1000), strict=False):
        choose = chance.at(ply).derive("play")
        actors = [seat for seat in range(3) if toy.game.legal_moves(state, seat)]
        number = choose.below("actor", len(actors) + 1)
        seat = [*actors, None][number]
        assert action[0] == seat
        moves = [toy.Reveal()] if seat is None else toy.game.legal_moves(state, seat)
        move = moves[choose.below("move", len(moves))]
        assert action[1] == codec.move_to_json(move)
        toy.game.apply(state, seat, move, chance.at(ply))


def test_options_are_taken_as_json(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    options = '{"rounds": 1, "peeking": false}'
    assert main(["random", "toy", "--seats", "2", "--options", options, "--out", str(path)]) == 0
    assert json.loads(path.read_text())["options"] == {"rounds": 1, "winner": "high", "peeking": False}


def test_a_trace_has_a_line_for_each_state(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    actions = json.loads(file.read_text())["actions"]
    assert main(["trace", str(file)]) == 0
    lines = capsys.readouterr().out.splitlines()
    states = [json.loads(line) for line in lines]
    assert [state["number"] for state in states] == list(range(len(actions) + 1))
    for line, state in zip(lines, states, strict=True):
        assert line == json.dumps(state, sort_keys=True, separators=(",", ":"))
        assert sorted(state) == ["clock", "legal", "number", "outcome"]
        assert sorted(state["legal"]) == ["0", "1", "2"]
        for moves in state["legal"].values():
            texts = [json.dumps(move, sort_keys=True, separators=(",", ":")) for move in moves]
            assert texts == sorted(texts)
    for state, (seat, move, _) in zip(states, actions, strict=False):
        assert state["outcome"] is None
        assert state["clock"] == {"type": "reveal"}
        assert move == state["clock"] if seat is None else move in state["legal"][str(seat)]
    assert states[-1]["outcome"] == json.loads(file.read_text())["result"]
    assert states[-1]["clock"] is None
    assert not any(states[-1]["legal"].values())


def _tampered(file: Path, change: Any) -> Path:
    value = json.loads(file.read_text())
    change(value)
    file.write_text(json.dumps(value))
    return file


def test_a_trace_stops_at_the_first_action_that_differs(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _tampered(file, lambda value: value["actions"].__setitem__(2, [0, {"type": "cheat"}, 3000]))
    assert main(["trace", str(file)]) == 1
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 3
    assert err.startswith("Action 3 differs: ")


@pytest.mark.parametrize("command", ["check", "trace"])
@pytest.mark.parametrize(
    "content",
    [b"", b"{}", b"\xff", b"[" * 1_000_000, b'{"format":' * 1_000_000, b'{"format":1e999}', b"9" * 10_000, b"[1]" * 3],
)
def test_a_file_that_is_no_record_is_answered_in_one_sentence(
    command: str, content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "junk"
    path.write_bytes(content)
    assert main([command, str(path)]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    assert err.endswith(".\n")
    assert len(err) < 300


def test_a_tampered_record_does_not_check(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(_tampered(file, lambda value: value["actions"].pop()))]) == 1
    assert capsys.readouterr().err == "The record stops before the match is over.\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["check", "no-such-file"], "no-such-file: No such file or directory."),
        (["check", "."], ".: Is a directory."),
        (["random", "toy", "--seats", "2", "--out", "no-such-folder/file"], "No such file or directory."),
        (["random", "toy", "--seats", "9", "--out", "unused"], "9 players cannot play this game; allowed: 2, 3, 4."),
        (["random", "toy", "--seats", "2", "--options", "{", "--out", "unused"], "--options: The file is not JSON"),
        (["random", "toy", "--seats", "2", "--options", "[" * 99_999, "--out", "unused"], "nested too deep"),
        (["random", "toy", "--seats", "2", "--options", '{"x":1}', "--out", "unused"], "“x” is not a known field."),
    ],
)
def test_input_at_fault_is_one_sentence_and_status_1(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert words in err
    assert len(err.splitlines()) == 1
    assert not Path("unused").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["play"],
        ["check"],
        ["random", "chess", "--seats", "2", "--out", "unused"],
        ["random", "toy", "--seats", "two", "--out", "unused"],
        ["random", "toy", "--seats", "2"],
        ["random", "toy", "--seats", "2", "--seed", "xyz", "--out", "unused"],
        ["random", "toy", "--seats", "2", "--seed", "00", "--out", "unused"],
    ],
)
def test_wrong_usage_is_status_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 2
    assert "usage: python -m rules" in capsys.readouterr().err


def test_random_play_that_does_not_end_is_given_up() -> None:
    state = toy.game.deal(ToyOptions(), 2, Chance(bytes(32)))
    with pytest.raises(RulesError) as refusal:
        list(play_randomly(toy.game, state, 2, Chance(bytes(32)), plies=1))
    assert refusal.value.code == "endless"
