"""The site is whole in each of its languages: nothing untranslated, nothing garbled, nothing left uncompiled."""

from __future__ import annotations

import ast
import gettext
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from config.messages import DOMAINS

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ("accounts", "config", "games", "locale", "matchmaking", "rules", "static", "templates")
CATALOGUES = [(language, domain) for language in ("ru", "he") for domain in DOMAINS]
PLACEHOLDER = re.compile(r"%(?:\(\w+\))?[a-z]|\{\w*\}|</?\w+[^>]*>")  # the markup of a sentence counts too
FIELD = re.compile(r"(msgctxt|msgid_plural|msgid|msgstr)(?:\[\d+\])? ")
NO_XGETTEXT = "xgettext is missing, so new texts cannot be looked for (Debian: sudo apt install gettext)"

each_catalogue = pytest.mark.parametrize(("language", "domain"), CATALOGUES)


@dataclass
class Message:
    """One entry of a .po file."""

    fuzzy: bool = False
    context: str = ""  # what tells two texts apart that are the same in English
    sources: list[str] = field(default_factory=list)  # one text, or two where it depends on a count
    texts: list[str] = field(default_factory=list)


def po_file(language: str, domain: str, root: Path = ROOT) -> Path:
    """Return where the translations of a domain are written."""
    return root / "locale" / language / "LC_MESSAGES" / f"{domain}.po"


def read_block(block: str) -> Message:
    """Return what one paragraph of a .po file says."""
    message = Message(fuzzy=bool(re.search(r"^#,.*\bfuzzy\b", block, re.MULTILINE)))
    for line in block.splitlines():
        if start := FIELD.match(line):
            text = ast.literal_eval(line[start.end() :])
            if start[1] == "msgctxt":
                message.context = f"{text}\x04"
                continue
            said = message.texts if start[1] == "msgstr" else message.sources
            said.append(text)
        elif line.startswith('"'):
            said[-1] += ast.literal_eval(line)
    return message


def messages(path: Path) -> dict[str, Message]:
    """Return the entries of a .po file by context and text, the header under "" included."""
    blocks = path.read_text(encoding="utf-8").strip().split("\n\n")
    return {message.context + message.sources[0]: message for message in map(read_block, blocks) if message.sources}


def compiled(path: Path) -> dict[object, str]:
    """Return what a .po file must become in a .mo file, keyed as Python's gettext does."""
    pairs: dict[object, str] = {}
    for source, message in messages(path).items():
        if len(message.sources) == 1:
            pairs[source] = message.texts[0]
        else:
            pairs |= {(source, form): text for form, text in enumerate(message.texts)}
    return pairs


@each_catalogue
def test_every_text_is_translated(language: str, domain: str) -> None:
    """Neither empty nor a guess of msgmerge."""
    unready = [
        source
        for source, message in messages(po_file(language, domain)).items()
        if message.fuzzy or not message.texts or not all(message.texts)
    ]
    assert not unready


@each_catalogue
def test_placeholders_and_markup_survive_translation(language: str, domain: str) -> None:
    """A lost %(name)s would fail at the worst moment: while telling somebody what went wrong."""
    garbled = [
        (source, text)
        for source, message in messages(po_file(language, domain)).items()
        for text in message.texts
        if source and set(PLACEHOLDER.findall(text)) != set(PLACEHOLDER.findall(message.sources[-1]))
    ]
    assert not garbled


@each_catalogue
def test_every_count_has_its_form(language: str, domain: str) -> None:
    """As many forms as the header of the file announces."""
    entries = messages(po_file(language, domain))
    found = re.search(r"nplurals=(\d)", entries[""].texts[0])
    assert found
    counted = [message for message in entries.values() if len(message.sources) > 1]
    assert counted
    assert {len(message.texts) for message in counted} == {int(found[1])}


@each_catalogue
def test_compiled_files_are_up_to_date(language: str, domain: str) -> None:
    """They are committed, because a newcomer has no gettext; `make messages` writes them."""
    path = po_file(language, domain)
    with path.with_suffix(".mo").open("rb") as file:
        catalogue = vars(gettext.GNUTranslations(file))["_catalog"]
    assert catalogue == compiled(path)


def test_no_new_text_waits_to_be_collected(tmp_path: Path) -> None:
    """`make messages` on a copy of the sources finds just the texts that the committed files have."""
    if not shutil.which("xgettext"):
        if os.environ.get("CI") == "true":
            pytest.fail(NO_XGETTEXT)
        pytest.skip(NO_XGETTEXT)
    copy = tmp_path / "site"
    for folder in SOURCES:
        shutil.copytree(ROOT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__"))
    clean = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    subprocess.run(
        [sys.executable, "-m", "config.messages", "ru", "he"],
        cwd=copy, env=clean | {"VAR_DIR": str(tmp_path / "var")}, check=True, capture_output=True, timeout=120,
    )  # fmt: skip
    for language, domain in CATALOGUES:
        fresh, kept = (set(messages(po_file(language, domain, root))) for root in (copy, ROOT))
        assert fresh == kept


def test_no_text_hides_in_an_f_string() -> None:
    """Some versions of xgettext do not look there, so it would stay English."""
    marks = {"gettext", "ngettext", "gettext_lazy", "pgettext", "_", "N_"}
    hidden = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for folder in SOURCES
        for path in (ROOT / folder).rglob("*.py")
        for text in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(text, ast.JoinedStr)
        for call in ast.walk(text)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in marks
    ]
    assert not hidden
