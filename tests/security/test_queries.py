"""What stands in an address's query reads no hidden column: known parameters alone, and one order a list (E10)."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.apps import apps
from django.db.models import Model

from accounts.models import User
from games.api.lists import ListView
from games.models import Match
from matchmaking.models import Rating
from tests.config.test_interface import routes
from tests.games.conftest import anna, boris, clara, in_process, match, open_for, started
from tests.programs import Program
from tests.rules.positions import SOAK

__all__ = ["anna", "boris", "clara", "in_process", "match"]
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_lane, pytest.mark.usefixtures("in_process")]
OWN = ("accounts", "games", "matchmaking")
WORDS = ("ordering", "order_by", "sort", "filter", "fields", "include", "expand", "q", "search")
DEEPEST = 2  # relations behind one another
AT_ONCE = 900  # parameters in one request to a page
SAMPLE = 1 if SOAK else 9  # of the fields, so many-th is tried at each address; a different one at each


def paths_of(model: type[Model], depth: int = DEEPEST) -> set[str]:
    """Return every field of a model and of what it is tied to, as a lookup names it."""
    found: set[str] = set()
    for field in model._meta.get_fields():
        found.add(field.name)
        related = getattr(field, "related_model", None)
        if depth and related is not None and isinstance(related, type):
            found |= {f"{field.name}__{path}" for path in paths_of(related, depth - 1)}
    return found


SHALLOW = sorted(
    {path for app in OWN for model in apps.get_app_config(app).get_models() for path in paths_of(model, 0)}
)
DEEP = sorted({path for app in OWN for model in apps.get_app_config(app).get_models() for path in paths_of(model)})
GETS = sorted(path for method, path in routes() if method == "get")


def test_the_paths_reach_what_is_secret():
    assert {"password", "server_seed", "digest", "snapshot"} <= set(SHALLOW)
    assert "user__password" in DEEP
    assert len(DEEP) > 1_000


@pytest.fixture
def program(anna, settings) -> Program:
    settings.LIMITS = dict.fromkeys(settings.LIMITS, (10**9, 60))
    return Program(anna)


def filled(path: str, match: Any) -> str:
    told = path.format(match_id=match.id, name="anna", game="sequence", ticket_id=1)
    return told.removeprefix("/api/v1/")


@pytest.mark.parametrize("path", GETS)
def test_rest_refuses_every_field_as_a_parameter_and_every_word_for_an_order(path, program, match):
    known = known_to(program, filled(path, match))
    for name in SHALLOW[GETS.index(path) % SAMPLE :: SAMPLE]:
        if name not in known:
            assert_refused(ask(program, filled(path, match), name, "1"))
    for word, value in zip(WORDS, ("password", "-user__password", "server_seed") * 3, strict=True):
        assert_refused(ask(program, filled(path, match), word, value))


def ask(program: Program, path: str, name: str, value: str) -> Any:
    """Ask with one parameter, whatever its name."""
    return program.client.get(f"/api/v1/{path}", {name: value})


def known_to(program: Program, path: str) -> list[str]:
    return program.get(path, no_such_parameter=1).json()["error"]["allowed"].split(", ")


def assert_refused(answer: Any) -> None:
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] in ("unknown_parameter", "token_in_url")


def test_rest_refuses_every_path_over_relations(program):
    """The check stands in front of all views (accounts.api.rest): one list speaks for all."""
    known = known_to(program, "tables")
    for path in DEEP[:: 1 if SOAK else 23]:
        if path not in known:
            assert_refused(ask(program, "tables", path, "1"))


@pytest.mark.parametrize("path", [path for path in GETS if path.endswith(("tables", "matches", "chat", "log"))])
def test_what_a_filter_takes_is_listed_too(path, program, match):
    for name in known_to(program, filled(path, match)):
        for value in ("password", "user__password", "' OR 1=1 --", "-1"):
            answer = ask(program, filled(path, match), name, value)
            if name != "cursor" or answer.status_code != 200:  # some texts read as "from the beginning"
                assert (answer.status_code, answer.json()["error"]["code"]) == (400, "out_of_range"), (name, value)


# --- the order of lists ---


def kinds(view: type[ListView]) -> set[type[ListView]]:
    return {view} | {kind for sub in view.__subclasses__() for kind in kinds(sub)}


def test_every_list_goes_by_columns_that_all_may_know():
    open_to_all = {"opened_at", "pk", "id", "at", "number"}
    for view in kinds(ListView):
        assert {column.lstrip("-") for column in view.ordering} <= open_to_all, view


def test_no_list_changes_with_what_is_hidden(program, client, anna, boris, clara):
    """Passwords, addresses and seeds in another order: every list is the same, byte by byte."""
    for players in [(anna, boris), (boris, clara), (clara, anna)]:
        started(*players)
        open_for(players[0])
    Rating.objects.bulk_create(
        Rating(user=user, game="sequence", pace="live", mu=mu, sigma=4, matches=20, last_at=1, settled_until=2**50)
        for user, mu in [(anna, 30), (boris, 25), (clara, 35)]
    )
    client.force_login(clara)
    before = listed(program, client)
    people, matches = list(User.objects.order_by("pk")), list(Match.objects.order_by("pk"))
    for place, user in enumerate(people):
        User.objects.filter(pk=user.pk).update(email=f"{9 - place}@example.org")
        User.objects.filter(pk=user.pk).exclude(pk=clara.pk).update(password=f"{9 - place}")
    for place, one in enumerate(matches):
        Match.objects.filter(pk=one.pk).update(server_seed=bytes([9 - place]) * 32)
    assert listed(program, client) == before


def listed(program: Program, client: Any) -> list[str]:
    rest = ["tables", "matches", "account/matches", "people/anna/matches", "leaderboards/sequence"]
    pages = ["/", "/lobby/", "/leaderboards/sequence/", "/my/matches/"]
    return [neutral(answer) for answer in [*map(program.get, rest), *map(client.get, pages)]]


def neutral(answer: Any) -> str:
    """Return a body without what differs each time."""
    return re.sub(r'(csrfmiddlewaretoken" value="|nonce=")[^"]+', "", answer.content.decode())


# --- pages ---

PAGES = ["/", "/lobby/", "/people/anna/", "/people/anna/matches/", "/leaderboards/sequence/", "/my/matches/",
         "/account/mails/", "/friends/", "/rules/"]  # fmt: skip
MEANT = {"page", "game", "pace", "result", "of", "like", "with", "part", "opponent", "rated", "since", "until"}


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_the_same_whatever_fields_the_query_names(path, client, anna, boris):
    started(anna, boris)
    client.force_login(anna)
    client.get(path)
    plain = neutral(client.get(path))
    names = [name for name in [*WORDS, *SHALLOW, *DEEP] if name not in MEANT]
    for first in range(0, len(names), AT_ONCE):
        query = "&".join(f"{name}=password" for name in names[first : first + AT_ONCE])
        answer = client.get(f"{path}?{query}")
        assert answer.status_code == 200
        assert without(query, neutral(answer)) == plain


def without(query: str, page: str) -> str:
    """Return a page without the query that its own links repeat."""
    for shown in (query.replace("&", "&amp;"), query):
        page = page.replace(f"?{shown}", "")
    return page


PAGED = ["/people/anna/matches/", "/leaderboards/sequence/", "/my/matches/"]
NO_PAGES = ["0", "-1", "9" * 18, "9" * 5_000, "１", "²", "1e9", "NaN", ""]


@pytest.mark.parametrize("path", PAGED)
@pytest.mark.parametrize("page", NO_PAGES, ids=[number[:5] for number in NO_PAGES])
def test_a_page_number_that_is_none_does_no_harm(path, page, client, anna):
    client.force_login(anna)
    assert client.get(path, {"page": page}).status_code == 200
