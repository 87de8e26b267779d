"""How fast the rules play: random matches, listing all legal moves each step, beside two anchors in the same run:
python-chess' random playout and the steps of RLCard's Uno. And how long the slowest of each game's golden records
takes to replay, and the slowest of their moves to check.

Rounds are interleaved, so that a busy machine slows both sides alike, and time is this process's CPU time. Only the
ratio means something; moves per second are today's figure on this machine. All sides choose among what they listed
in the same quick way, `moves[int(draw() * len(moves))]`, so that little but the rules is measured. The times of replays
and checks are no ratios, so they are the best of many tries. Status 1 when a game is too slow.
"""

from __future__ import annotations

import json
import platform
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from statistics import mean, median
from typing import Any

import chess
import rlcard

from rules import codec, record, registry
from rules.chance import Chance, match_seed
from rules.contract import AnyGame, Move, Seat
from rules.playout import choices

ROUNDS = 9
SECONDS = 0.4  # of each contender in each round
CHESS, UNO = "python-chess", "RLCard uno"
EACH, MEAN, SEQUENCE = 2.0, 4.0, 3.0  # every game times both anchors; all five on average; Sequence times python-chess
REPLAYS = 60  # of each golden record, for its time as a whole
CHECKS = 10  # and for the times of its moves' checks
REPLAY_MS, CHECK_US = 2.0, 20.0  # a Blue Diamond match; one move of any game
ROOT = Path(__file__).parents[1]
GOLDEN = ROOT / "tests" / "rules" / "golden"
OUT = ROOT / "var" / "bench" / "rules.json"

Playout = Callable[[Random], int]  # plays one match and returns its number of moves


def main() -> int:
    """Measure, print, write the JSON file; return 1 when a game misses the target."""
    rates = measure(contenders())
    report = summary(rates, {slug: replays(slug) for slug in registry.GAMES})
    OUT.parent.mkdir(parents=True, exist_ok=True)
    OUT.write_text(json.dumps(report, indent=1) + "\n")
    print_report(report)
    return 0 if all(report["targets"].values()) else 1


def contenders() -> dict[str, Playout]:
    """Return what is measured by name: the anchors, and each game with the fewest and the most seats."""
    found: dict[str, Playout] = {CHESS: play_chess, UNO: uno_player()}
    for slug, game in registry.GAMES.items():
        for seats in sorted({min(game.seats), max(game.seats)}):
            found[f"{slug} ({seats})"] = player(game, seats)
    return found


def play_chess(random: Random) -> int:
    """Play random chess to mate, stalemate or 75 moves without progress, the cheapest end there is to look for."""
    draw = random.random
    board = chess.Board()
    moves = list(board.legal_moves)
    while moves and board.halfmove_clock < 150:
        board.push(moves[int(draw() * len(moves))])
        moves = list(board.legal_moves)
    return len(board.move_stack)


def uno_player() -> Playout:
    """Return the random play of RLCard's Uno, which lists the legal actions with every step."""
    env = rlcard.make("uno")

    def play(random: Random) -> int:
        draw = random.random
        state, _ = env.reset()
        steps = 0
        while not env.is_over():
            actions = list(state["legal_actions"])
            state, _ = env.step(actions[int(draw() * len(actions))])
            steps += 1
        return steps

    return play


def player(game: AnyGame, seats: int) -> Playout:
    """Return the random play of one game with its default options."""
    options = codec.options_from_json(game, {}, seats)

    def play(random: Random) -> int:
        draw = random.random
        chance = Chance(random.randbytes(32))
        state = game.deal(options, seats, chance)
        seat: Seat | None
        moves: Sequence[Move]
        ply = 0
        while True:
            acting = game.must_act(state)
            if len(acting) == 1:  # where one must act, the others are at rest
                (seat,) = acting
                moves = game.legal_moves(state, seat)
            elif actors := choices(game, state, seats):
                seat, moves = actors[int(draw() * len(actors))]
            else:
                break
            chance.move_on(ply)
            game.apply(state, seat, moves[int(draw() * len(moves))], chance)
            ply += 1
        assert game.outcome(state) is not None
        return ply

    return play


def measure(found: dict[str, Playout]) -> dict[str, list[float]]:
    """Return each contender's moves per second, round by round; the first round warms up and is thrown away."""
    rates: dict[str, list[float]] = {name: [] for name in found}
    for number in range(ROUNDS + 1):
        for name, play in found.items():
            rates[name].append(rate(play, Random(number)))
    return {name: values[1:] for name, values in rates.items()}


