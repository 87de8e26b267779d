"""Public names: what may be one, and when two of them look alike.

A name is somebody's face at a table, so two names that a reader cannot tell apart must not both exist. Mixed scripts
are refused (which removes most look-alikes at once), and what is left is compared by a skeleton: compatibility form,
case folded, accents dropped, letters of other alphabets replaced by the Latin letter or digit that they resemble.
"""

from __future__ import annotations

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

SHORTEST, LONGEST = 3, 20
GUEST = "Guest {}"  # with a space, so that no chosen name can pass for a guest's
DELETED = "Deleted {}"  # nor for that of somebody who is no more: their id stands there, and is not shown
MARKS_IN_A_ROW = 2
# Japanese and Korean are written with several scripts at once.
MIXABLE = (frozenset({"CJK", "HIRAGANA", "KATAKANA"}), frozenset({"CJK", "HANGUL"}))
_KEPT_WORDS = """
    admin administrator anonymous bot deleted deletedplayer everyone guest help host info mail me mod moderator
    nobody null official owner postmaster quintet referee root server staff support system team undefined watcher
    webmaster you админ администратор модератор судья гость бот поддержка מנהל אורח תמיכה
"""
# Pairs "look-alike, Latin", after case folding: what reads the same in either case in the usual sans-serif faces.
_PAIRS = """
    аa вb сc ԁd еe ԍg нh һh јj кk мm оo рp ԛq ѕs тt уy ѵv ѡw ԝw хx
    αa βb εe ηh κk μm νv οo ρp τt υy χx ωw ζz
    օo սu ոn հh ցg զq յj סo
    ɑa ɡg đd ħh łl øo ŧt ʀr ɴn ʏy
    0o il 1l іl ιl ıl ɩl ӏl וl ןl
"""
_SKELETON = str.maketrans({pair[0]: pair[1] for pair in _PAIRS.split()})
_TOGETHER = (("rn", "m"), ("vv", "w"))  # two letters that read as one


def normalise(name: str) -> str:
    """Return the form in which a name is stored and shown."""
    return unicodedata.normalize("NFKC", name).strip()


def shown(name: str) -> str:
    """Return a name as pages in the reader's language show it: a guest's has a word to translate, and a lost one."""
    if is_deleted(name):
        return gettext("deleted player")
    number = name.removeprefix(GUEST.format(""))
    return gettext("Guest %(number)s") % {"number": number} if number.isdecimal() and number != name else name


def is_deleted(name: str) -> bool:
    """Return whether this is what stands for the name of somebody who has deleted their account."""
    return name.startswith(DELETED.format("")) and name.removeprefix(DELETED.format("")).isdecimal()


def key(name: str) -> str:
    """Return the skeleton of a name: equal for two names that look alike."""
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    skeleton = "".join(char for char in folded if not unicodedata.combining(char)).translate(_SKELETON)
    for seen, read in _TOGETHER:
        skeleton = skeleton.replace(seen, read)
    return skeleton


def check(name: str) -> None:
    """Raise ValidationError unless a person may take this name.

    Codes: too_short, too_long, bad_character, mixed_scripts, reserved.
    """
    _check_length(name)
    _check_characters(name)
    if not _is_of_one_script(name):
        raise ValidationError(_("Please use letters of one alphabet only."), code="mixed_scripts")
    if _is_reserved(name):
        raise ValidationError(_("This name is kept for the site. Please choose another."), code="reserved")


def _check_length(name: str) -> None:
    if len(name) < SHORTEST:
        raise ValidationError(_("A name has at least 3 characters."), code="too_short")
    if len(name) > LONGEST:
        raise ValidationError(_("A name has at most 20 characters."), code="too_long")


def _check_characters(name: str) -> None:
    kinds = [unicodedata.category(char) for char in name]
    fits = all(kind[0] in "LM" or kind == "Nd" or char in "-_" for kind, char in zip(kinds, name, strict=True))
    marks = "".join("m" if kind[0] == "M" else "." for kind in kinds)
    if not fits or kinds[0][0] not in "LN" or "m" * (MARKS_IN_A_ROW + 1) in marks:
        raise ValidationError(
            _("A name has letters, digits, “-” and “_” only, and starts with a letter or digit."), code="bad_character"
        )


def _is_of_one_script(name: str) -> bool:
    scripts = {unicodedata.name(char, "").split(" ")[0].split("-")[0] for char in name if char.isalpha()}
    return len(scripts) <= 1 or any(scripts <= group for group in MIXABLE)


def _is_reserved(name: str) -> bool:
    joined = re.sub(r"[-_]", "", name)
    return not _RESERVED_KEYS.isdisjoint({key(joined), key(joined.rstrip("0123456789"))})


_RESERVED_KEYS = frozenset(key(word) for word in _KEPT_WORDS.split())
