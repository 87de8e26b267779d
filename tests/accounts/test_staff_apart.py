"""Nobody of the staff acts in their own affair: not upon themselves, their bots, their friends, nor upon an appeal."""

from __future__ import annotations

import pytest

from accounts import friends
from accounts.bot_accounts import owner_code, turn_into_bot
from accounts.models import Appeal, Role, Sanction, SanctionKind, User, Verdict
from accounts.moderation import appeals, cases, sanctions
from accounts.refusals import Refused
from tests.accounts.staff import case_about
from tests.staff import enter, laid, staff

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_lane]


@pytest.fixture
def boris(person) -> User:
    return person()


def code_of(call, *args, **kwargs) -> str:
    with pytest.raises(Refused) as caught:
        call(*args, **kwargs)
    return caught.value.code


def befriend(one: User, other: User) -> None:
    friends.ask_friendship(one, other)
    friends.accept_friendship(other, one)


def bot_of(owner: User, name: str = "Robo") -> User:
    bot = User.objects.create_user(name, f"{name}@example.org", is_bot=True, owner=owner)
    return User.objects.get(pk=bot.pk)


# --- what is one's own ---
@pytest.mark.parametrize("about_bot", [False, True])
@pytest.mark.parametrize("role", [Role.MODERATOR, Role.ADMINISTRATOR])
def test_staff_read_nothing_of_a_case_about_themselves_or_their_bot(anna, role, about_bot):
    mona = staff("mona", role)
    about = bot_of(mona) if about_bot else mona
    case = case_about(about, anna)
    Appeal.objects.create(sanction=laid(about, SanctionKind.MUTE, by=staff("root", Role.ADMINISTRATOR)
                                        if role == Role.MODERATOR else _operator()), words="No!")  # fmt: skip
    page = enter(mona)
    for path in (f"/staff/cases/{case.pk}/", f"/staff/people/{about.username}/"):
        assert page.get(path).status_code == 404, path
    for path in (f"/staff/cases/{case.pk}/claim/", f"/staff/people/{about.username}/sanction/"):
        assert page.post(path).status_code == 404, path
    for path in ("/staff/", "/staff/cases/", "/staff/cases/?state=free"):
        shown = page.get(path).content.decode().split("<main")[1]
        assert f"/staff/cases/{case.pk}/" not in shown
        assert "No!" not in shown
    for room in ("case", "report", "sanction", "appeal"):
        assert "Robo" not in page.get(f"/staff/admin/accounts/{room}/").content.decode()
    other = enter(staff("milo"))
    assert "He shouts." in other.get(f"/staff/cases/{case.pk}/").content.decode()


def _operator() -> User:
    return User.objects.create_superuser("operator", "operator@example.org")


def test_a_bot_is_judged_as_who_answers_for_it(anna):
    mona, chief = staff("mona"), staff("chief", Role.ADMINISTRATOR)
    own, of_chief, of_anna = bot_of(mona, "one"), bot_of(chief, "two"), bot_of(anna, "three")
    for bot in (own, of_chief):
        assert code_of(sanctions.lay_sanction, mona, bot, SanctionKind.BAN, reason="x") == "not_allowed"
    ban = laid(own, SanctionKind.BAN, by=chief)
    assert code_of(sanctions.lift_sanction, mona, ban, why="x") == "not_allowed"
    assert sanctions.lay_sanction(mona, of_anna, SanctionKind.BAN, reason="x")


def test_who_looks_after_the_site_becomes_no_bot(anna):
    mona = staff("mona")
    assert code_of(turn_into_bot, mona, owner_code(anna)) == "people_only"
    assert not User.objects.get(pk=mona.pk).is_bot


