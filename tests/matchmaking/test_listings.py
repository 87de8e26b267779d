"""The lists that a server renders once for all its pages of a language."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import translation

from games.tables.listed import open_tables
from matchmaking.listings import render_card
from tests.games.conftest import open_for

pytestmark = pytest.mark.django_db


def test_a_card_that_was_read_once_is_shown_in_each_language(anna):
    open_for(anna, game="blitz")
    (card,) = open_tables(AnonymousUser()).cards
    shown = {}
    for language in ("en", "ru", "he"):
        with translation.override(language):
            shown[language] = render_card(card, "open")
    assert "Blitz" in shown["en"]
    assert not any("<strong>Blitz" in shown[language] for language in ("ru", "he"))
