"""Clock arithmetic, pure: whole milliseconds in, whole milliseconds out. The server's time is the only time."""

from __future__ import annotations

from games.door.loaded import ACTIVE, Loaded


def set_up(loaded: Loaded, at: int) -> None:
    """Give each seat its time at the start and start the clocks of those who must act."""
    clock = loaded.facts.clock
    loaded.left = [clock.get("per_move") or clock["main"]] * loaded.facts.seats
    wind(loaded, at, anew=True)
    loaded.running = sorted(loaded.must_act())
    loaded.since = at


def charge(loaded: Loaded, at: int, free: int = 0) -> None:
    """Take the time since the last entry, less `free` ms, off every running clock; none falls below nought."""
    used = max(0, at - loaded.since - free)
    for seat in loaded.running:
        loaded.left[seat] = max(0, loaded.left[seat] - used)
    loaded.since = at


def switch(loaded: Loaded) -> None:
    """Give those who have acted their increment (or a whole new time a move) and run the others' clocks."""
    clock, acting = loaded.facts.clock, loaded.must_act()
    for seat in loaded.running:
        if seat not in acting:
            loaded.left[seat] = clock.get("per_move") or loaded.left[seat] + clock["increment"]
    loaded.running = sorted(acting)


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


def deadline(loaded: Loaded) -> tuple[int, int] | None:
    """Return (instant, seat) of the first person to run out of time, or None. Bots are never out of time."""
    due = [(loaded.since + loaded.left[s], s) for s in loaded.running if loaded.occupants[s].person]
    return min(due) if due and not loaded.over else None
