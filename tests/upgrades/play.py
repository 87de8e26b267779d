"""What people leave in a release's database: every game finished and unfinished, and one of all else they may do.

Runs inside a release's own settings and code, this one's or an earlier one's (tests.upgrades.make): `python -P play.py`
in its checkout. So it keeps to names that have long been there, and does what a release offers. Time stands
still but where it waits for what is due, so minutes of clocks pass at once.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, timedelta
from importlib import import_module
from inspect import signature
from itertools import count
from typing import Any

import django
import time_machine

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from allauth.account.models import EmailAddress  # noqa: E402
from django.contrib.auth.hashers import make_password  # noqa: E402
from django.utils import timezone  # noqa: E402

from accounts.models import User  # noqa: E402
from accounts.services import make_guest, upgrade_guest  # noqa: E402
from config.celery import app  # noqa: E402
from games import carrier, services  # noqa: E402
from games.clocks import beats, clock  # noqa: E402
from games.errors import Refused  # noqa: E402
from games.models import Alarm, Match  # noqa: E402
from rules import bots, codec  # noqa: E402
from rules.chance import Chance  # noqa: E402
from rules.registry import GAMES  # noqa: E402

BEGIN = 1_795_000_000  # s since 1970
MOMENT = 700  # ms between two deeds
SHORT: dict[str, dict[str, Any]] = {"blitz": {"rounds": 1}}  # options of a match that is over soon
ENOUGH = {"red-handed": 150}  # moves after which a match that is long by nature is given up
STRETCH = 12  # moves of a match that goes on
MAILS = 4  # alarms of the match by mail that are waited for: who has just moved is not mailed yet
DUTIES = ("do_due_alarms", "play_due_plans", "start_bots", "tell_finishes", "post_due_mails", "send_due_mail")
TURN_GAMES = ("sequence", "blue-diamond", "diamoniak")
PLAYED = tuple(GAMES) if hasattr(services, "tick") else TURN_GAMES  # in part 1 the games' own clocks did not run
OFFERS = signature(services.open_table).parameters  # what a table of this release may have
_tokens = count(1)


def offered(path: str) -> Any:
    """Return what the release has by this name, module and all, or None."""
    module, _, name = path.rpartition(".")
    try:
        return getattr(import_module(module), name, None)
    except ImportError:
        return None


class Play:
    """People of one release, and the time by which they play."""

    def __init__(self, time: time_machine.Traveller) -> None:
        self._time, self._now = time, BEGIN * 1000
        self.ada, self.ben = self._member("ada"), self._member("ben")
        self.guest = make_guest(language="he")

    def _member(self, name: str) -> User:
        person, address = make_guest(language="ru"), f"{name}@members.example"
        upgrade_guest(person, username=name, email=address, password=make_password(f"{name}'s long password"))
        person = User.objects.get(pk=person.pk)
        proven = {"email": address, "verified": True, "primary": True}
        EmailAddress.objects.update_or_create(user=person, defaults=proven)
        return person

    def wait(self, ms: int = MOMENT) -> None:
        """Let so many ms pass, in which our servers are up."""
        self._now += ms
        self._time.move_to(self._now / 1000)
        beats.Beat.objects.update(at=self._now)

    # --- matches ---
    def open(self, host: User, game: str, **choices: Any) -> Match:
        """Return a table with its host on it; what this release cannot choose is left out."""
        known = {name: value for name, value in choices.items() if name in OFFERS}
        told = {"options": {}, "seats": min(GAMES[game].seats)} | known
        return services.open_table(host, game=game, **told)

    def begun(self, *people: User, game: str, **choices: Any) -> Match:
        """Return a match of these people that has just begun, with a line of talk."""
        match = self.open(people[0], game, **choices)
        for person in people[1:]:
            self.ask(match, person, "join", salt=f"{person.pk}")
            self.ask(match, person, "ready", ready=True)
        self.ask(match, people[0], "start")
        if game != "diamoniak":  # whose tables have set phrases by now
            self.ask(match, people[0], "chat", text="Good luck, שלום, удачи!")
        return match

    def ask(self, match: Match, person: User, kind: str, **fields: Any) -> None:
        """Make a request as any front door would."""
        self.wait(7)
        services.request(match.id, person, {"type": kind, "token": f"t{next(_tokens)}", **fields})

    def carry_on(self, match: Match, moves: int) -> None:
        """Let so many moves be made, or all to the end."""
        loaded = carrier.load(match.id)
        until = loaded.ply + moves
        for _ in range(10 * moves):
            if loaded.over or loaded.ply >= until:
                return
            deed = next(self._deeds(loaded), None)
            if deed is None:
                self.do_what_is_due(match)
            else:
                seat, move = deed
                with suppress(Refused):  # the clock, which goes first, has changed the table
                    self.ask(match, User.objects.get(pk=loaded.occupants[seat].user), "move", move=move)
                self.wait()
            loaded = carrier.load(match.id)
        raise RuntimeError(f"{match} does not get on")

    def _deeds(self, loaded: Any) -> Iterator[tuple[int, Any]]:
        game, chance = loaded.facts.game, Chance(bytes([loaded.ply % 251]) * 32, loaded.ply)
        for seat in sorted(range(loaded.facts.seats), key=lambda seat: (seat not in loaded.must_act(), seat)):
            if loaded.occupants[seat].user is not None and game.legal_moves(loaded.state, seat):
                move = bots.choose(game, loaded.state, seat, "greedy", chance)
                yield seat, codec.move_to_json(move)

    def do_what_is_due(self, match: Match | None = None) -> None:
        """Wait for the next alarm, of a match or at all, and let the clock process do its duties."""
        alarms = Alarm.objects.filter(match=match) if match else Alarm.objects.all()
        if due := alarms.order_by("due_at").values_list("due_at", flat=True).first():
            self.wait(max(due - self._now, 0) + 1000)
        for duty in DUTIES:
            if hasattr(clock, duty):
                getattr(clock, duty)()

    def finish(self, match: Match, loser: User) -> None:
        """Play to the end, or until enough was played."""
        self.carry_on(match, ENOUGH.get(match.game, 1_000))
        if not carrier.load(match.id).over:
            self.ask(match, loser, "resign")
        self.do_what_is_due(match)


def finish_all_games(play: Play) -> None:
    """Leave of each game a match that is over."""
    for game in PLAYED:
        play.finish(play.begun(play.ada, play.ben, game=game, options=SHORT.get(game, {}), rated=True), play.ben)


def play_by_mail(play: Play) -> None:
    """Leave a match by mail, in which mails have left, where there is mail."""
    if "pace" not in OFFERS:
        return
    slow = play.begun(play.ada, play.ben, game="sequence", pace="mail", clock={"per_move": 3 * 86_400_000})
    play.carry_on(slow, 4)
    for _ in range(MAILS):
        play.do_what_is_due(slow)


def go_on_in_all_games(play: Play) -> None:
    """Leave of each game a match that goes on; after all that takes its time, for a race does not wait."""
    for game in PLAYED:
        play.carry_on(play.begun(play.ben, play.guest, game=game, clock={"per_move": 600_000}), STRETCH)


def play_otherwise(play: Play) -> None:
    """Leave a match against a bot and a table that waits, for somebody who is invited where one can be."""
    match = services.play_now(play.ada, "blue-diamond")
    if carrier.load(match.id).status == "open":
        play.ask(match, play.ada, "start")
    play.carry_on(match, 6)
    play.open(play.guest, "red-handed", listed=True)
    if invite := offered("games.tables.invitations.invite_address"):
        invite(play.open(play.ben, "sequence"), play.ben, "carl@elsewhere.example", "https://quintet.example")


def know_one_another(play: Play) -> None:
    """Leave friends, who is kept apart, a ticket and a token, as far as a release knows of them."""
    if ask := offered("accounts.friends.ask_friendship"):
        ask(play.ada, play.ben)
        ask(play.ben, play.ada)
        offered("accounts.friends.block_person")(play.ada, play.guest)
    if wait := offered("matchmaking.tickets.open_ticket"):
        wait(play.ben, game="sequence", seats=2, rated=True)
    if make := offered("accounts.personal_tokens.make_token"):
        make(play.ada, "my bot", ["read", "play"], 30)


def choose(play: Play) -> None:
    """Leave what people like, days off, and a choice for one match, as far as a release knows of them."""
    if keep := offered("accounts.preferences.keep_preferences"):
        keep(play.ada, {"theme": "dark", "time_zone": "Asia/Jerusalem"})
    if choose_mail := offered("games.mail.choices.choose"):
        choose_mail(Match.objects.get(pace="mail"), play.ada, "remind")
    if take := offered("accounts.holidays.take_holiday"):
        day = timezone.now().date() + timedelta(days=30)
        take(play.ben, day, day + timedelta(days=2), UTC)


def keep_order(play: Play) -> None:
    """Leave a report, a sanction with its row of the trail and an appeal, and an archived log, as far as known."""
    if said := offered("accounts.moderation.reports.Complaint"):
        talk = import_module("accounts.models").CaseKind.TALK
        complaint = said("person", str(play.ada.pk), play.ada, talk, "Rude")
        offered("accounts.moderation.reports.report")(play.ben, complaint)
    if lay := offered("accounts.moderation.sanctions.lay_sanction"):
        kind = import_module("accounts.models").SanctionKind
        offered("accounts.moderation.roles.set_role")(None, play.ada, "administrator", why="The first one")
        week = timezone.now() + timedelta(days=7)
        lay(User.objects.get(pk=play.ada.pk), play.guest, kind.MUTE, reason="Shouting", ends_at=week)
    if appeal := offered("accounts.moderation.appeals.appeal"):
        appeal(play.guest, play.guest.sanctions.get(), "It was a song.")
    if archive := offered("games.log.archiving.archive_matches"):
        oldest = Match.objects.filter(game="sequence", live__status="finished").earliest("opened_at")
        list(archive(oldest.live.at + 1))


def main() -> None:
    """Play, in a database whose tables are made."""
    logging.disable(logging.INFO)
    app.conf.task_always_eager = True
    with time_machine.travel(BEGIN, tick=False) as time:
        beats.beat()
        play = Play(time)
        finish_all_games(play)
        play_by_mail(play)
        go_on_in_all_games(play)
        play_otherwise(play)
        know_one_another(play)
        choose(play)
        keep_order(play)


if __name__ == "__main__":
    main()
