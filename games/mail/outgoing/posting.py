"""What becomes of a match's alarms of mail: a row in the outbox, once, or nothing where somebody is there already.

The match is loaded and judged first: nobody waits for that. Then the alarm's row is held for a moment in which the log
stands where it was judged, so an entry that ends the turn comes before or after, never in between. What comes before is
judged anew; what comes after drops the mail when it is to leave (games.mail.outgoing.making).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from accounts.models import Preferences, User
from games.door import clocks
from games.door.loaded import ACTIVE, MAIL, Loaded
from games.instants import now_ms
from games.log import storing
from games.mail import choices
from games.mail.outgoing import reminders
from games.mail.outgoing.acting import has_seen_end, is_acting
from games.mail.outgoing.outbox import END, OFFER, START, TURN, WHOLE, post_once
from games.models import Alarm, Match, MatchLive

log = logging.getLogger(__name__)
PUT_OFF = 60_000  # ms that a mail waits while its person is at the page
AT_MOST = 10 * PUT_OFF  # and a reminder no longer than so in all
TRIES = 5  # of an alarm while the log goes on; after that it waits to be due again
Settle = Callable[[Alarm], object]


@dataclass(frozen=True, slots=True)
class Place:
    """A person at a match as it stands now."""

    loaded: Loaded
    seat: int
    user: User
    likes: Preferences
    mails: str  # how much mail this person wants and can get: one of TurnMail
    now: int
    silent: bool = False  # what is due now counts as mailed, and is not

    @property
    def match_id(self) -> str:
        """The match's id."""
        return self.loaded.facts.match

    @property
    def is_to_act(self) -> bool:
        """Whether the match waits for this person."""
        return self.seat in self.loaded.must_act()

    @property
    def has_moved(self) -> bool:
        """Whether this person has made a move since the start."""
        return self.loaded.acted[self.seat] > self.loaded.started_at

    def post(self, kind: str, number: int, *, silently: bool = False) -> bool:
        """Mail the person once, if they want such a mail."""
        silently = silently or self.silent or not choices.is_among(kind, self.mails)
        return post_once(self.match_id, self.user, kind, number, silently=silently)


def post_all(alarms: Iterable[tuple[str, int, str]], *, silently: bool = False) -> None:
    """Deal with alarms (match, seat, kind) as `post` does; what fails is logged, and due again."""
    for match_id, seat, kind in alarms:
        try:
            post(match_id, seat, kind, silently=silently)
        except Exception:
            log.exception("match %s: the mail (%s) for seat %s could not be queued", match_id, kind, seat)


def post(match_id: str, seat: int, kind: str, *, silently: bool = False) -> None:
    """Deal with one alarm of the kind start, mail, offer or remind, if it is due. May be called twice or at once.

    `silently`: as if the mail had left already; what comes after it is set all the same.
    """
    for _ in range(TRIES):
        if _post_as_seen(match_id, seat, kind, silently):
            return


def _post_as_seen(match_id: str, seat: int, kind: str, silently: bool) -> bool:
    """Deal with an alarm by the match as it stands; False: its log went on meanwhile, so that nothing was done."""
    now = now_ms()
    alarms = Alarm.objects.filter(match_id=match_id, seat=seat, kind=kind, due_at__lte=now)
    if not alarms.exists():
        return True
    loaded = storing.load(match_id)
    settle = _judged(_place(loaded, seat, now, silently), kind)
    with transaction.atomic():
        alarm = alarms.select_for_update().first()
        if alarm is None:
            return True
        if not _is_as_seen(loaded):
            return False
        settle(alarm)
    return True


def _judged(place: Place | None, kind: str) -> Settle:
    """Return what is to be done with a due alarm."""
    due = None if place is None else _DUE[kind](place)
    if place is None or due is None:
        return Alarm.delete
    if due > place.now:
        return partial(_set, at=due)
    if not place.silent and _is_there(place, kind, due):
        return partial(_set, at=place.now + PUT_OFF)
    return partial(_post, place, kind)


def _post(place: Place, kind: str, alarm: Alarm) -> None:
    alarm.delete()
    _POSTS[kind](place)


def _is_as_seen(loaded: Loaded) -> bool:
    return MatchLive.objects.filter(match_id=loaded.facts.match, number=loaded.number).exists()


def set_reminder(match_id: str, seat: int) -> None:
    """Set the reminder of a turn that waits as its person wishes now, in place of the one that stands.

    An alarm that an entry outruns is found moot when it is due.
    """
    place = _place(storing.load(match_id), seat, now_ms())
    with transaction.atomic():
        _reminders(match_id, seat).delete()
        if place is not None and place.is_to_act:
            _set_reminder(place)


def _reminders(match_id: str, seat: int) -> QuerySet[Alarm]:
    return Alarm.objects.filter(match_id=match_id, seat=seat, kind="remind")


