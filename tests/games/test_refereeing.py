"""What moderators do with matches: by the one door, with a reason for the players, and in the trail."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Group
from django.core.management import call_command
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import ModerationAction, OutgoingMail, Role, User
from games import carrier, finishes, frames, selectors, services
from games.door.loaded import to_snapshot
from games.errors import Refused
from games.log import storing
from games.models import Alarm, EntryRow, Match
from games.moderation import refereeing
from games.people import people_at
from rules import codec, record
from rules.registry import GAMES
from tests.games.conftest import ask, make_user, open_for, play_on, started, to_move
from tests.games.doors import DOORS
from tests.games.random_matches import RandomMatch
from tests.rules.positions import setups

pytestmark = pytest.mark.django_db
WHY = "The connection of both was broken for an hour."


def make_staff(name: str = "wanda", role: Role = Role.MODERATOR) -> User:
    """Return a person of the staff."""
    user = make_user(name)
    user.groups.add(Group.objects.get_or_create(name=role.value)[0])
    user.refresh_from_db()
    assert user.is_staff
    return user


@pytest.fixture
def mod(db) -> User:
    return make_staff()


def token() -> str:
    return services.new_token()


def seen_by(match: Match, user: User | None) -> dict:
    loaded = carrier.load(match.id)
    return frames.frame(loaded, people_at(loaded), loaded.seat_of(user.pk) if user else None)


def refusal(call) -> str:
    with pytest.raises(Refused) as caught:
        call()
    return caught.value.code


def fining(*players: User) -> Match:
    """Return a match of two teams in which table talk is fined."""
    return started(*players, options={"table_talk": True})


@pytest.fixture
def four(anna, boris, clara) -> Match:
    return fining(anna, boris, clara, make_user("dora"))


# --- abort ---


def test_an_aborted_match_has_no_result_and_its_players_are_told_why(match, mod, anna, clara):
    play_on(match, 5)
    number = refereeing.abort(mod, match, why=f"  {WHY} ", token=token())
    frame = seen_by(match, anna)
    assert (frame["status"], frame["ended"]) == ("aborted", {"by": "abort", "reason": "moderator"})
    assert frame["interventions"] == [{"number": number, "kind": "abort", "why": WHY}]
    assert "outcome" not in frame
    assert "interventions" not in seen_by(match, clara)  # who watches is not told what concerns the players
    assert WHY not in str(selectors.card(Match.objects.get(pk=match.pk), clara))
    action = ModerationAction.objects.get(action="match.abort")
    assert (action.actor, action.target, action.target_id, action.why) == (mod, "match", match.id, WHY)
    assert action.before == {"status": "active"}
    assert action.after == {"status": "aborted", "number": number}
    call_command("replay", match.id, verbosity=0)
    assert record.check(selectors.match_record(Match.objects.get(pk=match.pk))) is None


def test_no_player_can_read_who_it_was(match, mod, anna):
    refereeing.abort(mod, match, why=WHY, token=token())
    told = str([seen_by(match, anna), selectors.steps(match, anna), selectors.lines(match, 0)])
    assert mod.username not in told
    assert mod.username not in str(list(EntryRow.objects.filter(match=match).values_list("seat", "body")))


def test_an_open_table_is_closed(anna, mod):
    match = open_for(anna)
    refereeing.abort(mod, match, why=WHY, token=token())
    assert seen_by(match, anna)["status"] == "aborted"
    assert refusal(lambda: ask(match, make_user(), "join")) == "game_over"
    assert not Alarm.objects.filter(match=match).exists()


def test_a_rated_match_that_is_aborted_changes_no_rating_and_is_told_once(anna, boris, mod):
    match = started(anna, boris, rated=True)
    refereeing.abort(mod, match, why=WHY, token=token())
    assert Alarm.objects.get(match=match).kind == "finish"
    finishes.tell(match.id)
    finishes.tell(match.id)
    assert not Alarm.objects.filter(match=match).exists()
    assert not Match.objects.filter(pk=match.pk, rating__isnull=False).exists()
    assert not Match.objects.filter(pk=match.pk, played__isnull=False).exists()


def test_the_players_of_a_match_by_mail_are_mailed_the_reason(anna, boris, mod, settings):
    settings.MAIL_GRACE = 0
    match = started(anna, boris, pace="mail", clock={"per_move": 86_400_000})
    refereeing.abort(mod, match, why=WHY, token=token())
    finishes.tell(match.id)
    mails = OutgoingMail.objects.filter(about__match=match.id, about__kind="end")
    assert {mail.user for mail in mails} == {anna, boris}
    from games.mail.outgoing.writing import compose

    text = compose(carrier.load(match.id), anna, kind="end", number=0).body
    assert WHY in text
    assert "A moderator has stopped the match." in text
    assert mod.username not in text


# --- adjudicate ---


def test_an_adjudicated_match_ends_with_these_places_and_counts_as_any_other(anna, boris, mod):
    match = started(anna, boris, game="blue-diamond", rated=True)
    play_on(match, 2)
    refereeing.adjudicate(mod, match, [2, 1], why=WHY, token=token())
    frame = seen_by(match, boris)
    assert frame["status"] == "finished"
    assert frame["ended"] == {"by": "adjudication"}
    assert frame["outcome"]["places"] == (2, 1) or list(frame["outcome"]["places"]) == [2, 1]
    finishes.tell(match.id)
    told = Match.objects.get(pk=match.pk).rating
    assert told.why_not == ""
    better = told.changes.get(user=boris)
    assert better.mu_after > better.mu_before
    call_command("replay", match.id, verbosity=0)
    outcome = record.check(selectors.match_record(Match.objects.get(pk=match.pk)))
    assert outcome is not None
    assert outcome.places == (2, 1)
    assert ModerationAction.objects.get(action="match.adjudicate").after["places"] == [2, 1]


@pytest.mark.parametrize("places", [[1], [1, 3], [2, 2], [0, 1], [1, 2, 3], [], [1, 10**9]])
def test_places_that_no_match_can_end_with_are_refused(match, mod, places):
    assert refusal(lambda: refereeing.adjudicate(mod, match, places, why=WHY, token=token())) == "out_of_range"
    assert carrier.load(match.id).status == "active"
    assert not ModerationAction.objects.exists()


def test_what_has_not_begun_is_not_adjudicated(anna, mod):
    match = open_for(anna)
    assert refusal(lambda: refereeing.adjudicate(mod, match, [1, 2], why=WHY, token=token())) == "not_started"


# --- table talk ---


def test_a_moderator_fines_a_team_and_each_of_it_owes_a_card(four, mod, anna):
    number = refereeing.fine(mod, four, {"type": "penalty", "team": 0}, why="Advice to a partner.", token=token())
    frame = seen_by(four, anna)
    assert frame["interventions"] == [{"number": number, "kind": "penalty", "why": "Advice to a partner."}]
    fined = [seat["seat"] for seat in frame["seats"] if seat["team"] == 0]
    assert all(carrier.load(four.id).facts.game.legal_moves(carrier.load(four.id).state, seat) for seat in fined)
    line = next(line for line in selectors.lines(four, 0) if line["number"] == number)
    assert line["team"] == 0
    assert "seat" not in line
    call_command("replay", four.id, verbosity=0)
    play_on(four, 30)
    refereeing.abort(mod, four, why=WHY, token=token())
    assert record.check(selectors.match_record(Match.objects.get(pk=four.pk))) is None


def test_a_moderator_can_call_nothing_that_a_referee_cannot(four, match, mod):
    def calling(of: Match, move) -> str:
        return refusal(lambda: refereeing.fine(mod, of, move, why=WHY, token=token()))

    _, legal = to_move(four)
    assert calling(four, legal[0]) in {"not_allowed", "illegal_move"}
    assert calling(match, {"type": "penalty", "team": 0}) in {"not_allowed", "illegal_move"}
    assert calling(four, {"type": "penalty", "team": 9}) in {"not_allowed", "illegal_move"}
    assert calling(four, "nonsense")
    assert not ModerationAction.objects.exists()


# --- who may ---


def test_nobody_else_may_and_nobody_at_a_table_of_their_own(match, mod, anna, clara):
    def by(actor: User) -> str:
        return refusal(lambda: refereeing.abort(actor, match, why=WHY, token=token()))

    assert by(clara) == by(anna) == "not_allowed"
    own = started(mod, clara)
    assert refusal(lambda: refereeing.abort(mod, own, why=WHY, token=token())) == "not_allowed"
    other = make_staff("other")
    assert refusal(lambda: refereeing.abort(other, own, why=WHY, token=token())) == "not_allowed"  # of one rank
    head = make_staff("head", Role.ADMINISTRATOR)
    refereeing.abort(head, own, why=WHY, token=token())
    assert carrier.load(own.id).over


def test_who_sits_down_meanwhile_judges_no_more(anna, mod, monkeypatch):
    match = open_for(anna)
    real = refereeing.need_power_at

    def and_sits_down(actor: User, of: Match) -> None:
        real(actor, of)
        ask(match, mod, "join")

    monkeypatch.setattr(refereeing, "need_power_at", and_sits_down)
    assert refusal(lambda: refereeing.abort(mod, match, why=WHY, token=token())) == "not_allowed"
    assert not ModerationAction.objects.exists()


@pytest.mark.parametrize(("why", "code"), [("  ", "missing_field"), ("x" * 501, "too_long")])
def test_there_is_a_reason_or_nothing_is_done(match, mod, why, code):
    assert refusal(lambda: refereeing.abort(mod, match, why=why, token=token())) == code
    assert carrier.load(match.id).status == "active"


# --- once, and neither without the other ---


def test_a_double_click_acts_once(four, mod):
    once, move = token(), {"type": "penalty", "team": 1}
    first = refereeing.fine(mod, four, move, why=WHY, token=once)
    assert refereeing.fine(mod, four, move, why=WHY, token=once) == first
    assert ModerationAction.objects.filter(action="match.fine").count() == 1
    assert refusal(lambda: refereeing.fine(mod, four, move, why="other words", token=once)) == "id_reused"
    once = token()
    assert refereeing.abort(mod, four, why=WHY, token=once) == refereeing.abort(mod, four, why=WHY, token=once)
    assert refusal(lambda: refereeing.abort(mod, four, why=WHY, token=token())) == "game_over"
    assert ModerationAction.objects.filter(action="match.abort").count() == 1


def test_without_its_line_in_the_trail_nothing_is_done(match, mod, monkeypatch):
    def full(*_args: object, **_named: object) -> None:
        raise RuntimeError("the disk is full")

    before = to_snapshot(storing.load(match.id))
    monkeypatch.setattr("accounts.moderation.trail.record", full)
    with pytest.raises(RuntimeError):
        refereeing.abort(mod, match, why=WHY, token=token())
    assert to_snapshot(storing.load(match.id)) == before
    assert not EntryRow.objects.filter(match=match, kind="abort").exists()


# --- inserted anywhere ---


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    setup=st.sampled_from([setup for game in GAMES.values() for setup in setups(game) if setup.seats <= 6]),
    moves=st.integers(0, 40),
    seed=st.integers(0, 10_000),
    what=st.sampled_from(["abort", "adjudicate", "fine"]),
)
def test_any_match_with_an_intervention_anywhere_replays_to_the_same(setup, moves, seed, what, time):
    mod = User.objects.filter(username="wanda").first() or make_staff()
    played = RandomMatch(setup, seed, time)
    played.advance(moves)
    match, loaded = played.match, played.loaded
    calls = loaded.facts.game.referee_calls(loaded.state) if loaded.status == "active" else ()
    if what == "fine" and calls:
        refereeing.fine(mod, match, codec.move_to_json(calls[seed % len(calls)]), why=WHY, token=token())
    elif what == "adjudicate" and loaded.status == "active":
        best = loaded.facts.teams[seed % setup.seats]
        places = [1 if team == best else 2 for team in loaded.facts.teams]
        refereeing.adjudicate(mod, match, places, why=WHY, token=token())
    elif not loaded.over:
        refereeing.abort(mod, match, why=WHY, token=token())
    played.follow()
    played.advance(5)  # after a fine it goes on
    replayed = storing.replayed(Match.objects.get(pk=match.pk))  # its seed was set after it was opened
    assert to_snapshot(storing.load(match.id)) == to_snapshot(replayed) == to_snapshot(played.loaded)
    call_command("replay", match.id, verbosity=0)
    if played.loaded.over and played.loaded.started_at:
        record.check(selectors.match_record(Match.objects.get(pk=match.pk)))


@DOORS
@pytest.mark.usefixtures("in_process")
def test_the_host_too_may_fine_by_every_door_and_nobody_else(door, four, anna, boris):
    call = {"type": "referee", "token": "r1", "move": {"type": "penalty", "team": 1}}
    assert seen_by(four, anna)["calls"] == [{"type": "penalty", "team": 0}, {"type": "penalty", "team": 1}]
    assert "calls" not in seen_by(four, boris)
    assert door(boris, four, call).code == "not_host"
    number = door(anna, four, call).number
    assert number
    frame = seen_by(four, boris)
    assert "interventions" not in frame  # the host gives no reason
    owing = [seat["seat"] for seat in frame["seats"] if seat["team"] == 1]
    for seat in owing:
        user = User.objects.get(pk=carrier.load(four.id).occupants[seat].user)
        legal = seen_by(four, user)["legal"]
        assert {move["type"] for move in legal} == {"forfeit"}
        assert door(user, four, {"type": "move", "token": f"f{seat}", "move": legal[0]}).number
    line = next(line for line in selectors.lines(four, 0) if line["number"] == number)
    assert line["team"] == 1
    call_command("replay", four.id, verbosity=0)
