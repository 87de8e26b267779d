"""No table that leads to a person, and none that may hold their words, is forgotten by exports and deletions."""

from __future__ import annotations

import pytest

from accounts.privacy import holdings
from tests.privacy.relations import all_models, names, wordy_models

pytestmark = pytest.mark.sqlite_lane


def test_every_relation_to_a_person_is_in_exports_or_there_is_a_reason() -> None:
    assert names() == holdings.told_by.keys() | holdings.untold.keys()
    assert not holdings.told_by.keys() & holdings.untold.keys()


def test_every_relation_to_a_person_is_cleared_by_deletions_or_there_is_a_reason() -> None:
    assert names() <= holdings.erased | holdings.kept.keys()
    assert not holdings.erased & holdings.kept.keys()


def test_every_other_table_with_texts_is_cleared_by_deletions_or_there_is_a_reason() -> None:
    assert wordy_models() <= holdings.erased | holdings.kept.keys()


def test_nothing_is_registered_that_there_is_not() -> None:
    known = names() | {model._meta.label for model in all_models()}
    assert holdings.erased | holdings.kept.keys() <= known
