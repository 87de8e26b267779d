"""How addresses of REST are described: what goes in and out is a msgspec struct, which reads, and shows in the schema.

A struct's docstring and field annotations are all the documentation there is: nothing is said twice.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, cast

import msgspec
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema

Schema = dict[str, Any]
_AT = "#/components/schemas/{name}"
_shapes: list[Any] = []  # what the document's components are made of


class Fault(msgspec.Struct, omit_defaults=True):
    """What was wrong: a code for programs, a sentence for people in the language asked for."""

    code: str
    message: str
    field: str | msgspec.UnsetType = msgspec.UNSET
    number: int | msgspec.UnsetType = msgspec.UNSET
    retry_after: int | msgspec.UnsetType = msgspec.UNSET
    limit: str | msgspec.UnsetType = msgspec.UNSET
    scope: str | msgspec.UnsetType = msgspec.UNSET
    allowed: str | msgspec.UnsetType = msgspec.UNSET


class Failure(msgspec.Struct):
    """The one shape of every refusal. Nothing has changed when there is one."""

    error: Fault


def shape(kind: Any) -> Schema:
    """Return the schema that refers to a type, and let the document have it."""
    if kind not in _shapes:
        _shapes.append(kind)
    return dict(msgspec.json.schema_components([kind], ref_template=_AT)[0][0])


def page_of(kind: Any) -> Schema:
    """Return the schema of a page of a list."""
    properties = {"results": {"type": "array", "items": shape(kind)}, "next": {"type": "string"}}
    return {"type": "object", "properties": properties, "required": ["results"]}


def documented(
    summary: str,
    *,
    answer: Any,
    body: Any = None,
    status: int = 200,
    example: Any = None,
    sent: Any = None,
    parameters: Mapping[str, Any] | None = None,
    more: Mapping[int, str] | None = None,
    open_to_all: bool = False,
    media: str = "application/json",
) -> Callable[[Any], Any]:
    """Describe a view's method. `answer`, `body`: a type or a schema; `example`, `sent`: values of these.

    `parameters`: a schema by name of what may stand in the query. `more`: further statuses without a body.
    `media`: what the answer is written in.
    """
    examples = [OpenApiExample(f"{summary} - answer", value=example, status_codes=[str(status)], response_only=True)]
    asked = [OpenApiExample(summary, value=sent, request_only=True)]
    responses: dict[Any, Any] = {(status, media): OpenApiResponse(_schema(answer), description=summary)}
    responses |= {code: OpenApiResponse(description=text) for code, text in (more or {}).items()}
    responses["default"] = OpenApiResponse(shape(Failure), description="A refusal")
    return extend_schema(
        operation_id=re.sub(r"\W+", "_", summary.lower()),
        summary=summary,
        request={"application/json": _schema(body)} if body is not None else None,
        responses=responses,
        examples=(examples if example is not None else []) + (asked if sent is not None else []),
        parameters=[OpenApiParameter(name, kind) for name, kind in (parameters or {}).items()],
        auth=cast(Any, [{"token": []}, {}] if open_to_all else [{"token": []}]),  # its stubs know names alone
    )


def _schema(wanted: Any) -> Schema:
    return wanted if isinstance(wanted, dict) else shape(wanted)


def add_shapes(result: Schema, **_: Any) -> Schema:
    """Put the described types into the finished document; drf-spectacular calls it."""
    components = msgspec.json.schema_components(_shapes, ref_template=_AT)[1]
    held = result.setdefault("components", {}).setdefault("schemas", {})
    held.update({name: _plain(found) for name, found in components.items()})
    result["components"]["schemas"] = dict(sorted(held.items()))
    return result


def _plain(found: Schema) -> Schema:
    """Return a component without Python's ways: of wrapping a docstring, and of writing the end of a pattern."""
    if "description" in found:
        found["description"] = " ".join(found["description"].split())
    plain: Schema = json.loads(json.dumps(found).replace("\\\\Z", "$"))
    return plain
