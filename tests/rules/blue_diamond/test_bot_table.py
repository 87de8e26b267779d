"""The quick table of the search goes where the rules go."""

from __future__ import annotations

from hypothesis import given, settings

from rules.blue_diamond import game
from rules.blue_diamond.bot_table import Cards
from rules.blue_diamond.models import QUIET_LIMIT
from rules.chance import Chance
from tests.rules.positions import EXAMPLES, positions


@settings(max_examples=EXAMPLES, deadline=None)
@given(position=positions(game))
def test_the_search_makes_the_same_tables_and_pays_the_same_diamonds_as_the_rules(position) -> None:
    state = position.state
    if state.over:
        return
    cards, reached = Cards(state), set()
    for move in game.legal_moves(state, state.turn):
        after = state.clone()
        game.apply(after, state.turn, move, Chance(bytes(32)))
        if not after.over:
            reached.add(cards.table(after))
    found = {table for table in cards.after(cards.table(state)) if max(table.diamonds) < state.target}
    assert found >= reached
    if (state.acted or state.loose) and state.quiet < QUIET_LIMIT - 1:  # else positions are barred, or the match ends
        assert found == reached


@settings(max_examples=EXAMPLES, deadline=None)
@given(position=positions(game))
def test_the_gains_of_the_next_action_are_those_of_the_rules(position) -> None:
    state = position.state
    if state.over or state.acted:
        return
    cards = Cards(state)
    table = cards.table(state)
    gains = {tuple(b - a for a, b in zip(table.diamonds, one.diamonds, strict=True)) for one in cards.after(table)}
    assert cards.gains(table) >= gains
    assert len(cards.gains(table) - gains) <= (len(table.loose) > 0)
