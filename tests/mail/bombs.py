"""Mails too big or too crooked to be kept as files: each is made when a test wants it.

Those of OVER break a limit (256 KB, 20 parts, 10 levels) and are refused. Those of UNDER keep all limits and are made
to take a reader's time, memory or stack: none may hold a move, take long, or stop the next mail from being played.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator, Mapping
from itertools import islice

from tests.mail.corpus import SAMPLE, Case, fill

LIMIT = 256 * 1024  # bytes of a mail
ROOM = LIMIT - 4096  # what one swollen header or body may take
PLAIN = "text/plain; charset=utf-8"
HTML = "text/html; charset=utf-8"

Make = Callable[[], bytes]


def load_bombs(filled: Mapping[str, str] = SAMPLE, every: int = 1) -> Iterator[Case]:
    """Yield the bombs one by one, so that only one at a time takes memory; of UNDER each, or every so many."""
    for name, make in OVER.items():
        yield Case(name, fill(make(), filled), {"moves": 0, "answer": "refused", "why": "over a limit"})
    for name, make in islice(UNDER.items(), 0, None, every):
        expected = {"moves": 0, "answer": "one answer", "or": ["silent", "refused"], "why": "made to take time"}
        yield Case(name, fill(make(), filled), expected)


def letter(body: bytes = b"which one?", kind: str = PLAIN, /, encoding: str = "8bit", **headers: str) -> bytes:
    """Return a reply with the right token from the right person; headers come in place of the usual ones."""
    usual = {
        "From": "Anna Example <{FROM}>",
        "To": "Quintet <r-{TOKEN}@{DOMAIN}>",
        "Subject": "Re: Sequence: your turn (match 4711)",
        "Date": "Thu, 26 Nov 2026 12:20:03 +0200",
        "Message_ID": "<bomb@example.org>",
        "MIME_Version": "1.0",
        "Content_Type": kind,
        "Content_Transfer_Encoding": encoding,
    }
    lines = [f"{name.replace('_', '-')}: {text}\r\n" for name, text in {**usual, **headers}.items()]
    return "".join(lines).encode() + b"\r\n" + body + b"\r\n"


def many(text: str, room: int = ROOM) -> str:
    """Return the text repeated as often as there is room for."""
    return text * (room // len(text.encode()))


def counted(text: str, room: int = ROOM) -> str:
    """Return the text again and again, %d counting from 0, as often as there is room for."""
    return "".join(text % number for number in range(room // (len(text) + 5)))


def parts(count: int) -> bytes:
    """Return a mail of that many parts, each a move."""
    part = b"--b\r\nContent-Type: text/plain\r\n\r\n3\r\n"
    return letter(part * count + b"--b--", 'multipart/mixed; boundary="b"')


def levels(count: int) -> bytes:
    """Return a mail with a move so many multiparts deep."""
    start = "".join(
        f'--b{level}\r\nContent-Type: multipart/mixed; boundary="b{level + 1}"\r\n\r\n' for level in range(count)
    )
    end = "".join(f"--b{level}--\r\n" for level in range(count, -1, -1))
    body = f"{start}--b{count}\r\nContent-Type: text/plain\r\n\r\n3\r\n{end}"
    return letter(body.encode(), 'multipart/mixed; boundary="b0"')


def mails_in_mails(count: int) -> bytes:
    """Return a mail within a mail within a mail, so many times; the innermost is a move."""
    head = b"Content-Type: message/rfc822\r\n\r\n"
    return letter(head * count + b"Content-Type: text/plain\r\n\r\n3", "message/rfc822", encoding="7bit")


def body(text: str) -> Make:
    return lambda: letter(many(text).encode())


def page(text: str, first: str = "<p>which one?</p>") -> Make:
    return lambda: letter((first + many(text)).encode(), HTML)


def header(name: str, text: str, start: str = "", end: str = "") -> Make:
    return lambda: letter(**{name: start + many(text) + end})


OVER: dict[str, Make] = {
    "fifty-megabytes-of-text": lambda: letter(b"3\r\n" * (50_000_000 // 3)),
    "fifty-megabytes-in-one-line": lambda: letter(b"3" * 50_000_000),
    "fifty-megabytes-attached": lambda: letter(
        b"--b\r\nContent-Type: text/plain\r\n\r\n3\r\n--b\r\nContent-Type: application/zip\r\n"
        b"Content-Transfer-Encoding: base64\r\n\r\n" + base64.encodebytes(b"\0" * 37_000_000) + b"--b--",
        'multipart/mixed; boundary="b"',
    ),
    "a-little-over-the-limit": lambda: letter(b"3\r\n\r\n" + b"thank you\r\n" * (LIMIT // 11)),
    "ten-thousand-parts": lambda: parts(10_000),
    "five-thousand-parts-within-the-size": lambda: parts(5_000),
    "twenty-one-parts": lambda: parts(21),
    "thousand-levels": lambda: levels(1_000),
    "eleven-levels": lambda: levels(11),
    "thousand-mails-in-mails": lambda: mails_in_mails(1_000),
    "ten-thousand-recipients": lambda: letter(To=", ".join(f"player{n}@somewhere.example.net" for n in range(10_000))),
    "megabyte-header": lambda: letter(b"3", Subject="x" * 1_000_000),
    "megabyte-folded-header": lambda: letter(b"3", X_Folded="x\r\n " * 250_000),
    "hundred-thousand-headers": lambda: letter(b"3", X_Many="1" + "\r\nX-Many: 1" * 100_000),
}

UNDER: dict[str, Make] = {
    # --- headers that a parser takes apart
    "from-opens-comments": header("From", "("),
    "from-opens-and-closes-comments": lambda: letter(From="(" * (ROOM // 2) + ")" * (ROOM // 2) + "{FROM}"),
    "from-opens-brackets": header("From", "<"),
    "from-opens-domain-literals": header("From", "[", start="a@"),
    "from-quotes": header("From", '"', start="x"),
    "from-backslashes": header("From", "\\", start='"', end='" <{FROM}>'),
    "from-colons": header("From", "a:"),
    "from-dots": header("From", "a.", end="a@example.org"),
    "from-at-signs": header("From", "@a"),
    "from-commas": header("From", ",", end="{FROM}"),
    "from-spaces": header("From", " ", start="Anna", end="<{FROM}>x"),
    "from-thousands-of-writers": lambda: letter(From=counted("a%d@example.net, ") + "{FROM}"),
    "from-encoded-words": header("From", "=?utf-8?q?a?= ", end="<{FROM}>x"),
    "to-thousands-of-recipients": lambda: letter(To=counted("p%d@example.net,\r\n ") + "r-{TOKEN}@{DOMAIN}"),
    "to-thousands-of-tokens": lambda: letter(To=counted("r-%032d@{DOMAIN},\r\n ", ROOM // 3) + "x@example.net"),
    "cc-groups": header("Cc", "g:;,"),
    "subject-encoded-words": header("Subject", "=?utf-8?B?QQ==?=\r\n "),
    "subject-starts-of-encoded-words": header("Subject", "=?"),
    "subject-half-encoded-words": header("Subject", "=?utf-8?q?="),
    "subject-spaces": header("Subject", " ", end="x"),
    "subject-continuations": header("Subject", "\r\n "),
    "date-digits": header("Date", "9"),
    "date-words": header("Date", "1 "),
    "message-id-brackets": header("Message_ID", "<"),
    "references-thousands": lambda: letter(References=counted("<%d@example.org>\r\n ")),
    "received-thousands": lambda: letter(X_First="1" + counted("\r\nReceived: from a%d by b; x")),
    "headers-thousands": lambda: letter(X_First="1" + counted("\r\nX-%d: 1")),
    "authentication-results-comments": header("Authentication_Results", "(", start="mx.{DOMAIN}; "),
    "authentication-results-thousands": header("Authentication_Results", "; dkim=pass", start="mx.{DOMAIN}"),
    "content-type-parameters": lambda: letter(Content_Type="text/plain" + counted("; a%d=b")),
    "content-type-same-parameter": header("Content_Type", "; charset=utf-8", start="text/plain"),
    "content-type-continuations": lambda: letter(Content_Type="text/plain" + counted("; charset*%d*=%%41")),
    "content-type-continuation-far-away": lambda: letter(Content_Type="text/plain; charset*99999999999999999999=utf-8"),
    "content-type-number-too-long": header("Content_Type", "9", start="text/plain; charset*", end="=utf-8"),
    "content-type-semicolons": header("Content_Type", ";", start="text/plain"),
    "content-type-quotes": header("Content_Type", '"', start="text/plain; charset="),
    "content-type-backslashes": header("Content_Type", "\\", start='text/plain; charset="', end='"'),
    "content-type-slashes": header("Content_Type", "/", start="text"),
    "content-disposition-continuations": lambda: letter(
        Content_Disposition="inline" + counted("; filename*%d*=utf-8''%%41")
    ),
    "boundary-long": header("Content_Type", "b", start='multipart/mixed; boundary="', end='"'),
    # --- bodies
    "boundary-almost": lambda: letter(many("--boundar\r\n").encode(), 'multipart/mixed; boundary="boundary"'),
    "boundary-ended-again-and-again": lambda: letter(many("--b--\r\n").encode(), 'multipart/mixed; boundary="b"'),
    "text-one-line": body("x"),
    "text-one-line-of-spaces": lambda: letter(many(" ").encode() + b"x"),
    "text-one-line-of-digits": body("9"),
    "text-digits-past-what-int-reads": lambda: letter(b"9" * 4301),
    "text-empty-lines": body("\r\n"),
    "text-thousands-of-choices": body("3\r\n"),
    "text-thousands-of-moves": body("QD h7\r\n"),
    "text-quote-signs": body(">"),
    "text-quote-signs-and-spaces": body("> "),
    "text-quotes-ever-deeper": lambda: letter("\r\n".join(">" * depth + " 3" for depth in range(1, 600)).encode()),
    "text-dashes": body("-"),
    "text-underscores": body("_"),
    "text-signatures": body("-- \r\n"),
    "text-half-markers": body("##- "),
    "text-half-markers-in-lines": body("##- x\r\n"),
    "text-markers-in-one-line": body("##- x -##"),
    "text-on-and-on": lambda: letter(b"On " + many("a, ").encode() + b"wrot"),
    "text-on-in-lines": body("On Thu, Nov 26, 2026 at 10:12 AM Quintet\r\n"),
    "text-wrote": body("wrote: "),
    "text-header-blocks": body("From: x\r\nSent: y\r\n"),
    "text-addresses": body("<a@"),
    "text-dates": body("26.11.2026, 10:12 "),
    "text-chats": body("chat:"),
    "text-combining-marks": body("\N{COMBINING ACUTE ACCENT}"),
    "text-marks-out-of-order": body("\N{COMBINING DOT BELOW}\N{COMBINING ACUTE ACCENT}"),
    "text-ligatures-that-grow": body("\N{ARABIC LIGATURE SALLALLAHOU ALAYHE WASALLAM}"),
    "text-direction-marks": body("\N{RIGHT-TO-LEFT OVERRIDE}"),
    "text-bare-returns": body("\r"),
    "text-flowed": lambda: letter(many("x \r\n").encode(), PLAIN + "; format=flowed; delsp=yes"),
    "text-flowed-quotes": lambda: letter(many("> x \r\n>> y \r\n").encode(), PLAIN + "; format=flowed"),
    "quoted-printable-soft-ends": lambda: letter(many("=\r\n").encode(), encoding="quoted-printable"),
    "quoted-printable-signs": lambda: letter(many("=").encode(), encoding="quoted-printable"),
    "base64-line-ends": lambda: letter(many("\r\n").encode(), encoding="base64"),
    "base64-choices": lambda: letter(base64.encodebytes(b"3\n" * 90_000), encoding="base64"),
    "base64-padding": lambda: letter(many("=").encode(), encoding="base64"),
    "iso-2022-shifts": lambda: letter(many("\x1b$B\x1b(B").encode(), "text/plain; charset=iso-2022-jp"),
    "twenty-swollen-parts": lambda: letter(
        b"".join(b"--b\r\nContent-Type: text/plain\r\n\r\n" + b"x " * 6_000 + b"\r\n" for _ in range(18)) + b"--b--",
        'multipart/mixed; boundary="b"',
    ),
    # --- HTML
    "html-deep": page("<div>"),
    "html-deep-quotes": page("<blockquote>"),
    "html-deep-tables": page("<table><tr><td>"),
    "html-closed-only": page("</div>"),
    "html-starts-of-tags": page("<"),
    "html-starts-of-end-tags": page("</"),
    "html-starts-of-comments": page("<!--"),
    "html-starts-of-declarations": page("<!"),
    "html-starts-of-sections": page("<!["),
    "html-starts-of-instructions": page("<?"),
    "html-half-tags": page("<a "),
    "html-attributes": lambda: letter(("<p " + counted("a%d=b ") + ">?</p>").encode(), HTML),
    "html-attribute-quotes": page('<a b="'),
    "html-ampersands": page("&"),
    "html-half-entities": page("&#"),
    "html-entity-of-many-digits": lambda: letter(b"<p>which one? &#" + b"9" * 10_000 + b";</p>", HTML),
    "html-styles": page("<style>p{color:red}</style>"),
    "html-one-long-style": lambda: letter(('<p style="' + many("color:red;") + 'display:none">3</p>?').encode(), HTML),
    "html-line-breaks": page("<br>"),
    "html-hidden-choices": page('<p style="display:none">3</p>'),
    "html-scripts-unended": page("<script>"),
    "html-nothing-but-spaces": page("&nbsp;", first=""),
}
