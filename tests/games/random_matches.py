"""Random matches over the real doors: who does what next, and what a curious player might try besides."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from accounts.models import User
from games import carrier, services
from games.door import pace, requests
from games.door.clocks import tick_due
from games.door.deciding import Asker, decide, order
from games.door.folding import fold
from games.door.loaded import OPEN, Entry, Loaded
from games.log.changes import Change, fold_in
from games.log.storing import entries_after, row_of, write_all
from games.models import EntryRow, Match
from rules import codec
from rules.chance import Chance
from rules.contract import Event, IllegalMove, MalformedMove, Viewer
from tests.games.conftest import Time, ask, make_user, open_for
from tests.games.worlds import copied, other_world
from tests.rules.positions import Setup

Json = dict[str, Any]
Deed = tuple[int | None, Json]  # a seat's request; None: the clock moves
Step = tuple[Entry, Loaded, list[Event]]
JUNK = (-1, 0, 1, 2**63, "", "AS", True, None, [], {})


class RandomMatch:
    """A match between people of its own, ready to start, and one who watches (None)."""

    def __init__(self, setup: Setup, seed: int, time: Time) -> None:
        self.random, self.time, self.asked = Random(seed), time, 0
        people = [make_user() for _ in range(setup.seats)]
        options = codec.options_to_json(setup.options)
        self.match: Match = open_for(people[0], game=setup.game.slug, options=options, seats=setup.seats)
        Match.objects.filter(pk=self.match.pk).update(server_seed=self.random.randbytes(32))
        for person in people[1:]:
            ask(self.match, person, "join")
            ask(self.match, person, "ready", ready=True)
        self.users: dict[Viewer, User] = {**dict(enumerate(people)), None: make_user()}
        self.loaded: Loaded = carrier.load(self.match.id)

    def body(self, kind: str, **fields: Any) -> Json:
        """Return a request with a token of its own."""
        self.asked += 1
        return {"type": kind, "token": f"deed{self.asked}", **fields}

    def advance(self, moves: int, *, secretly: bool = False) -> None:
        """Play on in memory alone, then write it all down at once: a long way is quick.

        `secretly`: and further, until the clock is about to do what nobody may know of.
        """
        changes: list[Change] = []
        done = 0
        while not self.loaded.over and (done < moves or (secretly and not self._clock_runs_secretly())):
            change, _ = fold_in(self.loaded, self._entry(*self.next_deed()))
            changes.append(change)
            done += 1
            if change.clock is not None:  # by mail from here on, which the last change does not tell again
                self._write(changes)
                changes = []
        if changes:
            self._write(changes)

    def _write(self, changes: list[Change]) -> None:
        EntryRow.objects.bulk_create(row_of(change.match, change.entry) for change in changes[:-1])
        assert write_all(changes[-1:]) == [True]

    def _clock_runs_secretly(self) -> bool:
        loaded = self.loaded
        if loaded.timer is None or loaded.shown_timer() is not None:
            return False
        worlds = (other_world(loaded, 0, Chance(bytes([n]) * 32)) for n in range(5))
        return any(world.timer != loaded.timer for world in worlds)

    def _entry(self, seat: int | None, body: Json) -> Entry:
        if seat is None:
            self.time.now = max(self.time.now, tick_due(self.loaded) or 0)
            return order(self.loaded, requests.Tick(), self.time.now)
        asked = requests.read_request(body)
        return decide(self.loaded, Asker(self.users[seat].pk, seat, asked.token, ""), asked, self.time.now)

    def follow(self) -> list[Step]:
        """Fold what the log has more; returns each new entry with the match before it, and what happened."""
        steps = []
        for entry in entries_after(self.match.id, self.loaded.number):
            before = copied(self.loaded)
            steps.append((entry, before, fold(self.loaded, entry)))
        return steps

    def tick(self) -> None:
        """Let the game's clock move, at its time."""
        self.time.move(to=tick_due(self.loaded) or 0)
        services.tick(self.match.id)

    # --- who does what ---
    def next_deed(self) -> Deed:
        """Return what happens next, a moment later."""
        self.time.now += self.random.randrange(300)
        if self.loaded.status == OPEN:
            return self.loaded.host, self.body("start")
        due, movers = tick_due(self.loaded), self._movers()
        if due is not None and (not movers or due <= self.time.now or self.random.random() < 0.3):
            return None, {}
        return self._call() or self._parley() or self._slow_down() or self._move(self.random.choice(movers))

    def _movers(self) -> list[int]:
        return [seat for seat in range(self.loaded.facts.seats) if self.loaded.may_act(seat)]

    def _call(self) -> Deed | None:
        calls = self.loaded.facts.game.referee_calls(self.loaded.state)
        if not calls or self.random.random() < 0.95:
            return None
        return self.loaded.host, self.body("referee", move=codec.move_to_json(self.random.choice(calls)))

    def _parley(self) -> Deed | None:
        """Offer a draw, or decline one, where that may be done."""
        loaded, seat = self.loaded, self.random.randrange(self.loaded.facts.seats)
        if self.random.random() < 0.95 or loaded.offered.get(str(seat), -2) > loaded.ply - 2:
            return None
        return seat, self.body("decline_draw" if loaded.offers else "offer_draw")

    def _slow_down(self) -> Deed | None:
        """Ask to go on by mail, or answer, where that may be done."""
        loaded, seat = self.loaded, self.random.randrange(self.loaded.facts.seats)
        if loaded.facts.game.race or self.random.random() < 0.95:
            return None
        may = pace.may(loaded, seat)
        if not may or (may == ["slow"] and loaded.slow_asked.get(str(seat), -2) > loaded.ply - 2):
            return None
        kind = self.random.choice(may)
        return seat, self.body(kind, **({"days": self.random.choice(pace.DAYS)} if kind == "slow" else {}))

    def _move(self, seat: int) -> Deed:
        """One of the listed moves, or now and then one that is allowed besides."""
        free = [move for move in self.moves_nearby(4) if self.random.random() < 0.3 and self.is_allowed(seat, move)]
        return seat, self.body("move", move=self.random.choice(free or self._listed(seat)))

    def _listed(self, seat: int) -> list[Json]:
        return [codec.move_to_json(move) for move in self.loaded.facts.game.legal_moves(self.loaded.state, seat)]

    def is_allowed(self, seat: int, move: Json) -> bool:
        """Return whether the seat may make this move now."""
        game = self.loaded.facts.game
        try:
            game.check(self.loaded.state, seat, codec.move_from_json(game, move))
        except (MalformedMove, IllegalMove):
            return False
        return True

    # --- what might be tried ---
    def moves_nearby(self, many: int) -> Iterator[Json]:
        """Yield moves of all seats and of the clock, and mixtures of their parts."""
        game, seats = self.loaded.facts.game, range(self.loaded.facts.seats)
        clock = [codec.move_to_json(self.loaded.timer[1])] if self.loaded.timer else []
        known = [move for seat in seats for move in self._listed(seat)] + clock
        parts = [part for move in known for part in move.values()] or [0]
        for _ in range(many):
            if known and self.random.random() < 0.4:
                yield self.random.choice(known)
            else:
                yield self._mixture(self.random.choice(game.moves), parts)

    def _mixture(self, kind: Any, parts: list[Any]) -> Json:
        names = [name.removesuffix("_") for name in kind.__dataclass_fields__ if self.random.random() < 0.9]
        return {"type": kind.type} | {name: self._part(parts) for name in names}

    def _part(self, parts: list[Any]) -> Any:
        return self.random.choice(JUNK if self.random.random() < 0.2 else parts)
