"""The one judge of a match inside a server process: requests in their order, grabs by the photo finish, the clock."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from typing import Protocol

from games import alarms, live, storing
from games.door import clocks, precedence, requests
from games.door.deciding import decide, overdue
from games.door.finish import MOST_CREDIT
from games.door.guards import Asker
from games.door.loaded import ACTIVE, NO_SEAT, Entry, Loaded
from games.errors import Refused, try_again
from games.instants import call_at, now_ms
from games.serving import reactions
from games.serving.asks import Ask
from games.serving.follower import Answer, Office
from games.serving.grabs import Grab, Line, Window, beaten
from games.serving.reactions import Shown
from games.serving.reads import read
from games.serving.refusals import Refusals
from games.serving.timely import TRIES, Timely
from games.serving.upkeep import claim

log = logging.getLogger(__name__)
AGAIN = 500  # ms until the clock tries again what the database would not take
AWAY = MOST_CREDIT + reactions.MOST + 250  # ms without the clock's move: no window is so long, the owner is gone
_OF_TIME = [(kind, NO_SEAT) for kind in alarms.OF_TIME]


class Desk(Office, Protocol):
    """What an actor needs of its process."""

    serving: bool  # it is a server's: clocks run here
    refusals: Refusals

    async def life(self) -> precedence.Life | None:
        """Return since when the servers run, or None while they do not."""

    def is_alive(self, process: str) -> bool:
        """Return whether another server process can be asked."""

    def forward(self, actor: Actor, ask: Ask) -> None:
        """Let the match's owner judge a request."""

    def lines(self, actor: Actor) -> dict[int, Line]:
        """Return what each person's line costs them, by seat."""

    def lag(self, actor: Actor) -> int:
        """Return how much later than it was made a move may be here that another process sends; ms."""


