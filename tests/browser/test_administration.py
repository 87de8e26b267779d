"""An administrator's day: a second factor, people, a match, a role, what is late, a mail that failed, the trail."""

from __future__ import annotations

import json
import re
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.browser.people import PASSWORD, sign_up

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.browser.people import Person
    from tests.conftest import OpenPage
    from tests.stack import Stack

pytestmark = pytest.mark.live
CALL = "from tests.browser.test_administration import furnish; furnish()"
STEP = 30  # s for which a code of an app is good
WATCH = "addEventListener('securitypolicyviolation', e => console.error('CSP: ' + e.violatedDirective + e.blockedURI))"


def furnish() -> None:
    """Play a match, let a mail fail and an alarm be forgotten; print the match. Runs where Django is set up."""
    from accounts.models import OutgoingMail, User
    from games.models import Alarm
    from tests.browser.finished import play

    people = [User.objects.create_user(name, f"{name.lower()}@example.com", PASSWORD) for name in ("Bertil", "Cosima")]
    match = play("sequence", people, plies=20)
    OutgoingMail.objects.create(
        user=people[0], to=people[0].email, sender="q@localhost", subject="Never arrived", text="BCDF-GHJK", due_at=None
    )
    far = int(time.time() * 1000) + 3_600_000  # claimed, so that the stack's own clock leaves it
    Alarm.objects.create(match_id=match, kind="remind", due_at=1_700_000_000_000, claimed_until=far)
    sys.stdout.write(json.dumps(match))


