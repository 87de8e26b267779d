"""REST for programs: everything that a person does with tables and matches, by a token and without a page."""

from __future__ import annotations

import pytest

from games import services
from games.models import EntryRow, Match
from rules.registry import GAMES
from tests.games.conftest import ask, make_user, open_for, play_on, started, to_move
from tests.programs import Program, failed

pytestmark = pytest.mark.usefixtures("in_process")


def mover(match: Match) -> tuple[Program, dict]:
    user, legal = to_move(match)
    return Program(user), legal[0]


# --- from an open table to the record, without a page ---


def test_a_match_is_played_from_the_table_to_the_record_by_programs_alone(anna, boris):
    host, other = Program(anna), Program(boris)
    table = host.post("tables", token="t", game="sequence", seats=2)
    assert table.status_code == 201
    match = table.json()["match"]
    assert [card["match"] for card in other.get("tables").json()["results"]] == [match]
    for who, kind, more in [(other, "join", {}), (other, "ready", {"ready": True}), (host, "start", {"salt": "s"})]:
        assert who.post(f"matches/{match}/requests", type=kind, token=kind, **more).status_code == 200
    assert other.get("tables").json() == {"results": []}
    frames = {who: who.get(f"matches/{match}").json()["frame"] for who in (host, other)}
    who = next(who for who, frame in frames.items() if frame["seat"] in frame["turn"])
    seen = frames[who]
    moved = who.post(f"matches/{match}/moves", token="m", number=seen["number"], move=seen["legal"][0])
    assert moved.json() == {"number": seen["number"] + 1}
    assert host.get(f"matches/{match}/log", after=seen["number"]).json()["lines"][0]["ply"] == 0
    assert failed(host.get(f"matches/{match}/record")) == (409, "not_over")
    host.post(f"matches/{match}/requests", type="resign", token="r")
    assert host.get(f"matches/{match}/record").json()["ended"]["by"] == "resign"
    (own,) = other.get("account/matches").json()["results"]
    assert (own["match"], own["status"], own["seat"], own["turn"]) == (match, "finished", 1, False)
    assert own["outcome"]["places"] == [2, 1]


def test_a_table_with_bots_needs_one_request_more(anna):
    program = Program(anna)
    match = program.post("tables", token="t", game="diamoniak", seats=3, bots="gentle", listed=False).json()["match"]
    assert program.post(f"matches/{match}/requests", type="start", token="s").status_code == 200
    frame = program.get(f"matches/{match}").json()["frame"]
    assert [seat.get("bot") for seat in frame["seats"]] == [None, "gentle", "gentle"]


# --- the token is the key of idempotency ---


def test_a_request_that_comes_again_gets_the_first_answer_and_moves_once(match):
    program, move = mover(match)
    body = {"token": "m1", "move": move}
    first = program.post(f"matches/{match.id}/moves", body)
    rows = EntryRow.objects.count()
    assert program.post(f"matches/{match.id}/moves", body).json() == first.json()
    assert failed(program.post(f"matches/{match.id}/moves", {**body, "move": {"type": "pass"}})) == (422, "id_reused")
    assert program.post(f"matches/{match.id}/requests", {"type": "move", **body}).json() == first.json()
    assert EntryRow.objects.count() == rows


def test_an_opening_that_comes_again_opens_no_second_table(anna, boris):
    program = Program(anna)
    body = {"token": "t1", "game": "sequence", "seats": 2, "bots": "gentle"}
    first = program.post("tables", body)
    assert [program.post("tables", body).json() for _ in range(3)] == [first.json()] * 3
    assert failed(program.post("tables", {**body, "game": "diamoniak"})) == (422, "id_reused")
    assert failed(program.post("tables", {**body, "bots": "sharp"})) == (422, "id_reused")
    assert Match.objects.count() == 1
    assert Program(boris).post("tables", body).json() != first.json()


def test_an_opening_that_a_crash_has_cut_short_is_finished_by_its_repeat(anna, monkeypatch):
    body = {"token": "t1", "game": "sequence", "seats": 2, "bots": "gentle"}
    with monkeypatch.context() as patched:
        patched.setattr(services, "_perform", lambda *_: 1 / 0)
        assert failed(Program(anna).post("tables", body)) == (503, "try_again")
    match = Program(anna).post("tables", body).json()["match"]
    assert [bool(row.user_id) for row in Match.objects.get(pk=match).seat_rows.order_by("seat")] == [True, False]


