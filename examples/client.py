"""A small client of the Quintet API. Needs Python 3.11 and httpx, nothing else.

client = Client("https://quintet.example", "quintet_…")
client.get("account")["name"]
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import httpx


class Refused(Exception):
    """The site said no: `status`, and `error` with its code and message."""

    def __init__(self, status: int, error: dict[str, Any]) -> None:
        self.status, self.error = status, error
        super().__init__(f"{status} {error['code']}: {error['message']}")


class Client:
    """One person's program. Safe to use from several threads."""

    def __init__(self, site: str, token: str) -> None:
        headers = {"Authorization": f"Bearer {token}"}
        limits = httpx.Limits(max_connections=None)
        self._http = httpx.Client(base_url=f"{site}/api/v1/", headers=headers, timeout=15, limits=limits)

    def get(self, path: str, **query: Any) -> Any:
        """Return what an address says."""
        return self._ask("GET", path, params=query)

    def post(self, path: str, **body: Any) -> Any:
        """Send a request. Its token lets it be sent again until there is an answer: it is carried out once."""
        return self._ask("POST", path, json={"token": uuid4().hex, **body})

    def delete(self, path: str) -> Any:
        """Take something back."""
        return self._ask("DELETE", path)

    def stream(self, path: str) -> Iterator[dict[str, Any]]:
        """Yield the lines of a stream; when it breaks, begin it anew: its first line tells how all stands now."""
        while True:
            try:
                with self._http.stream("GET", path, timeout=30) as answer:
                    if answer.status_code != httpx.codes.OK:
                        answer.read()
                        raise Refused(answer.status_code, answer.json()["error"])
                    for line in filter(None, answer.iter_lines()):
                        told = json.loads(line)
                        if told["type"] == "closed" and told["code"] in (
                            4401,
                            4403,
                        ):  # the token is over, or we are out
                            return
                        yield told
            except httpx.TransportError:
                time.sleep(1)

    def _ask(self, method: str, path: str, **content: Any) -> Any:
        while True:
            try:
                answer = self._http.request(method, path, **content)
            except httpx.TransportError:  # nobody knows whether it arrived: ask the same again
                time.sleep(1)
                continue
            if answer.status_code not in (429, 503):
                break
            time.sleep(float(answer.headers.get("Retry-After", 1)))
        if answer.is_error:
            raise Refused(answer.status_code, answer.json()["error"])
        return answer.json()
