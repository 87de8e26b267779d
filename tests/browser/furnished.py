"""A site with something on every page: people, matches of each game at every stage, mails, and the pages of failures.

The stack's own database is filled by `furnish`; `places` says what stands at each address and who may see it.
"""

from __future__ import annotations

import json
import random
import re
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tests.browser import finished, second_steps

if TYPE_CHECKING:
    from tests.stack import Stack

CALL = "from tests.browser.furnished import furnish; furnish()"
PASSWORD = "a calm table for five"
AWHILE = 24  # plies after which a match is looked at in the middle
HOURS = {"main": 3 * 3_600_000, "increment": 0}  # nobody's time runs out while the pages are looked at
NAMES = ("Annamaria", "Борис", "גילה")
LANGUAGES = ("en", "ru", "he")


@dataclass(frozen=True)
class Furnished:
    """What was put into the site: matches by stage and game, what single addresses hold, cookies, failures."""

    matches: dict[str, dict[str, str]]
    mailed: dict[str, str]
    cookies: dict[str, str]
    failures: dict[str, dict[str, str]]


def furnished(stack: Stack) -> Furnished:
    """Fill a stack's database and return what is where."""
    return Furnished(**json.loads(stack.manage("shell", "--no-imports", "-c", CALL).stdout.splitlines()[-1]))


def furnish() -> None:
    """Fill the database and print what is where; runs where Django is set up."""
    from accounts.models import User
    from rules.registry import GAMES

    people = [User.objects.create_user(name, f"person{at}@example.com", PASSWORD) for at, name in enumerate(NAMES)]
    _confirm(people)
    _settle(people)
    mailed = _mailed(people[:2])  # before so many tables wait that no further one may be opened
    matches = {
        "playing": {slug: begun(slug, people) for slug in GAMES},
        "over": {slug: finished.play(slug, people, AWHILE) for slug in GAMES},
        "waiting": {slug: _open(slug, people).id for slug in GAMES},
    }
    _tie(people, matches["waiting"]["sequence"])
    cookies = _cookies(people[0])
    mailed |= _judged(people, mailed["mailed"], cookies) | {"passkey": str(second_steps.passkey())}
    told = {"matches": matches, "mailed": mailed, "cookies": cookies}
    sys.stdout.write(json.dumps(told | {"failures": _failures()}))


def begun(slug: str, people: list[Any]) -> str:
    """Play a match of a game for a while and return its id."""
    from games import carrier
    from games.errors import Refused

    match = _open(slug, people)
    finished.start(match, people[: match.seats])
    chance = random.Random(slug)
    for _ in range(AWHILE):
        if (loaded := carrier.load(match.id)).over:
            break
        with suppress(Refused):  # the stack's own clock was quicker
            finished.step(match, loaded, people, chance)
    _stay_present(match)
    return str(match.id)


def _stay_present(match: Any) -> None:
    """Keep the clock from closing a match that nobody has open."""
    from games.instants import now_ms
    from games.models import SeatRow

    SeatRow.objects.filter(match=match).update(seen_at=now_ms() + 3_600_000)


def _open(slug: str, people: list[Any]) -> Any:
    from games import services
    from rules.registry import GAMES

    return services.open_table(people[0], game=slug, options={}, seats=2 + (3 in GAMES[slug].seats), clock=HOURS)


def _mailed(people: list[Any]) -> dict[str, str]:
    """Begin a match by mail in which the first is to move and was told so, and return what its links hold."""
    from games import carrier, services
    from games.door.pace import DAY
    from games.mail import tokens
    from games.mail.outgoing import links

    table = {"game": "sequence", "options": {}, "seats": 2}
    match = services.open_table(people[0], **table, pace="mail", clock={"per_move": 3 * DAY})
    finished.start(match, people)
    while people[0].pk not in _movers(match):
        finished.step(match, carrier.load(match.id), people, random.Random(1))
    moved = carrier.load(match.id).moved
    _deliver(match, people[0], moved)
    less = links.less_link(match.id, people[0].pk).rstrip("/").rpartition("/")[2]
    return {"mailed": str(match.id), "link": tokens.link(match.id, moved, people[0].pk), "less": less}


def _movers(match: Any) -> set[Any]:
    from games import carrier

    loaded = carrier.load(match.id)
    return {loaded.occupants[seat].user for seat in loaded.must_act()}


def _deliver(match: Any, person: Any, number: int) -> None:
    """Mail a person of their turn, and an answer that says why a mail of theirs was not obeyed."""
    from accounts.services import deliver_mail
    from games.mail.outgoing import outbox

    outbox.post_once(match.id, person, outbox.TURN, number)
    outbox.post_answer(match.id, person, "help", number, note="We read: castle")
    for mail in person.mails.filter(maker=outbox.MAKER):
        deliver_mail(mail.pk)


def _confirm(people: list[Any]) -> None:
    from allauth.account.models import EmailAddress

    for person in people:
        EmailAddress.objects.create(user=person, email=person.email, verified=True, primary=True)


def _tie(people: list[Any], table: str) -> None:
    """Give the first of them a friend, one who was asked, one who is blocked, and an invitation that was mailed."""
    from accounts import friends
    from accounts.models import User
    from games.instants import now_ms
    from games.models import Invitation

    one, friend, asked = people
    friends.ask_friendship(one, friend)
    friends.accept_friendship(friend, one)
    friends.ask_friendship(one, asked)
    friends.block_person(one, User.objects.create_user("Савва"))
    mailed = {"inviter": one, "address": "f" * 64, "token": "furnished-invitation", "at": now_ms()}
    Invitation.objects.create(match_id=table, **mailed)


