"""The admin: who sees what, that nothing is edited there, and that what is done asks why and is written down."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts import personal_tokens
from accounts.admin import base
from accounts.admin.site import site
from accounts.models import Case, CaseKind, ModerationAction, OutgoingMail, Report, User
from accounts.moderation import trail
from games.models import Match
from tests.accounts.conftest import last_code
from tests.accounts.staff import give_role
from tests.staff import enter

ROOMS = {model: f"/staff/admin/{model._meta.app_label}/{model._meta.model_name}/" for model in site._registry}
FOR_ADMINISTRATORS = {"personaltoken", "outgoingmail", "alarm", "mailin", "logentry"}
CANARY = "canary4711"


@pytest.fixture
def staff(person):
    """Make staff of one of the kinds, with a browser."""

    def make(role: str):
        return enter(give_role(person(role.title(), f"{role}@example.org"), role))

    return make


@pytest.fixture
def boris(person) -> User:
    return person()


def failed_mail(user: User, number: int = 1) -> OutgoingMail:
    told = {"sender": "q@example.org", "subject": f"Mail {number}", "text": CANARY, "html": CANARY}
    secret = {"headers": {"Reply-To": CANARY}, "about": {"key": CANARY}}
    return OutgoingMail.objects.create(user=user, to=user.email, due_at=None, attempts=12, **told, **secret)


@pytest.mark.parametrize("role", ["moderator", "administrator", "operator"])
def test_every_room_opens_for_those_who_may_see_it(staff, boris: User, role: str) -> None:
    client = staff(role)
    for model, address in ROOMS.items():
        closed = role == "moderator" and model._meta.model_name in FOR_ADMINISTRATORS
        assert client.get(address).status_code == (403 if closed else 200), address
    assert client.get("/staff/admin/").status_code == 200


def test_from_the_admin_one_comes_back_to_the_desk(staff) -> None:
    page = staff("moderator").get("/staff/admin/accounts/case/").content.decode()
    assert f'href="{reverse("accounts:desk")}"' in page


@pytest.mark.parametrize("path", ["/accounts/password/reset/", "/accounts/signup/"])
def test_no_code_that_is_mailed_is_seen_by_staff(staff, boris: User, client, path: str) -> None:
    wish = {"email": boris.email if "reset" in path else "new@example.org", "username": "Newcomer", "password1": CANARY}
    assert client.post(path, wish).status_code == 302
    mail = OutgoingMail.objects.get()
    code = last_code(mail.to)
    assert code in mail.text
    administrator = staff("administrator")
    for address in ("/staff/mails/", ROOMS[OutgoingMail], f"{ROOMS[OutgoingMail]}{mail.pk}/change/"):
        shown = administrator.get(address).content.decode()
        assert mail.to in shown, address
        assert code not in shown, address


def test_a_new_person_has_no_way_in_by_permission_alone(client, boris: User) -> None:
    boris.user_permissions.set(Permission.objects.all())
    client.force_login(boris)
    for address in ROOMS.values():
        assert client.get(address).status_code in (302, 403)


def test_nothing_can_be_added_changed_or_deleted(staff, boris: User) -> None:
    client = staff("operator")
    own = {User: boris.pk}
    for model, address in ROOMS.items():
        key = own.get(model) or getattr(model.objects.first(), "pk", None)
        assert client.post(f"{address}add/").status_code == 403, address
        if key is not None:
            assert client.post(f"{address}{key}/change/", {"username": "X", "role": "administrator"}).status_code == 403
            assert client.post(f"{address}{key}/delete/", {"post": "yes"}).status_code == 403
        answer = client.post(address, {"action": "delete_selected", "_selected_action": [key or 1], "post": "yes"})
        assert answer.status_code in (200, 302)
    boris.refresh_from_db()
    assert (boris.username, boris.role) == ("Boris", "")


def test_addresses_are_for_administrators(staff, boris: User) -> None:
    seen = {
        role: staff(role).get(f"{ROOMS[User]}{boris.pk}/change/").content.decode()
        for role in ("moderator", "administrator")
    }
    assert boris.email not in seen["moderator"]
    assert boris.email in seen["administrator"]


@pytest.mark.parametrize(("role", "found"), [("moderator", False), ("administrator", True)])
def test_people_are_found_by_address_only_by_administrators(staff, boris: User, role: str, found: bool) -> None:
    page = staff(role).get(f"{ROOMS[User]}?q=boris%40example").content.decode()
    assert (f"/{boris.pk}/change/" in page) == found


@pytest.mark.parametrize(
    "query",
    [
        "password__startswith=pbkdf2",
        "email__contains=boris",
        "session_epoch=0",
        "personal_tokens__digest__startswith=a",
        "groups__name=moderator",
    ],
)
def test_no_address_filters_people_by_a_hidden_column(staff, boris: User, query: str) -> None:
    answer = staff("moderator").get(f"{ROOMS[User]}?{query}")
    assert answer.status_code in (302, 400)


@pytest.mark.parametrize("query", ["server_seed__startswith=a", "live__snapshot__contains=x", "options__x=1"])
def test_no_address_filters_matches_by_a_secret(staff, query: str) -> None:
    assert staff("operator").get(f"{ROOMS[Match]}?{query}").status_code in (302, 400)


def test_no_secret_is_on_any_page_of_mails_and_tokens(staff, boris: User) -> None:
    client = staff("administrator")
    mail = failed_mail(boris)
    token, text = personal_tokens.make_token(boris, "my bot", ["read"], 7)
    pages = [
        client.get(ROOMS[OutgoingMail]),
        client.get(f"{ROOMS[OutgoingMail]}{mail.pk}/change/"),
        client.get(ROOMS[type(token)]),
        client.get(f"{ROOMS[type(token)]}{token.pk}/change/"),
    ]
    shown = "".join(page.content.decode() for page in pages)
    assert "my bot" in shown
    for secret in (CANARY, token.digest, text, boris.password):
        assert secret not in shown


def test_staff_do_not_see_who_has_reported_them(staff, boris: User) -> None:
    client = staff("moderator")
    mona = User.objects.get(username="Moderator")
    case = Case.objects.create(person=mona, kind=CaseKind.TALK)
    report = Report.objects.create(case=case, reporter=boris, about="person", about_id=str(mona.pk), words=CANARY)
    for address in (f"{ROOMS[Case]}{case.pk}/change/", f"{ROOMS[Report]}{report.pk}/change/"):
        assert client.get(address).status_code == 302
    assert CANARY not in client.get(ROOMS[Report]).content.decode()
    assert CANARY in enter(give_role(boris, "administrator")).get(ROOMS[Report]).content.decode()


def test_a_deed_asks_for_a_reason_first(staff, boris: User) -> None:
    client, address = staff("administrator"), f"{ROOMS[User]}{boris.pk}/do/make_moderator/"
    assert "Boris" in client.get(address).content.decode()
    assert client.post(address, {"confirmed": "1", "why": "  "}).status_code == 200
    boris.refresh_from_db()
    assert boris.role == ""
    assert client.post(address, {"confirmed": "1", "why": "helps on Sundays"}).status_code == 302
    boris.refresh_from_db()
    assert boris.role == "moderator"
    row = ModerationAction.objects.get(person=boris)
    assert (row.actor.username, row.via, row.why) == ("Administrator", trail.ADMIN, "helps on Sundays")
    assert (row.before, row.after) == ({"role": ""}, {"role": "moderator"})
    page = client.get(f"{ROOMS[User]}{boris.pk}/history/", follow=True).content.decode()
    assert "helps on Sundays" in page


def test_a_double_click_makes_one_row(staff, boris: User) -> None:
    client, address = staff("administrator"), f"{ROOMS[User]}{boris.pk}/do/make_moderator/"
    for _ in range(2):
        client.post(address, {"confirmed": "1", "why": "helps"})
    assert ModerationAction.objects.filter(person=boris).count() == 1


@pytest.mark.parametrize("deed", ["make_moderator", "log_out", "make_administrator"])
def test_moderators_do_nothing_here(staff, boris: User, deed: str) -> None:
    client = staff("moderator")
    assert client.post(f"{ROOMS[User]}{boris.pk}/do/{deed}/", {"confirmed": "1", "why": "x"}).status_code == 403
    client.post(ROOMS[User], {"action": deed, "_selected_action": [boris.pk], "confirmed": "1", "why": "x"})
    boris.refresh_from_db()
    assert (boris.role, boris.session_epoch) == ("", 0)


def test_a_bulk_deed_asks_runs_in_batches_and_writes_a_row_each(staff, boris: User, monkeypatch) -> None:
    monkeypatch.setattr(base, "BATCH", 7)
    client = staff("administrator")
    mails = [failed_mail(boris, number) for number in range(60)]  # more than a page has
    chosen = {"action": "send_again", "_selected_action": [mails[0].pk], "select_across": "1"}
    asked = client.post(ROOMS[OutgoingMail], chosen)
    assert "60" in asked.content.decode()
    assert not ModerationAction.objects.filter(action="mail.send_again").exists()
    client.post(ROOMS[OutgoingMail], chosen | {"confirmed": "1", "why": "the server was away"})
    rows = ModerationAction.objects.filter(action="mail.send_again")
    assert sorted(int(row.target_id) for row in rows) == [mail.pk for mail in mails]
    assert {row.why for row in rows} == {"the server was away"}
    assert not OutgoingMail.objects.filter(due_at=None).exists()


def test_a_bulk_deed_on_one_row_leaves_the_others(staff, boris: User) -> None:
    client = staff("administrator")
    one, other = failed_mail(boris, 1), failed_mail(boris, 2)
    told = {"action": "send_again", "_selected_action": [one.pk], "confirmed": "1", "why": "once more"}
    client.post(ROOMS[OutgoingMail], told)
    one.refresh_from_db()
    other.refresh_from_db()
    assert (one.due_at is None, other.due_at is None) == (False, True)


def test_mails_are_found_by_state(staff, boris: User) -> None:
    client = staff("administrator")
    failed_mail(boris)
    late = timezone.now() + timedelta(days=1)
    OutgoingMail.objects.create(to="x@example.org", sender="q@example.org", subject="Waiting", text="", due_at=late)
    page = client.get(f"{ROOMS[OutgoingMail]}?state=failed").content.decode()
    assert "Mail 1" in page
    assert "Waiting" not in page


def test_a_list_costs_the_same_for_many_rows(staff, boris: User) -> None:
    client = staff("administrator")

    def cost() -> int:
        with CaptureQueriesContext(connection) as asked:
            client.get(ROOMS[OutgoingMail])
        return len(asked)

    failed_mail(boris)
    cost()
    before = cost()
    for number in range(20):
        failed_mail(boris, number)
    assert cost() == before


def test_pages_ask_nothing_of_other_hosts_and_run_no_inline_script(staff, boris: User) -> None:
    client = staff("administrator")
    for address in ("/staff/admin/", ROOMS[User], f"{ROOMS[User]}{boris.pk}/change/"):
        answer = client.get(address)
        scripts = next(part for part in answer["Content-Security-Policy"].split(";") if "script-src" in part)
        assert "unsafe" not in scripts
        page = answer.content.decode()
        assert not re.findall(r"""(?:src|href)=["'](?:https?:)?//""", page)
        assert not re.findall(r"<script(?![^>]*\bsrc=)(?![^>]*application/json)[^>]*>", page)


@pytest.mark.parametrize(
    "address",
    [
        "accounts/user/abc/do/log_out/", "accounts/user/%00/do/log_out/", "games/match/%00/change/",
        "accounts/case/?verdict__exact=%00", "accounts/moderationaction/?target=%00",
    ],
)  # fmt: skip
def test_an_address_that_nothing_can_have_leads_nowhere(staff, address: str) -> None:
    assert staff("administrator").get(f"/staff/admin/{address}").status_code == 404


def test_a_reason_that_cannot_be_shown_is_not_taken(staff, boris: User) -> None:
    address = f"{ROOMS[User]}{boris.pk}/do/make_moderator/"
    assert staff("administrator").post(address, {"confirmed": "1", "why": "hel\0ps"}).status_code == 404
    boris.refresh_from_db()
    assert boris.role == ""
