"""What a reader finds in our Markdown: blocks of commands, commands within sentences, links and headings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.stack import ROOT

FENCE = re.compile(r"(?:^(<!-- [^\n]* -->)\n)?^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
INDENTED = re.compile(r"(?:(?<=\n\n)|\A)((?:    .*\n|\n(?=    ))+)")
COMMENT = re.compile(r"(?:^|\s+)#\s.*$| {3,}.*$")  # or, as in docs/performance.md, words in a second column
INLINE = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """Lines that stand by themselves; `language` is what a fence says of them, `mark` what stands before it."""

    file: str
    language: str
    lines: tuple[str, ...]
    mark: str = ""

    @property
    def commands(self) -> list[str]:
        """Each line without what explains it."""
        return [line for line in (COMMENT.sub("", line.strip()) for line in self.lines) if line]


def pages() -> list[Path]:
    """Return all Markdown that people are meant to read."""
    return [
        *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")),
        *sorted(ROOT.glob("docs/**/*.md")),
    ]


def name_of(page: Path) -> str:
    """Return a page's place in the tree."""
    return str(page.relative_to(ROOT))


def blocks(page: Path) -> Iterator[Block]:
    """Yield the blocks of a page, fenced and indented ones."""
    text = page.read_text()
    for mark, language, body in FENCE.findall(text):
        yield Block(name_of(page), language, tuple(body.splitlines()), mark)
    for body in INDENTED.findall(FENCE.sub("\n", text)):
        yield Block(name_of(page), "", tuple(body.splitlines()))


def spoken(page: Path) -> list[str]:
    """Return what stands between backticks in the sentences of a page."""
    return INLINE.findall(FENCE.sub("\n", page.read_text()))


def links(page: Path) -> list[str]:
    """Return where the links and pictures of a page lead."""
    return LINK.findall(FENCE.sub("\n", page.read_text()))


def anchors(page: Path) -> set[str]:
    """Return the names by which GitHub knows the headings of a page."""
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in HEADING.findall(page.read_text())}