def post_ends(sender: object, match: Match, **_: object) -> None:
    """Mail of the end of a match: a receiver of both of games.signals, in their transaction.

    It leaves a while after, so that what the end has changed is counted, and who has seen it on the page is spared.
    """
    if match.pace != MAIL:
        return
    for user in _people(match):
        if choices.wants(user, match.id, END):
            post_once(match.id, user, END, WHOLE, after=settings.MAIL_GRACE)


def forgo_end(match: Match) -> None:
    """Take the mails of the end of a match for sent."""
    for user in _people(match):
        post_once(match.id, user, END, WHOLE, silently=True)


def _people(match: Match) -> QuerySet[User]:
    people = [user for user, _bot, *_rest in match.live.summary["seats"] if user is not None]
    return User.objects.filter(pk__in=people).order_by("pk")


def is_stale(loaded: Loaded, kind: str, number: int, user_id: int) -> bool:
    """Return whether a queued mail has nothing to say any more: the position it tells of has passed."""
    seat = loaded.seat_of(user_id)
    if seat is None:
        return True
    if kind == END:
        return has_seen_end(loaded.facts.match, user_id, loaded.ended_at)
    if kind == START:
        return loaded.over
    waits = _is_asked(loaded, seat) if kind == OFFER else seat in loaded.must_act()
    return loaded.moved != number or not waits or not loaded.occupants[seat].person


def _place(loaded: Loaded, seat: int, now: int, silent: bool = False) -> Place | None:
    """Return the person at the seat of a match that goes on by mail, or None."""
    occupant = loaded.occupants[seat]
    if loaded.status != ACTIVE or loaded.pace != MAIL or not occupant.person:
        return None
    user = User.objects.get(pk=occupant.user or 0)
    mails = choices.mails_for(user, loaded.facts.match)
    return Place(loaded, seat, user, choices.likes_of(user), mails, now, silent)


def _is_there(place: Place, kind: str, due: int) -> bool:
    """Return whether to wait because the person is at the page; a reminder, which has its hour, waits only so long."""
    return (kind != "remind" or place.now < due + AT_MOST) and is_acting(
        place.match_id, place.seat, place.user.pk, place.now
    )


def _set(alarm: Alarm, at: int) -> None:
    Alarm.objects.filter(pk=alarm.pk).update(due_at=at, claimed_until=0)


# --- since when each kind is due; None: it is moot ---


def _start_due(place: Place) -> int | None:
    return place.loaded.started_at + settings.MAIL_GRACE * 1000


def _turn_due(place: Place) -> int | None:
    return place.loaded.moved_at + settings.MAIL_GRACE * 1000 if place.is_to_act else None


def _offer_due(place: Place) -> int | None:
    return place.loaded.since + settings.MAIL_GRACE * 1000 if _is_asked(place.loaded, place.seat) else None


def _is_asked(loaded: Loaded, seat: int) -> bool:
    """Return whether others offer a draw to the person on a seat."""
    return bool(loaded.offers) and seat not in loaded.offers


def _reminder_due(place: Place) -> int | None:
    if not place.is_to_act:
        return None
    asked = (place.loaded, place.seat, place.likes, place.now)
    found = None if _is_late(place) else reminders.due(*asked)
    return _next_reminder(place) if found is None else found[0]


def _is_late(place: Place) -> bool:
    """Return whether the time for the move is over: it is called, or given back, before anybody is reminded of it."""
    return clocks.runs_out(place.loaded, place.seat) <= place.now


def _next_reminder(place: Place) -> int | None:
    if _is_late(place):
        return place.now + PUT_OFF
    return reminders.upcoming(place.loaded, place.seat, place.likes, place.now)


# --- and what is then done, with the alarm taken away ---


def _post_start(place: Place) -> None:
    """Tell of the start, and by the same mail of the first turn; who has moved already knows."""
    if place.post(START, WHOLE, silently=place.has_moved) and place.is_to_act and not place.has_moved:
        place.post(TURN, place.loaded.moved, silently=True)


def _post_turn(place: Place) -> None:
    _post_start(place)
    place.post(TURN, place.loaded.moved)
    _set_reminder(place)


def _post_offer(place: Place) -> None:
    place.post(OFFER, place.loaded.moved)


def _post_reminder(place: Place) -> None:
    found = reminders.due(place.loaded, place.seat, place.likes, place.now)
    if found is not None and choices.is_among(found[1], place.mails):
        place.post(found[1], place.loaded.moved)
    _set_reminder(place)


def _set_reminder(place: Place) -> None:
    at = _next_reminder(place)
    if at is not None:
        row = {"due_at": at, "claimed_until": 0}
        Alarm.objects.update_or_create(match_id=place.match_id, seat=place.seat, kind="remind", defaults=row)


_DUE: dict[str, Callable[[Place], int | None]] = {
    "start": _start_due,
    "mail": _turn_due,
    "offer": _offer_due,
    "remind": _reminder_due,
}
_POSTS: dict[str, Callable[[Place], None]] = {
    "start": _post_start,
    "mail": _post_turn,
    "offer": _post_offer,
    "remind": _post_reminder,
}
