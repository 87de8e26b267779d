"""What can be said at a table of set phrases: ids go over the line, each reader gets words in their own language."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as N_  # noqa: N812 - gettext's customary name

FREE, PHRASES = "free", "phrases"  # the manners of talking at a table: rules.contract.Talk
TEXTS = {  # an id stands in the database: none is ever renamed or taken away
    "hello": N_("Hello!"),
    "good-luck": N_("Good luck!"),
    "your-turn": N_("Your turn!"),
    "one-moment": N_("One moment!"),
    "well-done": N_("Well done!"),
    "thanks": N_("Thank you!"),
    "wow": N_("Wow!"),
    "funny": N_("Ha-ha, funny!"),
    "oh-no": N_("Oh no!"),
    "sorry": N_("Sorry!"),
    "again": N_("Shall we play again?"),
    "bye": N_("I have to go. Bye!"),
}
REMOVED = "removed"  # the id of what stands where the line of somebody stood who has deleted their account
REMOVED_TEXT = N_("removed")


class Phrase(NamedTuple):
    """A phrase as a page offers it; its picture has the name of its id in img/phrases.svg."""

    id: str
    words: str


def phrase_of(words: str) -> str:
    """Return the id of the phrase that has these words in the present language or in English; "" if none has."""
    wanted = _letters(words)
    return next((name for name, text in TEXTS.items() if wanted in (_letters(gettext(text)), _letters(text))), "")


def _letters(words: str) -> str:
    return "".join(filter(str.isalnum, words.casefold()))


def words_of(phrase: str, text: str) -> str:
    """Return what a line says in the present language: a phrase by its id, or the text itself."""
    return gettext(REMOVED_TEXT if phrase == REMOVED else TEXTS[phrase]) if phrase in (REMOVED, *TEXTS) else text


def offered() -> list[Phrase]:
    """Return all phrases in the present language."""
    return [Phrase(name, gettext(text)) for name, text in TEXTS.items()]
