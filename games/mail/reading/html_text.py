"""HTML to the text that a reader sees, quotations marked with ">" as in plain mails.

The standard library's parser takes quadratic time on unfinished comments and tags (14 seconds for 30 KB of "<a "), and
raises for a reference of 5 000 digits. Here every sign is passed once: what is not finished runs to the end, as in a
browser, and nothing that fails is tried again.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from dataclasses import dataclass

from games.mail.reading.quoting import QUOTATION_FOLLOWS

_ATTRIBUTE = r"""([^\s/>=]++)(?:\s*+=\s*+("[^"]*+"|'[^']*+'|[^\s"'>][^\s>]*+))?+"""
_TOKEN = re.compile(
    rf"""<!--(?:-?>|.*?--!?>)|<(?P<close>/?)(?P<name>[a-zA-Z][^\s/>]*+)(?P<rest>(?:[\s/=]++|{_ATTRIBUTE})*+)>"""
    r"|<(?!!--)[!?/][^>]*+>",
    re.DOTALL,
)
_ATTRIBUTES = re.compile(_ATTRIBUTE)
_OPENING = re.compile(r"<[a-zA-Z!?/]")
_LONG_REFERENCE = re.compile(r"&#[xX]?[0-9a-fA-F]{8,}+;?")  # html.unescape raises for thousands of digits
_SPACE = re.compile(r"\s++|/\*[^*]*+\*/")  # of style sheets
_LONGEST_STYLE = 4_000
_SPACES = re.compile(r"[ \t\n\r\f]+")

_UNSEEN = {
    *("head", "script", "style", "title", "template", "textarea", "select", "object", "iframe", "svg", "math"),
    "noscript",
}
_RAW = {
    name: re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE)
    for name in ("script", "style", "title", "textarea", "iframe", "xmp", "noembed", "noframes")
}
_VOID = {
    *("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"),
}
_BLOCKS = {
    *("address", "article", "aside", "blockquote", "body", "center", "dd", "div", "dl", "dt", "fieldset"),
    *("footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "html", "li", "main", "nav"),
    *("ol", "p", "pre", "section", "table", "tbody", "tfoot", "thead", "tr", "ul"),
}
_SIGNS = {"li": "- ", "sup": "^", "sub": "_"}
_SPACED = {"p", "blockquote", "pre", "table", "ul", "ol", "h1", "h2", "h3"}
_ENDS_ITSELF = {"p", "li", "td", "th", "tr", "dd", "dt"}  # a further one beside it closes it

_HIDING = re.compile(
    r"display:none|visibility:hidden|mso-hide:all|(?:font-size|opacity|max-height):0(?:\.0*)?(?:px|pt|em|rem|%)?(?:[;!]|$)"
)
_WHITE = re.compile(r"(?:^|;)color:(?:#fff(?:fff)?|white|rgb\(255,255,255\))(?:[;!]|$)")
_OTHER_GROUND = re.compile(r"background(?:-color)?:(?!#fff(?:fff)?\b|white|rgb\(255,255,255\)|transparent|none)")
_TURNING = re.compile(r"unicode-bidi:(?:bidi|isolate)-override")
_NAMED = re.compile(r"[.#]([\w-]+)")
_CITED = (
    *("gmail_quote", "gmail_attr", "yahoo_quoted", "moz-cite-prefix", "protonmail_quote", "tutanota_quote"),
    *("outlookmessageheader", "zmail_extra", "mail-quote-collapse", "ms-outlook-mobile-reference-message"),
    *("mail-editor-reference-message-container", "replyintro", "gmx_quote", "quoted-text"),
)
_HEADER_AFTER = ("divrplyfwdmsg", "appendonsend", "stopspelling")  # Outlook's: what follows is the quoted mail
_BORDER = re.compile(r"border-top:(?:solid#[0-9a-f]{3,6}1(?:\.0)?pt|1(?:\.0)?ptsolid)")  # the same, from its desktop


@dataclass(slots=True)
class _Open:
    name: str
    hidden: bool
    quoted: bool


def html_text(source: str) -> str:
    """Return the text of an HTML document as lines; takes time in proportion to its length."""
    return _Reader().read(_LONG_REFERENCE.sub("\N{REPLACEMENT CHARACTER}", source))


class _Reader:
    def __init__(self) -> None:
        self.stack: list[_Open] = []
        self.names: Counter[str] = Counter()
        self.hidden = self.quoted = 0
        self.lines: list[str] = []
        self.line: list[str] = []
        self.unseen: set[str] = set()  # classes and ids

    def read(self, source: str) -> str:
        at = 0
        while (opening := _OPENING.search(source, at)) is not None:
            self._text(source[at : opening.start()])
            token = _TOKEN.match(source, opening.start())
            if token is None:
                break  # not finished: a browser shows nothing of the rest either
            at = self._token(token, source)
        else:
            self._text(source[at:])
        self._end_line()
        return "\n".join(self.lines).strip("\n")

    def _token(self, token: re.Match[str], source: str) -> int:
        """Act on a tag; returns where to read on."""
        name = (token["name"] or "").lower()
        if not name:
            return token.end()
        if token["close"]:
            self._close(name)
            return token.end()
        self._open(name, _attributes(token["rest"]))
        if name not in _RAW:
            return token.end()
        found = _RAW[name].search(source, token.end())
        end = found.start() if found else len(source)
        if name == "style":
            self._learn(source[token.end() : end])
        return end

    def _learn(self, sheet: str) -> None:
        """Remember the classes and ids that a style sheet hides, wherever it does."""
        for rule in sheet.lower().split("}"):
            selectors, _, declarations = rule.rpartition("{")
            if _HIDING.search(_SPACE.sub("", declarations)):
                self.unseen.update(_NAMED.findall(selectors))

    def _open(self, name: str, attributes: dict[str, str]) -> None:
        self._close_implied(name)
        if name == "br":
            self._end_line(even_if_empty=True)
        elif name in _BLOCKS:
            self._break(name)
        elif name in ("td", "th"):
            self._text(" ")
        if sign := _sign(name, attributes):
            self._text(sign)
        if _starts_quotation(attributes) and not (self.hidden or self.quoted):
            self._end_line()
            self.lines += ["", QUOTATION_FOLLOWS, ""]
        if name not in _VOID:
            quoted = name == "blockquote" or _is_cited(attributes)
            self._push(_Open(name, name in _UNSEEN or self._hides(attributes), quoted))

    def _hides(self, attributes: dict[str, str]) -> bool:
        return bool(attributes) and (_is_hidden(attributes) or not self.unseen.isdisjoint(_names(attributes)))

    def _push(self, element: _Open) -> None:
        if element.quoted:
            self._break("blockquote")
        self.stack.append(element)
        self.names[element.name] += 1
        self.hidden += element.hidden
        self.quoted += element.quoted

    def _close_implied(self, name: str) -> None:
        top = self.stack[-1].name if self.stack else ""
        if (top == name and name in _ENDS_ITSELF) or (top == "p" and name in _BLOCKS):
            self._pop()
        if name == "body" and self.names["head"]:
            self._close("head")

    def _close(self, name: str) -> None:
        if self.names[name]:
            while self._pop() != name:
                pass
        elif name in ("br", "p"):
            self._end_line(even_if_empty=True)

    def _pop(self) -> str:
        element = self.stack[-1]
        if element.name in _BLOCKS or element.quoted:
            self._break("blockquote" if element.quoted else element.name)
        self.stack.pop()
        self.names[element.name] -= 1
        self.hidden -= element.hidden
        self.quoted -= element.quoted
        return element.name

    def _text(self, text: str) -> None:
        if not text or self.hidden:
            return
        text = html.unescape(text)
        if not self.names["pre"]:
            self.line.append(_SPACES.sub(" ", text))
            return
        first, *others = text.split("\n")
        self.line.append(first)
        for line in others:
            self._end_line(even_if_empty=True)
            self.line.append(line)

    def _break(self, name: str) -> None:
        """Begin a new line for a block, after an empty one where browsers leave space."""
        self._end_line()
        if name in _SPACED and not self.hidden and self.lines and self.lines[-1].strip("> "):
            self.lines.append("> " if self.quoted else "")

    def _end_line(self, *, even_if_empty: bool = False) -> None:
        text = "".join(self.line).strip()
        self.line.clear()
        if text or (even_if_empty and not self.hidden):
            self.lines.append(f"> {text}" if self.quoted else text)


def _attributes(text: str) -> dict[str, str]:
    if not text.strip("/ \n\t"):
        return {}
    found: dict[str, str] = {}
    for name, value in _ATTRIBUTES.findall(text):
        found.setdefault(name.lower(), html.unescape(value.strip("\"'")))
    return found


def _style(attributes: dict[str, str]) -> str:
    if "style" not in attributes:
        return ""
    return _SPACE.sub("", attributes.get("style", "")[:_LONGEST_STYLE].lower())


def _is_hidden(attributes: dict[str, str]) -> bool:
    if "hidden" in attributes or len(attributes.get("style", "")) > _LONGEST_STYLE:
        return True
    style = _style(attributes)
    colour = f"color:{attributes.get('color', '').lower()}"
    return _HIDING.search(style) is not None or _is_white(style) or _is_white(colour)


def _is_white(style: str) -> bool:
    return _WHITE.search(style) is not None and _OTHER_GROUND.search(style) is None


def _names(attributes: dict[str, str]) -> list[str]:
    return f"{attributes.get('class', '')} {attributes.get('id', '')}".lower().split()


def _sign(name: str, attributes: dict[str, str]) -> str:
    """Return what stands in the text for a look that changes what is read: in a list, raised, struck out, turned."""
    if name in _SIGNS:
        return _SIGNS[name]
    if name in ("s", "del", "strike") or "line-through" in attributes.get("style", "").lower():
        return "~"
    turned = name == "bdo" or _TURNING.search(_style(attributes))
    return "\N{RIGHT-TO-LEFT OVERRIDE}" if turned else ""


def _is_cited(attributes: dict[str, str]) -> bool:
    named = " ".join(_names(attributes)) if attributes else ""
    return named != "" and any(name in named for name in _CITED)


def _starts_quotation(attributes: dict[str, str]) -> bool:
    if not attributes:
        return False
    named = attributes.get("id", "").lower().removeprefix("x_")
    return named in _HEADER_AFTER or _BORDER.search(_style(attributes)) is not None