def rate(play: Playout, random: Random) -> float:
    """Return the moves per second of CPU time over whole matches."""
    moves = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < SECONDS:
        moves += play(random)
    return moves / spent


def replays(slug: str) -> dict[str, Any]:
    """Return how long the slowest of a game's golden records takes to replay, and the slowest of its moves to check."""
    values = {path.stem: record.parse(path.read_text()) for path in sorted((GOLDEN / slug).glob("*.json"))}
    milliseconds = {
        name: 1e3 * min(seconds(partial(record.check, value)) for _ in range(REPLAYS)) for name, value in values.items()
    }
    slowest = max(milliseconds, key=milliseconds.__getitem__)
    return {
        "slowest": slowest,
        "moves": len(values[slowest]["actions"]),
        "milliseconds": round(milliseconds[slowest], 2),
        "check_microseconds": round(1e6 * max(map(slowest_check, values.values())), 1),
    }


def slowest_check(value: Any) -> float:
    """Return the seconds that the record's slowest move takes to check, each move's time the best of some tries."""
    return max(map(min, zip(*(checks(value) for _ in range(CHECKS)), strict=True)))


def checks(value: Any) -> list[float]:
    """Return the seconds that each move of a record took to check, by itself."""
    replay = record.Replay(value)
    game, state, head = replay.game, replay.state, replay.head
    chance = Chance(match_seed(bytes.fromhex(head.server_seed), head.salts))
    found = []
    for ply, (seat, action, _) in enumerate(head.actions):
        move = codec.move_from_json(game, action)
        found.append(seconds(partial(game.check, state, seat, move)))
        chance.move_on(ply)
        game.apply(state, seat, move, chance)
    return found


def seconds(work: Callable[[], object]) -> float:
    """Return the CPU time that the work took."""
    start = time.process_time_ns()
    work()
    return (time.process_time_ns() - start) / 1e9


def summary(rates: dict[str, list[float]], replayed: dict[str, Any]) -> dict[str, Any]:
    """Return the report: medians, each game's ratios to both anchors as medians of the rounds' ratios, the verdicts."""
    games = [name for name in rates if name not in (CHESS, UNO)]
    ratios = {anchor: {name: ratio(rates[name], rates[anchor]) for name in games} for anchor in (CHESS, UNO)}
    smallest = {slug: f"{slug} ({min(game.seats)})" for slug, game in registry.GAMES.items()}
    least = {name: min(ratios[CHESS][name], ratios[UNO][name]) for name in smallest.values()}
    checked = max(one["check_microseconds"] for one in replayed.values())
    return {
        "python": platform.python_version(),
        "anchors": {CHESS: chess.__version__, UNO: rlcard.__version__},
        "rounds": ROUNDS,
        "moves_per_second": {name: round(median(values)) for name, values in rates.items()},
        "ratios": ratios,
        "replays": replayed,
        "targets": {
            f"each game {EACH} x both": min(least.values()) >= EACH,
            f"the mean {MEAN} x both": mean(least.values()) >= MEAN,
            f"sequence {SEQUENCE} x {CHESS}": ratios[CHESS][smallest["sequence"]] >= SEQUENCE,
            f"a blue-diamond match replays in {REPLAY_MS} ms": replayed["blue-diamond"]["milliseconds"] <= REPLAY_MS,
            f"one move is checked in {CHECK_US} us": checked <= CHECK_US,
        },
    }


def ratio(own: list[float], anchor: list[float]) -> float:
    """Return how many times as fast, as the median over the rounds."""
    return round(median(a / b for a, b in zip(own, anchor, strict=True)), 2)


def print_report(report: dict[str, Any]) -> None:
    """Print one line a contender and the verdicts."""
    print(f"Random play, all legal moves listed each step; times {CHESS} and times {UNO}:")
    for name, moves in report["moves_per_second"].items():
        by_anchor = "".join(f"{report['ratios'][anchor].get(name, 1.0):8.2f} x" for anchor in (CHESS, UNO))
        print(f"  {name:<24}{by_anchor} {moves:>10,} moves/s")
    print("The slowest golden record of each game to replay, and the slowest move to check:")
    for slug, one in report["replays"].items():
        replay = f"{one['milliseconds']:8.2f} ms {one['moves']:>6,} moves"
        print(f"  {slug:<24}{replay} {one['check_microseconds']:8.1f} us a check   {one['slowest']}")
    for target, met in report["targets"].items():
        print(f"Target {target}: {'met' if met else 'MISSED'}.")
    print(f"Written to {OUT}")


if __name__ == "__main__":
    sys.exit(main())
