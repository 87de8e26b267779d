"""Opening a table and playing at once: the form, its refusals, guests."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from accounts import entrance
from accounts.models import User
from games import carrier, selectors, services
from games.models import Match
from games.pages.forms import TableForm, initial_like, unusual_options
from rules.registry import GAMES
from tests.games.conftest import open_for

pytestmark = pytest.mark.django_db

FORM = "/tables/new/sequence/"
GOOD = {
    "seats": "6",
    "option_teams": "3",
    "option_draw": '"manual"',
    "option_hard": "on",
    "clock_kind": "main",
    "main": "10",
    "increment": "5",
    "listed": "on",
}


def test_the_form_is_made_from_the_games_own_options(client):
    page = client.get(FORM).content.decode()
    assert all(f'name="option_{name}"' in page for name in ("teams", "hard", "draw", "table_talk"))


def test_a_good_form_opens_the_table_with_all_that_was_chosen(as_user, anna):
    response = as_user(anna).post(FORM, GOOD)
    match = Match.objects.get()
    assert response.url == f"/m/{match.id}/"
    assert match.options == {"teams": 3, "hard": True, "draw": "manual", "table_talk": False}
    assert (match.seats, match.clock) == (6, {"main": 600_000, "increment": 5_000})
    assert (match.listed, match.watchers, match.host) == (True, False, anna)


def test_a_visitor_without_login_opens_a_table_as_a_guest(client):
    client.post(FORM, GOOD)
    assert Match.objects.get().host.is_guest


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"seats": "5"}, "Select a valid choice"),
        ({"seats": "4"}, "teams"),
        ({"increment": "61"}, "less than or equal to 60"),
        ({"main": ""}, "Please enter a number here."),
        ({"clock_kind": "per_move", "per_move": "9"}, "greater than or equal to 10"),
        ({"clock_kind": "sundial"}, "Select a valid choice"),
        ({"option_draw": '"never"'}, "Select a valid choice"),
    ],
)
def test_a_refused_form_says_why_keeps_what_was_typed_and_opens_nothing(client, change, sentence):
    response = client.post(FORM, GOOD | change)
    page = response.content.decode()
    assert response.status_code == 422
    assert sentence in page
    assert 'value="5"' in page or change.keys() & {"increment"}
    assert not Match.objects.exists()
    assert not User.objects.exists()


def test_a_field_of_the_other_kind_of_clock_is_not_looked_at(as_user, anna):
    as_user(anna).post(FORM, GOOD | {"clock_kind": "per_move", "per_move": "30", "main": "many"})
    assert Match.objects.get().clock == {"per_move": 30_000}


def test_what_the_service_refuses_is_shown_above_the_form(as_user, anna):
    for _ in range(5):
        open_for(anna)
    response = as_user(anna).post(FORM, GOOD)
    assert response.status_code == 422
    assert "open tables already" in response.content.decode()


def test_a_form_without_its_secret_is_refused_and_changes_nothing(anna):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(anna)
    for address in (FORM, "/play/sequence/"):
        assert strict.post(address, GOOD).status_code == 403
    assert not Match.objects.exists()


def test_play_again_fills_the_form_with_the_same_table(as_user, anna):
    as_user(anna).post(FORM, GOOD)
    match = Match.objects.get()
    page = as_user(anna).get(f"{FORM}?like={match.id}").content.decode()
    assert '<option value="6" selected>' in page
    assert '<option value="&quot;manual&quot;" selected>' in page


def test_a_form_filled_from_a_frame_gives_the_same_table_again(as_user, anna):
    match = open_for(anna, clock={"per_move": 45_000}, listed=False)
    values = initial_like(selectors.frame(match, anna))
    form = TableForm(GAMES["sequence"], {name: value for name, value in values.items() if value is not False})
    assert form.is_valid(), form.errors
    assert form.table() == {
        "game": "sequence", "options": match.options, "seats": 2, "pace": "live", "clock": {"per_move": 45_000},
        "listed": False, "watchers": True, "talk": "free", "rated": False, "bots": None,
    }  # fmt: skip


def test_a_table_by_mail_is_opened_with_days_a_move_and_opened_again_alike(as_user, anna):
    User.objects.filter(pk=anna.pk).update(email="anna@example.org")
    EmailAddress.objects.create(user=anna, email="anna@example.org", verified=True)
    as_user(anna).post(FORM, GOOD | {"clock_kind": "mail", "days": "7", "main": "", "increment": ""})
    match = Match.objects.get()
    assert (match.pace, match.clock) == ("mail", {"per_move": 7 * 86_400_000})
    values = initial_like(selectors.frame(match, anna))
    form = TableForm(GAMES["sequence"], {name: value for name, value in values.items() if value is not False})
    assert form.is_valid(), form.errors
    assert (form.table()["pace"], form.table()["clock"]) == ("mail", match.clock)
    page = as_user(anna).get(f"{FORM}?like={match.id}").content.decode()
    assert '<option value="7" selected>7 days</option>' in page


def test_a_table_by_mail_is_for_members_and_a_guest_is_told_how_to_become_one(client):
    response = client.post(FORM, GOOD | {"clock_kind": "mail", "days": "7", "main": "", "increment": ""})
    assert "Sign up with your e-mail address" in response.content.decode()
    assert not Match.objects.exists()


@pytest.mark.parametrize("days", ["4", "", "0", "many"])
def test_by_mail_no_other_number_of_days_can_be_chosen(client, days):
    response = client.post(FORM, GOOD | {"clock_kind": "mail", "days": days})
    assert response.status_code == 422
    assert "days" in response.context["form"].errors
    assert not Match.objects.exists()


@pytest.mark.parametrize("game", ["red-handed", "blitz"])
def test_the_form_of_a_race_says_why_it_is_live_only(client, game):
    page = client.get(f"/tables/new/{game}/").content.decode()
    assert "played live only, for now" in page
    assert 'name="clock_kind"' not in page


def test_times_of_a_game_are_given_in_seconds_and_kept_in_milliseconds(as_user, anna):
    fields = {"seats": "2", "option_variant": '"quick"', "option_pace_ms": "0.8", "option_point_ms": "12.5"}
    form = TableForm(GAMES["red-handed"], fields)
    assert form.is_valid(), form.errors
    assert form.table()["options"] == {"variant": "quick", "pace_ms": 800, "point_ms": 12_500}
    assert "In thousandths" not in (page := as_user(anna).get("/tables/new/red-handed/").content.decode())
    assert 'value="3"' in page
    as_user(anna).post("/tables/new/red-handed/", fields)
    frame = selectors.frame(Match.objects.get(), anna)
    assert unusual_options(frame)[1:] == ["Between two cards, in seconds: 0.8", "Time to point, in seconds: 12.5"]
    again = TableForm(GAMES["red-handed"], initial_like(frame))
    assert again.is_valid(), again.errors
    assert again.table()["options"] == frame["options"]


def test_a_member_chooses_whether_the_match_counts_and_a_guest_is_told_why_not(as_user, anna):
    page = as_user(anna).get(FORM).content.decode()
    assert 'name="rated"' in page
    as_user(anna).post(FORM, GOOD | {"rated": "1"})
    match = Match.objects.get()
    frame = selectors.frame(match, anna)
    assert match.rated and frame["rated"]
    assert "add_bot" not in frame["may"]
    assert initial_like(frame)["rated"] == "1"
    guest = User.objects.create_user("passer-by", is_guest=True)
    page = as_user(guest).get(FORM).content.decode()
    assert 'name="rated"' not in page
    assert "Rated ones are for members" in page
    as_user(guest).post(FORM, GOOD | {"rated": "1"})
    assert not Match.objects.get(host=guest).rated


@pytest.mark.parametrize("value", ["0.7", "15.001", "1e9", "NaN", "3,5", "-1", "0.80001", ""])
def test_a_time_that_is_no_good_is_refused_with_what_is_allowed(value):
    form = TableForm(GAMES["red-handed"], {"seats": "2", "option_pace_ms": value, "option_point_ms": "2.5"})
    assert not form.is_valid()
    assert "option_pace_ms" in form.errors


def test_play_now_seats_a_guest_opposite_a_bot_at_one_click(client):
    response = client.post("/play/sequence/")
    match = Match.objects.get()
    frame = selectors.frame(match, match.host)
    assert response.url == f"/m/{match.id}/#start"
    assert match.host.is_guest
    assert "start" in frame["may"]  # which its page does at once
    assert frame["seats"][1]["bot"]


def test_no_form_that_draws_a_seed_carries_a_salt(client):
    for address in ("/", "/rules/sequence/", FORM):
        assert 'name="salt"' not in client.get(address).content.decode()
    client.post("/play/sequence/", {"salt": "pepper"})
    client.post(FORM, GOOD | {"salt": "pepper"})
    assert [carrier.load(match.id).occupants[0].salt for match in Match.objects.all()] == ["", ""]


def test_a_program_starts_the_table_of_play_now_by_a_request(client):
    client.post("/play/sequence/")
    match = Match.objects.get()
    body = {"type": "start", "token": "t1", "salt": "pepper"}
    answer = client.post(f"/api/v1/matches/{match.id}/requests", body, content_type="application/json")
    assert answer.status_code == 200
    loaded = carrier.load(match.id)
    assert (loaded.status, loaded.occupants[0].salt) == ("active", "pepper")


def test_play_now_is_not_for_links(client):
    assert client.get("/play/sequence/").status_code == 405


def test_a_game_that_is_not_here_cannot_be_opened_or_played(client):
    assert client.get("/tables/new/tiddlywinks/").status_code == 404
    assert client.post("/play/tiddlywinks/").status_code == 404


def test_too_many_guests_from_one_address_get_a_sentence_and_429(client, monkeypatch):
    def refuse(request):
        raise entrance.TooManyGuests

    monkeypatch.setattr(entrance, "enter_as_guest", refuse)
    for address in (FORM, "/play/sequence/"):
        response = client.post(address, GOOD)
        assert response.status_code == 429
        assert "Many guests came from your network" in response.content.decode()


def test_all_errors_of_a_table_show_at_once(client):
    fields = {"seats": "2", "clock_kind": "per_move", "per_move": "1", "option_teams": "3", "option_draw": '"auto"'}
    form = client.post("/tables/new/sequence/", fields).context["form"]
    assert {"per_move", "option_teams"} <= set(form.errors)


# --- bots ---
def bots_of(match: Match) -> list[str]:
    return [occupant.bot for occupant in carrier.load(match.id).occupants]


def test_the_other_seats_of_a_new_table_can_be_filled_with_bots_of_a_level(as_user, anna):
    as_user(anna).post(FORM, {**GOOD, "bots": "sharp"})
    assert bots_of(Match.objects.get()) == ["", *["sharp"] * 5]


def test_bots_and_a_rated_match_do_not_go_together_and_nothing_is_opened(as_user, anna):
    response = as_user(anna).post(FORM, {**GOOD, "bots": "sharp", "rated": "1"})
    assert response.status_code == 422
    assert "at a casual table bots may play" in response.content.decode()
    assert not Match.objects.exists()


def test_the_first_bot_is_gentle_and_the_level_chosen_last_is_offered_again(as_user, anna):
    client = as_user(anna)
    assert '<option value="gentle" selected>' in client.get("/rules/sequence/").content.decode()
    client.post("/play/sequence/", {})
    assert bots_of(Match.objects.get()) == ["", "gentle"]
    client.post("/play/diamoniak/", {"level": "steady"})
    assert bots_of(Match.objects.get(game="diamoniak")) == ["", "steady"]
    assert '<option value="steady" selected>' in client.get("/rules/sequence/").content.decode()


def test_a_level_that_there_is_not_opens_nothing_and_says_which_there_are(as_user, anna):
    page = as_user(anna).post("/play/sequence/", {"level": "ruthless"}, follow=True).content.decode()
    assert "choose one of: gentle, steady, sharp" in page
    assert not Match.objects.exists()


@pytest.mark.parametrize(("policy", "words"), [("steady", "Bot (steady)"), ("greedy", "Bot (plain)")])
def test_lists_say_how_well_a_bot_plays_also_in_older_matches(as_user, anna, policy, words):
    match = open_for(anna, seats=3)
    services.request(match.id, anna, {"type": "add_bot", "token": "t", "seat": 1, "policy": policy})
    assert words in as_user(anna).get("/my/matches/").content.decode()