# --- what has not changed is not sent again ---


def test_an_unchanged_frame_is_answered_304_and_nothing_is_loaded(match, anna, boris, django_assert_max_num_queries):
    program = Program(anna)
    answer = program.get(f"matches/{match.id}")
    tag = {"If-None-Match": answer["ETag"]}
    with django_assert_max_num_queries(2):  # the token and the glance
        again = program.get(f"matches/{match.id}", headers=tag)
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", answer["ETag"])
    assert Program(boris).get(f"matches/{match.id}", headers=tag).status_code == 200  # sees another one
    user, legal = to_move(match)
    ask(match, user, "move", move=legal[0])
    changed = program.get(f"matches/{match.id}", headers=tag)
    assert changed.status_code == 200
    assert changed["ETag"] != answer["ETag"]
    assert program.get(f"matches/{match.id}", headers={"If-None-Match": f'"x", {changed["ETag"]}'}).status_code == 304


def test_who_may_not_see_a_match_gets_no_304_either(anna, boris, clara):
    private = started(anna, boris, watchers=False)
    tag = Program(anna).get(f"matches/{private.id}")["ETag"]
    tags = {"If-None-Match": ", ".join([tag, tag.replace(".0", ".w")])}
    for stranger in (Program(clara), Program()):
        assert failed(stranger.get(f"matches/{private.id}", headers=tags)) == (404, "not_found")


def test_who_polls_is_here(match, anna):
    program = Program(anna)
    tag = program.get(f"matches/{match.id}")["ETag"]
    match.seat_rows.update(seen_at=0)
    assert program.get(f"matches/{match.id}", headers={"If-None-Match": tag}).status_code == 304
    assert match.seat_rows.get(user=anna).seen_at > 0


# --- scopes ---

NEEDS = {
    "read": [("GET", "account"), ("GET", "matches/{}"), ("GET", "account/matches"), ("GET", "tables")],
    "play": [
        ("POST", "matches/{}/moves"), ("POST", "matches/{}/requests"), ("POST", "tables"),
        ("POST", "matches/{}/rematch"), ("DELETE", "matches/{}/rematch"),
    ],
    "chat": [("POST", "matches/{}/chat")],
    "tickets": [("GET", "tickets"), ("POST", "tickets"), ("DELETE", "tickets/1")],
}  # fmt: skip


@pytest.mark.parametrize(("scope", "method", "path"), [(scope, *one) for scope, all_ in NEEDS.items() for one in all_])
def test_a_token_without_the_scope_does_nothing_and_is_told_which_it_needs(scope, method, path, match, anna):
    others = [other for other in NEEDS if other != scope]
    client = Program(anna, *others).client
    answer = client.generic(method, f"/api/v1/{path.format(match.id)}", "{}", content_type="application/json")
    assert failed(answer) == (403, "scope_missing")
    assert answer.json()["error"]["scope"] == scope


def test_to_chat_by_way_of_a_request_needs_the_scope_too(match, anna):
    answer = Program(anna, "read", "play").post(f"matches/{match.id}/requests", type="chat", token="c", text="hi")
    assert failed(answer) == (403, "scope_missing")


def test_table_talk_is_said_and_read(match, anna):
    program = Program(anna)
    for number in range(3):
        assert program.post(f"matches/{match.id}/chat", token=f"c{number}", text=f"line {number}").status_code == 200
    page = program.get(f"matches/{match.id}/chat", page_size=2).json()
    assert [line["text"] for line in page["results"]] == ["line 2", "line 1"]
    (last,) = program.get(f"matches/{match.id}/chat", cursor=page["next"]).json()["results"]
    assert (last["text"], last["seat"], last["name"]) == ("line 0", 0, "anna")


# --- lists ---

LISTS = ["tables", "matches", "account/matches", "matches/{}/chat"]


@pytest.mark.parametrize("path", LISTS)
def test_a_page_of_a_list_costs_four_queries_at_most(path, anna, boris, django_assert_max_num_queries):
    for number in range(12):
        open_for(make_user(f"host{number}"))
        match = started(anna, make_user(), seats=2)
    services.say(match.id, anna, {"type": "chat", "token": "c", "text": "hello"})
    program = Program(anna)
    program.get("account")  # the token's first use is noted
    with django_assert_max_num_queries(4):
        answer = program.get(path.format(match.id), page_size=10)
    assert answer.json()["results"]


