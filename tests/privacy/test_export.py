"""What somebody gets who asks for all that is held of them."""

from __future__ import annotations

import json
import tracemalloc
from datetime import UTC, datetime
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.test import Client
from django.utils import timezone, translation

from accounts.models import User
from accounts.privacy import export, holdings
from games import selectors
from games.models import Match
from rules import record
from tests.accounts.conftest import PASSWORD, enter_as_guest
from tests.games.conftest import make_user
from tests.privacy.conftest import ADDRESS, ANNA, WORDS
from tests.privacy.relations import relations

pytestmark = [pytest.mark.sqlite_lane, pytest.mark.django_db]
PATH = "/accounts/export/"


def unzipped(answer) -> dict[str, bytes]:
    assert answer.status_code == 200
    with ZipFile(BytesIO(b"".join(answer))) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.fixture
def files(life, browser_of_anna) -> dict[str, bytes]:
    return unzipped(browser_of_anna.post(PATH))


def test_every_row_that_leads_to_the_person_is_told(files, anna) -> None:
    for relation, model, field in relations():
        rows = set(model._default_manager.filter(**{field: anna}).values_list("pk", flat=True))
        assert rows, f"nothing is held in {relation}: the test says nothing of it"
        if relation in holdings.told_by:
            told = holdings.told[holdings.told_by[relation]]
            found = {row.pk for row in told.rows(anna)}
            if relation == "accounts.Case.person":
                rows -= set(anna.cases.filter(closed_at=None).values_list("pk", flat=True))
            if "groups" in relation or "permissions" in relation:
                assert len(found) == len(rows)
                continue
            if relation == "auditlog.LogEntry.actor":
                found |= {row.pk for row in holdings.told["changes_of_account"].rows(anna)}
            assert rows <= found, relation


def test_what_their_own_row_says_of_them_is_told(files, anna) -> None:
    (told,) = json.loads(files["account.json"])
    anna.refresh_from_db()
    ours = {"id", "password", "name_key", "session_epoch", "is_active", "untold", "has_answers", "deleted_at"}
    as_kind = {"is_guest", "is_bot", "is_superuser"}
    assert {field.name for field in User._meta.concrete_fields} - ours - as_kind <= told.keys()
    assert told["last_login"] == anna.last_login.isoformat()


def test_every_kind_has_a_file_with_one_item_a_row(files, anna) -> None:
    for kind in holdings.told.values():
        items = json.loads(files[f"{kind.file}.json"])
        assert len(items) == kind.rows(anna).count(), kind.file


def test_records_of_what_is_over_can_be_checked_and_are_those_of_the_site(files, life) -> None:
    name = f"records/{life.over.id}.json"
    assert files[name].decode() == selectors.record_text(Match.objects.get(pk=life.over.id))
    record.check(record.parse(files[name]))
    assert [other for other in files if other.startswith("records/")] == [name]


def test_of_what_goes_on_there_is_what_the_person_sees(files, life) -> None:
    frame = json.loads(files[f"unfinished/{life.going.id}.json"])
    assert frame["seat"] == 1
    assert "server_seed" not in frame
    assert f"unfinished/{life.table.id}.json" in files


def test_talk_can_be_understood(files) -> None:
    chat = json.loads(files["chat.json"])
    assert [line["text"] for line in chat] == [f"{WORDS} one", f"{WORDS} two"]
    assert [(line["by"], line["text"]) for line in chat[1]["before"]] == [
        (ANNA, f"{WORDS} one"), ("boris", "what do you mean?"),
    ]  # fmt: skip


def test_no_secret_and_no_other_persons_address_is_in_it(files, anna, life) -> None:
    whole = b"\n".join(files.values()).decode()
    for secret in ("SECRETSECRET", "d" * 64, "r" * 64, anna.password, "boris@proven.example", "someone@else.example"):
        assert secret not in whole
    assert "name" not in {case["kind"] for case in json.loads(files["cases.json"])}, "an open case is told"


def test_the_readme_is_in_the_persons_language(anna) -> None:
    with translation.override("ru"):
        russian = export.readme(anna)
    assert ANNA in russian
    assert "records/" in russian
    assert russian != export.readme(anna)


def test_the_readme_tells_its_instant_in_utc_whatever_the_zone_of_the_person(anna) -> None:
    with timezone.override("Asia/Vladivostok"):
        instants = [datetime.now(UTC)]
        text = export.readme(anna)
        instants.append(datetime.now(UTC))
    assert any(f"\n{at:%Y-%m-%d %H:%M} UTC\n" in text for at in instants), text


def test_a_password_is_asked_again(anna) -> None:
    client = Client()
    client.force_login(anna)
    assert "/accounts/reauthenticate/" in client.get(PATH).headers["Location"]
    answer = client.post(PATH)
    assert answer.status_code == 302
    answer = client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    assert client.get(PATH).status_code == 200


def test_a_guest_needs_none_and_gets_it_all(client) -> None:
    guest = enter_as_guest(client)
    assert json.loads(unzipped(client.post(PATH))["account.json"])[0]["username"] == guest.username


def test_a_third_time_within_a_day_is_told_to_wait(client) -> None:
    enter_as_guest(client)
    for _ in range(export.LIMIT.most):
        unzipped(client.post(PATH))
    answer = client.post(PATH)
    assert answer.status_code == 429
    assert "tomorrow" in answer.content.decode()


def test_strangers_are_led_to_the_log_in(client) -> None:
    assert "/accounts/login/" in client.post(PATH).headers["Location"]


def test_ten_times_as_much_takes_no_more_memory(monkeypatch) -> None:
    most = {}
    for count in (100, 1_000):
        line = "x" * 1_000
        tracemalloc.start()
        total = sum(map(len, export.zipped((f"{n}.json", [line * 20]) for n in range(count))))
        most[count] = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert total > 0
    assert most[1_000] < most[100] + 1_500_000  # what a zip must remember of each file


def test_a_person_of_whom_nothing_is_held_gets_empty_lists() -> None:
    nobody = make_user("nobody")
    empty = {name: "".join(pieces) for name, pieces in export.files_of(nobody)}
    assert json.loads(empty["chat.json"]) == []
    assert json.loads(empty["account.json"])[0]["email"] == nobody.email
    assert User.objects.filter(pk=nobody.pk).exists()
    assert ADDRESS not in empty["mails.json"]
