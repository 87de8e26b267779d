"""Reads: which matches there are, and what one person may see of one of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, QuerySet
from django.http import Http404
from django.utils.translation import gettext

from accounts.moderation.roles import may_look_anywhere
from accounts.selectors import blocked_by_or_of
from games import frames, rulebook
from games.door import places
from games.door.folding import fold
from games.door.loaded import ABORTED, ACTIVE, FINISHED, OPEN, Entry, Loaded, Occupant, fresh
from games.log import storing
from games.models import EntryRow, Match, SeatRow, is_match_id
from games.moderation.looks import note_look
from games.people import names_of, people_at
from rules import codec, record
from rules.contract import AnyGame, MalformedMove
from rules.registry import GAMES

SHOWN = 50
LINES = 500  # of a log, at one time


@dataclass(frozen=True, slots=True)
class MatchCard:
    """A match as lists show it."""

    id: str
    game: str
    seats: list[dict[str, Any]]
    status: str
    clock: dict[str, int]
    url: str
    your_turn: bool
    outcome: dict[str, Any] | None
    places: list[int] | None  # by seat, as they count
    ended: dict[str, Any] | None
    your_seat: int | None
    played_for: bool  # a bot plays on the person's seat
    updated_at: int
    opened_at: int
    rated: bool
    pace: str
    deadline: int | None = None  # by mail: until when who is to act must have moved
    kept: bool = False  # a seat is, for the person who asks
    annulled: bool = False  # it counts for nobody any more

    @property
    def game_name(self) -> str:
        """The game's name in the language that is active now: a card is shown in several."""
        return rulebook.name(self.game)

    @property
    def race(self) -> bool:
        """Whether it is nobody's turn, for all act at once."""
        return GAMES[self.game].race


class Listing(NamedTuple):
    """The cards that a list shows, and how many matches that belong there too are not shown."""

    cards: list[MatchCard]
    left_out: int


def match_to_watch(match_id: str, user: Any) -> Match:
    """Return the match if the person may see it; raises Match.DoesNotExist for missing and closed ones alike.

    The address is the invitation: whoever has it may look at the open table. Once it is going on, a table without
    watchers is for its players alone, and for staff, whose look is noted.
    """
    if not is_match_id(match_id):
        raise Match.DoesNotExist(match_id)
    match = Match.objects.select_related("live").get(pk=match_id)
    if may_look_anywhere(user):
        note_look(match_id, user)
    elif not match.watchers and match.live.status != OPEN and not is_seated(match_id, user):
        raise Match.DoesNotExist(match_id)
    return match


def find_match(match_id: str, user: Any) -> Match:
    """Return the match if the person may see it; raises Http404, the same for missing and closed ones."""
    try:
        return match_to_watch(match_id, user)
    except Match.DoesNotExist:
        raise Http404(gettext("There is no such match, or it is not open to watchers.")) from None


def is_seated(match_id: str, user: Any) -> bool:
    """Return whether the person has a seat in the match."""
    return user.is_authenticated and SeatRow.objects.filter(match_id=match_id, user=user).exists()


def is_over(match: Match) -> bool:
    """Return whether the match was begun and is over, so that its seed, record and steps may be told.

    The head of its log says so: nothing has to be loaded.
    """
    live = match.live
    return live.status == FINISHED or (live.status == ABORTED and bool(live.started_at))


def frame(match: Match, user: Any) -> dict[str, Any]:
    """Return all that the person may see of the match now."""
    loaded = storing.load(match.id)
    return frames.frame(loaded, people_at(loaded), loaded.seat_of(user.pk))


def steps(match: Match, user: Any) -> list[dict[str, Any]]:
    """Return every entry with the frame after it and the move's notation, as the person saw them."""
    final = storing.load(match.id)
    seat, people = final.seat_of(user.pk), people_at(final)
    loaded = fresh(final.facts)
    told = [_step(loaded, people, entry, seat) for entry in storing.entries_after(match.id, 0)]
    return [step for step in told if step["kind"] not in {"rematch", "no_rematch"}]  # they are no part of the match


