"""What a person has written in a reply, and what is meant by it. Nothing is ever guessed.

The first line of one's own decides, alone. A second line that might be a move makes it doubtful; that is asked back.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from games.mail.reading.commands import OVERRIDES, chat_in, command_in, number_in, trimmed
from games.mail.reading.footers import is_footer, starts_signature
from games.mail.reading.marker import has_marker
from games.mail.reading.quoting import bare, introduction, quoted_lines

LONGEST_LINE = 200  # characters; no notation comes near
MOST_LINES = 100  # lines of one's own below the first; who writes more is not heard
_SHOWN = 10  # lines that are quoted back
_WRAPPED = 60  # characters from which a line may have been wrapped by the mail program
_WORDS = re.compile("[\\w~^\N{REPLACEMENT CHARACTER}]+")
_SHOWN_OVERRIDES = dict.fromkeys(OVERRIDES, "\N{REPLACEMENT CHARACTER}")  # else a game would read past them
# What else turns the line round; mail programs put it about Hebrew, and no line at a table may hold it.
_SAID = dict.fromkeys([*range(0x202A, 0x202D), *range(0x2066, 0x206A)]) | _SHOWN_OVERRIDES


@dataclass(frozen=True, slots=True)
class Reply:
    """What a reply asks.

    kind: choice (value: the number, in digits), line (value: notation to be read by the game), resign, draw, board,
    help (value: the line as written; "draw" is also a move of some games), chat (value: what to say), several (value:
    the lines among which we cannot choose), nothing. rest: the other lines of one's own, for the receiver to ask the
    game whether one is a second move.
    """

    kind: str
    value: str | tuple[str, ...] = ""
    rest: tuple[str, ...] = ()


def read_reply(text: str) -> Reply:
    """Return what the text of a letter asks for, quotations and all or own words alone."""
    lines = [trimmed(line) for line in own_words(text).split("\n")]
    start = next((at for at, line in enumerate(lines) if line), len(lines))
    if start == len(lines):
        return Reply("nothing")
    first, taken = _unwrapped(lines, start)
    reply, others = _read_first([first, *lines[start + taken :]])
    doubtful = [line for line in others if _may_act(line) or _is_afterthought(line)]
    if doubtful or len(others) > MOST_LINES:
        return Reply("several", (first[:LONGEST_LINE], *(doubtful or others))[:_SHOWN])
    return Reply(reply.kind, reply.value, tuple(others))


def read_letter_forms(text: str, other: str) -> Reply:
    """Return what a letter asks for that says it in two forms, as plain text and as HTML.

    The plain one counts. Where the other begins otherwise we cannot know which of them the person has written or seen.
    """
    first, second = first_line(text), first_line(other)
    if first and second and not _is_same(first, second):
        return Reply("several", (first[:LONGEST_LINE], second[:LONGEST_LINE]))
    return read_reply(text)


def first_line(text: str) -> str:
    """Return the first line of one's own in a letter's text, "" for none."""
    lines = [trimmed(line) for line in own_words(text).split("\n")]
    start = next((at for at, line in enumerate(lines) if line), len(lines))
    return _unwrapped(lines, start)[0] if start < len(lines) else ""


def _is_same(one: str, other: str) -> bool:
    """Return whether two lines say the same but for the marks of lists and emphasis, or one is the other cut short."""
    short, long = sorted((_plain_words(one), _plain_words(other)), key=len)
    return short == long or (len(short) >= _WRAPPED // 2 and long.startswith(short))


def _plain_words(line: str) -> str:
    """Return the words of a line, with signs that change what is read: overrides, what strikes out, what raises."""
    found = _WORDS.findall(bare(line.translate(_SHOWN_OVERRIDES)).lower())
    return " ".join(word.strip("_") for word in found) or line


def settled(reply: Reply, is_move: Callable[[str], bool]) -> Reply:
    """Return the reply as it stands once the game has said which lines are its moves.

    A second move makes it `several`; where the first line is no move at all, a greeting, it was never more than `line`,
    and that is told: the move below it is not played either.
    """
    if isinstance(reply.value, tuple):
        first, *others = reply.value
        return reply if _may_act(first) or is_move(first) else Reply("line", first, tuple(others))
    if reply.kind == "line" and not is_move(reply.value):
        return reply
    seconds = [line for line in reply.rest if is_move(line)]
    return Reply("several", (reply.value, *seconds)[:_SHOWN]) if seconds else reply


def _may_act(line: str) -> bool:
    return bool(number_in(line) or command_in(line)) or chat_in(line) is not None


def _is_afterthought(line: str) -> bool:
    """Return whether a line below the first looks like another choice: "or 4", "no, 4", "(4)", "4?"."""
    words = line.split()
    return len(words) <= 2 and any(number_in(word.strip("?!,;:()[]*~-–—•")) for word in words)


def _read_first(lines: list[str]) -> tuple[Reply, list[str]]:
    """Return what the first line says, and the other lines that are short enough to say something."""
    first = lines[0]
    wrapped = (f"{line} {end}" for line, end in pairwise(lines[1:]) if end and len(line) >= _WRAPPED)
    others = [line.translate(_SHOWN_OVERRIDES) for line in (*lines[1:], *wrapped) if line and len(line) <= LONGEST_LINE]
    if number := number_in(first):
        return Reply("choice", number), others
    if command := command_in(first):
        return Reply(command, first), others
    if (said := chat_in(first)) is not None:
        return _chat(said, lines[1:], others)
    if len(first) > LONGEST_LINE:
        return Reply("nothing"), others
    return Reply("line", first.translate(_SHOWN_OVERRIDES)), others


def _chat(said: str, below: list[str], others: list[str]) -> tuple[Reply, list[str]]:
    """Return the chat of a first line and of those right below it, which the mail program may have wrapped."""
    paragraph = below[: below.index("")] if "" in below else below
    words = " ".join([said, *paragraph]).translate(_SAID).strip()
    return (Reply("chat", words) if words else Reply("nothing")), others


def _unwrapped(lines: list[str], at: int) -> tuple[str, int]:
    """Return the line, joined with those below where it is so long that they may be its end, and how many these are.

    Half a move may be another move.
    """
    taken = 1
    while len(lines[at + taken - 1]) >= _WRAPPED and at + taken < len(lines) and lines[at + taken]:
        taken += 1
    return " ".join(lines[at : at + taken]), taken


def own_words(text: str) -> str:
    """Return what a letter's text says of itself: no quotations, no signature, no footers, nothing below the marker."""
    lines = text.split("\n")
    return "\n".join(_own_lines(lines, [bare(line) for line in lines])).strip("\n")


def _own_lines(lines: list[str], bared: list[str]) -> Iterator[str]:
    """Yield the lines of one's own, and empty ones where something was left out."""
    quoted = quoted_lines(bared)
    at, in_signature, runs_on = 0, False, False
    while at < len(lines):
        line = bared[at]
        if quoted[at]:
            in_signature, runs_on = False, len(line) >= _WRAPPED
            yield ""
            at += 1
            continue
        if has_marker(line):
            return
        if introduced := introduction(bared, quoted, at):
            at = _after_introduction(bared, quoted, at + introduced)
            yield ""
            continue
        in_signature = in_signature or starts_signature(line) or is_footer(line)
        runs_on = runs_on and bool(line)  # the end of a quoted line that the mail program wrapped
        yield "" if in_signature or runs_on else lines[at]
        at += 1


def _after_introduction(bared: list[str], quoted: list[bool], at: int) -> int:
    """Return where to read on: at the quotation if it is marked as such, else nowhere."""
    while at < len(bared) and not bared[at]:
        at += 1
    return at if at < len(bared) and quoted[at] else len(bared)
