"""How each kind of entry changes a match. Folding trusts: what must not happen was refused by `deciding`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from games.door import clocks, gathering, holiday, interventions, pace
from games.door.loaded import ABORTED, ACTIVE, FINISHED, Entry, Loaded, Occupant
from rules import codec
from rules.contract import Event, Outcome

RETURNS = 3  # times that a seat is taken back from a bot: nobody may draw a match out for ever by coming and going


def fold(loaded: Loaded, entry: Entry) -> list[Event]:
    """Change the match as the entry says and return what happened in the game (moves only)."""
    assert entry.number == loaded.number + 1, f"entry {entry.number} after {loaded.number}"
    if loaded.status == ACTIVE:
        free = entry.body["ms"] if entry.kind == "pause" else 0
        clocks.charge(loaded, entry.at, free, holiday.OVERDRAWN if entry.kind == "holiday" else 0)
    events = _FOLDS[entry.kind](loaded, entry)
    if "why" in entry.body:
        interventions.note(loaded, entry)
    if loaded.absent:
        _look_who_is_absent(loaded, entry)
    loaded.number, loaded.at = entry.number, entry.at
    if loaded.over and not loaded.ended_at:
        loaded.ended_at = entry.at
    return events


def _look_who_is_absent(loaded: Loaded, entry: Entry) -> None:
    """Keep as absent who is still to act, still a person, and has not just asked for something."""
    asked = entry.seat if entry.token else None
    acting = {seat for seat in loaded.must_act() if loaded.occupants[seat].person and seat != asked}
    loaded.absent = {seat: span for seat, span in loaded.absent.items() if int(seat) in acting}


def _keep(loaded: Loaded, entry: Entry) -> list[Event]:
    for occupant, user in zip(loaded.occupants, entry.body["users"], strict=True):
        occupant.kept = user
    return []


def _join(loaded: Loaded, entry: Entry) -> list[Event]:
    """Seat a person. The first to sit down is the host; no other seat is kept for who has one."""
    if not any(occupant.person for occupant in loaded.occupants):
        loaded.host = entry.seat
    for occupant in loaded.occupants:
        if occupant.kept == entry.body["user"]:
            occupant.kept = None
    loaded.occupants[entry.seat] = Occupant(user=entry.body["user"], salt=entry.body["salt"])
    return []


def _decline_seat(loaded: Loaded, entry: Entry) -> list[Event]:
    loaded.occupants[entry.seat].kept = None
    return []


def _add_bot(loaded: Loaded, entry: Entry) -> list[Event]:
    loaded.occupants[entry.body["seat"]] = Occupant(bot=entry.body["policy"], ready=True)
    return []


def _leave(loaded: Loaded, entry: Entry) -> list[Event]:
    return _vacate(loaded, entry.seat)


def _kick(loaded: Loaded, entry: Entry) -> list[Event]:
    if (user := loaded.occupants[entry.body["seat"]].user) is not None:
        loaded.kicked.append(user)
    return _vacate(loaded, entry.body["seat"])


def _vacate(loaded: Loaded, seat: int) -> list[Event]:
    """Empty a seat; when the host goes the next person is host, and with nobody left the table closes."""
    loaded.occupants[seat] = Occupant()
    if seat == loaded.host:
        people = [s for s, occupant in enumerate(loaded.occupants) if occupant.person]
        if not people:
            return _abort(loaded, "closed")
        loaded.host = people[0]
    return []


def _ready(loaded: Loaded, entry: Entry) -> list[Event]:
    """Note who is ready; in a quick match the salt comes with it."""
    occupant = loaded.occupants[entry.seat]
    occupant.ready, occupant.salt = entry.body["ready"], entry.body.get("salt", occupant.salt)
    return []


def _start(loaded: Loaded, entry: Entry) -> list[Event]:
    """Deal. A host who has just joined may have given a salt then; entries of old have none."""
    facts, host = loaded.facts, loaded.occupants[entry.seat]
    host.salt = entry.body.get("salt") or host.salt
    loaded.state = facts.game.deal(facts.options, facts.seats, loaded.chance())
    loaded.status, loaded.started_at = ACTIVE, entry.at
    loaded.moved, loaded.moved_at = entry.number, entry.at
    clocks.set_up(loaded, entry.at)
    return []


def _move(loaded: Loaded, entry: Entry) -> list[Event]:
    game, state = loaded.facts.game, loaded.state
    assert state is not None
    move = entry.move or codec.move_from_json(game, entry.body["move"])
    ticked = entry.seat < 0 and loaded.timer is not None and move == loaded.timer[1]  # else the referee's
    events = game.apply(state, None if entry.seat < 0 else entry.seat, move, loaded.chance())
    loaded.ply, loaded.moved, loaded.moved_at, loaded.offers = loaded.ply + 1, entry.number, entry.at, []
    if outcome := game.outcome(state):
        _finish(loaded, outcome, {"by": "rules"})
    if entry.seat >= 0:
        loaded.acted[entry.seat] = entry.at
    clocks.wind(loaded, entry.at, anew=ticked)
    clocks.switch(loaded)
    clocks.rouse(loaded, entry.at, actor=entry.seat, ticked=ticked)
    return events


def _give_up(loaded: Loaded, entry: Entry) -> list[Event]:
    """End the match for the side of `seat`, which resigned, ran out of time or did not come back (`by`)."""
    seat = entry.body["seat"]
    loaded.occupants[seat].gave_up, loaded.occupants[seat].left = True, entry.body["by"]
    teams = loaded.facts.teams
    left = {teams[s] for s, occupant in enumerate(loaded.occupants) if occupant.gave_up}
    lost = left - loaded.sides_held() | {teams[seat]}  # a team of which somebody still plays has not lost
    _finish(loaded, _ranked(loaded, lost), {"by": entry.body["by"], "seat": seat})
    return []


def _take_over(loaded: Loaded, entry: Entry) -> list[Event]:
    """Let a bot play on for a seat, so that the others' match goes on; who resigned has no way back."""
    occupant = loaded.occupants[entry.body["seat"]]
    occupant.gave_up, occupant.left, occupant.bot = True, entry.body["by"], entry.body["policy"]
    occupant.returnable = entry.body["by"] != "resign" and occupant.returns < RETURNS
    pace.settle(loaded, entry)
    clocks.rouse(loaded, entry.at)
    return []


