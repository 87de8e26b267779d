"""What people do in a browser, as steps that tests put together."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.conftest import OpenPage
    from tests.live.people import Person as Guest
    from tests.stack import Stack

PASSWORD = "a calm table for five"
OFFERED = ".seq-usable, [data-part=choices] [data-move]"  # a card or a button to play with
CODE = re.compile(r"^\s*([A-Z0-9]{3,4}-?[A-Z0-9]{3,4})\s*$", re.MULTILINE)


@dataclass
class Person:
    """Somebody with a browser of their own."""

    page: Page
    name: str
    chance: random.Random = field(default_factory=lambda: random.Random(7))

    def sits_at_turn(self) -> bool:
        """Whether the board offers a card or a button to play with."""
        return self.page.locator(OFFERED).count() > 0

    def play_a_turn(self) -> None:
        """Click one legal move, whatever the cards allow, as soon as the board offers one."""
        self.page.locator(OFFERED).first.wait_for()
        usable = self.page.locator(".seq-usable")
        if usable.count() == 0:
            self.page.locator("[data-part=choices] [data-move]").first.click()
            return
        usable.nth(self.chance.randrange(usable.count())).click()
        lit = self.page.locator(".seq-lit")  # a dead card's cells are lit too, but cannot be picked
        if self.page.locator("[data-part=choices]").locator("[data-choose], [data-column]").count():
            lit.nth(self.chance.randrange(lit.count())).click()
        else:
            self.page.locator("[data-part=choices] [data-move]").first.click()
        five = self.page.locator("[data-part=choices] [data-five]")
        if five.count():
            five.first.click()


def sign_up(open_page: OpenPage, stack: Stack, name: str, **options: Any) -> Person:
    """Sign up with an address and the code that the outbox holds for it."""
    page = open_page(f"{stack.url}/accounts/signup/", **options)
    address = f"{name.lower()}@example.com"
    page.locator("[name=email]").fill(address)
    page.locator("[name=username]").fill(name)
    page.locator("[name=password1]").fill(PASSWORD)
    page.locator("main button.button").first.click()
    page.locator("[name=code]").fill(mailed_code(stack, address))
    page.locator("main button.button").first.click()
    expect(page.locator("header").get_by_text(name)).to_be_attached()  # on a phone it is in the folded menu
    return Person(page, name)


def mailed_code(stack: Stack, address: str) -> str:
    """Return the code in the newest mail to an address."""
    rows = stack.query('SELECT text FROM accounts_outgoingmail WHERE "to" = %s ORDER BY id DESC LIMIT 1', [address])
    assert rows, f"no mail to {address}"
    found = CODE.search(rows[0][0])
    assert found, rows[0][0]
    return found[1]


def match_id(page: Page) -> str:
    """Return the id in the address of a match page."""
    return page.url.split("/m/")[1].split("/")[0]


def await_step(players: list[Person]) -> Person | None:
    """Wait until somebody can move and return them, or None once the match is over."""
    for _ in range(200):
        if players[0].page.locator("#banner").is_visible():
            return None
        for player in players:
            if player.sits_at_turn():
                return player
        players[0].page.wait_for_timeout(50)
    raise AssertionError("nobody can move and the match is not over")


def state_of(guest: Guest) -> dict[str, Any]:
    """Return a browser's state with a person's cookies."""
    where = {"domain": "127.0.0.1", "path": "/", "expires": -1, "httpOnly": False, "secure": False, "sameSite": "Lax"}
    return {"cookies": [{"name": name, "value": value, **where} for name, value in guest.cookies.items()]}
