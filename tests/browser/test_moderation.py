"""From a rude line to a sanction, an appeal and its end, in a browser: by keys, on a phone, without scripts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.inspecting import sticks_out
from tests.browser.moderating import PEOPLE, RUDE, as_person, prepared
from tests.stack import running

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

    from tests.conftest import OpenPage
    from tests.stack import Stack

pytestmark = pytest.mark.live


@pytest.fixture(scope="module")
def stack() -> Iterator[Stack]:
    with running("embedded") as one:
        yield one


@pytest.fixture(scope="module")
def told(stack: Stack) -> dict[str, str]:
    """What was put into the site."""
    return prepared(stack)


def report_the_line_by_keys(page: Page) -> None:
    """Report the second line of the chat with the keyboard alone, in the tab that the link opens."""
    link = page.locator(".chat-log li", has_text=RUDE).get_by_role("link")
    expect(page.locator(".report-line")).to_have_count(1)  # not at one's own line
    link.focus()
    with page.context.expect_page() as opened:
        page.keyboard.press("Enter")
    form = opened.value
    expect(form.locator("blockquote")).to_have_text(RUDE)
    form.locator("input[name=kind]").first.focus()
    form.keyboard.press("Space")
    form.keyboard.press("Tab")
    form.keyboard.type("He says that every time.")
    form.keyboard.press("Tab")
    form.keyboard.press("Enter")
    expect(form.locator(".messages")).to_contain_text("Thank you.")
    expect(form.locator("main")).to_contain_text("He says that every time.")
    form.close()


def report_by_name(page: Page, stack: Stack) -> None:
    """Report the person where their name stands, for the same: it joins the same case."""
    page.goto(f"{stack.url}/people/Rude/")
    page.get_by_label("More about Rude").click()
    page.get_by_role("link", name="Report…").click()
    page.locator("input[name=kind]").first.check()
    page.locator("main form .button").click()
    expect(page.locator(".messages")).to_contain_text("you are told what comes of it")


def judge(page: Page) -> None:
    """Go from the menu to the case, read, claim and judge it with three days away."""
    page.locator(".account summary").click()
    page.get_by_role("link", name="Desk").click()
    page.get_by_role("link", name="Rude").click()
    expect(page.locator("#reports-title")).to_have_text("2 reports")
    expect(page.locator(".evidence-chat .reported mark")).to_have_text(RUDE)
    expect(page.locator(".evidence-chat li")).to_have_count(2)
    page.locator(".evidence-log summary").click()
    expect(page.locator(".evidence-log tbody tr").first).to_be_visible()
    page.get_by_role("button", name="Claim this case").click()
    page.get_by_label("the person was sanctioned").check()
    page.get_by_label("Sanction, where there is one").select_option("suspension")
    page.get_by_label("For how many days").fill("3")
    page.get_by_label("To those who reported").fill("Thank you, we have acted.")
    page.get_by_label("To the person").fill("Such words hurt.")
    page.get_by_role("button", name="Close the case").click()
    expect(page.locator(".messages")).to_contain_text("Both sides are told.")


def appeal_where_one_is_led(page: Page) -> None:
    """Be led away from the table, read why but not by whose report, and appeal."""
    expect(page).to_have_url(re.compile("/accounts/standing/$"))
    expect(page.locator("main")).to_contain_text("Such words hurt.")
    expect(page.locator("main")).not_to_contain_text("Rachel")
    page.get_by_label("Appeal").fill("I was joking.")
    page.get_by_role("button", name="Send the appeal").click()
    expect(page.locator("article.sanction")).to_contain_text("It is being looked at.")


def grant_the_appeal(page: Page, stack: Stack) -> None:
    page.goto(f"{stack.url}/staff/")
    expect(page.locator("main")).to_contain_text("I was joking.")
    page.get_by_label("the sanction is lifted").check()
    page.get_by_label("Answer to the person").fill("All right, this once.")
    page.get_by_role("button", name="Decide").click()
    expect(page.locator(".messages")).to_contain_text("Done.")


def read_the_answer_and_talk_again(page: Page, table: str) -> None:
    page.goto(table)
    expect(page.locator(".standing-news")).to_contain_text("All right, this once.")
    page.get_by_role("button", name="I have read this").click()
    expect(page).to_have_url(table)
    expect(page.locator(".standing-news")).to_have_count(0)
    page.locator("#chat-text").fill("I am sorry")
    page.locator("#chat-text").press("Enter")
    expect(page.locator("#chat-log")).to_contain_text("I am sorry")


def test_a_rude_line_is_reported_judged_told_appealed_and_lifted(
    open_page: OpenPage, stack: Stack, told: dict[str, str]
) -> None:
    table = f"{stack.url}/m/{told['match']}/"
    rachel, rude, vera, zoya = (as_person(open_page, stack, told[name]) for name in PEOPLE)
    rude.goto(table)
    rachel.goto(table)
    report_the_line_by_keys(rachel)
    report_by_name(rachel, stack)
    vera.goto(f"{stack.url}/")
    judge(vera)
    appeal_where_one_is_led(rude)
    rachel.goto(f"{stack.url}/rules/")
    rachel.get_by_role("link", name="Read it").click()
    expect(rachel.locator("main")).to_contain_text("Thank you, we have acted.")
    expect(rachel.locator(".came-back")).to_have_count(0)
    mails = dict(stack.query('SELECT "to", text FROM accounts_outgoingmail WHERE maker = %s', [""]))
    assert "Thank you, we have acted." in mails["rachel@example.com"]
    grant_the_appeal(zoya, stack)
    read_the_answer_and_talk_again(rude, table)
    mailed = 'SELECT "to" FROM accounts_outgoingmail WHERE maker = %s'  # when it was laid, and when it was answered
    assert stack.query(mailed, ["standing"]) == [("rude@example.com",)] * 2


@pytest.mark.parametrize("language", ["ru", "he"])
def test_without_scripts_on_a_phone_a_person_is_reported(
    open_page: OpenPage, stack: Stack, told: dict[str, str], language: str
) -> None:
    stack.query("DELETE FROM accounts_report WHERE about = %s", ["person"])
    stack.query("UPDATE accounts_user SET language = %s", [language])
    page = as_person(open_page, stack, told["Rachel"], width=360, height=640, java_script_enabled=False)
    page.goto(f"{stack.url}/people/Rude/")
    page.locator(".tie .more summary").click()
    page.locator(".tie .more .drop-panel a").first.click()
    page.locator("input[name=kind]").nth(2).check()
    page.locator("textarea").fill("…")
    page.locator("main form .button").click()
    expect(page).to_have_url(f"{stack.url}/people/Rude/")
    expect(page.locator(".messages .success")).to_be_visible()
    made = "SELECT kind, words FROM accounts_report JOIN accounts_case made ON made.id = case_id WHERE about = %s"
    assert stack.query(made, ["person"]) == [("stalling", "…")]
    stack.query("UPDATE accounts_user SET language = %s", [""])


def test_the_desk_fits_a_phone(open_page: OpenPage, stack: Stack, told: dict[str, str]) -> None:
    rachel = as_person(open_page, stack, told["Rachel"])
    rachel.goto(f"{stack.url}/report/match/{told['match']}/")
    rachel.locator("input[name=kind]").first.check()
    rachel.locator("main form .button").click()
    vera = as_person(open_page, stack, told["Vera"], width=360, height=640)
    (case,) = stack.query("SELECT case_id FROM accounts_report WHERE about = %s", ["match"])[0]
    for path in ("/staff/", "/staff/cases/", f"/staff/cases/{case}/", "/staff/people/Rude/"):
        vera.goto(stack.url + path)
        assert sticks_out(vera) <= 0, path
    vera.goto(f"{stack.url}/people/Rude/")
    vera.locator(".tie .more summary").click()
    expect(vera.locator(".tie .more .drop-panel")).to_be_visible()
    assert sticks_out(vera) <= 0
