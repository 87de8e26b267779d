"""A site on which every field that somebody fills in and others see holds a payload, and the pages that show them."""

from __future__ import annotations

import json
import sys
from typing import Any
from urllib.parse import quote

from tests.security.payloads import PAYLOADS

CALL = "from tests.security.hostile import fill; fill()"
OFTEN = 400 * 24 * 3_600_000  # ms: longer than anything waits


def fill() -> None:
    """Fill the database and print cookies and paths by who looks; runs where Django is set up."""
    people = [_person(number, text) for number, text in enumerate(PAYLOADS)]
    admin = _admin()
    first, second = people[:2]
    match, over, table = _matches(people)
    _talk(match, people[:2])
    _tie(first, people)
    _rate(people)
    _programs(first)
    mailed = _mails(first, second)
    cases = _cases(people, admin)
    named = [f"/people/{quote(person.username, safe='')}/" for person in people]
    open_to_all = [
        "/", "/lobby/", "/leaderboards/sequence/", "/leaderboards/sequence/?page=2", f"/m/{match}/", f"/m/{table}/",
        f"/m/{over}/", f"/m/{over}/replay/", "/mail/", *mailed, *named, *(f"{path}matches/" for path in named[::6]),
    ]  # fmt: skip
    own = ["/friends/", "/my/matches/", "/account/", "/account/tokens/", "/account/bots/", "/account/mails/",
           "/account/preferences/", "/account/holidays/", f"/m/{table}/invite/", "/accounts/email/"]  # fmt: skip
    paths = {
        "nobody": open_to_all,
        "member": [*open_to_all[:8], *own],
        "admin": ["/staff/mails/", *cases, *_admin_pages()],
    }
    cookies = {"member": _cookie(first), "admin": _cookie(admin)}
    sys.stdout.write(json.dumps({"paths": paths, "cookies": cookies}))


def _person(number: int, name: str) -> Any:
    from allauth.account.models import EmailAddress

    from accounts.models import User

    user = User(username=name, email=f"hostile{number}@example.org", language="en")  # by no door: that refuses them
    user.set_unusable_password()
    user.save()
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def _admin() -> Any:
    from django.contrib.auth.models import Group

    from accounts.models import User

    admin = User.objects.create_superuser("Overseer", "overseer@example.org")
    admin.groups.add(*Group.objects.filter(name__in=["moderator", "administrator"]))
    return admin


def _matches(people: list[Any]) -> tuple[str, str, str]:
    from games.models import SeatRow
    from tests.games.conftest import ask, open_for, play_on, started

    going, over = started(*people[:2]), started(*people[2:4])
    play_on(going, 6)
    play_on(over, 8)
    ask(over, people[2], "resign")
    tables = [open_for(person, seats=3) for person in people[4:24]]
    SeatRow.objects.update(seen_at=4 * 10**12)  # nothing is closed because nobody is there
    return going.id, over.id, tables[0].id


def _talk(match: str, people: list[Any]) -> None:
    from games.instants import now_ms
    from games.models import ChatLine

    lines = [
        ChatLine(match_id=match, user=people[number % 2], text=text, at=now_ms(), token=f"t{number}")
        for number, text in enumerate(PAYLOADS)
    ]
    ChatLine.objects.bulk_create(lines)


def _tie(person: Any, others: list[Any]) -> None:
    from accounts import friends
    from accounts.models import Friendship
    from games.models import Match
    from games.tables import invitations

    for number, other in enumerate(others[2:]):
        if number % 4 == 3:
            friends.block_person(person, other)
        else:
            Friendship.objects.create(asker=other, asked=person, accepted=number % 2 == 0)
    for table in Match.objects.filter(live__status="open").select_related("live")[:8]:
        host = table.seat_rows.exclude(user=None).first().user
        invitations.Invitation.objects.create(match=table, inviter=host, invited=person, at=4 * 10**12)


def _rate(people: list[Any]) -> None:
    from games.instants import now_ms
    from matchmaking.models import Rating

    known = {"game": "sequence", "pace": "live", "sigma": 4, "matches": 20, "last_at": now_ms()}
    settled = now_ms() + OFTEN
    Rating.objects.bulk_create(
        [
            Rating(user=person, mu=30 - number / 10, settled_until=settled, **known)
            for number, person in enumerate(people)
        ]
    )


