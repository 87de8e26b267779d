"""The document of the REST interface, and the page that shows it: made from the views, once a process."""

from __future__ import annotations

import json
from functools import cache
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator

_METHODS = ("get", "post", "delete")


@cache
def document() -> dict[str, Any]:
    """Return the OpenAPI document."""
    return dict(SchemaGenerator().get_schema(request=None, public=True))


@cache
def _text() -> str:
    return json.dumps(document(), ensure_ascii=False)


@require_safe
def openapi(request: HttpRequest) -> HttpResponse:
    """Answer with the document."""
    return HttpResponse(_text(), content_type="application/json")


class Operation(NamedTuple):
    """One operation as the page shows it."""

    method: str
    path: str
    summary: str
    about: str
    parameters: list[dict[str, Any]]
    sent: str  # an example, "" for none
    body: str  # the name of a shape, or a schema
    status: str
    answer: str
    example: str


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    """Show the document to people, with nothing but our own files."""
    shapes = document()["components"]["schemas"]
    page = {"operations": operations(), "shapes": {name: _pretty(shape) for name, shape in shapes.items()}}
    return render(request, "interface.html", page)


@cache
def operations() -> list[Operation]:
    """Return all operations in the order of their addresses."""
    paths = document()["paths"].items()
    return [_operation(path, method, known[method]) for path, known in paths for method in _METHODS if method in known]


def _operation(path: str, method: str, told: dict[str, Any]) -> Operation:
    status, good = next((code, one) for code, one in told["responses"].items() if code.startswith("2"))
    body = told.get("requestBody", {}).get("content", {}).get("application/json", {})
    answer = good.get("content", {}).get("application/json", {})
    asked = [one for one in told.get("parameters", []) if one["in"] == "query"]
    return Operation(
        method=method.upper(), path=path, summary=told["summary"], about=told.get("description", ""),
        parameters=asked, sent=_example(body), body=_named(body.get("schema")), status=status,
        answer=_named(answer.get("schema")), example=_example(answer),
    )  # fmt: skip


def _named(schema: dict[str, Any] | None) -> str:
    """Return a schema in words: the name of its shape, or what it is a list of."""
    if schema is None:
        return ""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " | ".join(_named(one) for one in schema["anyOf"])
    results = schema.get("properties", {}).get("results")
    return f"results: {_named(results['items'])} …" if results else "{}"


def _example(content: dict[str, Any]) -> str:
    examples = content.get("examples", {})
    return _pretty(next(iter(examples.values()))["value"]) if examples else ""


def _pretty(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)
