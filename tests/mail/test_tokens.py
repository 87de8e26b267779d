"""A reply token names one match, one number and one person, cannot be guessed, and is stored as a hash alone."""

from __future__ import annotations

import re

import pytest

from accounts.models import User
from games.mail import tokens
from games.models import ReplyToken
from tests.games.conftest import make_user
from tests.mail.conftest import DOMAIN

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_lane]


def test_a_token_is_128_bits_and_only_its_hash_is_stored(match, anna):
    token = tokens.issue(match.id, 4, anna.pk)
    assert re.fullmatch("[0-9a-f]{32}", token)
    row = ReplyToken.objects.values().get()
    assert not any(token in str(value) or str(value) in token for value in row.values() if len(str(value)) > 8)


def test_the_same_three_have_the_same_token_and_one_row(match, anna):
    assert len({tokens.issue(match.id, 4, anna.pk) for _ in range(3)}) == 1
    assert ReplyToken.objects.count() == 1


def test_any_other_match_number_or_person_has_another(match, anna, boris):
    other = tokens.issue(match.id, 4, boris.pk)
    assert len({tokens.issue(match.id, 4, anna.pk), tokens.issue(match.id, 5, anna.pk), other}) == 3


def test_who_does_not_know_the_key_cannot_make_a_token(match, anna, settings):
    token = tokens.issue(match.id, 4, anna.pk)
    settings.SECRET_KEY = "another"
    assert tokens.issue(match.id, 4, anna.pk) != token


def test_a_token_is_found_with_its_match_and_person_and_an_unknown_one_is_not(match, anna):
    row = tokens.find(tokens.issue(match.id, 4, anna.pk))
    assert (row.match, row.number, row.user, row.used_at) == (match, 4, anna, None)
    assert tokens.find("0" * 32) is None


def test_a_used_token_stays_used_when_it_is_issued_again(match, anna):
    row = tokens.find(tokens.issue(match.id, 4, anna.pk))
    assert [tokens.use(row), tokens.use(row)] == [True, False]
    assert tokens.find(tokens.issue(match.id, 4, anna.pk)).used_at


def test_a_token_is_worth_nothing_once_the_address_it_went_to_is_not_the_persons(match, anna):
    old = tokens.issue(match.id, 4, anna.pk)
    User.objects.filter(pk=anna.pk).update(email="new@example.org")
    new = tokens.issue(match.id, 4, anna.pk)
    assert tokens.find(old) is None
    assert tokens.find(new).user_id == anna.pk
    User.objects.filter(pk=anna.pk).update(email="New@Example.org")
    assert tokens.find(new) is not None


def test_a_token_is_found_in_our_own_reply_address_alone(match, anna):
    token = tokens.issue(match.id, 4, anna.pk)
    address = tokens.reply_address(token)
    assert address == f"r-{token}@{DOMAIN}"
    assert tokens.token_in(address) == tokens.token_in(f" {address.upper()} ") == token
    for other in (f"r-{token}@example.org", f"r-{token[:31]}@{DOMAIN}", f"x{address}", f"{address}\n", "", "r-@"):
        assert other.strip() == address or tokens.token_in(other) == ""


def test_the_token_of_a_person_who_is_gone_goes_too(match):
    user = make_user()
    tokens.issue(match.id, 4, user.pk)
    user.delete()
    assert not ReplyToken.objects.exists()