def _judged(people: list[Any], match: str, cookies: dict[str, str]) -> dict[str, str]:
    """Have the first of them report the second, a moderator claim a case and another judge one; an appeal waits."""
    from django.contrib.auth.models import Group

    from accounts.models import Appeal, CaseKind, Sanction, SanctionKind, User, Verdict
    from accounts.moderation import cases
    from accounts.moderation.reports import Complaint, report
    from tests.staff import enter

    other, moderator, administrator = (User.objects.create_user(name) for name in ("Зоя", "Вера", "Ада"))
    for user in (other, moderator, administrator):
        user.groups.add(Group.objects.get(name="administrator" if user == administrator else "moderator"))
        user.refresh_from_db()
    kinds = (CaseKind.STALLING, CaseKind.CHEATING)
    waiting, judged = (report(people[0], Complaint("match", match, people[1], kind, "…")).case for kind in kinds)
    cases.claim(moderator, waiting)
    cases.claim(other, judged)
    penalty = cases.Penalty(SanctionKind.UNRATED, 1)
    cases.close(other, judged, Verdict.SANCTIONED, answer="…", told_person="…", penalty=penalty)
    Appeal.objects.create(sanction=Sanction.objects.get(case=judged), words="…")
    cookies["moderator"] = enter(moderator, _browser()).cookies["sessionid"].value
    cookies["administrator"] = enter(administrator, _browser()).cookies["sessionid"].value
    return {"case": str(waiting.pk), "judged": str(judged.pk)}


def _settle(people: list[Any]) -> None:
    """Give people ratings that are not provisional, for the leaderboard."""
    from games.instants import now_ms
    from matchmaking.models import Rating

    known = {"game": "sequence", "pace": "live", "sigma": 4, "matches": 20, "last_at": now_ms()}
    later = now_ms() + 400 * 24 * 3_600_000
    ratings = [Rating(user=person, mu=30 - at, settled_until=later, **known) for at, person in enumerate(people)]
    Rating.objects.bulk_create(ratings)


# --- who looks ---
def _cookies(member: Any) -> dict[str, str]:
    """Return session cookies: of a member, a guest, and of people amid signing up and a forgotten password."""
    guest, signing, forgetful, entered = (_browser() for _ in range(4))
    guest.post("/accounts/guest/", {})
    signing.post("/accounts/signup/", {"username": "Newcomer", "email": "new@example.com", "password1": PASSWORD})
    forgetful.post("/accounts/password/reset/", {"email": "person1@example.com"})
    entered.post("/accounts/password/reset/", {"email": "person2@example.com"})
    entered.post("/accounts/password/reset/confirm/", {"code": _mailed_code("person2@example.com")})
    browsers = {"guest": guest, "signing": signing, "forgetful": forgetful, "entered": entered}
    browsers |= {"member": _logged_in(member, time.time()), "returned": _logged_in(member, 0)}
    browsers |= {kind: _logged_in(person, time.time()) for kind, person in _sanctioned().items()}
    browsers |= second_steps.browsers()
    return {name: browser.cookies["sessionid"].value for name, browser in browsers.items()}


def _sanctioned() -> dict[str, Any]:
    """Return somebody who is suspended, and somebody muted of whose appeal, and of an older ban, it was decided."""
    from accounts.models import SanctionKind, User
    from accounts.moderation import appeals, sanctions
    from tests.staff import laid, staff

    barred, muted = (User.objects.create_user(name, f"{at}@example.com") for at, name in enumerate(("Глеб", "דוד")))
    laid(barred, SanctionKind.SUSPENSION, reason="Грубость за столом: три жалобы за два дня.")
    sanctions.lift_sanction(staff("мона"), laid(muted, SanctionKind.BAN, reason="—"), why="Это была ошибка.")
    mute = laid(muted, SanctionKind.MUTE, reason="Грубость за столом.")
    appeals.decide_appeal(staff("мила"), appeals.appeal(muted, mute, "Это был брат."), False, "Нет.")
    return {"barred": barred, "muted": muted}


def _browser() -> Any:
    from django.test import Client

    return Client(SERVER_NAME="127.0.0.1")


def _logged_in(person: Any, at: float) -> Any:
    browser = _browser()
    browser.force_login(person)
    session = browser.session
    session["account_authentication_methods"] = [{"method": "password", "at": at, "email": person.email}]
    session.save()
    return browser


def _mailed_code(address: str) -> str:
    from accounts.models import OutgoingMail

    text = OutgoingMail.objects.filter(to=address).latest("id").text
    found = re.search(r"^\s*([A-Z0-9]{3,4}-?[A-Z0-9]{3,4})\s*$", text, re.MULTILINE)
    assert found, text
    return found[1]


# --- what is shown when something fails ---
def _failures() -> dict[str, dict[str, str]]:
    from django.utils import translation

    pages: dict[str, dict[str, str]] = {}
    for language in LANGUAGES:
        with translation.override(language):
            pages[language] = {name: answer.content.decode() for name, answer in _failed_pages()}
    return pages


def _failed_pages() -> list[tuple[str, Any]]:
    from django.contrib.auth.models import AnonymousUser
    from django.core.exceptions import PermissionDenied
    from django.db import OperationalError
    from django.http import Http404
    from django.test import RequestFactory
    from django.views import csrf, defaults

    from accounts.pages.account import too_many_requests
    from config.failures import answer_failure

    request = RequestFactory(SERVER_NAME="127.0.0.1").get("/lobby/")
    request.user = AnonymousUser()
    answers = [
        ("403", defaults.permission_denied(request, PermissionDenied())),
        ("403_csrf", csrf.csrf_failure(request)),
        ("404", defaults.page_not_found(request, Http404())),
        ("429", too_many_requests(request)),
        ("500", defaults.server_error(request)),
    ]
    try:
        raise OperationalError
    except OperationalError:
        return [*answers, ("503", answer_failure(request))]
