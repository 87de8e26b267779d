"""Clock arithmetic, pure: whole milliseconds in, whole milliseconds out. The server's time is the only time."""

from __future__ import annotations

from hashlib import blake2b

from games.door.loaded import ACTIVE, Loaded

IDLE = 180_000  # ms after which a person is out of time who could move in a race, where no clock tells them to

WELCOME = 30_000  # ms that a person has at least who takes a seat back


def set_up(loaded: Loaded, at: int) -> None:
    """Give each seat its time at the start and start the clocks of those who must act."""
    clock = loaded.clock
    loaded.left = [clock.get("per_move") or clock["main"]] * loaded.facts.seats
    loaded.acted, loaded.began = [at] * loaded.facts.seats, [at] * loaded.facts.seats
    loaded.wakes = [0] * loaded.facts.seats
    wind(loaded, at, anew=True)
    rouse(loaded, at)
    loaded.running = sorted(loaded.must_act())
    loaded.since = at


def charge(loaded: Loaded, at: int, free: int = 0, least: int = 0) -> None:
    """Take the time since the last entry, less `free` ms, off every running clock; none falls below `least`."""
    used = max(0, at - loaded.since - free)
    for seat in loaded.running:
        loaded.left[seat] = max(least, loaded.left[seat] - used)
    loaded.since = at


def switch(loaded: Loaded) -> None:
    """Give those who have acted their increment (or a whole new time a move) and run the others' clocks."""
    clock, acting = loaded.clock, loaded.must_act()
    for seat in loaded.running:
        if seat not in acting:
            loaded.left[seat] = clock.get("per_move") or loaded.left[seat] + clock["increment"]
    for seat in acting:
        if seat not in loaded.running:
            loaded.began[seat] = loaded.since
    loaded.running = sorted(acting)
    if loaded.away:
        loaded.away = {seat: spans for seat, spans in loaded.away.items() if int(seat) in acting}


def wind(loaded: Loaded, at: int, *, anew: bool = False) -> None:
    """Note what the game's clock is to play next. What it was to play anyway stays due, unless it has just played."""
    timer = loaded.next_timer()
    if anew or timer != loaded.timer:
        loaded.timer, loaded.timer_since = timer, at


def tick_due(loaded: Loaded) -> int | None:
    """Return the instant at which the game's clock is to play (ms since 1970), or None."""
    if loaded.timer is None or loaded.status != ACTIVE:
        return None
    return loaded.timer_since + loaded.timer[0]


def runs_out(loaded: Loaded, seat: int) -> int:
    """Return the instant (ms since 1970) by which a seat whose clock runs must have moved."""
    return loaded.since + loaded.left[seat]


def deadline(loaded: Loaded) -> tuple[int, int] | None:
    """Return (instant, seat) of the first person to run out of time, or None. Bots are never out of time."""
    if loaded.status != ACTIVE:
        return None
    if not loaded.running:
        return _idle_deadline(loaded)
    if len(loaded.running) == 1:
        seat = loaded.running[0]
        return (runs_out(loaded, seat), seat) if loaded.occupants[seat].person else None
    return min(((runs_out(loaded, s), s) for s in loaded.running if loaded.occupants[s].person), default=None)


def _idle_deadline(loaded: Loaded) -> tuple[int, int] | None:
    """Return (instant, seat) for the person who has been idle longest in a race that waits for people alone."""
    if loaded.timer is not None:
        return None
    people = [seat for seat, occupant in enumerate(loaded.occupants) if occupant.person]
    due = sorted((max(loaded.acted[seat], loaded.timer_since) + IDLE, seat) for seat in people)
    return next(((instant, seat) for instant, seat in due if loaded.may_act(seat)), None)


def give_back(loaded: Loaded, ms: int) -> None:
    """Let all that is timed beside the clocks of the seats wait longer by an outage of ours."""
    loaded.timer_since += ms
    loaded.acted = [instant + ms for instant in loaded.acted]


def readmit(loaded: Loaded, seat: int, at: int) -> None:
    """Let the clock run for a person again on whose seat a bot has played: with some time at least."""
    clock = loaded.clock
    anew = clock.get("per_move") or max(loaded.left[seat], min(clock["main"], WELCOME))
    loaded.left[seat], loaded.acted[seat], loaded.began[seat], loaded.wakes[seat] = anew, at, at, 0
    loaded.away = {other: spans for other, spans in loaded.away.items() if int(other) != seat}


def slow_down(loaded: Loaded, ms: int, at: int) -> None:
    """Go on by mail: everybody has so much time a move from now on, who is to act too."""
    loaded.slowed, loaded.slow, loaded.absent = ms, None, {}
    loaded.left = [ms] * loaded.facts.seats
    loaded.began = [at] * loaded.facts.seats


def rouse(loaded: Loaded, at: int, *, actor: int | None = None, ticked: bool = False) -> None:
    """Set the instants at which the bots move, after the position changed.

    A bot that is about to move keeps its instant, however quickly the others move. One that had looked and waited
    looks again when the clock has moved. In a race they think at once: their pace is their plan's (games.bots.plans).
    """
    if not any(occupant.bot for occupant in loaded.occupants):
        return
    if loaded.facts.game.race:
        _rouse_racers(loaded, at, actor)
        return
    free = loaded.bots_to_act()
    for seat, wake in enumerate(loaded.wakes):
        if seat not in free:
            loaded.wakes[seat] = 0
        elif not wake or seat == actor or (ticked and wake <= at):
            loaded.wakes[seat] = at + _pause(loaded, seat)


def _rouse_racers(loaded: Loaded, at: int, actor: int | None) -> None:
    for seat, occupant in enumerate(loaded.occupants):
        if loaded.over or not occupant.bot:
            loaded.wakes[seat] = 0
        elif not loaded.wakes[seat] or seat == actor:
            loaded.wakes[seat] = max(at, loaded.wakes[seat]) + 1  # another one: what was planned before is then over


def _pause(loaded: Loaded, seat: int) -> int:
    """Return how long (ms) a bot takes over its move: differently each time, and told by the log and the seed alone."""
    least, most = loaded.facts.game.bot_ms
    digest = blake2b(b"%d:%d" % (loaded.ply, seat), key=loaded.facts.server_seed, digest_size=4).digest()
    return least + int.from_bytes(digest, "big") % (most - least + 1)