def code(secret: str, ahead: int = 0) -> str:
    """Return what an app shows now, or `ahead` steps later: no code is taken twice."""
    from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value

    return format_hotp_value(hotp_value(secret, int(time.time()) // STEP + ahead))


def listened(page: Page) -> list[str]:
    """Return a list that fills with what the page's scripts complain of, and with every request to another host."""
    heard: list[str] = []
    page.context.add_init_script(WATCH)
    page.on("console", lambda told: heard.append(told.text) if told.type == "error" else None)
    page.on("pageerror", lambda error: heard.append(str(error)))
    own = re.match(r"https?://[^/]+", page.url)
    page.on("request", lambda asked: heard.append(asked.url) if not _own(asked.url, own[0] if own else "") else None)
    return heard


def _own(url: str, site: str) -> bool:
    return url.startswith((site, "data:", "blob:"))


def set_up_app(page: Page, url: str) -> str:
    """Follow the way on which staff without a factor are led, and return the secret of the app."""
    page.goto(f"{url}/staff/admin/")
    expect(page).to_have_url(f"{url}/accounts/2fa/")
    page.locator("a[href$='/totp/activate/']").click()
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main button.button").first.click()
    secret = page.locator("#secret").inner_text()
    page.locator("[name=code]").fill(code(secret))
    page.locator("main button.button").first.click()
    expect(page.locator("#recovery-codes")).to_be_visible()
    return secret


def administrator(open_page: OpenPage, stack: Stack, name: str, **options: Any) -> tuple[Person, str]:
    """Return an administrator with an app for codes, who stands before the admin's door, and its secret."""
    adele = sign_up(open_page, stack, name, **options)
    stack.manage("role", name, "administrator", "--why", "the founder")
    return adele, set_up_app(adele.page, stack.url)


def test_an_administrators_day(open_page: OpenPage, embedded_stack: Stack) -> None:
    url = embedded_stack.url
    match = json.loads(embedded_stack.manage("shell", "--no-imports", "-c", CALL).stdout.splitlines()[-1])
    adele, secret = administrator(open_page, embedded_stack, "Adele")
    page = adele.page
    heard = listened(page)
    page.locator("header summary", has_text="Adele").click()
    page.locator("form[action$='/logout/'] button").first.click()
    page.goto(f"{url}/accounts/login/?next=/staff/admin/")
    page.locator("[name=login]").fill("adele@example.com")
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main form button.button").first.click()
    page.locator("[name=code]").fill(code(secret, ahead=1))
    page.locator("main form button.button").first.click()
    expect(page).to_have_url(f"{url}/staff/admin/")

    _make_a_moderator(page)
    _find_the_match(page, match)
    page.goto(f"{url}/staff/admin/")
    _go(page, "Overdue alarms")
    expect(page.locator("#result_list")).to_contain_text(match)
    _send_again(page)
    _go(page, "What staff did")
    for told in ("helps on Sundays", "the server was away", "role.set", "mail.send_again"):
        expect(page.locator("#result_list")).to_contain_text(told)
    _go(page, "Changes of rows")
    expect(page.locator("#result_list")).to_contain_text("moderator")
    assert "BCDF-GHJK" not in page.content()
    assert not heard


def _go(page: Page, room: str) -> None:
    page.locator("#nav-sidebar-apps a").filter(has=page.get_by_text(room, exact=True)).click()


def _make_a_moderator(page: Page) -> None:
    _go(page, "People")
    page.locator("[name=q]").fill("Bertil")
    page.locator("[name=q]").press("Enter")
    page.locator("#result_list").get_by_role("link", name="Bertil").click()
    page.get_by_role("link", name="Make a moderator").click()
    page.locator("[name=why]").fill("helps on Sundays")
    page.get_by_role("button", name="Make a moderator").click()
    expect(page.locator("#main")).to_contain_text("Done: 1.")
    expect(page.locator("#main")).to_contain_text("moderator")


def _find_the_match(page: Page, match: str) -> None:
    _go(page, "Matches")
    page.locator("[name=q]").fill("Cosima")
    page.locator("[name=q]").press("Enter")
    row = page.locator("#result_list tbody").filter(has_text=match)
    expect(row).to_contain_text("Bertil")
    row.get_by_role("link", name="replay").click()
    expect(page.locator("#step-list li").first).to_be_attached()


def _send_again(page: Page) -> None:
    _go(page, "Outbox and delivery")
    expect(page.locator("#result_list")).to_be_visible()
    page.goto(f"{page.url}?state=failed")
    row = page.locator("#result_list tbody tr").filter(has_text="Never arrived")
    row.locator("input[type=checkbox]").check()
    page.locator("select[name=action]").select_option("send_again")
    page.locator("button[name=index]").click()
    page.locator("[name=why]").fill("the server was away")
    page.get_by_role("button", name="Send again").click()
    expect(page.locator("#main")).to_contain_text("Done: 1.")


def test_where_the_address_is_a_number_one_reads_where_passkeys_can_be_used(
    open_page: OpenPage, embedded_stack: Stack
) -> None:
    page = open_page(f"{embedded_stack.url}/accounts/login/")
    _give_keys(page)
    page.locator("#passkey-login").click()
    expect(page.locator(".toast")).to_contain_text("this address is a number")
    expect(page.locator(".toast")).to_contain_text(embedded_stack.url.replace("127.0.0.1", "localhost"))


def test_a_passkey_logs_in_alone_and_opens_the_staffs_door(open_page: OpenPage, embedded_stack: Stack) -> None:
    url = embedded_stack.url.replace("127.0.0.1", "localhost")  # a passkey belongs to a name, never to a number
    signed_up = sign_up(open_page, embedded_stack, "Petra").page
    signed_up.context.close()
    embedded_stack.manage("role", "Petra", "moderator", "--why", "helps")
    page = open_page(f"{url}/accounts/login/")
    _give_keys(page)
    page.locator("[name=login]").fill("petra@example.com")
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main form button.button").first.click()
    page.goto(f"{url}/accounts/2fa/webauthn/add/")
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main button.button").first.click()
    page.locator("#add-passkey").click()
    expect(page.locator("#recovery-codes")).to_be_visible()
    page.goto(f"{url}/staff/admin/")
    expect(page).to_have_url(f"{url}/staff/admin/")  # who has just added it is not asked for it
    page.context.clear_cookies()
    page.goto(f"{url}/accounts/login/?next=/staff/admin/")
    page.locator("#passkey-login").click()
    expect(page).to_have_url(f"{url}/staff/admin/")
    page.context.clear_cookies()
    page.goto(f"{url}/accounts/login/")  # and as the second step after the password
    page.locator("[name=login]").fill("petra@example.com")
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("main form button.button").first.click()
    page.wait_for_url("**/2fa/authenticate/")  # and for its scripts
    page.locator("#use-passkey").click()
    expect(page.locator("header").get_by_text("Petra")).to_be_attached()


def _give_keys(page: Page) -> None:
    """Let Chromium play a device that keeps passkeys and knows its person."""
    device = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = device | {"isUserVerified": True, "automaticPresenceSimulation": True}
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})


@pytest.mark.alone
def test_a_log_in_that_is_ended_from_afar_loses_its_sockets(open_page: OpenPage, embedded_stack: Stack) -> None:
    far = sign_up(open_page, embedded_stack, "Quentin").page
    near = open_page(f"{embedded_stack.url}/accounts/login/")
    near.locator("[name=login]").fill("quentin@example.com")
    near.locator("[name=password]").fill(PASSWORD)
    near.locator("main form button.button").first.click()
    expect(near.locator("header").get_by_text("Quentin")).to_be_attached()
    closed: list[float] = []
    far.on("websocket", lambda socket: socket.on("close", lambda _: closed.append(time.monotonic())))
    far.goto(f"{embedded_stack.url}/tables/new/sequence/")
    far.locator("main form button.button:not([name])").last.click()
    far.wait_for_url("**/m/*/")
    far.wait_for_timeout(1500)
    closed.clear()  # of those that the pages before had open
    near.goto(f"{embedded_stack.url}/accounts/sessions/")
    near.locator("form button[name=session]").click()
    expect(near.locator(".messages")).to_be_visible()
    ended = time.monotonic()
    while not closed and time.monotonic() < ended + 10:
        far.wait_for_timeout(50)
    assert closed
    assert closed[0] - ended < 2
    far.goto(f"{embedded_stack.url}/account/")
    expect(far).to_have_url(re.compile("/accounts/login/"))