class Actor(Timely):
    """The judge of a match: what is done with the requests in its queue, and by its clock."""

    def __init__(self, match_id: str, desk: Desk, loaded: Loaded, owner: str) -> None:
        super().__init__(match_id, desk, loaded, owner)
        self.desk = desk
        self._alarm: asyncio.TimerHandle | None = None
        self._rings_at = 0  # ms since 1970
        self._window: Window | None = None
        self.shown_at = Shown()

    async def life(self) -> precedence.Life | None:
        """Return since when the servers run, or None while they do not."""
        return await self.desk.life()

    # --- requests ---
    def ask(self, ask: Ask) -> None:
        """Judge a request in its turn; it gets exactly one answer."""
        ask.saw, ask.game = self.shown_at.sight(ask.arrived), self.loaded.facts.game.slug
        if self.owned:
            self.ask_in_turn(ask)
        else:
            self.submit(lambda: self.serve(ask))

    def ask_in_turn(self, ask: Ask, direct: bool = False) -> None:
        """Judge a request here, but not before those that go first and may still be on their way."""

        def submit() -> None:
            if not (self.idle and self._serve_at_once(ask)):
                self.submit(lambda: self.serve(ask, direct))

        after = self._after_time(ask)
        if after:
            ask.later()
        elif not self.loaded.facts.game.race:
            submit()
            return
        at = after or self.made_at(ask) + self.desk.lag(self)
        if at > now_ms() and self.loaded.status == ACTIVE:
            call_at(at, submit)
        else:
            submit()

    def _after_time(self, ask: Ask) -> int:
        """Return until when a request waits by which somebody else's time is over: a move that came in time goes first.

        Nought for any other. Such a move may be on its way from another process.
        """
        due = clocks.deadline(self.loaded) if self.loaded.running else None
        if due is None or ask.arrived <= due[0] or self.loaded.seat_of(ask.user) == due[1]:
            return 0
        return due[0] + alarms.LEEWAY

    def _serve_at_once(self, ask: Ask) -> bool:
        """Judge a turn game's plain move without a job, if that will do: the unusual, as a refusal, is for `serve`."""
        loaded = self.loaded
        plain = type(ask.request) is requests.Play and loaded.status == ACTIVE and not loaded.facts.game.race
        if not plain or not self.owned or self.stale or precedence.may_hold_outage(loaded, ask.arrived):
            return False
        try:
            if overdue(loaded, ask.arrived):
                return False
            self.commit_move(self.decide(ask), ask.answer, lambda: self.serve(ask, lost=True))
        except Exception:  # a refusal, or a fault of ours: then the match is loaded again
            return False
        return True

    async def serve(self, ask: Ask, direct: bool = False, lost: bool = False) -> None:
        """Judge a request now, as a job of the queue; the process that owns the match does, unless told `direct`.

        `lost`: this process did, as the owner, and its entry was not taken.
        """
        try:
            if refused := self.desk.refusals.find(self.match_id, ask.asked):
                ask.answer(refused)
            elif not (lost or await self._is_ours(direct)):
                self.desk.forward(self, ask)
            elif self.is_contested(ask.request):
                await self._contest(ask)
            else:
                await self._perform(ask, lost)
        except Refused as error:
            self._refuse(ask, error)
        except Exception:  # a fault of ours costs the player nothing: it is reported and may be repeated
            log.exception("match %s: a request failed", self.match_id)
            self.stale = True
            ask.answer(try_again())

    def answer(self, ask: Ask, answer: Answer) -> None:
        """Answer a request that was judged here or elsewhere."""
        if isinstance(answer, Refused):
            self._refuse(ask, answer)
        else:
            ask.answer(answer)

    def _refuse(self, ask: Ask, error: Refused) -> None:
        """Refuse; in a race, whose table soon is another, copies of the request that come later are refused alike."""
        if self.loaded.facts.game.race:
            self.desk.refusals.note(self.match_id, ask.asked, error)
        ask.answer(error)

    async def _is_ours(self, direct: bool) -> bool:
        """Return whether to judge here; a match whose owner is gone gets this process as its owner first."""
        loaded = await self.fresh()
        if loaded.status != ACTIVE or self.owned:
            return True
        if self.desk.is_alive(self.owner):
            return direct
        await self.claim()
        return self.owned or direct

    async def claim(self) -> None:
        """Become the owner, unless another process was quicker, or the owner has begun to live since the last look."""
        self.owner = await read(claim, self.match_id, self.owner, self.desk.process)
        self.wind()

    # --- grabs ---
    def is_contested(self, request: requests.Asked | requests.BotMove) -> bool:
        """Return whether a request is judged by reaction and not by arrival."""
        contested = self.loaded.facts.game.contested
        if not contested or not isinstance(request, requests.Play | requests.BotMove):
            return False
        return isinstance(request.move, dict) and any(request.move.get("type") == kind.type for kind in contested)

    async def _contest(self, ask: Ask) -> None:
        """Let a grab that the rules allow wait for the photo finish."""
        await self._time_first(ask.arrived)
        verdict = await self._judge(ask, again=False)
        seat = self.loaded.seat_of(ask.user)
        if isinstance(verdict, int) or seat is None:
            ask.answer(verdict if isinstance(verdict, int) else try_again())
            return
        reply = partial(self.answer, ask)
        await self.grab(Grab(seat, self.made_at(ask), lambda: self._judge(ask, again=True), reply))
        ask.later()

    def made_at(self, ask: Ask) -> int:
        """Return when a request was made, by what its process had shown; where that is not known, when it came."""
        number, since = ask.saw
        shown = self.shown_at.at(number)
        return ask.came or ask.arrived if shown is None else shown + since

    async def grab(self, grab: Grab) -> None:
        """Take a grab into the window, opening it if it is the first."""
        if self._window is None:
            changed = self.shown_at.at(self.loaded.moved) or self.loaded.moved_at
            lines = self.desk.lines(self)
            self._window = Window(self.loaded, changed, lines, lambda: self.submit(self._decide_window))
        if self._window.add(grab):
            await self._decide_window()

    async def _decide_window(self) -> None:
        """Judge the grabs in the order of the finish: the first that still fits becomes the entry, the others hear."""
        window, self._window = self._window, None
        if window is None:
            return
        window.close()
        winner: int | None = None
        for grab in window.ordered():
            if await self._decide_grab(grab, window, winner):
                winner = grab.seat
        self.wind()

    async def _decide_grab(self, grab: Grab, window: Window, winner: int | None) -> bool:
        """Answer a grab; returns whether it became the entry. Once one has won, the others can only be repeats."""
        try:
            for _ in range(TRIES):
                await self._still_ours(True)
                verdict = await grab.judge()
                if isinstance(verdict, int):
                    grab.reply(verdict)
                    return False
                if winner is not None:
                    raise beaten(self.loaded.number)
                if await self.commit(window.seal(verdict), grab.reply):
                    return True
            grab.reply(try_again())
        except Refused as error:  # by what the winner has made of the table, which may have no card left
            lost = winner not in {None, grab.seat} and error.code in {"illegal_move", "stale_position"}
            grab.reply(beaten(self.loaded.number) if lost else error)
        except Exception:
            log.exception("match %s: a grab failed", self.match_id)
            self.stale = True
            grab.reply(try_again())
        return False

    # --- time ---
    def wind(self, least: int = 0) -> None:
        """Set the alarm for what the clock does next here, in `least` ms or later: in a match of ours what is due, in
        another's what is so long overdue that its owner must be gone.

        One that would ring too early is left alone: it looks, and is set anew. So quick moves set none.
        """
        due = self._due() if self.desk.serving else None
        if due is None:
            self.unwind()
            return
        if self._alarm is not None and due >= self._rings_at:
            return
        now = now_ms()
        due = max(due, now + least)
        if self._alarm is None or due < self._rings_at:
            self.unwind()
            self._rings_at = due
            self._alarm = asyncio.get_running_loop().call_later((due - now) / 1000, self._ring)

    def changed(self) -> None:
        """Set the alarm anew."""
        self.wind()

    def unwind(self) -> None:
        """Take the alarm away."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def _ring(self) -> None:
        self._alarm = None
        self.submit(self._on_time)

    async def _on_time(self) -> None:
        """Do what the clock is to do now, if it is time."""
        if self.held:
            return
        try:
            known, due, now = (await self.fresh()).number, self._due(), now_ms()
            late = due is not None and now >= due
            if late:
                await (self._do_due(now) if self.owned else self._take_over(now))
            self.wind(least=AGAIN if late and self.loaded.number == known else 1)
        except Exception as error:  # the database is away: soon again
            log.warning("match %s: its clock could not move: %r", self.match_id, error)
            self.stale = True
            self.wind(least=AGAIN)

    def _due(self) -> int | None:
        """Return the instant at which the clock has to do something here."""
        if not self.owned:
            tick = clocks.tick_due(self.loaded)
            return None if tick is None else tick + AWAY
        return min(filter(None, map(self.wanted().get, _OF_TIME)), default=None)

    async def _do_due(self, now: int) -> None:
        if not await self._outage_first(now):
            return
        tick = clocks.tick_due(self.loaded)
        if late := requests.Tick() if tick is not None and now >= tick else await self._overdue(now):
            await self._unless_done(late, now)

    async def _take_over(self, now: int) -> None:
        """Make the clock's move in the owner's place and own the match from then on; the move's number judges."""
        if live.layer_is_away():  # perhaps nobody could tell us of the move
            await self.follow()
        self.taking_over = True
        try:
            await self._time_first(now)
        finally:
            self.taking_over = False

    @property
    def held(self) -> bool:
        """The table may not change just now: grabs are judged on it as it was when the first came."""
        return self._window is not None

    async def _perform(self, ask: Ask, lost: bool) -> None:
        again = lost or isinstance(ask.request, requests.Join)  # whose seat, which keeps it unique, may be gone
        ours = lost or self.owned
        for _ in range(TRIES):
            await self._still_ours(ours)
            await self._time_first(ask.arrived)
            verdict = await self._judge(ask, again)
            if isinstance(verdict, int):
                ask.answer(verdict)
                return
            if await self.commit(verdict, ask.answer):
                return
            again = True
        raise try_again()

    async def _still_ours(self, ours: bool) -> None:
        """Refuse with `try_again` what another process may have judged by now, for the match has become its own.

        Without Redis every process judges what comes to it, whoever owns the match.
        """
        await self.fresh()
        if ours and not self.owned and self.loaded.status == ACTIVE and not live.layer_is_away():
            raise try_again()

    async def _judge(self, ask: Ask, again: bool) -> Entry | int:
        """Return the entry that a request makes, or the one it has made; refuses only by what the log says now."""
        if again and (number := await self._repeat(ask)):
            return number
        while True:
            try:
                return self.decide(ask)
            except Refused:
                if number := await self._repeat(ask):  # perhaps because it has been carried out already
                    return number
                if not await self._catch_up():
                    raise

    def _asker(self, ask: Ask) -> Asker:
        return Asker(ask.user, self.loaded.seat_of(ask.user), ask.request.token, ask.asked)

    async def _catch_up(self) -> bool:
        """Bring the match to the head of its log; returns whether it was behind."""
        known = self.loaded.number
        await self.follow()
        return self.loaded.number > known

    def decide(self, ask: Ask) -> Entry:
        """Return the entry that a request makes; raises Refused."""
        return decide(self.loaded, self._asker(ask), ask.request, ask.arrived)

    async def _repeat(self, ask: Ask) -> int | None:
        asker = self._asker(ask)
        return await read(storing.find_repeat, self.match_id, asker.token, asker.asked, asker.seat)
