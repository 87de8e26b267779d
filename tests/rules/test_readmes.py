"""The rules as people read them: the same in three languages, with whose game it is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rules
from rules import registry

RULING = {"": "ur ruling", ".ru": "аше решение|аши решения", ".he": "הכרעה שלנו|הכרעות שלנו"}
NOT_OURS = {"": "not connected with", ".ru": "не связан ни с", ".he": "אינו קשור|ואינו קשור"}
CREDITS = {  # what stands in every language as it is written in the print
    "blitz": ["Стил"],
    "blue-diamond": ["Duchêne", "Cathala", "Bouquet", "Jactalea", "Стил"],
    "diamoniak": ["Kirszbaum", "Djeco"],
    "red-handed": [],  # names in two scripts
    "sequence": ["Reuter", "Jax", "Brain Games"],
}

every_game = pytest.mark.parametrize("slug", registry.GAMES)


def readme(slug: str, language: str) -> str:
    return (Path(rules.__path__[0]) / registry.folder(slug) / f"README{language}.md").read_text()


@every_game
def test_each_language_has_every_section_row_and_ruling(slug: str) -> None:
    texts = {language: readme(slug, language) for language in RULING}
    counts = [
        (
            len(re.findall("^#", text, re.M)),
            len(re.findall("^[|-]", text, re.M)),
            len(re.findall(RULING[language], text)),
        )
        for language, text in texts.items()
    ]
    assert counts[0] == counts[1] == counts[2]
    assert counts[0][2] >= 5


@every_game
@pytest.mark.parametrize("language", NOT_OURS)
def test_the_last_section_credits_the_printed_game_and_says_that_this_site_is_not_theirs(
    slug: str, language: str
) -> None:
    last = readme(slug, language).split("\n## ")[-1]
    assert re.search(NOT_OURS[language], last)
    for credited in CREDITS.get(slug, []):
        assert credited in last
