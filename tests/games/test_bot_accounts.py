"""Other people's bots: turned for good, marked wherever they are seen, with a list and limits of their own."""

from __future__ import annotations

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import bot_accounts as accounts
from accounts.models import User
from accounts.refusals import Refused
from games import bot_accounts, finishes, frames, people, services
from games.models import Match
from matchmaking import halls
from matchmaking.models import Rating, Ticket
from tests.games.conftest import ask, make_user, open_for, started
from tests.games.doors import browser
from tests.programs import Program, failed

pytestmark = pytest.mark.usefixtures("in_process")
PASSWORD = "a calm table for five"


def bot_of(owner: User, name: str = "") -> User:
    user = make_user(name)
    accounts.turn_into_bot(user, accounts.owner_code(owner))
    return user


def code_of(refused) -> str:
    return refused.value.code


def test_an_account_becomes_a_bot_by_its_owners_code_over_rest_and_for_good(anna):
    user = make_user("gnubot")
    user.set_password(PASSWORD)
    user.save()
    program, asked = Program(user), {"code": accounts.owner_code(anna), "password": PASSWORD}
    for found in ("", "a guess"):  # whoever has found the token
        assert failed(program.post("account/bot", **asked | {"password": found})) == (422, "wrong_password")
    told = program.post("account/bot", **asked).json()
    assert (told["name"], told["kind"], told["owner"]) == ("gnubot", "bot", "anna")
    assert program.get("account").json()["kind"] == "bot"
    assert failed(program.post("account/bot", **asked)) == (409, "already_bot")


def test_the_page_asks_for_the_name_once_more(anna, client):
    bot = make_user("gnubot")
    client.force_login(bot)
    form = {"code": accounts.owner_code(anna), "name": "gnubat"}
    assert client.post("/account/bots/", form).status_code == 422
    assert not User.objects.get(pk=bot.pk).is_bot
    client.post("/account/bots/", form | {"name": "gnubot"})
    assert User.objects.get(pk=bot.pk).owner == anna
    assert b"anna" in client.get("/account/bots/").content
    client.force_login(anna)
    assert b"gnubot" in client.get("/account/bots/").content


def test_a_code_is_good_for_an_hour_and_cannot_be_made_up(anna):
    bot, code = make_user(), accounts.owner_code(anna)
    with (
        time_machine.travel(timezone.now() + timezone.timedelta(hours=1, minutes=1)),
        pytest.raises(Refused) as refused,
    ):
        accounts.turn_into_bot(bot, code)
    assert code_of(refused) == "bad_code"
    for wrong in ["", str(anna.pk), f"{anna.pk}:x:y", code.replace(str(anna.pk), str(bot.pk), 1)]:
        with pytest.raises(Refused) as refused:
            accounts.turn_into_bot(bot, wrong)
        assert code_of(refused) == "bad_code"


def test_who_may_not_own_or_become_one_is_told_why(anna, boris):
    bot = bot_of(anna)
    for turned, owner, code in [(anna, anna, "yourself"), (anna, boris, "people_only")]:
        with pytest.raises(Refused) as refused:
            accounts.turn_into_bot(turned, accounts.owner_code(owner))
        assert code_of(refused) == code
    with pytest.raises(Refused) as refused:
        accounts.owner_code(bot)
    assert code_of(refused) == "people_only"


def test_nobody_who_plays_or_has_a_rating_among_people_becomes_one(anna, boris, clara):
    match = started(anna, boris, rated=True)
    with pytest.raises(Refused) as refused:
        accounts.turn_into_bot(anna, accounts.owner_code(clara))
    assert code_of(refused) == "still_playing"
    ask(match, anna, "resign")
    finishes.tell(match.id)
    with pytest.raises(Refused) as refused:
        accounts.turn_into_bot(anna, accounts.owner_code(clara))
    assert code_of(refused) == "has_ratings"


def test_an_owner_has_five_at_most(anna):
    for _ in range(accounts.EACH):
        bot_of(anna)
    with pytest.raises(Refused) as refused:
        bot_of(anna)
    assert (code_of(refused), refused.value.details["limit"]) == ("slow_down", "bots")


# --- seen everywhere ---


def test_a_bot_is_marked_wherever_it_is_seen_and_its_owner_is_named(anna, boris, client):
    bot = bot_of(anna, "gnubot")
    table = open_for(bot)
    seat = Program().get(f"matches/{table.id}").json()["frame"]["seats"][0]
    assert (seat["name"], seat["bot_of"]) == ("gnubot", "anna")
    card = Program().get("tables").json()["results"][0]
    assert card["seats"][0]["bot_of"] == "anna"
    assert '<span class="tag">bot</span>' in client.get("/lobby/").content.decode()
    services.say(table.id, bot, {"type": "chat", "token": "c", "text": "beep"})
    assert Program().get(f"matches/{table.id}/chat").json()["results"][0]["is_bot"] is True
    assert "Bot of <bdi>anna</bdi>" in client.get("/people/gnubot/").content.decode()
    assert Program().get("people/gnubot").json()["owner"] == "anna"
    ask(table, boris, "join")
    ask(table, boris, "ready", ready=True)
    ask(table, bot, "start")
    ask(table, bot, "resign")
    finishes.tell(table.id)
    assert '<span class="tag">bot</span>' in client.get("/people/boris/matches/").content.decode()


