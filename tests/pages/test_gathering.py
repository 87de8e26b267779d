"""Home, lobby, my matches, rules: what a visitor finds there."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.models import Match
from matchmaking import history
from matchmaking.selectors import games_on_offer, number_runs
from rules.registry import GAMES
from tests.games.conftest import make_user, open_for, started
from tests.pages.conftest import over

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("address", ["/", "/lobby/", "/rules/", "/rules/sequence/", "/jsi18n/"])
@pytest.mark.parametrize("language", ["en", "ru", "he"])
def test_a_page_opens_in_every_language(client, address, language):
    client.cookies["django_language"] = language
    assert client.get(address).status_code == 200


def test_hebrew_pages_run_from_right_to_left(client):
    client.cookies["django_language"] = "he"
    assert '<html lang="he" dir="rtl"' in client.get("/").content.decode()


def test_home_offers_every_game_with_play_now_and_a_table(client):
    page = client.get("/").content.decode()
    assert 'action="/play/sequence/"' in page
    assert 'href="/tables/new/sequence/"' in page
    assert "2–4, 6, 8–10, 12" in page


def test_an_open_table_is_listed_with_its_link_and_a_private_one_is_not(client, anna):
    listed, private = open_for(anna), open_for(anna, listed=False)
    page = client.get("/lobby/").content.decode()
    assert f'href="/m/{listed.id}/"' in page
    assert private.id not in page


def test_matches_to_watch_are_listed_unless_watchers_are_off(client, anna, boris):
    seen, closed = started(anna, boris), started(anna, boris, watchers=False)
    page = client.get("/").content.decode()
    assert seen.id in page
    assert closed.id not in page


def test_my_matches_lead_a_visitor_to_the_login_and_back(client):
    response = client.get("/my/matches/")
    assert response.status_code == 302
    assert response.url.endswith("/login/?next=/my/matches/")


def test_my_matches_show_running_ones_with_whose_turn_and_finished_ones(as_user, anna, boris):
    running, finished = started(anna, boris), over(anna, boris)
    pages = [as_user(user).get("/my/matches/").content.decode() for user in (anna, boris)]
    assert all(running.id in page and finished.id in page for page in pages)
    assert sum("Your turn" in page for page in pages) == 1


def test_the_header_says_on_every_page_how_many_matches_wait_for_a_move(as_user, client, anna, boris):
    started(anna, boris, game="diamoniak")
    told = [as_user(user).get("/rules/").content.decode() for user in (anna, boris)]
    assert sorted("<span data-count>1</span>" in page for page in told) == [False, True]
    assert sorted('data-matches="" hidden>' in page for page in told) == [False, True]
    assert "data-count" not in client.get("/rules/").content.decode()


def test_guests_and_members_find_their_profile_and_their_history_from_anywhere(as_user, anna, boris):
    match = over(anna, boris)
    User.objects.filter(pk=anna.pk).update(is_guest=True)
    history.note(Match.objects.select_related("live").get(pk=match.pk))
    for person in (anna, boris):
        browser = as_user(User.objects.get(pk=person.pk))
        menu, mine = (browser.get(address).content.decode() for address in ("/rules/", "/my/matches/"))
        ways = f"/people/{person.username}/", f"/people/{person.username}/matches/"
        assert all(f'href="{way}"' in menu for way in ways)
        assert mine.count(f'href="{ways[1]}"') == 2  # in the menu, and beside what is over
        assert [browser.get(way).status_code for way in ways] == [200, 200]
        assert match.id in browser.get(ways[1]).content.decode()


def test_an_empty_list_of_matches_says_what_to_do_next(as_user, anna):
    assert "Find a table" in as_user(anna).get("/my/matches/").content.decode()


def test_rules_of_a_game_that_is_not_here_are_missing(client):
    assert client.get("/rules/tiddlywinks/").status_code == 404


def test_the_rules_page_says_that_moves_are_not_taken_back(client):
    assert "no taking back" in client.get("/rules/sequence/").content.decode()


def test_pages_have_no_inline_style_that_the_policy_forbids(client, anna):
    open_for(anna)
    for address in ("/", "/lobby/", "/rules/sequence/", "/tables/new/sequence/"):
        response = client.get(address)
        assert " style=" not in response.content.decode()
        assert "style-src 'self'" in response.headers["Content-Security-Policy"]


def test_a_missing_page_answers_friendly_and_404(client):
    response = client.get("/no/such/page/")
    assert response.status_code == 404
    assert "See the open tables" in response.content.decode()


@pytest.mark.parametrize(
    ("numbers", "words"), [((2,), "2"), ((2, 3), "2–3"), ((2, 3, 4, 6, 8, 9, 10, 12), "2–4, 6, 8–10, 12")]
)
def test_numbers_of_players_are_drawn_together(numbers, words):
    assert number_runs(numbers) == words


def test_a_game_without_a_board_can_be_read_about_and_not_be_opened(client, monkeypatch):
    monkeypatch.setattr("games.boards.has_board", lambda slug: slug != "sequence")
    assert "/tables/new/sequence/" not in client.get("/").content.decode()
    assert client.get("/tables/new/sequence/").status_code == 404
    assert client.post("/play/sequence/").status_code == 404
    rules = client.get("/rules/sequence/").content.decode()
    assert "/play/sequence/" not in rules
    assert "<h1" in rules


def test_ones_own_matches_come_first_and_are_nobody_elses_to_watch(client, anna, boris):
    match, waiting = started(anna, boris), open_for(anna)
    client.force_login(anna)
    for path in ("/", "/lobby/"):
        page = client.get(path)
        assert {card.id for card in page.context["own"]} == {match.id, waiting.id}
        assert page.context["tables"] == page.context["live"] == []
    client.force_login(make_user())
    page = client.get("/")
    assert [card.id for card in page.context["live"]] == [match.id]
    assert page.context["own"] == []


def test_each_table_of_the_home_page_says_its_idea_its_players_and_how_long_it_takes(client):
    page = client.get("/").content.decode()
    for card in games_on_offer():
        game = GAMES[card.slug]
        assert (card.idea, card.minutes) == (str(game.idea), f"about {game.minutes} min")
        for words in (card.name, card.idea, card.minutes, f'action="/play/{card.slug}/"'):
            assert words in page
