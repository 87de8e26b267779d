"""The rules at the command line, without Django: random matches as records, and what a record holds.

    python -m rules random GAME --seats N [--options JSON] [--seed HEX] --out FILE
    python -m rules check FILE
    python -m rules trace FILE

Exit status 0; 1 with one sentence on standard error when the input is at fault; 2 for wrong usage.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rules import codec, record, registry
from rules.chance import Chance, match_seed
from rules.contract import N_, AnyGame, Json, Move, RulesError, State
from rules.playout import play_randomly

MS_A_PLY = 1000
_SEED_BYTES = 32


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    asked = _parser().parse_args(arguments)
    try:
        asked.run(asked)
        if sys.stdout is not None:  # None where the caller has closed it
            sys.stdout.flush()
    except BrokenPipeError:  # the reader has had enough; nothing may complain about it at exit either
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        return _fail(f"{error.filename or 'The output'}: {error.strerror or error}.")
    except RulesError as error:
        return _fail(str(error))
    return 0


def _fail(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m rules", description="Random matches, and what a record holds.")
    commands = parser.add_subparsers(required=True, metavar="random|check|trace")
    random = commands.add_parser("random", help="play one match by random legal moves and write its record")
    random.add_argument("game", metavar="GAME", choices=list(registry.GAMES), help=", ".join(registry.GAMES))
    random.add_argument("--seats", metavar="N", type=int, required=True)
    random.add_argument("--options", metavar="JSON", default="{}")
    random.add_argument("--seed", metavar="HEX", type=_seed, help="64 hexadecimal digits: the server's seed")
    random.add_argument("--out", metavar="FILE", type=Path, required=True)
    random.set_defaults(run=_random)
    for name, run, text in (
        ("check", _check, "replay a record and print its outcome"),
        ("trace", _trace, "print each state's legal moves as one line of JSON"),
    ):
        command = commands.add_parser(name, help=text)
        command.add_argument("file", metavar="FILE", type=Path)
        command.set_defaults(run=run)
    return parser


def _seed(text: str) -> bytes:
    seed = bytes.fromhex(text)
    if len(seed) != _SEED_BYTES:
        raise ValueError
    return seed


def _random(asked: argparse.Namespace) -> None:
    game = registry.find(asked.game)
    seed = asked.seed or os.urandom(_SEED_BYTES)
    asked.out.write_text(record.dump(random_record(game, _options(asked.options), asked.seats, seed)))


def _options(text: str) -> Any:
    try:
        return record.parse(text)
    except RulesError as error:
        raise RulesError("bad_options", N_("--options: %(reason)s"), reason=str(error)) from None


def random_record(game: AnyGame, options: Any, seats: int, server_seed: bytes) -> Json:
    """Return the record of one random match: salts empty, one action a second, all choices from the seed."""
    chosen = codec.options_from_json(game, options, seats)
    salts = [""] * seats
    chance = Chance(match_seed(server_seed, salts))
    state = game.deal(chosen, seats, chance)
    played = play_randomly(game, state, seats, chance)
    actions = [(one.seat, one.move, ply * MS_A_PLY) for ply, one in enumerate(played, 1)]
    return record.write(game, chosen, seats, server_seed, salts, actions, None, game.outcome(state))


def _load(path: Path) -> Any:
    with path.open("rb") as file:
        return record.parse(file.read(record.SIZE_LIMIT + 1))


def _check(asked: argparse.Namespace) -> None:
    outcome = record.check(_load(asked.file))
    print("ok", _text(None if outcome is None else codec.outcome_to_json(outcome)))


def _trace(asked: argparse.Namespace) -> None:
    replay = record.Replay(_load(asked.file))
    seats = replay.head.seats
    print(trace_line(replay.game, replay.state, seats, 0))
    for step in replay.steps():
        print(trace_line(replay.game, step.state, seats, step.number))
    replay.result()


def trace_line(game: AnyGame, state: State, seats: int, number: int) -> str:
    """Return what may come after `number` actions, as one line: moves by seat, the clock's move, the outcome."""
    timer = game.timer(state)
    outcome = game.outcome(state)
    line = {
        "number": number,
        "legal": {str(seat): _sorted_moves(game.legal_moves(state, seat)) for seat in range(seats)},
        "clock": None if timer is None else codec.move_to_json(timer[1]),
        "outcome": None if outcome is None else codec.outcome_to_json(outcome),
    }
    return _text(line)


def _sorted_moves(moves: Sequence[Move]) -> list[Json]:
    return sorted(map(codec.move_to_json, moves), key=_text)


def _text(value: Json | None) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


if __name__ == "__main__":
    sys.exit(main())
