"""Evidence made readable: people by their names, instants as moments, the reported line marked."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.utils.translation import gettext

from accounts import names
from accounts.models import User

Json = dict[str, Any]
GONE = "—"


def shown(about: str, pack: Json) -> Json:
    """Return the evidence of one report as the page of its case shows it."""
    people = _names(pack)
    told = pack | {"about": about, "people": people}
    told["seats"] = [_seat(seat, people) | _left(seat, pack) for seat in pack.get("seats", ())]
    told["log"] = [_entry(line, told["seats"]) for line in pack.get("log", ())]
    told["timings"] = [_timing(one, told["seats"]) for one in pack.get("timings", ())]
    told["chat"] = [_said(line, people, pack.get("line")) for line in pack.get("chat", ())]
    return told | {name: _moment(pack[name]) for name in ("opened", "started", "since") if pack.get(name)}


def _names(pack: Json) -> dict[int, str]:
    wanted = {pack.get("owner"), *(one.get("user") for one in (*pack.get("seats", ()), *pack.get("chat", ())))}
    found = User.objects.in_bulk({user for user in wanted if user})
    return {pk: names.shown(user.username) for pk, user in found.items()}


def _moment(instant: int) -> datetime:
    return datetime.fromtimestamp(instant / 1000, UTC)


def _seat(seat: Json, people: dict[int, str]) -> Json:
    name = people.get(seat["user"], GONE) if "user" in seat else ""
    return seat | {"name": name, "place": seat["seat"] + 1}


def _left(seat: Json, pack: Json) -> Json:
    """Return by what who sat there left; evidence of old tells it of the one alone whose leaving ended the match."""
    ended = pack.get("ended") or {}
    return {"left": seat.get("left") or (ended["by"] if ended.get("seat") == seat["seat"] else "")}


def _entry(line: Json, seats: list[Json]) -> Json:
    seat = line.get("seat", -1)
    who = seats[seat] if 0 <= seat < len(seats) else {}
    took = f"{line['ms'] / 1000:.1f}" if "ms" in line else ""
    return line | {"who": who.get("name", ""), "place": who.get("place"), "at": _moment(line["at"]), "took": took}


def _timing(one: Json, seats: list[Json]) -> Json:
    told = {name: f"{one[name] / 1000:.1f}" for name in ("least", "median", "most")}
    return one | told | {"who": seats[one["seat"]]["name"], "place": one["seat"] + 1}


def _said(line: Json, people: dict[int, str], reported: int | None) -> Json:
    words = gettext(line["phrase"]) if "phrase" in line else line["text"]
    who = people.get(line["user"], GONE)
    return line | {"who": who, "words": words, "at": _moment(line["at"]), "reported": line["id"] == reported}
