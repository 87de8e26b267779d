"""Who may not play rated waits for no rated match, and who is barred for none."""

from __future__ import annotations

import pytest

from accounts.models import SanctionKind, User
from games.errors import Refused
from matchmaking import halls
from matchmaking.models import CANCELLED, WAITING, Ticket
from tests.games.conftest import make_user
from tests.matchmaking.conftest import fresh, wait
from tests.staff import laid

pytestmark = pytest.mark.django_db


def test_laying_ends_the_tickets_that_it_forbids_and_no_others(anna):
    rated, casual = wait(anna, rated=True), wait(anna, game="sequence")
    laid(anna, SanctionKind.MUTE)
    assert fresh(rated).state == WAITING
    laid(anna, SanctionKind.UNRATED)
    assert [fresh(ticket).state for ticket in (rated, casual)] == [CANCELLED, WAITING]
    laid(anna, SanctionKind.SUSPENSION)
    assert fresh(casual).state == CANCELLED


@pytest.mark.parametrize(
    ("kind", "rated", "code"), [(SanctionKind.UNRATED, True, "unrated"), (SanctionKind.BAN, False, "barred")]
)
def test_no_new_ticket_is_to_be_had(kind, rated, code, anna):
    laid(anna, kind)
    with pytest.raises(Refused) as refused:
        wait(anna, rated=rated)
    assert refused.value.code == code


@pytest.mark.parametrize("rated", [True, False])
def test_a_ticket_that_has_slipped_through_is_not_matched(rated, anna, boris):
    """Somebody asks while the sanction is being laid, and read their own row before."""
    laid(anna, SanctionKind.UNRATED if rated else SanctionKind.SUSPENSION)
    held = User.objects.values("unrated_until", "barred_until").get(pk=anna.pk)
    User.objects.filter(pk=anna.pk).update(unrated_until=None, barred_until=None)
    anna.refresh_from_db()
    for one in (anna, boris):
        wait(one, rated=rated)
    User.objects.filter(pk=anna.pk).update(**held)
    assert halls.seat_waiting() == 0
    wait(make_user(), rated=rated)
    assert halls.seat_waiting() == 1
    assert Ticket.objects.get(user=anna).state == WAITING
