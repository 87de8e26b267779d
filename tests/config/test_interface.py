"""The document of REST says what there is, all of it, and the page shows it with nothing but our own files."""

from __future__ import annotations

import json
import re

import pytest
from django.urls import get_resolver
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema

from config import interface

METHODS = {"get", "post", "put", "patch", "delete"}


def routes() -> set[tuple[str, str]]:
    """Return method and path of all that answers below /api/v1/."""
    rest = next(part for part in get_resolver().url_patterns if getattr(part, "namespace", "") == "api")
    found = set()
    for version in rest.url_patterns[:-1]:
        for route in version.url_patterns:
            path = "/api/v1/" + re.sub(r"<str:(\w+)>", r"{\1}", str(route.pattern))
            found |= {(method, path) for method in METHODS if hasattr(route.callback.view_class, method)}
    return found


def test_the_document_is_valid_and_is_made_without_a_warning():
    GENERATOR_STATS.reset()
    schema = SchemaGenerator().get_schema(request=None, public=True)
    validate_schema(schema)
    assert not GENERATOR_STATS


def test_the_document_names_every_address_and_method_and_no_other():
    told = {(method, path) for path, known in interface.document()["paths"].items() for method in known}
    assert told == routes()
    assert len(told) > 20


def test_every_operation_tells_who_may_what_and_how_a_refusal_looks():
    for path, known in interface.document()["paths"].items():
        for method, told in known.items():
            assert told["summary"] and told["description"], (method, path)
            assert {"token": []} in told["security"], (method, path)
            failure = told["responses"]["default"]["content"]["application/json"]["schema"]
            assert failure == {"$ref": "#/components/schemas/Failure"}


def test_examples_of_bodies_can_be_read_as_what_they_stand_for():
    from accounts.api.bodies import read
    from games.api.examples import FRAME, JOIN, LINE, MOVE, REPORT, TABLE
    from games.api.shapes import Frame, NewLine, NewMove, NewReport, NewTable
    from games.door import requests

    for example, kind in [(TABLE, NewTable), (MOVE, NewMove), (LINE, NewLine), (FRAME, Frame), (REPORT, NewReport)]:
        read(example, kind)
    requests.read_request(JOIN)


@pytest.mark.django_db
def test_the_page_shows_every_operation_and_asks_nobody_else_for_anything(client):
    page = client.get("/api/v1/docs")
    text = page.content.decode()
    assert all(f"<code>{one.method} {one.path}</code>" in text for one in interface.operations())
    assert not re.search(r'(src|href)="(https?:)?//', text)
    assert "style=" not in text
    document = client.get("/api/v1/openapi.json")
    assert json.loads(document.content)["openapi"].startswith("3.1")
