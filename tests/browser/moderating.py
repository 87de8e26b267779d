"""A table at which somebody was rude, and two moderators: put into a stack's database, with a session for each."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from tests.browser import finished
from tests.browser.furnished import HOURS, PASSWORD

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.conftest import OpenPage
    from tests.stack import Stack

PEOPLE = ("Rachel", "Rude", "Vera", "Zoya")  # who reports, who is reported, and who looks after the site
RUDE = "You play like a potato"


def prepared(stack: Stack) -> dict[str, str]:
    """Fill a stack's database and return the match's id and each person's session by their name."""
    call = "from tests.browser.moderating import prepare; prepare()"
    told: dict[str, str] = json.loads(stack.manage("shell", "--no-imports", "-c", call).stdout.splitlines()[-1])
    return told


def prepare() -> None:
    """Fill the database and print what is where; runs where Django is set up."""
    from django.contrib.auth.models import Group

    from accounts.models import User
    from tests.staff import enter

    people = [User.objects.create_user(name, f"{name.lower()}@example.com", PASSWORD) for name in PEOPLE]
    for moderator in people[2:]:
        moderator.groups.add(Group.objects.get(name="moderator"))
        moderator.refresh_from_db()
    told: dict[str, Any] = {person.username: enter(person) for person in people}
    told = {name: browser.cookies["sessionid"].value for name, browser in told.items()}
    sys.stdout.write(json.dumps(told | {"match": _table(people[0], people[1])}))


def _table(host: Any, rude: Any) -> str:
    from games import services
    from games.talk.chat import Said, say

    match = services.open_table(host, game="sequence", options={}, seats=2, clock=HOURS)
    finished.start(match, [host, rude])
    say(match.id, host, Said("Hello!"), "one")
    say(match.id, rude, Said(RUDE), "two")
    return str(match.id)


def as_person(open_page: OpenPage, stack: Stack, session: str, **options: Any) -> Page:
    """Open a browser in which somebody is logged in."""
    page = open_page("about:blank", **options)
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": stack.url}])
    return page
