"""Friends and blocks: who may ask whom, what a block ends, and what nobody is told."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from threading import Barrier

import pytest
from django.core.exceptions import ValidationError
from django.db import connection, transaction
from django.utils import timezone

from accounts import friends, selectors, services
from accounts.models import Block, Friendship, User


@pytest.fixture
def boris(person) -> User:
    return person("Boris", "boris@example.org")


@pytest.fixture
def guest(db) -> User:
    return User.objects.create_user("Guest 4821", is_guest=True)


def refusal(call, *people: User) -> str:
    with pytest.raises(ValidationError) as caught:
        call(*people)
    return caught.value.code


def test_two_are_friends_once_the_other_has_accepted(anna, boris):
    friends.ask_friendship(anna, boris)
    assert (selectors.tie(anna, boris), selectors.tie(boris, anna)) == ("asked", "asks")
    assert not selectors.friends_of(boris).exists()

    friends.accept_friendship(boris, anna)
    assert (selectors.tie(anna, boris), selectors.tie(boris, anna)) == ("friend", "friend")
    assert list(selectors.friends_of(anna)) == [boris]
    assert list(selectors.friends_of(boris)) == [anna]


def test_who_asks_in_turn_accepts(anna, boris):
    friends.ask_friendship(anna, boris)
    friends.ask_friendship(boris, anna)
    assert list(selectors.friends_of(anna)) == [boris]
    assert Friendship.objects.count() == 1


def test_asking_twice_is_asking_once(anna, boris):
    friends.ask_friendship(anna, boris)
    friends.ask_friendship(anna, boris)
    assert Friendship.objects.count() == 1


def test_who_was_declined_is_not_told_and_waits_a_month(anna, boris):
    friends.ask_friendship(anna, boris)
    friends.decline_friendship(boris, anna)
    friends.ask_friendship(anna, boris)
    assert selectors.tie(anna, boris) == "asked"
    assert not selectors.askers_of(boris).exists()

    Friendship.objects.update(at=timezone.now() - friends.PATIENCE - timedelta(minutes=1))
    friends.ask_friendship(anna, boris)
    assert list(selectors.askers_of(boris)) == [anna]


def test_taking_the_question_back_does_not_undo_a_no(anna, boris):
    friends.ask_friendship(anna, boris)
    friends.decline_friendship(boris, anna)
    friends.end_friendship(anna, boris)
    friends.ask_friendship(anna, boris)
    assert not selectors.askers_of(boris).exists()


def test_who_declined_may_still_ask_and_so_accepts(anna, boris):
    friends.ask_friendship(anna, boris)
    friends.decline_friendship(boris, anna)
    friends.ask_friendship(boris, anna)
    assert list(selectors.friends_of(anna)) == [boris]


def test_a_question_that_was_taken_back_cannot_be_accepted(anna, boris):
    friends.ask_friendship(anna, boris)
    friends.end_friendship(anna, boris)
    assert refusal(friends.accept_friendship, boris, anna) == "withdrawn"


def test_guests_have_no_friends_and_are_told_why(anna, guest):
    assert refusal(friends.ask_friendship, guest, anna) == "members_only"
    assert refusal(friends.ask_friendship, anna, guest) == "members_only"


def test_nobody_befriends_or_blocks_themselves(anna):
    assert refusal(friends.ask_friendship, anna, anna) == "yourself"
    assert refusal(friends.block_person, anna, anna) == "yourself"


def test_a_block_ends_the_friendship_and_unblocking_does_not_bring_it_back(anna, boris):
    friends.ask_friendship(anna, boris)
    friends.accept_friendship(boris, anna)
    friends.block_person(boris, anna)
    assert not Friendship.objects.exists()
    friends.unblock_person(boris, anna)
    assert selectors.tie(boris, anna) == "stranger"


def test_who_is_blocked_cannot_ask_and_is_not_told_why(anna, boris):
    friends.block_person(boris, anna)
    assert selectors.tie(anna, boris) == "stranger"
    assert refusal(friends.ask_friendship, anna, boris) == "not_available"
    boris.is_active = False
    friends.unblock_person(boris, anna)
    assert refusal(friends.ask_friendship, anna, boris) == "not_available"  # the same words for somebody who has left


def test_who_has_blocked_is_told_to_unblock_first(anna, boris):
    friends.block_person(anna, boris)
    assert refusal(friends.ask_friendship, anna, boris) == "blocked"


def test_blocks_are_found_from_both_sides_in_one_query(anna, boris, guest, django_assert_num_queries):
    friends.block_person(anna, boris)
    friends.block_person(guest, anna)
    with django_assert_num_queries(1):
        apart = selectors.blocked_by_or_of([anna.pk, boris.pk])
    assert apart == {anna.pk: {boris.pk, guest.pk}, boris.pk: {anna.pk}}
    assert selectors.blocked_by_or_of([guest.pk]) == {guest.pk: {anna.pk}}
    assert selectors.blocked_by_or_of([]) == {}


def test_there_are_limits_to_asking_and_blocking(anna, boris, person, monkeypatch):
    carla = person("Carla", "carla@example.org")
    monkeypatch.setattr(friends, "ASKED_A_DAY", 1)
    monkeypatch.setattr(friends, "MOST_BLOCKS", 1)
    friends.ask_friendship(anna, boris)
    assert refusal(friends.ask_friendship, anna, carla) == "slow_down"
    friends.block_person(anna, boris)
    friends.block_person(anna, boris)
    assert refusal(friends.block_person, anna, carla) == "too_many"


def test_who_takes_a_question_back_has_asked_all_the_same(anna, boris, person, monkeypatch):
    """Else one question, taken back and asked anew, would show up at somebody's pages as often as one likes."""
    monkeypatch.setattr(friends, "ASKED_A_DAY", 2)
    for asked in (boris, person("Carla", "carla@example.org")):
        friends.ask_friendship(anna, asked)
        friends.ask_friendship(anna, asked)  # it is asked already, and counts once
        friends.end_friendship(anna, asked)
    assert refusal(friends.ask_friendship, anna, boris) == "slow_down"
    friends.ask_friendship(boris, anna)
    assert friends.ask_friendship(anna, boris).accepted  # to say yes is no question


@pytest.mark.django_db(transaction=True)
def test_a_block_and_a_question_at_one_time_leave_no_question(person):
    """Four times both at once, in two connections: whichever comes first, nothing is left of the question."""
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one writer at a time")
    pairs = [(person(f"Anna{i}", f"a{i}@example.org"), person(f"Boris{i}", f"b{i}@example.org")) for i in range(4)]
    with ThreadPoolExecutor(2) as pool:
        for anna, boris in pairs:
            barrier = Barrier(2)
            calls = [(friends.ask_friendship, anna, boris), (friends.block_person, boris, anna)]
            list(pool.map(lambda call, at=barrier: _at_once(at, *call), calls))
    assert Block.objects.count() == len(pairs)
    assert not Friendship.objects.exists()


def _at_once(barrier: Barrier, call, *people: User) -> None:
    barrier.wait(5)
    try:
        with suppress(ValidationError), transaction.atomic():
            call(*people)
    finally:
        connection.close()


def test_whom_a_guest_has_blocked_is_no_friend_of_the_member_either(anna, boris, guest):
    friends.ask_friendship(anna, boris)
    friends.accept_friendship(boris, anna)
    friends.block_person(guest, boris)
    services.merge_guest(guest, anna)
    assert selectors.tie(anna, boris) == "blocked"
    assert not selectors.friends_of(boris).exists()