# --- friends ---
def test_nobody_judges_a_friend(anna, boris):
    mona, milo = staff("mona"), staff("milo")
    befriend(mona, boris)
    case = case_about(boris, anna)
    assert cases.why_not(mona, case).code == code_of(cases.claim, mona, case) == "not_allowed"
    assert code_of(sanctions.lay_sanction, mona, boris, SanctionKind.WARNING, reason="x") == "not_allowed"
    mute = laid(boris, SanctionKind.MUTE, by=milo)
    assert code_of(sanctions.lift_sanction, mona, mute, why="x") == "not_allowed"
    said = appeals.appeal(boris, mute, "please")
    assert code_of(appeals.decide_appeal, mona, said, True, "x") == "not_allowed"
    shown = enter(mona).get("/staff/people/Boris/").content.decode()
    assert "You are friends" in shown
    assert "Lay a sanction" not in shown
    assert "You are friends" in enter(mona).get("/staff/").content.decode()


def test_who_befriends_somebody_after_claiming_does_not_judge_any_more(anna, boris):
    mona = staff("mona")
    case = case_about(boris, anna)
    cases.claim(mona, case)
    befriend(boris, mona)
    told = {"answer": "x", "told_person": "y"}
    assert code_of(cases.close, mona, case, Verdict.NOTHING, **told) == "not_allowed"
    cases.release(mona, case)
    cases.claim(staff("milo"), case)


def test_only_asked_to_be_friends_one_judges(anna, boris):
    mona = staff("mona")
    friends.ask_friendship(boris, mona)
    cases.claim(mona, case_about(boris, anna))


# --- appeals ---
def test_who_has_reported_somebody_does_not_decide_their_appeal(boris):
    mona, milo, mila = (staff(name) for name in ("mona", "milo", "mila"))
    case = case_about(boris, mona)
    cases.claim(milo, case)
    penalty = cases.Penalty(SanctionKind.MUTE, 1)
    cases.close(milo, case, Verdict.SANCTIONED, answer="x", told_person="y", penalty=penalty)
    said = appeals.appeal(boris, Sanction.objects.get(), "please")
    assert code_of(appeals.decide_appeal, mona, said, False, "No.") == "not_allowed"
    assert code_of(appeals.decide_appeal, milo, said, False, "No.") == "not_allowed"
    appeals.decide_appeal(mila, said, False, "No.")


def test_who_comes_second_is_told_that_another_answer_stands(boris):
    said = appeals.appeal(boris, laid(boris, SanctionKind.MUTE), "please")
    appeals.decide_appeal(staff("milo"), said, False, "No.")
    appeals.decide_appeal(staff("milo"), said, False, "No.")  # a double click
    assert code_of(appeals.decide_appeal, staff("mila"), said, True, "Yes.") == "already_decided"
    body = {f"appeal-{said.pk}-granted": "yes", f"appeal-{said.pk}-answer": "Yes."}
    answer = enter(staff("mila")).post(f"/staff/appeals/{said.pk}/", body, follow=True).content.decode()
    assert "answered already" in answer
    assert "Done." not in answer


def test_a_sanction_that_is_lifted_leaves_no_appeal_waiting(boris):
    said = appeals.appeal(boris, mute := laid(boris, SanctionKind.MUTE), "please")
    sanctions.lift_sanction(staff(), mute, why="A mistake.")
    assert not appeals.open_appeals()
    said.refresh_from_db()
    assert (said.granted, said.answer, said.decided_by) == (True, "A mistake.", staff())


@pytest.mark.parametrize("about_bot", [False, True])
def test_the_menu_counts_no_case_about_oneself_or_ones_bot(anna, about_bot):
    mona = staff("mona")
    case_about(bot_of(mona) if about_bot else mona, anna)
    assert "open cases:" not in enter(mona).get("/account/").content.decode()
    assert "open cases:</span> 1" in enter(staff("otto")).get("/account/").content.decode()


def test_the_trail_shows_a_moderator_nothing_of_their_bot(anna):
    mona = staff("mona")
    case = case_about(bot_of(mona), anna)
    cases.claim(staff("root", Role.ADMINISTRATOR), case)
    rows = "/staff/admin/accounts/moderationaction/"
    assert "case.claim" not in enter(mona).get(rows).content.decode()
    assert "case.claim" in enter(staff("otto")).get(rows).content.decode()