def _programs(person: Any) -> None:
    from datetime import timedelta

    from django.utils import timezone

    from accounts.models import PersonalToken, User

    until = timezone.now() + timedelta(days=30)
    for number, text in enumerate(PAYLOADS):
        told = {"digest": f"{number:064}", "expires_at": until, "scopes": ["read"]}
        PersonalToken.objects.create(user=person, name=text, **told)
    User.objects.filter(email__in=[f"hostile{number}@example.org" for number in (50, 51, 52)]).update(
        is_bot=True, owner=person
    )


def _mails(one: Any, other: Any) -> list[str]:
    """Write mails whose every part is hostile, and real ones of a match of hostile people; return where they show."""
    from accounts.models import OutgoingMail
    from accounts.services import deliver_mail
    from games.instants import now_ms
    from games.mail import tokens
    from games.mail.outgoing import links, outbox
    from games.models import MailIn
    from tests.mail.posts import acting, by_mail

    match = by_mail(one, other)
    mover, _seat, loaded = acting(match)
    outbox.post_once(match.id, mover, outbox.TURN, loaded.moved)
    outbox.post_answer(match.id, mover, "help", loaded.moved, note=PAYLOADS[0])
    for mail in mover.mails.filter(maker=outbox.MAKER):
        deliver_mail(mail.pk)
    for text in PAYLOADS:
        told = {"sender": text, "to": text[:300], "subject": text, "text": text, "last_error": text, "due_at": None}
        OutgoingMail.objects.create(user=one, maker=outbox.MAKER, about={"match": match.id}, **told)
        MailIn.objects.create(match_id=match.id, user=one, verdict=f"refused:{text}"[:40], at=now_ms())
    real = OutgoingMail.objects.exclude(html="").values_list("pk", flat=True)
    link = tokens.link(match.id, loaded.moved, mover.pk)
    less = links.less_link(match.id, mover.pk).split("/")[-2]
    return [*(f"/mail/{pk}/html/" for pk in real), f"/mail/{link}/?m=1", f"/mail/less/{less}/"]


def _cases(people: list[Any], admin: Any) -> list[str]:
    """Write reports, cases, sanctions and appeals of hostile words; return the pages that show them, where they are."""
    from django.utils import timezone

    from accounts.models import Appeal, Case, CaseKind, Report, Sanction, SanctionKind

    pages = ["/staff/cases/"]
    for number, text in enumerate(PAYLOADS):
        person, reporter = people[number], people[number - 1]
        told = {"answer": text, "told_person": text, "verdict": "warned", "closed_at": timezone.now()}
        case = Case.objects.create(person=person, kind=CaseKind.TALK, **(told if number % 2 else {}))
        evidence = {"words": text, text: [text], "lines": [{"name": text, "text": text, "at": 0, "seat": 0}]}
        Report.objects.create(
            case=case, reporter=reporter, about="person", about_id=str(person.pk), words=text, evidence=evidence
        )
        sanction = Sanction.objects.create(person=person, kind=SanctionKind.WARNING, reason=text, case=case, by=admin)
        Appeal.objects.create(sanction=sanction, words=text, answer=text)
        pages += (
            [f"/staff/cases/{case.pk}/", f"/staff/people/{quote(person.username, safe='')}/"] if number % 6 == 0 else []
        )
    return [path for path in pages if _is_there(path)]


def _is_there(path: str) -> bool:
    from django.urls import Resolver404, resolve

    try:
        resolve(path)
    except Resolver404:
        return False
    return True


def _admin_pages() -> list[str]:
    """Return the lists and some rows of Django's admin, where it has an address."""
    from django.urls import NoReverseMatch, reverse

    from accounts.admin.site import site

    pages = []
    for model in site._registry:
        where = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        try:
            pages.append(reverse(f"{where}_changelist"))
            pages += [
                reverse(f"{where}_change", args=[pk]) for pk in model._default_manager.values_list("pk", flat=True)[:3]
            ]
        except NoReverseMatch:
            continue
    return pages


def _cookie(person: Any) -> str:
    from django.test import Client

    from tests.staff import enter

    client = enter(person, Client(SERVER_NAME="127.0.0.1"))
    return client.cookies["sessionid"].value
