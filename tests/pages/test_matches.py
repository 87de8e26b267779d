"""The page of a match, its replay and record, for players, watchers and strangers."""

from __future__ import annotations

import json

import pytest

from rules import record
from tests.games.conftest import open_for, started
from tests.pages.conftest import over

pytestmark = pytest.mark.django_db


def config_of(response) -> dict:
    """Return what the page tells its scripts."""
    page = response.content.decode()
    return json.loads(page.split('<script id="match-config" type="application/json">')[1].split("</script>")[0])


def test_one_address_serves_the_open_table_the_match_and_its_end(as_user, anna, boris):
    for match in (open_for(anna), started(anna, boris), over(anna, boris)):
        config = config_of(as_user(anna).get(f"/m/{match.id}/"))
        assert config["frame"]["match"] == match.id
        assert config["invite"] == f"http://testserver/m/{match.id}/"


def test_a_player_gets_their_own_hand_and_nobody_elses(as_user, client, anna, boris):
    match = started(anna, boris)
    own = config_of(as_user(anna).get(f"/m/{match.id}/"))["frame"]
    watched = config_of(client.get(f"/m/{match.id}/"))["frame"]
    assert len(own["view"]["hand"]) == 7
    assert "hand" not in watched["view"]
    assert "server_seed" not in own


def test_a_visitor_may_take_a_seat_as_a_guest(client, anna):
    page = client.get(f"/m/{open_for(anna).id}/")
    assert config_of(page)["anonymous"] is True
    assert 'action="/accounts/guest/"' in page.content.decode()


def test_a_name_cannot_break_out_of_the_page(as_user, anna):
    match = open_for(anna)
    type(anna).objects.filter(pk=anna.pk).update(username="<!--<script><b>")
    page = as_user(anna).get(f"/m/{match.id}/").content.decode()
    assert "<!--<script><b>" not in page


@pytest.mark.parametrize("page", ["", "replay/", "steps.json", "record.json"])
def test_a_closed_match_and_a_missing_one_look_the_same_to_a_stranger(client, anna, boris, page):
    closed = over(anna, boris, watchers=False)
    answers = [client.get(f"/m/{match_id}/{page}") for match_id in (closed.id, "0" * len(closed.id))]
    assert [answer.status_code for answer in answers] == [404, 404]
    bodies = [answer.content.decode().replace(closed.id, "0" * len(closed.id)) for answer in answers]
    assert strip_secrets(bodies[0]) == strip_secrets(bodies[1])


def strip_secrets(page: str) -> str:
    """Return the page without the one-time secrets of its forms."""
    return "\n".join(line for line in page.splitlines() if "csrfmiddlewaretoken" not in line)


def test_players_still_see_their_closed_match(as_user, anna, boris):
    assert as_user(boris).get(f"/m/{over(anna, boris, watchers=False).id}/").status_code == 200


def test_a_replay_of_a_running_match_leads_to_the_match(as_user, anna, boris):
    match = started(anna, boris)
    assert as_user(anna).get(f"/m/{match.id}/replay/").url == f"/m/{match.id}/"


@pytest.mark.parametrize("page", ["steps.json", "record.json"])
def test_steps_and_record_are_secret_while_a_match_goes_on(as_user, anna, boris, page):
    assert as_user(anna).get(f"/m/{started(anna, boris).id}/{page}").status_code == 404


def test_a_replay_has_a_step_for_every_entry(as_user, anna, boris):
    match = over(anna, boris)
    assert as_user(anna).get(f"/m/{match.id}/replay/").status_code == 200
    steps = as_user(anna).get(f"/m/{match.id}/steps.json").json()["steps"]
    assert [step["kind"] for step in steps] == ["join", "join", "ready", "start", "give_up"]


def test_a_record_is_a_file_that_checks(as_user, anna, boris):
    match = over(anna, boris)
    response = as_user(boris).get(f"/m/{match.id}/record.json")
    assert response.headers["Content-Disposition"] == f'attachment; filename="quintet-{match.id}.json"'
    record.check(response.json())


def test_a_table_that_never_began_has_no_replay(as_user, anna):
    match = open_for(anna)
    assert as_user(anna).get(f"/m/{match.id}/replay/").url == f"/m/{match.id}/"
    assert as_user(anna).get(f"/m/{match.id}/record.json").status_code == 404


def test_match_pages_are_never_cached(as_user, anna):
    assert "no-store" in as_user(anna).get(f"/m/{open_for(anna).id}/").headers["Cache-Control"]


def test_a_visitors_page_names_nobody_whom_they_have_not_blocked(client, anna, boris):
    assert config_of(client.get(started(anna, boris).get_absolute_url()))["unheard"] == []
