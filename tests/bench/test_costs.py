"""What the table of costs is measured from is what the door would have made."""

from __future__ import annotations

import pytest

from bench import costs, prepare, spending
from games import selectors
from games.management.commands.replay import difference
from games.models import Match
from rules import record


@pytest.mark.django_db
@pytest.mark.parametrize(("game", "seats"), [("blue-diamond", 2), ("blitz", 2)])
def test_a_match_that_is_measured_is_over_as_its_log_says_and_has_a_record(game, seats):
    spent = spending.Spent()
    match, loaded, changes = spending.played(prepare.guests(seats), game, spent)
    prepare.store([(match, loaded, changes)])
    stored = Match.objects.select_related("live").get(pk=match.pk)
    assert stored.live.status == "finished"
    assert difference(stored) == ""
    record.check(record.parse(selectors.record_text(stored)))
    moves = [change for change in changes if change.entry.kind == "move"]
    assert (spent.moves, spent.judging > 0, spent.telling > 0) == (len(moves), True, True)


def test_a_line_of_the_table_tells_bytes_by_move_and_by_match():
    cost = {"seats": 2, "moves": 50, "log": 20_000, "head": 3_000, "archived": 2_500}
    cost |= {"judging_us": 100, "telling_us": 150.4, "ending_us": 900}
    assert costs.line("blitz", cost) == "| blitz (2) | 50 | 400 | 20.0 | 3.0 | 2.5 | 100 | 150 | 0.9 |"
