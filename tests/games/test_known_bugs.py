"""Faults of other card-game servers that no test of a single part would catch (docs/rulings.md, last part)."""

from __future__ import annotations

from random import Random

import pytest

from games import carrier, selectors
from games.clocks import clock
from games.models import Alarm, Match
from rules.sequence.cards import CARDS
from tests.games.conftest import ask, make_user, play_on, started, to_move
from tests.games.test_concurrency import WRITERS, assert_log_is_whole, at_once


def cards_of(match: Match) -> list[str]:
    """Return all cards of a match of Sequence, wherever they are, in order."""
    state = carrier.load(match.id).state
    return sorted(card for pile in (state.deck, *state.hands, *state.discards) for card in pile)


@pytest.mark.live
@pytest.mark.sqlite_lane
@pytest.mark.django_db(transaction=True)
def test_after_random_moves_of_many_at_once_every_card_is_somewhere_exactly_once():
    players = [make_user(), make_user()]
    match = started(*players)
    chosen = Random(7)
    for _ in range(8):
        _, legal = to_move(match)
        tries = [(chosen.choice(players), chosen.choice(legal)) for _ in range(WRITERS)]
        at_once(*[lambda user=user, move=move: ask(match, user, "move", move=move) for user, move in tries])
        assert cards_of(match) == sorted([*CARDS] * 2)
    assert carrier.load(match.id).ply
    assert_log_is_whole(match)


@pytest.mark.django_db
def test_the_next_match_of_the_same_people_begins_with_nothing_of_the_last(anna, boris):
    first = started(anna, boris)
    dealt = carrier.load(first.id).state.hands
    play_on(first, 20)
    ask(first, anna, "resign")
    second = started(anna, boris)
    state = carrier.load(second.id).state
    assert cards_of(second) == cards_of(first)
    assert [*state.discards, *state.chips, *state.sequences] == [[], [], 0, 0]
    assert sorted(state.hands) != sorted(dealt)
    assert selectors.frame(second, anna)["commitment"] != selectors.frame(first, anna)["commitment"]


@pytest.mark.django_db
def test_the_last_move_ends_a_match_that_nobody_has_open(match):
    play_on(match)
    loaded = carrier.load(match.id)
    assert loaded.state.over
    assert loaded.status == "finished"
    assert list(Alarm.objects.filter(match=match).values_list("kind", flat=True)) == ["finish"]  # for games.finishes
    clock.do_due_alarms()
    assert carrier.load(match.id).number == loaded.number
