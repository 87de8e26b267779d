"""Appeals: once, by the person, decided by somebody else, told in the person's language, and on the trail."""

from __future__ import annotations

import pytest
from django.utils import translation

from accounts import delivery
from accounts.models import Appeal, ModerationAction, OutgoingMail, Role, SanctionKind, User
from accounts.moderation import appeals, standing
from accounts.moderation.sanctions import lift_sanction
from accounts.refusals import Refused
from tests.programs import Program
from tests.staff import enter, laid, staff

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_lane]


def code_of(call, *told) -> str:
    with pytest.raises(Refused) as refused:
        call(*told)
    return refused.value.code


@pytest.fixture
def boris(person) -> User:
    return person()


def mails_to(user: User) -> list[str]:
    """Return the texts of all mails to a person, as they leave."""
    rows = OutgoingMail.objects.filter(user=user).order_by("pk")
    return [f"{message.subject}\n{message.body}" for row in rows if (message := delivery.message_of(row))]


def test_one_appeal_a_sanction_and_the_same_words_twice_are_one(boris, person):
    mute = laid(boris, SanctionKind.MUTE)
    assert code_of(appeals.appeal, person("Clara", "clara@example.org"), mute, "please") == "not_found"
    assert code_of(appeals.appeal, boris, mute, " \n") == "missing_field"
    assert code_of(appeals.appeal, boris, mute, "x" * 2001) == "too_long"
    said = appeals.appeal(boris, mute, " It was my brother. ")
    assert appeals.appeal(boris, mute, "It was my brother.") == said
    assert code_of(appeals.appeal, boris, mute, "And he is sorry.") == "not_allowed"
    assert list(appeals.open_appeals()) == [said]


def test_the_owner_appeals_for_a_bot_and_both_have_the_answer(boris, person):
    bot = User.objects.create_user("robo", "robo@example.org", is_bot=True, owner=boris)
    mute = laid(bot, SanctionKind.MUTE)
    assert "about your bot robo" in mails_to(boris)[-1]
    assert "about your bot" not in mails_to(bot)[-1]
    assert [one.bot for one in standing.shown_of_bots(boris)] == ["robo"]
    assert code_of(appeals.appeal, person("Clara", "clara@example.org"), mute, "please") == "not_found"
    said = appeals.appeal(boris, mute, "It only says hello.")
    assert code_of(appeals.appeal, bot, mute, "please") == "not_allowed"  # one appeal, whoever of the two makes it
    assert code_of(appeals.decide_appeal, boris, said, True, "fine") == "not_allowed"
    appeals.decide_appeal(staff("milo"), said, True, "So it does.")
    assert all("So it does." in mails_to(one)[-1] for one in (boris, bot))


def test_an_owner_appeals_on_the_page_and_over_rest(boris, person):
    bot = User.objects.create_user("robo", "robo@example.org", is_bot=True, owner=boris)
    mute, warning = laid(bot, SanctionKind.MUTE), laid(bot, SanctionKind.WARNING)
    assert Program(person("Clara", "clara@example.org")).get("account/sanctions").json() == {"sanctions": []}
    told = Program(boris).post(f"account/sanctions/{warning.pk}/appeal", {"words": "It only says hello."})
    assert (told.status_code, told.json()["bot"], told.json()["may_appeal"]) == (201, "robo", False)
    client = enter(boris)
    page = client.get("/accounts/standing/").content.decode()
    assert f"words-{mute.pk}" in page
    assert "I have read this" not in page  # that is the bot's to say
    assert client.post(f"/accounts/standing/{mute.pk}/appeal/", {"words": "please"}).status_code == 302
    assert Appeal.objects.filter(sanction=mute).exists()


def test_what_was_lifted_needs_no_appeal(boris):
    mute = laid(boris, SanctionKind.MUTE)
    lift_sanction(staff(), mute, why="a mistake")
    assert code_of(appeals.appeal, boris, mute, "please") == "not_allowed"