@pytest.mark.parametrize("path", ["tables", "matches", "account/matches"])
def test_pages_follow_one_another_without_a_gap_and_twice_nothing(path, anna):
    for number in range(7):
        open_for(make_user(f"host{number}"))
        started(anna, make_user())
    Match.objects.update(opened_at=1_800_000_000_000)  # the hardest case: all at one instant
    program, cursor, seen = Program(anna), {}, []
    while cursor is not None:
        page = program.get(path, page_size=3, **cursor).json()
        seen += [card["match"] for card in page["results"]]
        cursor = {"cursor": page["next"]} if "next" in page else None
    assert len(seen) == len(set(seen)) == 7


def test_filters_narrow_a_list(anna, boris):
    open_for(anna, game="sequence", rated=True)
    open_for(anna, game="diamoniak", pace="mail", clock={"per_move": 86_400_000})
    program = Program(boris)
    assert [card["game"] for card in program.get("tables", game="diamoniak").json()["results"]] == ["diamoniak"]
    assert [card["game"] for card in program.get("tables", rated="true").json()["results"]] == ["sequence"]
    assert [card["game"] for card in program.get("tables", pace="mail").json()["results"]] == ["diamoniak"]
    assert program.get("tables", pace="mail", rated="true").json() == {"results": []}


LATE = "cD05OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk="  # an instant of 24 digits
BAD_QUERIES = {
    "ordering=password": "unknown_parameter", "filter=hand__card": "unknown_parameter", "page=0": "unknown_parameter",
    "page_size=0": "out_of_range", "page_size=-1": "out_of_range", "page_size=x": "out_of_range",
    "page_size=1.5": "out_of_range", "page_size=" + "9" * 40: "out_of_range", "page_size=": "out_of_range",
    "cursor=x": "out_of_range", "cursor=cD14": "out_of_range", "cursor=" + LATE: "out_of_range",
    "cursor=%ff": "out_of_range", "game=chess": "out_of_range", "game=%00": "bad_text", "game=%e2%80%ae": "bad_text",
    "rated=1": "out_of_range", "game=sequence&game=blitz": "unknown_parameter", "status__in=open": "unknown_parameter",
}  # fmt: skip


@pytest.mark.parametrize(("query", "code"), BAD_QUERIES.items())
def test_a_query_that_is_not_known_is_refused_with_what_is(query, code, anna):
    answer = Program(anna).client.get(f"/api/v1/tables?{query}")
    assert failed(answer) == (400, code)
    if code == "unknown_parameter" and "&" not in query:
        assert answer.json()["error"]["allowed"] == "game, pace, rated, cursor, page_size"


def test_a_page_is_never_longer_than_a_hundred(anna):
    assert Program(anna).get("tables", page_size=100_000).status_code == 200
    from games.api.lists import MOST, Pages

    class Asking:
        query_params = {"page_size": "100000"}

    assert Pages(("pk",)).get_page_size(Asking()) == MOST == 100


# --- the games ---


def test_the_games_tell_what_a_table_needs(anna):
    games = {one["slug"]: one for one in Program().get("games").json()["games"]}
    assert list(games) == list(GAMES)
    for slug, facts in games.items():
        options = {option["name"]: option["default"] for option in facts["options"]}
        body = {"token": slug, "game": slug, "seats": facts["seats"][0], "options": options}
        assert Program(anna).post("tables", body).status_code == 201, slug


def test_a_guests_cookie_opens_the_same_doors_with_the_csrf_token(match, anna):
    from tests.games.doors import browser

    answer = browser(anna).post("/api/v1/tables", {"token": "t", "game": "sequence", "seats": 2}, "application/json")
    assert answer.status_code == 201
    page = browser(anna)
    page.cookies.pop("csrftoken")
    answer = page.post("/api/v1/tables", {"token": "u", "game": "sequence", "seats": 2}, "application/json")
    assert failed(answer) == (403, "csrf_failed")


def test_a_match_that_is_over_is_played_again_by_programs(anna, boris):
    match = started(anna, boris)
    play_on(match, moves=2)
    ask(match, anna, "resign")
    table = Program(anna).post(f"matches/{match.id}/rematch").json()["match"]
    assert Program(boris).post(f"matches/{match.id}/rematch").json() == {"match": table}