def _step(loaded: Loaded, people: frames.People, entry: Entry, seat: int | None) -> dict[str, Any]:
    events = fold(loaded, entry)
    step = frames.entry_json(loaded, people, entry, events, seat)
    step["frame"].pop("legal", None)
    if "clocks" in step["frame"]:  # as they stood then; nothing runs in a replay
        step["frame"]["clocks"] |= {"now": loaded.since, "running": []}
        step["frame"]["clocks"].pop("timer", None)
        step["frame"].pop("deadlines", None)
    if entry.kind == "move":
        step["line"] = notation(loaded.facts.game, entry)
    return step


def lines(match: Match, after: int) -> list[dict[str, Any]]:
    """Return the entries after a number in short, moves with their notation, at most `LINES` of them, oldest first.

    The same for everybody: while a match goes on, moves have a line only where the game says that it tells nothing
    hidden. One query, and nothing is loaded.
    """
    told = match.rules.open_lines or is_over(match)
    return [_line(match.rules, entry, told) for entry in storing.entries_after(match.id, after, LINES)]


def _line(game: AnyGame, entry: Entry, told: bool) -> dict[str, Any]:
    line: dict[str, Any] = {"number": entry.number, "kind": entry.kind}
    seat = entry.body["seat"] if entry.kind == "take_over" else entry.seat  # whom it is about, not who asked for it
    if seat >= 0:
        line["seat"] = seat
    if entry.ply is not None:
        line["ply"] = entry.ply
    if entry.kind == "take_over":
        line["about"] = entry.body["seat"]
    if entry.kind == "move" and seat < 0 and "team" in entry.body["move"]:  # a referee's call is no secret
        line["team"] = entry.body["move"]["team"]
    if entry.kind == "move" and told:
        line["line"] = notation(game, entry)
    return line


def notation(game: AnyGame, entry: Entry) -> str:
    """Return a move entry as the one line of its game's notation."""
    try:
        return game.print_move(codec.move_from_json(game, entry.body["move"]))
    except MalformedMove:  # an entry of older rules
        return str(entry.body["move"].get("type", ""))


def record_text(match: Match) -> str:
    """Return the record of a match that is over in its canonical text: one match, one string of bytes."""
    return record.dump(match_record(match))


def match_record(match: Match) -> dict[str, Any]:
    """Return the record of a match that was begun and is over, checkable without us; raises ValueError for others.

    It names the version of the rules by which it was played: a later one would not replay it.
    """
    loaded = storing.load(match.id)
    if not (loaded.over and loaded.started_at):
        raise ValueError("the record holds the seed: it is secret until the match is over")
    facts, actions, end = loaded.facts, [], loaded.ended_at - loaded.started_at
    for entry in storing.entries_after(match.id, 0):
        if entry.kind == "move":
            move = codec.move_from_json(facts.game, entry.body["move"])
            actions.append((None if entry.seat < 0 else entry.seat, move, entry.at - loaded.started_at))
    salts = [occupant.salt for occupant in loaded.occupants]
    told = record.write(
        facts.game, facts.options, facts.seats, facts.server_seed, salts, actions, _ended(loaded, end), loaded.outcome
    )
    return told | {"rules_version": match.rules_version}


def _ended(loaded: Loaded, end: int) -> dict[str, Any] | None:
    if loaded.ended is None or loaded.ended["by"] == "rules":
        return None
    return {"by": loaded.ended["by"], "seat": loaded.ended.get("seat"), "ms": end}


# --- games ---


def game_facts() -> list[dict[str, Any]]:
    """Return what a program must know of each game to open a table, in the active language."""
    return [_facts(slug) for slug in GAMES]


def _facts(slug: str) -> dict[str, Any]:
    game = GAMES[slug]
    told: dict[str, Any] = {"slug": slug, "name": rulebook.name(slug), "idea": gettext(game.idea)}
    told |= {
        "seats": list(game.seats),
        "minutes": game.minutes,
        "race": game.race,
        "talk": game.talk,
        "version": game.version,
    }
    return told | {"options": [_option(field) for field in codec.option_fields(game)]}


def _option(field: codec.OptionField) -> dict[str, Any]:
    told = {"name": field.name, "default": field.default, "label": gettext(field.label), "help": gettext(field.help)}
    if field.kind == "choice":
        told["choices"] = [value for value, _ in field.choices]
    bounds = {"least": field.minimum, "most": field.maximum}
    return told | {name: value for name, value in bounds.items() if value is not None}


# --- lists ---


