"""Bytes to text in the charsets of mails: by what is declared, tolerantly where that is wrong or unknown."""

from __future__ import annotations

import binascii
import codecs
import re

# What mails are written in. Python's other codecs are not for strangers: some unpack, some take quadratic time.
_KNOWN = {
    *("utf-8", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "ascii"),
    *(f"iso8859-{number}" for number in (*range(1, 12), *range(13, 17))),
    *(f"cp{number}" for number in (*range(1250, 1259), 437, 850, 852, 855, 862, 866, 874, 932, 949, 950)),
    *("koi8-r", "koi8-u", "koi8-t", "kz1048", "mac-cyrillic", "mac-roman", "ptcp154", "tis-620"),
    *("iso2022_jp", "iso2022_jp_1", "iso2022_jp_2", "iso2022_jp_3", "iso2022_jp_ext", "iso2022_kr"),
    *("shift_jis", "euc_jp", "euc_kr", "gb2312", "gbk", "gb18030", "big5", "big5hkscs", "hz"),
}
_ALIASES = {
    **{"iso-8859-8-i": "iso8859-8", "iso-8859-8-e": "iso8859-8", "csiso88598i": "iso8859-8", "logical": "iso8859-8"},
    **{"x-cp1251": "cp1251", "cp-1251": "cp1251", "win-1251": "cp1251", "win1251": "cp1251", "windows1251": "cp1251"},
    **{"x-cp1255": "cp1255", "cp-1255": "cp1255", "win-1255": "cp1255", "windows1255": "cp1255"},
    **{
        "koi": "koi8-r",
        "koi8": "koi8-r",
        "koi8r": "koi8-r",
        "x-mac-cyrillic": "mac-cyrillic",
        "ks_c_5601-1987": "cp949",
    },
    **{"unicode": "utf-8", "utf8mb4": "utf-8", "utf-8-sig": "utf-8", "x-unknown": "ascii", "default": "ascii"},
}
_REFUSED = {"utf-7", "utf7", "utf_7", "u7", "unicode-1-1-utf-7", "csunicode11utf7", "x-unicode-2-0-utf-7"}
# what programs mean by these is the wider Windows set, as in web pages
_WIDER = {"iso8859-1": "cp1252", "ascii": "cp1252", "iso8859-8": "cp1255", "gb2312": "gb18030", "gbk": "gb18030"}
_SINGLE = ("ascii", "cp125", "iso8859", "koi8", "mac", "kz", "ptcp")
_BREAKS = re.compile("\r\n|[\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
_WORD = re.compile(r"=\?([^?\s*]{1,40})(?:\*[^?\s]{0,20})?\?([bq])\?([^?]{0,2000})\?=", re.IGNORECASE)
_BETWEEN_WORDS = re.compile(r"\?=[ \t]++(?==\?)")


def decode(data: bytes, charset: str) -> str:
    """Return the text with LF as its line end and controls marked; UTF-7, which writes signs by others, has no text."""
    name = charset.strip().strip("\"'").lower()
    text = "" if name in _REFUSED else _decoded(data, _codec(name))
    return _CONTROLS.sub("\N{REPLACEMENT CHARACTER}", _BREAKS.sub("\n", text.removeprefix("\ufeff")))


def _codec(name: str) -> str:
    try:
        codec = codecs.lookup(_ALIASES.get(name, name)).name if len(name) <= 40 else "ascii"
    except (LookupError, ValueError):
        codec = "ascii"
    return codec if codec in _KNOWN else "ascii"


def _decoded(data: bytes, codec: str) -> str:
    """Try what is declared and what is meant by it; in the end mark what cannot be read.

    UTF-8 goes before the charsets of one byte a sign: no text in those is well-formed UTF-8 but by mistake.
    """
    meant = _WIDER.get(codec, codec)
    order = ["utf-8", meant] if codec.startswith(_SINGLE) else [codec, meant, "utf-8"]
    for name in order:
        try:
            return data.decode(name)
        except ValueError:
            continue
    return data.decode(meant, errors="replace")


def decode_header(value: str) -> str:
    """Return a header's text with its encoded words decoded, on one line, controls replaced by spaces."""
    text = _WORD.sub(lambda found: _decoded_word(*found.groups()), _BETWEEN_WORDS.sub("?=", value))
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def _decoded_word(charset: str, coding: str, text: str) -> str:
    data = text.encode(errors="replace")
    return decode(base64_bytes(data) if coding in "bB" else binascii.a2b_qp(data, header=True), charset)


def base64_bytes(data: bytes) -> bytes:
    """Return what the base64 text stands for, as far as it goes; nothing if it is none."""
    signs = b"".join(data.partition(b"=")[0].split())
    whole = len(signs) - (len(signs) % 4 == 1)  # one sign alone says nothing
    try:
        return binascii.a2b_base64(signs[:whole] + b"=" * (-whole % 4), strict_mode=True)
    except binascii.Error:
        return b""