def test_a_bot_whose_owner_has_gone_is_one_still(anna):
    bot = bot_of(anna, "gnubot")
    User.objects.filter(pk=bot.pk).update(owner=None)
    assert frames.seat_json(_occupant(bot), people.names_of([bot.pk]))["bot_of"] == "—"


def _occupant(user: User):
    from games.door.loaded import Occupant

    return Occupant(user.pk, "", ready=True)


# --- whose results count ---


@pytest.mark.parametrize("game", ["sequence", "blitz", "red-handed"])
def test_rated_matches_are_among_bots_alone_or_among_people_alone_races_too(game, anna, boris):
    one, two = bot_of(anna), bot_of(anna)
    table = open_for(one, game=game, rated=True)
    with pytest.raises(Refused) as refused:
        ask(table, boris, "join")
    assert code_of(refused) == "bots_only"
    ask(table, two, "join")
    with pytest.raises(Refused) as refused:
        ask(open_for(anna, game=game, rated=True), one, "join")
    assert code_of(refused) == "people_only"
    ask(open_for(anna, game=game), one, "join")


def test_bots_stand_on_a_list_of_their_own(anna, boris, client):
    one, two = bot_of(anna, "gnubot"), bot_of(anna, "bluebot")
    for players in [(one, two), (boris, make_user())]:
        match = started(*players, rated=True)
        ask(match, players[1], "resign")
        finishes.tell(match.id)
    Rating.objects.update(settled_until=2**62)
    names = [row["name"] for row in Program().get("leaderboards/sequence").json()["results"]]
    assert names[0] == "boris" and "gnubot" not in names
    names = [row["name"] for row in Program().get("leaderboards/sequence", of="bots").json()["results"]]
    assert names == ["gnubot", "bluebot"]
    assert "gnubot" in client.get("/leaderboards/sequence/?of=bots").content.decode()
    assert "gnubot" not in client.get("/leaderboards/sequence/").content.decode()


def test_who_waits_for_an_opponent_meets_their_own_kind(anna, boris):
    bot, other = bot_of(anna), bot_of(anna)
    for user in (bot, boris):
        assert Program(user).post("tickets", token="q", game="sequence", seats=2).status_code == 201
    halls.seat_waiting()
    assert set(Ticket.objects.values_list("state", flat=True)) == {"waiting"}
    Program(other).post("tickets", token="q", game="sequence", seats=2)
    Ticket.objects.update(look_at=0)
    halls.seat_waiting()
    assert Ticket.objects.get(user=bot).match == Ticket.objects.get(user=other).match
    assert Ticket.objects.get(user=boris).state == "waiting"


# --- quotas ---


def test_a_bot_has_so_many_matches_at_once_and_no_more(anna, boris, monkeypatch):
    monkeypatch.setattr(bot_accounts, "AT_ONCE", 2)
    bot = bot_of(anna)
    for _ in range(2):
        open_for(bot)
    program = Program(bot)
    answers = [
        program.post("tables", token="t", game="sequence", seats=2),
        program.post(f"matches/{open_for(boris).id}/requests", type="join", token="j"),
        program.post("tickets", token="q", game="sequence", seats=2),
    ]
    assert {failed(answer) for answer in answers} == {(429, "slow_down")}
    assert {answer.json()["error"]["limit"] for answer in answers} == {"matches_of_a_bot"}
    assert all(answer["Retry-After"] for answer in answers)
    assert Match.objects.filter(seat_rows__user=bot).count() == 2


def test_a_bot_is_no_guest_and_a_guest_no_bot(client, anna):
    guest = User.objects.create_user("Guest 9", is_guest=True)
    answer = browser(guest).post("/api/v1/account/bot", {"code": accounts.owner_code(anna)}, "application/json")
    assert failed(answer) == (403, "members_only")


def test_owner_and_bot_are_held_in_the_order_of_their_ids_as_everywhere(anna):
    code, bot = accounts.owner_code(anna), make_user()
    with CaptureQueriesContext(connection) as asked:
        accounts.turn_into_bot(bot, code)
    both = (f"IN ({anna.pk}, {bot.pk})", f"IN ({bot.pk}, {anna.pk})")
    (held,) = [query["sql"] for query in asked if query["sql"].partition(" ORDER BY")[0].endswith(both)]
    assert 'ORDER BY "accounts_user"."id"' in held
