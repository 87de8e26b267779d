"""What every game's notation shares: a person's line made plain, and the refusal that quotes it back."""

from __future__ import annotations

import unicodedata

from rules.contract import MalformedMove

LONGEST = 200  # characters; no honest line comes near
_SHOWN = 40  # characters of an unreadable line that are quoted back

# Cyrillic and Hebrew letters that look like Latin ones: for words, where nothing else can be meant.
_CYRILLIC = str.maketrans("авекмнорстухһіјԁԛѕԝ", "abekmhopctyxhijdqsw")
_HEBREW = str.maketrans(
    {
        "\N{HEBREW LETTER SAMEKH}": "o",
        "\N{HEBREW LETTER VAV}": "l",
        "\N{HEBREW LETTER FINAL NUN}": "l",
        "\N{HEBREW LETTER HET}": "n",
        "\N{HEBREW LETTER TET}": "v",
        "\N{HEBREW LETTER SHIN}": "w",
    }
)
_LOOK_ALIKE = _CYRILLIC | _HEBREW
_HYPHENS = str.maketrans("\N{HEBREW PUNCTUATION MAQAF}\N{NON-BREAKING HYPHEN}\N{MINUS SIGN}", "---")


def folded(text: str) -> str:
    """Return the text in lower case, with plain spaces and hyphens, without vowel points, direction marks and controls.

    A line too long to be a move gives the empty text.
    """
    if len(text) > LONGEST:
        return ""
    signs = (
        " " if sign.isspace() else sign for sign in unicodedata.normalize("NFKC", text).lower().translate(_HYPHENS)
    )
    return "".join(sign for sign in signs if unicodedata.category(sign)[0] not in "MC")


def plain(text: str) -> str:
    """Return folded text without spaces and separators, for notations that read the same without them."""
    return "".join(sign for sign in folded(text) if sign not in " ,.:;")


def latin(text: str) -> str:
    """Return folded text with the Cyrillic and Hebrew letters that look like Latin ones replaced by those."""
    return text.translate(_LOOK_ALIKE)


def unreadable(message: str, text: str) -> MalformedMove:
    """Return the refusal `bad_notation`; the message quotes the line as %(text)s."""
    shown = "".join(sign if sign.isprintable() else " " for sign in text[:_SHOWN]).strip()
    return MalformedMove("bad_notation", message, text=shown)
