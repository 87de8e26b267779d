"""The deal of a match, for everybody to check once it is over, and for nobody before."""

from __future__ import annotations

import hashlib

import pytest

from accounts.models import User
from games import selectors
from games.models import Match
from rules.chance import Chance
from tests.games.conftest import ask, open_for, started
from tests.pages.conftest import over

pytestmark = pytest.mark.django_db


def salted(host, other) -> Match:
    """Return a match that the guest has resigned, with salts of both."""
    match = open_for(host)
    ask(match, other, "join", salt="boris-share")
    ask(match, other, "ready", ready=True)
    ask(match, host, "start", salt="anna-share")
    ask(match, other, "resign")
    return match


def test_the_steps_of_a_finished_match_follow_from_its_seed(client, anna, boris):
    match = salted(anna, boris)
    deal = client.get(f"/m/{match.id}/deal.json").json()
    seed = bytes.fromhex(deal["server_seed"])
    assert hashlib.sha256(seed).hexdigest() == deal["commitment"]
    assert [seat["name"] for seat in deal["seats"]] == ["anna", "boris"]
    assert [seat["salt"] for seat in deal["seats"]] == ["anna-share", "boris-share"]
    labels = [step["label"] for step in deal["steps"]]
    assert labels[0] == "0/cut"
    assert labels[-1] == "0/deck"
    chance = Chance(bytes.fromhex(deal["seed"]))
    for step in deal["steps"]:
        assert step["after"] == chance.shuffle(step["label"].split("/")[1], step["before"])


def test_each_step_says_what_it_is_for(client, anna, boris):
    steps = client.get(f"/m/{over(anna, boris).id}/deal.json").json()["steps"]
    assert steps[-1]["words"] == "Both packs are shuffled into the deck."
    assert steps[-1]["ply"] == 0


@pytest.mark.parametrize("begin", [open_for, started])
def test_before_the_end_neither_steps_nor_seed_are_told(as_user, client, anna, boris, begin):
    match = begin(anna) if begin is open_for else begin(anna, boris)
    secret = bytes(match.server_seed).hex()
    for browser in (as_user(anna), client):
        assert browser.get(f"/m/{match.id}/deal.json").status_code == 404
        page = browser.get(f"/m/{match.id}/deal/")
        assert page.status_code == 200
        assert secret not in page.content.decode()
        assert hashlib.sha256(bytes.fromhex(secret)).hexdigest() in page.content.decode()
        assert "deal/page.js" not in page.content.decode()


def test_a_table_that_never_began_has_no_steps(as_user, anna):
    match = open_for(anna)
    ask(match, anna, "leave")
    assert as_user(anna).get(f"/m/{match.id}/deal.json").status_code == 404
    assert as_user(anna).get(f"/api/v1/matches/{match.id}/record").status_code == 409
    assert as_user(anna).get(f"/m/{match.id}/deal/").status_code == 200


@pytest.mark.parametrize("page", ["deal/", "deal.json"])
def test_a_closed_match_is_its_players_own(as_user, client, anna, boris, page):
    match = over(anna, boris, watchers=False)
    assert client.get(f"/m/{match.id}/{page}").status_code == 404
    assert as_user(boris).get(f"/m/{match.id}/{page}").status_code == 200


@pytest.mark.parametrize("page", ["deal/", "deal.json", "record.json"])
@pytest.mark.parametrize("begin", [started, over])
def test_whether_a_match_is_over_is_known_without_its_frame(client, monkeypatch, page, begin):
    match = begin(*map(User.objects.create_user, ("anna", "boris")))

    def look(*_):
        raise AssertionError("a view of the whole table was made")

    monkeypatch.setattr(selectors.frames, "frame", look)
    assert client.get(f"/m/{match.id}/{page}").status_code == (200 if begin is over or page == "deal/" else 404)


def test_a_match_of_older_rules_is_refused_with_a_sentence(client, anna, boris):
    match = over(anna, boris)
    Match.objects.update(rules_version=0)
    assert client.get(f"/m/{match.id}/record.json").json()["rules_version"] == 0, "those by which it was played"
    answer = client.get(f"/m/{match.id}/deal.json")
    assert answer.status_code == 409
    assert answer.json()["error"]["code"] == "old_rules"


def test_match_and_replay_lead_to_the_check(client, anna, boris):
    match = over(anna, boris)
    for page in ("", "replay/"):
        assert f'href="/m/{match.id}/deal/"' in client.get(f"/m/{match.id}/{page}").content.decode()