def test_who_has_laid_it_does_not_decide_and_a_reason_is_told(boris):
    said = appeals.appeal(boris, laid(boris, SanctionKind.BAN, by=staff("mona")), "please")
    assert code_of(appeals.decide_appeal, staff("mona"), said, True, "fine") == "not_allowed"
    assert code_of(appeals.decide_appeal, boris, said, True, "fine") == "not_allowed"
    assert code_of(appeals.decide_appeal, staff("milo"), said, True, "  ") == "missing_field"
    appeals.decide_appeal(staff("milo"), said, True, "It was somebody else.")
    boris.refresh_from_db()
    assert not boris.is_barred
    assert (boris.untold, list(appeals.open_appeals())) == (1, [])
    assert boris.sanctions.get().lifted_why == "It was somebody else."


def test_the_operator_decides_on_their_own_only_where_nobody_else_could(boris):
    operator = User.objects.create_superuser("root", "root@example.org")
    said = appeals.appeal(boris, laid(boris, SanctionKind.MUTE, by=operator), "please")
    other = staff("milo", Role.ADMINISTRATOR)
    assert code_of(appeals.decide_appeal, operator, said, False, "No.") == "not_allowed"
    laid(other, SanctionKind.SUSPENSION, by=operator)
    appeals.decide_appeal(operator, said, False, "No.")
    assert Appeal.objects.get().granted is False


def test_an_answer_stands_and_is_on_the_trail_once(boris):
    said = appeals.appeal(boris, laid(boris, SanctionKind.MUTE), "please")
    appeals.decide_appeal(staff("milo"), said, False, "You have read the rules.")
    assert code_of(appeals.decide_appeal, staff("milo"), said, True, "You have not.") == "already_decided"
    boris.refresh_from_db()
    assert boris.is_muted
    (row,) = ModerationAction.objects.filter(action="appeal.decide")
    assert (row.person, row.why, row.after["granted"]) == (boris, "You have read the rules.", False)


@pytest.mark.parametrize("language", ["en", "ru", "he"])
def test_each_step_is_mailed_in_the_persons_language_with_what_why_until_when_and_how_to_appeal(
    boris, language, settings
):
    User.objects.filter(pk=boris.pk).update(language=language)
    mute = laid(boris, SanctionKind.MUTE)
    with translation.override(language):
        until = str(translation.gettext("You may not talk at tables until %(until)s.")).split("%")[0]
    (laying,) = mails_to(boris)
    assert until in laying
    assert "Insults at the table." in laying
    assert f"{settings.SITE_URL}/accounts/standing/" in laying
    appeals.decide_appeal(staff("milo"), appeals.appeal(boris, mute, "please"), False, "No, for it was you.")
    *_, answer = mails_to(boris)
    assert "No, for it was you." in answer
    lift_sanction(staff("milo"), mute, why="A week is enough.")
    told = mails_to(boris)
    assert "A week is enough." in told[-1]
    assert laying not in told  # it is laid no more: what has not left by now leaves no more


def test_a_granted_appeal_is_one_mail_and_a_guest_is_told_on_pages_alone(boris):
    said = appeals.appeal(boris, laid(boris, SanctionKind.MUTE), "please")
    appeals.decide_appeal(staff("milo"), said, True, "It was somebody else.")
    (answer,) = mails_to(boris)
    assert "It was somebody else." in answer
    guest = User.objects.create_user("Guest 1234", is_guest=True)
    laid(guest, SanctionKind.MUTE)
    assert not OutgoingMail.objects.filter(user=guest).exists()
    assert guest.untold == 1


def test_an_appeal_with_signs_that_cannot_be_shown_is_refused_with_a_sentence(boris):
    mute = laid(boris, SanctionKind.MUTE)
    page = enter(boris).post(f"/accounts/standing/{mute.pk}/appeal/", {"words": "plea\0se"})
    assert page.status_code == 422
    assert "characters that cannot be shown" in page.content.decode()
    assert not Appeal.objects.exists()
