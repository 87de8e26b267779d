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

LATER = {429, 502, 503, 504}  # the site has no time, or is just being restarted: to be asked again
OVER = {4401, 4403}  # how a stream ends for good: the token is over, or we are out


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
            pause = 1.0
            try:
                with self._http.stream("GET", path, timeout=30) as answer:
                    if answer.status_code in LATER:
                        pause = _pause(answer)
                    else:
                        for told in _lines(answer):
                            if told["type"] == "closed" and told["code"] in OVER:
                                return
                            yield told
            except httpx.TransportError:
                pass
            time.sleep(pause)

    def _ask(self, method: str, path: str, **content: Any) -> Any:
        while True:
            pause = 1.0
            try:
                answer = self._http.request(method, path, **content)
                if answer.status_code not in LATER:
                    return _checked(answer).json()
                pause = _pause(answer)
            except httpx.TransportError:  # nobody knows whether it arrived: ask the same again
                pass
            time.sleep(pause)


def _lines(answer: httpx.Response) -> Iterator[dict[str, Any]]:
    yield from map(json.loads, filter(None, _checked(answer).iter_lines()))


def _checked(answer: httpx.Response) -> httpx.Response:
    if answer.is_error:
        answer.read()
        raise Refused(answer.status_code, answer.json()["error"])
    return answer


def _pause(answer: httpx.Response) -> float:
    """Return the seconds to wait; a proxy may name an hour of the day instead."""
    after = answer.headers.get("Retry-After", "")
    return float(after) if after.isdecimal() else 1.0
