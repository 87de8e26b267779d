"""`manage.py arena`: bots against bots, outside any server, with how sure the result is and how long they think."""

import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from statistics import fmean, quantiles
from time import process_time
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from rules import arena, bots, codec, registry
from rules.contract import RulesError


class Command(BaseCommand):
    help = "Lets two bots play matches against each other. Same seed, same matches."
    requires_system_checks = ()  # neither pages nor database have a part in it

    def add_arguments(self, parser: CommandParser) -> None:
        """Who plays what, how often and on how many processors."""
        parser.add_argument("game", choices=list(registry.GAMES))
        parser.add_argument("a", choices=bots.POLICIES, help="the bot whose share of wins is told")
        parser.add_argument("b", choices=bots.POLICIES, help="its rival")
        parser.add_argument("--matches", type=int, default=100)
        parser.add_argument("--seed", type=int, default=0)
        parser.add_argument("--seats", type=int, help="as few as the game allows, unless said otherwise")
        parser.add_argument("--options", default="{}", metavar="JSON")
        parser.add_argument("--jobs", type=int, default=1, help="processes that play at once")

    def handle(self, *args: Any, **asked: Any) -> None:
        """Play and report."""
        if asked["matches"] < 1 or asked["jobs"] < 1:
            raise CommandError("There must be at least one match and one process.")
        try:
            result = arena.summed(_played(asked))
        except RulesError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(report(asked["a"], asked["b"], result))


def _played(asked: dict[str, Any]) -> Iterator[arena.Result]:
    """Play all matches, in this process or in several."""
    duel(asked)  # what is wrong with the options is told before any process starts
    play, numbers = partial(_play, asked), range(asked["matches"])
    if asked["jobs"] == 1:
        yield from map(play, numbers)
        return
    with ProcessPoolExecutor(asked["jobs"], mp_context=get_context("spawn")) as pool:
        yield from pool.map(play, numbers)


def _play(asked: dict[str, Any], number: int) -> arena.Result:
    return arena.play(duel(asked), number, process_time)


def duel(asked: dict[str, Any]) -> arena.Duel:
    """Return what was asked for; raises RulesError where the game does not allow it."""
    game = registry.find(asked["game"])
    seats = asked["seats"] or min(game.seats)
    options = codec.options_from_json(game, _options(asked["options"]), seats)
    return arena.Duel(game, options, seats, (asked["a"], asked["b"]), asked["seed"])


def _options(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        raise CommandError("--options must be JSON.") from None


def report(a: str, b: str, result: arena.Result) -> str:
    """Return the lines that tell the result."""
    share, low, high = (f"{100 * part:.1f}" for part in result.share())
    return "\n".join((
        f"{a} against {b}: {share} % of {result.matches} matches (95 %: {low} to {high})",
        f"won {result.won}, drawn {result.drawn}, lost {result.lost}",
        f"moves a match: {result.plies / result.matches:.1f}",
        *(f"{name}: {pace(seconds)}" for name, seconds in zip((a, b), result.seconds, strict=True)),
    ))  # fmt: skip


def pace(seconds: list[float]) -> str:
    """Return how long the choices of one side took, in milliseconds."""
    if len(seconds) < 2:  # fewer have no quantiles
        return "too few choices to time"
    mean, p95, most = fmean(seconds), quantiles(seconds, n=20)[-1], max(seconds)
    return f"ms a choice: mean {1000 * mean:.2f}, p95 {1000 * p95:.2f}, max {1000 * most:.2f} ({len(seconds)} choices)"
