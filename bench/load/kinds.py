"""How the games are played by people who only make load: turns, grabs, and everybody at once."""

from __future__ import annotations

from itertools import combinations
from time import perf_counter

import msgspec

from bench.load.play import RESYNC, Frame, Hall, Message, Player, Prepared, Table
from rules.red_handed.cards import DARK_ROOM, is_incident

LOOKED_AT = 9  # a player of Red-Handed looks at the cards that were turned last
GRABS = 0.08  # how often a player grabs who sees an incident
REACTION = (0.3, 1.2)  # s
EVERY = (0.25, 0.4167)  # s between two moves of a player of Blitz: three a second


class Turns(Table):
    """A turn game: who is to move thinks and plays a move at random. Counts from sending to the others' receipt."""

    def __init__(self, hall: Hall, prepared: Prepared) -> None:
        super().__init__(hall, prepared)
        self._sent: dict[int, float] = {}  # by ply: when the move was sent that the others have not seen
        self._asked = -1  # the ply of the last move that was asked for: its answer may come after the others' moves

    def act(self, player: Player, frame: Frame) -> None:
        """Play if it is this player's turn."""
        if player.seat in frame.turn and frame.ply > self._asked:
            least, most = self.hall.think
            if most:
                self.hall.later(self.hall.random.uniform(least, most), self._play, player, frame.ply)
            else:
                self._play(player, frame.ply)

    def answered(self, player: Player, sent: float, arrived: float, code: str) -> None:
        """Look at the table again after a refusal: in a turn game there should be none."""
        if code:
            self._asked = -1
            player.say(RESYNC)

    def entered(self, player: Player, message: Message, arrived: float) -> None:
        """Note when a move has come to who did not make it."""
        if message.kind == "move" and message.seat != player.seat:
            sent = self._sent.pop(message.ply, None)
            if sent is not None:
                self.hall.tally.note(sent, arrived)

    def _play(self, player: Player, ply: int) -> None:
        frame = player.frame
        if frame is not None and frame.ply == ply > self._asked and self.hall.going and not self.closed:
            self._asked, self._sent[ply] = ply, perf_counter()
            move = frame.legal[int(self.hall.random.random() * len(frame.legal))]
            player.play(bytes(move), frame.number)


class Card(msgspec.Struct):
    """An open card of Red-Handed."""

    n: int
    code: str


class Cards(msgspec.Struct):
    """What a player of Red-Handed looks at."""

    open: list[Card]
    phase: str
    filling: int


_cards = msgspec.json.Decoder(Cards).decode


class Race(Table):
    """Red-Handed: the clock turns the cards, and now and then a player who sees an incident grabs and points."""

    def act(self, player: Player, frame: Frame) -> None:
        """Perhaps grab."""
        if player.asked or self.hall.random.random() > GRABS:
            return
        cards = _cards(frame.view)
        if cards.phase == "flipping" and (seen := incident(cards.open[-LOOKED_AT:])):
            grab = msgspec.json.encode({"type": "grab", "cards": seen, "filling": cards.filling})
            self.hall.later(self.hall.random.uniform(*REACTION), self._grab, player, grab)

    def answered(self, player: Player, sent: float, arrived: float, code: str) -> None:
        """Note how long the answer took."""
        self.hall.tally.note(sent, arrived)

    def _grab(self, player: Player, grab: bytes) -> None:
        if self.hall.going and not self.closed and not player.asked:
            player.play(grab)


def incident(cards: list[Card]) -> list[int]:
    """Return the numbers of the cards of an incident, or nothing. A dark room counts only if it is among them."""
    dark = any(card.code == DARK_ROOM for card in cards)
    for size in (3, 2):
        for some in combinations(cards, size):
            if is_incident([card.code for card in some], dark):
                return [card.n for card in some]
    return []


class Rush(Table):
    """Blitz: everybody plays all the time, three moves a second each, whatever the others do."""

    every = EVERY

    def __init__(self, hall: Hall, prepared: Prepared) -> None:
        super().__init__(hall, prepared)
        self._running: set[Player] = set()

    def act(self, player: Player, frame: Frame) -> None:
        """Begin, once; from then on the player moves by the clock."""
        if player not in self._running:
            self._running.add(player)
            self.hall.later(self.hall.random.uniform(0, self.every[1]), self._move, player)

    def answered(self, player: Player, sent: float, arrived: float, code: str) -> None:
        """Note how long the answer took, a refusal as well."""
        self.hall.tally.note(sent, arrived)

    def _move(self, player: Player) -> None:
        if self.closed or not self.hall.going:
            self._running.discard(player)
            return
        self.hall.later(self.hall.random.uniform(*self.every), self._move, player)
        if player.frame is not None and (legal := player.frame.legal):
            player.play(bytes(self.hall.random.choice(legal)))