def _take_back(loaded: Loaded, entry: Entry) -> list[Event]:
    """Let a person play on in the bot's place."""
    occupant = loaded.occupants[entry.seat]
    occupant.gave_up, occupant.left, occupant.returnable, occupant.bot = False, "", False, ""
    occupant.returns += 1
    clocks.readmit(loaded, entry.seat, entry.at)
    return []


def _absent(loaded: Loaded, entry: Entry) -> list[Event]:
    loaded.absent[str(entry.seat)] = [entry.body["since"], entry.body["until"]]
    return []


def _back(loaded: Loaded, entry: Entry) -> list[Event]:
    del loaded.absent[str(entry.seat)]
    return []


def _offer(loaded: Loaded, entry: Entry) -> list[Event]:
    """Note who agrees to a draw; when every person does, it is one."""
    loaded.offers = sorted({*loaded.offers, entry.seat})
    loaded.offered[str(entry.seat)] = loaded.ply
    people = {s for s, occupant in enumerate(loaded.occupants) if occupant.person}
    if people <= set(loaded.offers):
        _finish(loaded, _ranked(loaded, set()), {"by": "agreement"})
    return []


def _decline(loaded: Loaded, entry: Entry) -> list[Event]:
    loaded.offers = []
    return []


def _aborted(loaded: Loaded, entry: Entry) -> list[Event]:
    return _abort(loaded, **{name: value for name, value in entry.body.items() if name != "why"})


def _adjudicated(loaded: Loaded, entry: Entry) -> list[Event]:
    _finish(loaded, interventions.outcome(loaded, entry), {"by": interventions.ADJUDICATED})
    return []


def _abort(loaded: Loaded, reason: str, **more: Any) -> list[Event]:
    """Close without a result: "closed" by its people, "unfilled", "missed" (`missing`), "abandoned", "moderator"."""
    ended = {"by": "abort", "reason": reason, **more}
    loaded.status, loaded.ended = ABORTED, ended
    _close(loaded)
    return []


def _pause(loaded: Loaded, entry: Entry) -> list[Event]:
    """Nothing but the time matters: the clocks were not charged for an outage of ours, the game's own waits longer."""
    clocks.give_back(loaded, entry.body["ms"])
    loaded.absent = {seat: [since, until + entry.body["ms"]] for seat, (since, until) in loaded.absent.items()}
    return []


def _replace(loaded: Loaded, entry: Entry) -> list[Event]:
    occupant = loaded.occupants[entry.seat]
    if occupant.user is None:
        occupant.kept = entry.body["user"]
    else:
        occupant.user = entry.body["user"]
    return []


def _rematch(loaded: Loaded, entry: Entry) -> list[Event]:
    loaded.rematch = {"match": entry.body["match"], "seat": entry.seat}
    return []


def _no_rematch(loaded: Loaded, entry: Entry) -> list[Event]:
    assert loaded.rematch is not None
    loaded.rematch = loaded.rematch | {"declined": [*loaded.rematch.get("declined", ()), entry.seat]}
    return []


def _finish(loaded: Loaded, outcome: Outcome, ended: dict[str, Any]) -> None:
    loaded.status, loaded.outcome, loaded.ended = FINISHED, outcome, ended
    _close(loaded)


def _close(loaded: Loaded) -> None:
    """Nobody is waited for any more, and nothing is asked."""
    loaded.running, loaded.offers, loaded.slow, loaded.away = [], [], None, {}


def _ranked(loaded: Loaded, lost: Iterable[int]) -> Outcome:
    """Return the platform's outcome: the teams in `lost` behind all others, who share the first place."""
    lost, teams = set(lost), loaded.facts.teams
    behind = 1 + len(set(teams) - lost)
    assert loaded.state is not None
    places = tuple(behind if team in lost else 1 for team in teams)
    return Outcome(places, loaded.facts.game.scores(loaded.state))


_FOLDS: dict[str, Callable[[Loaded, Entry], list[Event]]] = {
    "keep": _keep,
    "gather": gathering.fold,
    "join": _join,
    "decline": _decline_seat,
    "bot": _add_bot,
    "leave": _leave,
    "kick": _kick,
    "ready": _ready,
    "start": _start,
    "move": _move,
    "give_up": _give_up,
    "take_over": _take_over,
    "take_back": _take_back,
    "absent": _absent,
    "back": _back,
    "draw_offer": _offer,
    "draw_decline": _decline,
    "slow_offer": pace.fold_offer,
    "slow_decline": pace.fold_decline,
    "abort": _aborted,
    "adjudicate": _adjudicated,
    "pause": _pause,
    "holiday": holiday.fold,
    "replace": _replace,
    "rematch": _rematch,
    "no_rematch": _no_rematch,
}
