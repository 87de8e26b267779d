"""No script in anybody's page: hostile words in every field, seen in a real browser that reports to us (E9)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from csp.middleware import CSPMiddleware
from django.http import HttpResponse

from accounts import names
from accounts.models import User
from tests.games.conftest import in_process
from tests.rules.positions import SOAK
from tests.security import hostile
from tests.security.matrix import MATRIX
from tests.security.payloads import PAYLOADS
from tests.security.roles import world
from tests.stack import running

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.stack import Stack

__all__ = ["in_process"]
EACH = 1 if SOAK else 6  # of the pages of single people, and of payloads in a query, so many-th is looked at
LISTEN = """
window.told = [];
addEventListener("securitypolicyviolation", (event) => window.told.push(
  `${event.effectiveDirective} ${event.blockedURI} ${event.sample}`));
for (const name of ["alert", "confirm", "prompt"]) window[name] = () => window.told.push(`${name}()`);
"""
ACTIVE = """() => [
  ...document.querySelectorAll('[onerror], [onload], [onfocus], [onmouseover], [ontoggle], [onbegin], [onstart]'),
  ...document.querySelectorAll('[href^="javascript:" i], [src^="javascript:" i], [action^="javascript:" i]'),
  ...document.querySelectorAll('base[href], [src^="//"], [href^="//"], [href^="data:"]'),
  ...document.querySelectorAll('[srcdoc], marquee, object, embed'),
].map((element) => element.outerHTML.slice(0, 200))"""


# --- at the door ---


def test_there_are_sixty_of_them():
    assert len(PAYLOADS) == len(set(PAYLOADS)) == 60


@pytest.mark.django_db
@pytest.mark.sqlite_lane
def test_no_payload_is_a_name(client, settings):
    settings.ACCOUNT_RATE_LIMITS = False
    for number, text in enumerate(PAYLOADS):
        fields = {"username": text, "email": f"a{number}@example.org", "password1": "a calm table for five"}
        answer = client.post("/accounts/signup/", fields)
        assert answer.status_code == 200
        assert answer.context["form"].errors["username"]
        assert_harmless(text, answer.content.decode())
        with pytest.raises(names.ValidationError):
            names.check(names.normalise(text))
    assert not User.objects.exists()


# --- what the server sends ---


def assert_harmless(text: str, page: str) -> None:
    """Fail where a payload with markup in it stands in a page as it is."""
    if re.search(r"[<>]", text) and text not in ("${alert(1)}",):
        assert text not in page, text


QUERIES = [  # a path and the names of what stands in its query
    ("/people/{name}/matches/", "opponent"), ("/staff/mails/", "person match"), ("/my/matches/", "page"),
    ("/accounts/login/", "next"), ("/accounts/signup/", "email next"), ("/lobby/", "game"), ("/i/{invited}/", "to"),
    ("/leaderboards/{game}/", "pace page"), ("/tables/new/{game}/", "with"), ("/mail/{link}/", "m"),
]  # fmt: skip


@pytest.mark.django_db
@pytest.mark.sqlite_lane
@pytest.mark.usefixtures("in_process")
def test_what_a_query_or_a_form_has_typed_comes_back_escaped():
    site = world()
    for text in PAYLOADS[::EACH]:
        for path, told in QUERIES:
            fields = dict.fromkeys(told.split(), text)
            for role in ("anonymous", "player", "admin") if SOAK else ("admin" if "staff" in path else "anonymous",):
                assert_harmless(text, site.clients[role].get(path.format(**site.places), fields).content.decode())
        for path, field in (("/accounts/login/", "login"), (f"/m/{site.places['match']}/invite/", "who")):
            assert_harmless(text, site.clients["player"].post(path, {field: text}).content.decode())
            assert_harmless(text, site.clients["anonymous"].post(path, {field: text}).content.decode())


@pytest.mark.django_db
@pytest.mark.sqlite_lane
@pytest.mark.usefixtures("in_process")
def test_every_page_has_a_policy_without_inline_scripts_and_a_nonce_of_its_own():
    site, nonces = world(), []
    for row in MATRIX.values():
        for role in ("anonymous", "player", "admin"):
            answer = site.clients[role].get(row.path.format(**site.places))
            if not answer.headers.get("Content-Type", "").startswith("text/html"):
                continue
            policy = answer.headers["Content-Security-Policy"]
            scripts = policy_of(policy).get("script-src", "")
            assert "unsafe" not in scripts, row
            assert "*" not in scripts and "http" not in scripts, row
            assert policy_of(policy)["frame-ancestors"] in ("'none'", "'self'"), row
            nonces += re.findall(r"'nonce-([^']+)'", policy)
            assert not re.search(r"<script(?![^>]*(?:src|nonce|type=\"application/json\"))", answer.content.decode())
            assert not re.search(r"<[^>]+\son[a-z]+=", answer.content.decode()), row
    assert len(nonces) == len(set(nonces))  # few pages need one: what they hold for scripts is JSON


def test_a_nonce_is_another_with_each_answer(rf):
    """Where a page asks for one: it stands in its policy, long enough and once."""
    given = []
    for _ in range(50):
        request = rf.get("/")
        answer = CSPMiddleware(lambda asked: HttpResponse(str(asked.csp_nonce)))(request)
        given.append(answer.content.decode())
        assert f"'nonce-{given[-1]}'" in policy_of(answer.headers["Content-Security-Policy"])["script-src"]
    assert len(set(given)) == 50
    assert min(map(len, given)) >= 16


def policy_of(header: str) -> dict[str, str]:
    return {name: rest for part in header.split(";") for name, _, rest in [part.strip().partition(" ")]}


# --- what a browser makes of it ---


@pytest.fixture(scope="module")
def stack() -> Iterator[Stack]:
    with running("embedded", environment={"GUEST_RATE": "1000/m/ip"}) as running_stack:
        yield running_stack


@pytest.fixture(scope="module")
def filled(stack: Stack) -> Any:
    done = stack.manage("shell", "-v", "0", "--no-imports", "-c", hostile.CALL)
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.live
@pytest.mark.parametrize("who", ["nobody", "member", "admin"])
def test_no_page_runs_what_somebody_has_written(who: str, browser: Browser, stack: Stack, filled: Any) -> None:
    page, faults, seen = _page(browser, stack, filled["cookies"].get(who)), [], 0
    paths = filled["paths"][who]
    named = [path for path in paths if path.startswith("/people/")]
    for path in [*(path for path in paths if path not in named), *named[::EACH]]:
        told, shown = _look(page, stack.url + path)
        faults += [f"{path}: {one}" for one in told]
        seen += shown
    page.context.close()
    assert not faults, "\n".join(faults)
    assert seen >= len(paths) / (2 * EACH)  # what is never shown proves nothing


def _page(browser: Browser, stack: Stack, cookie: str | None) -> Page:
    context = browser.new_context(locale="en", reduced_motion="reduce")
    context.add_init_script(LISTEN)
    if cookie:
        context.add_cookies([{"name": "sessionid", "value": cookie, "url": stack.url}])
    page = context.new_page()
    page.on("dialog", lambda dialog: dialog.dismiss())
    return page


def _look(page: Page, url: str) -> tuple[list[str], bool]:
    """Return what a page did that it must not, and whether it shows a payload at all."""
    dialogs: list[str] = []
    page.on("dialog", lambda dialog: dialogs.append(f"dialog {dialog.message}"))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    answer = page.goto(url, wait_until="load")
    assert answer and answer.status in (200, 404), (url, answer and answer.status)
    page.wait_for_timeout(150)  # what sockets bring is drawn
    told = [one for frame in page.frames for one in frame.evaluate("() => window.told ?? []")]
    active = [one for frame in page.frames for one in frame.evaluate(ACTIVE)]
    foreign = [
        one for one in asked if not one.startswith((page.url.split("/", 3)[0] + "//127.0.0.1", "data:", "blob:"))
    ]
    shown = "alert(1)" in page.content()
    return [*told, *active, *dialogs, *(f"asked {one}" for one in foreign)], shown


@pytest.mark.live
def test_the_listener_hears_of_what_gets_through(browser: Browser, stack: Stack) -> None:
    """The test of the test: the same payloads, put into a page as markup, are told."""
    page = _page(browser, stack, None)
    page.goto(stack.url + "/rules/")
    page.evaluate("text => document.body.insertAdjacentHTML('beforeend', text)", "".join(PAYLOADS[11:15]))
    page.wait_for_timeout(200)
    assert page.evaluate("() => window.told")
    assert page.evaluate(ACTIVE)
    page.context.close()