def tables_to_join(user: Any) -> QuerySet[Match]:
    """Return the listed tables that wait for players, newest first; none whose seats are kept.

    None either at which somebody sits whom this person must not meet.
    """
    free = SeatRow.objects.filter(match=OuterRef("pk"), user=None, bot="")
    tables = _matches(OPEN).filter(Exists(free), listed=True, rematch_of=None)
    return _without_unwanted(tables, user).defer("live__snapshot")


def _without_unwanted(matches: QuerySet[Match], user: Any) -> QuerySet[Match]:
    """Return those of the matches at which nobody sits whom this person must not meet."""
    apart = blocked_by_or_of([user.pk])[user.pk] if user is not None and user.is_authenticated else None
    return matches.exclude(seat_rows__user__in=apart) if apart else matches


def matches_to_watch(user: Any = None) -> QuerySet[Match]:
    """Return the listed matches that are going on and may be watched; none of people whom this one must not meet."""
    return _without_unwanted(_matches(ACTIVE).filter(listed=True, watchers=True), user).defer("live__snapshot")


def card(match: Match, user: Any) -> MatchCard:
    """Return one match as lists show it."""
    return _cards(_matches(match.live.status).filter(pk=match.pk), user)[0]


def _matches(*statuses: str) -> QuerySet[Match]:
    return Match.objects.filter(live__status__in=statuses).select_related("live").order_by("-live__at")


def cards_by_id(match_ids: Sequence[str], user: Any) -> list[MatchCard]:
    """Return these matches as lists show them to a person, in this order; two queries."""
    if not match_ids:
        return []
    found = Match.objects.select_related("live").defer("live__snapshot").in_bulk(match_ids)
    return cards([found[pk] for pk in match_ids if pk in found], user)


def _cards(matches: QuerySet[Match], user: Any) -> list[MatchCard]:
    return cards(list(matches.defer("live__snapshot")), user)


def cards(rows: list[Match], user: Any) -> list[MatchCard]:
    """Return matches as lists show them to a person; one query for all names."""
    people = names_of(seat[0] for match in rows for seat in match.live.summary["seats"] if seat[0] is not None)
    viewer: int | None = getattr(user, "pk", None)
    return [_card(match, people, viewer) for match in rows]


def _card(match: Match, people: frames.People, viewer: int | None) -> MatchCard:
    head = match.live
    occupants = [Occupant(user, bot, ready, gave_up=gone) for user, bot, ready, gone in head.summary["seats"]]
    seat = next((seat for seat, o in enumerate(occupants) if viewer is not None and o.user == viewer), None)
    played_for = seat is not None and bool(occupants[seat].bot) and head.status == ACTIVE
    return MatchCard(
        id=match.id,
        game=match.game,
        seats=[frames.seat_json(occupant, people) for occupant in occupants],
        status=head.status,
        clock=match.clock,
        url=match.get_absolute_url(),
        your_turn=seat in head.summary["turn"] and not played_for,
        outcome=head.summary["outcome"],
        places=places.from_head(match.teams, head.summary) if head.summary["outcome"] else None,
        ended=head.summary["ended"],
        your_seat=seat,
        played_for=played_for,
        updated_at=head.at,
        opened_at=match.opened_at,
        rated=match.rated,
        pace=match.pace,
        deadline=head.summary.get("deadline"),
    )


def running_matches(before: int) -> Iterable[str]:
    """Return the ids of the live matches that are going on and whose last entry is older than the instant."""
    running = Match.objects.filter(live__status=ACTIVE, live__at__lt=before, pace="live")
    return list(running.values_list("pk", flat=True))


def abandoned_matches(since: int, now: int, patience: int) -> Iterable[str]:
    """Return the ids of live matches that no person has had open for `patience` ms, our own outages not counted.

    Neither has any asked for anything since: that bots and the clock go on keeps no match.
    """
    if now - since < patience:
        return []
    present = SeatRow.objects.filter(user__isnull=False, seen_at__gte=now - patience).values("match_id")
    asked = EntryRow.objects.filter(match=OuterRef("pk"), token__isnull=False, at__gte=now - patience)
    running = Match.objects.filter(live__status=ACTIVE, pace="live").exclude(pk__in=present)
    return list(running.filter(~Exists(asked)).values_list("pk", flat=True))
