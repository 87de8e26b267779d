"""What may be chosen when a table is opened, for every way in which one is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

from games.door import pace as paces
from games.door.loaded import LIVE, MAIL
from games.errors import Refused, refused_by_rules
from games.talk.phrases import FREE, PHRASES
from rules import codec
from rules.contract import BadOptions, Game
from rules.registry import GAMES

SECOND, MINUTE = 1_000, 60_000
PER_MOVE = (10 * SECOND, 10 * MINUTE)
MAIN = (1 * MINUTE, 180 * MINUTE)
INCREMENT = (0, 60 * SECOND)
DEFAULT_CLOCK = {"per_move": 60 * SECOND}
GENTLE_CLOCK = {"per_move": 5 * MINUTE}  # against a bot, for who reads the rules meanwhile


def checked_table(
    game: str,
    *,
    options: Mapping[str, Any],
    seats: int,
    clock: Mapping[str, int],
    talk: str | None = None,
    pace: str = LIVE,
) -> dict[str, Any]:
    """Return the fields of a match with this choice, defaults filled in; raises Refused."""
    rules = find_game(game)
    return {
        "game": game,
        "rules_version": rules.version,
        "options": _checked_options(rules, options, seats),
        "seats": seats,
        "pace": pace,
        "clock": _checked_clock(rules, pace, clock),
        "talk": _checked_talk(rules, talk),
    }


def find_game(slug: str) -> Game[Any, Any]:
    """Return a game by its slug; raises Refused (bad_options)."""
    if slug not in GAMES:
        raise Refused("bad_options", N_("There is no such game here."), field="game")
    return GAMES[slug]


def _checked_options(rules: Game[Any, Any], options: Mapping[str, Any], seats: int) -> dict[str, Any]:
    try:
        return codec.options_to_json(codec.options_from_json(rules, dict(options), seats))
    except BadOptions as error:
        raise refused_by_rules(error) from None


def _checked_talk(rules: Game[Any, Any], talk: str | None) -> str:
    if talk not in (None, FREE, PHRASES):
        raise Refused("bad_options", N_("People talk freely or in set phrases."), field="talk")
    return talk or rules.talk


def _checked_clock(rules: Game[Any, Any], pace: str, clock: Mapping[str, int]) -> dict[str, int]:
    if pace not in (LIVE, MAIL):
        raise Refused("bad_options", N_("A match is played live or by mail."), field="pace")
    return _mail_clock(rules, clock) if pace == MAIL else _live_clock(clock)


def _mail_clock(rules: Game[Any, Any], clock: Mapping[str, int]) -> dict[str, int]:
    paces.need_turns(rules)
    if set(clock) != {"per_move"}:
        raise Refused("bad_options", N_("By mail the clock is a number of days a move."), field="clock")
    days, rest = divmod(clock["per_move"], paces.DAY) if type(clock["per_move"]) is int else (0, 0)
    return paces.by_mail(0 if rest else days)


def _live_clock(clock: Mapping[str, int]) -> dict[str, int]:
    bounds = {"per_move": PER_MOVE} if "per_move" in clock else {"main": MAIN, "increment": INCREMENT}
    if set(clock) != set(bounds):
        raise Refused("bad_options", N_("A clock is a time a move, or a main time and an increment."), field="clock")
    for name, (least, most) in bounds.items():
        if type(clock[name]) is not int or not least <= clock[name] <= most:
            text = N_("The clock's %(name)s must be between %(least)s and %(most)s seconds.")
            details = {"name": name, "least": least // SECOND, "most": most // SECOND}
            raise Refused("out_of_range", text, field="clock", **details)
    return dict(clock)
