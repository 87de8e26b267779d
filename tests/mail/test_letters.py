"""A mail as bytes becomes a letter: whatever its charset, coding and form; what is too much is refused at once."""

from __future__ import annotations

import base64
from email.message import EmailMessage
from email.policy import SMTP

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.mail.reading.letters import Letter, Unreadable, read_letter
from games.mail.reading.parts import parameters_of
from games.mail.reading.replies import Reply, read_letter_forms, read_reply

CHARSETS = ["windows-1251", "koi8-r", "windows-1255", "iso-8859-8", "utf-8", "iso-8859-5", "x-unknown-99"]
TEXTS = {
    "windows-1251": "сдаюсь\n\nСпасибо",
    "koi8-r": "чат: привет, Ёж",
    "iso-8859-5": "ничья",
    "windows-1255": "נכנע\n\nתודה",
    "iso-8859-8": "תיקו",
    "utf-8": "сдаюсь \u200fתיקו 3",
    "x-unknown-99": "сдаюсь תיקו",
}
EDGE = "mx.play.example"


def letter(headers: str = "", body: str = "3\n", **options: str) -> Letter:
    return read_letter(f"{headers}\n{body}".encode() if headers else f"\n{body}".encode(), **options)  # type: ignore[arg-type]


def text_of(headers: str, body: bytes | str) -> str:
    return read_letter(headers.encode() + b"\n\n" + (body.encode() if isinstance(body, str) else body)).text


def mail_of(text: str, *, charset: str = "utf-8", coding: str = "8bit", kind: str = "plain") -> bytes:
    """Return a mail as the standard library writes it."""
    message = EmailMessage(policy=SMTP)
    message["From"] = "Anna <anna@example.org>"
    message["Subject"] = "Re: ваш ход"
    message.set_content(text, subtype=kind, charset=charset, cte=coding)
    return message.as_bytes()


# --- the text ---
@pytest.mark.parametrize("charset", CHARSETS)
@pytest.mark.parametrize("coding", ["8bit", "base64", "quoted-printable"])
def test_text_is_the_same_in_every_charset_and_coding(charset: str, coding: str) -> None:
    text = TEXTS[charset]
    data = text.encode("utf-8" if charset == "x-unknown-99" else charset)
    if coding == "base64":
        data = base64.encodebytes(data)
    elif coding == "quoted-printable":
        data = b"".join(b"=%02X" % byte for byte in data)
    head = f'Content-Type: text/plain; charset="{charset}"\nContent-Transfer-Encoding: {coding}'
    assert text_of(head, data).strip() == text


@pytest.mark.parametrize(
    ("declared", "real"),
    [
        *(("cp1251", "windows-1251"), ("WINDOWS-1251", "windows-1251"), ("x-cp1251", "windows-1251")),
        *(("iso-8859-8-i", "windows-1255"), ("ISO-8859-8-E", "iso-8859-8"), ("koi8-r", "utf-8"), ("us-ascii", "utf-8")),
        *(("windows-1251", "utf-8"), ("iso-8859-1", "utf-8"), ("", "utf-8"), ("utf8", "utf-8"), ("'koi8-r'", "koi8-r")),
        *(("x-mac-cyrillic", "mac-cyrillic"), ("unicode_escape", "utf-8"), ("bz2", "utf-8"), ("utf-16", "utf-16")),
    ],
)
def test_aliases_and_wrong_charsets_are_seen_through(declared: str, real: str) -> None:
    text = "עזרה ותיקו" if "8859-8" in declared else "помощь и ничья"
    assert text_of(f"Content-Type: text/plain; charset={declared}", text.encode(real)) == text


@pytest.mark.parametrize("charset", ["utf-7", "UTF7", "unicode-1-1-utf-7", '"utf-7"'])
def test_utf_7_says_nothing(charset: str) -> None:
    assert text_of(f"Content-Type: text/plain; charset={charset}", "+ADM-") == ""


def test_what_is_cut_off_or_garbled_is_read_as_far_as_it_goes() -> None:
    assert text_of("Content-Transfer-Encoding: base64", "MwpU!!aGFua3Mx") == ""
    assert text_of("Content-Transfer-Encoding: base64", "MwpUa") == "3\nT"
    assert text_of("Content-Transfer-Encoding: quoted-printable", "3=\n=0Aok=ZZ=") == "3\nok=ZZ"
    assert text_of("Content-Transfer-Encoding: x-own", "3") == "3"


def test_controls_are_marked_so_that_nothing_grows_together() -> None:
    assert text_of("X: y", "1\x002\x1b\r\n3\x0b4\u20285") == "1\ufffd2\ufffd\n3\n4\n5"


def test_the_plain_form_is_preferred_and_an_empty_one_is_not() -> None:
    form = 'Content-Type: multipart/alternative; boundary="b"'
    html = "--b\nContent-Type: text/html\n\n<p>4</p>\n"
    assert text_of(form, f"{html}--b\n\n3\n--b--\n") == "3"
    assert text_of(form, f"--b\nContent-Type: text/plain\n\n \n{html}--b--\n") == "4"
    assert text_of(form, html) == "4"


def test_what_is_attached_is_not_the_letter() -> None:
    form = 'Content-Type: multipart/mixed; boundary="b c"'
    attached = "--b c\nContent-Disposition: attachment; filename=x.txt\n\n4\n"
    forwarded = "--b c\nContent-Type: message/rfc822\n\nSubject: x\n\n5\n"
    named = '--b c\nContent-Disposition: inline; filename="y.txt"\n\n6\n'
    picture = "--b c\nContent-Type: image/png\n\n7\n"
    assert text_of(form, f"--b c\n\n3\n{attached}{forwarded}{named}{picture}--b c--\n8") == "3"
    assert text_of("Content-Type: message/rfc822", "Subject: x\n\n5") == ""


@given(
    st.text(st.characters(codec="utf-8", exclude_categories=["C"], exclude_characters="\u2028\u2029\x85"), max_size=80),
    st.sampled_from(["base64", "quoted-printable", "8bit"]),
)
@settings(deadline=None)
def test_what_the_standard_library_wraps_is_read_as_it_was(text: str, coding: str) -> None:
    assert read_letter(mail_of(text, coding=coding)).text.strip() == text.strip()


# --- who and to whom ---
@pytest.mark.parametrize(
    ("value", "sender"),
    [
        ("Anna <Anna@Example.org>", "anna@example.org"),
        ("anna@example.org", "anna@example.org"),
        ("<anna@example.org>", "anna@example.org"),
        ('"Primer, Anna <x@y>" <anna@example.org>', "anna@example.org"),
        ("anna@example.org (Anna)", "anna@example.org"),
        ("=?utf-8?q?a=40b?= <anna@example.org>", "anna@example.org"),
        ("Анна <anna@example.org>", "anna@example.org"),
        ("Anna\n <anna@example.org>", "anna@example.org"),
        ("anna@example.org, eve@example.org", ""),
        ("anna@example.org <eve@example.org>", ""),
        ("Anna <anna@example.org> <eve@example.org>", ""),
        ("<anna@example.org>eve@example.org", ""),
        ("friends: anna@example.org;", ""),
        ("anna@example.org)eve@example.org", ""),
        ("(((((x))))) anna@example.org", ""),
        ("anna@eve@example.org", ""),
        ("", ""),
        ("Anna", ""),
        ("<>", ""),
    ],
)
def test_the_sender_is_the_one_address_of_from_or_none(value: str, sender: str) -> None:
    assert letter(f"From: {value}\n").sender == sender


@pytest.mark.parametrize("second", ["From: eve@example.org", "FROM: eve@example.org", "From : eve@example.org"])
def test_two_senders_are_none(second: str) -> None:
    assert letter(f"From: anna@example.org\nX: y\r{second}\n").sender == ""
    assert letter("X-From: eve@example.org\nFrom: anna@example.org\n").sender == "anna@example.org"


def test_addresses_are_all_to_whom_it_came_the_envelope_first() -> None:
    headers = (
        'To: Quintet <r-1@Play.example>, b@x.example, "r-2@play.example" <c@x.example> (r-3@play.example)\n'
        "Cc: r-4@play.example <c@x.example>, all: h@x.example;\n"
        "Delivered-To: d@x.example\nX-Original-To: e@x.example\nBcc: f@x.example\n"
    )
    found = read_letter(headers.encode() + b"\n3", envelope_to=["R-1@play.example", "g@x.example"]).addresses
    assert found == tuple(f"{name}" for name in ("r-1@play.example", *(f"{x}@x.example" for x in "gdebch")))


def test_id_and_subject_are_one_plain_line() -> None:
    found = letter("Message-ID: <1@x>\nSubject: =?koi8-r?B?98Hb?= =?utf-8?q?_=D1=85=D0=BE=D0=B4=0D=0ABcc:_x?=\n more\n")
    assert (found.message_id, found.subject) == ("<1@x>", "Ваш ход Bcc: x more")
    assert letter(f"Message-ID: <{'1' * 301}>\n").message_id == ""
    assert letter("Subject: =?utf-7?q?+AGE-?= =?x?z?y?= =?utf-8?b?!?=\n").subject == "=?x?z?y?="


# --- machines ---
@pytest.mark.parametrize(
    "header",
    [
        *(
            "Auto-Submitted: auto-replied",
            "auto-submitted: Auto-Generated; x=y",
            "Precedence: bulk",
            "Precedence: JUNK",
        ),
        *("Precedence: list", "Precedence: auto_reply", "List-Id: <x>", "List-Unsubscribe: <x>", "List-Post: <x>"),
        *("X-Auto-Response-Suppress: All", "X-Autoreply: yes", "X-Autorespond: x", "X-Loop: x", "Return-Path: <>"),
        *("Content-Type: multipart/report; boundary=x", "Content-Type: message/disposition-notification"),
        *("From: MAILER-DAEMON@x.example", "From: postmaster@x.example", "From: No-Reply@x.example"),
        *("From: do-not-reply@x.example", "From: noreply+7@x.example"),
        *("Subject: Out of Office: your move", "Subject: Automatic reply: x", "Subject: Re: x (Out of office)"),
        *("Subject: Автоответ: x", "Subject: Я в отпуске", "Subject: תשובה אוטומטית: x", "Subject: מחוץ למשרד"),
        *("Subject: Undeliverable: x", "Subject: =?utf-8?b?0JDQstGC0L7QvtGC0LLQtdGC?="),
    ],
)
def test_what_a_machine_sent_is_automatic(header: str) -> None:
    assert letter(f"{header}\n").automatic


@pytest.mark.parametrize(
    "header",
    [
        *("Auto-Submitted: no", "Precedence: first-class", "Return-Path: <anna@example.org>", "X-Mailer: x"),
        *("From: anna.noreply@example.org", "From: postmasterson@example.org", "Subject: Re: your move"),
        *("Subject: Автомобиль", "Subject: Re: the office"),
    ],
)
def test_what_a_person_sent_is_not(header: str) -> None:
    assert not letter(f"{header}\n").automatic


# --- authentication ---
@pytest.mark.parametrize(
    ("results", "verdict"),
    [
        (f"{EDGE}; dmarc=pass header.from=example.org", "pass"),
        (f"{EDGE} 1; spf=fail; dmarc=pass (p=none; dmarc=fail)", "pass"),
        (f"{EDGE}; dkim=pass header.d=example.org; dmarc=fail", "fail"),
        (f"{EDGE}; dmarc=pass; dmarc=fail", "fail"),
        (f"{EDGE}; spf=pass smtp.mailfrom=bounce@example.org", "pass"),
        (f"{EDGE}; dkim=pass header.d=EXAMPLE.org", "pass"),
        (f"{EDGE}; dkim=pass header.d=eve.example; spf=fail", "fail"),
        (f"{EDGE}; dkim=pass header.d=eve.example", "none"),
        (f"{EDGE}; dkim=pass header.d=org", "none"),
        (f"{EDGE}; spf=softfail smtp.mailfrom=example.org", "fail"),
        (f'{EDGE}; spf=none smtp.mailfrom="x; dmarc=pass"@eve.example', "none"),
        (f"(here) {EDGE} (edge) ; dmarc = (what?) fail (dmarc=pass)", "fail"),
        (f"{EDGE}; none", "none"),
        (EDGE, "none"),
        ("", "none"),
        ("mx.eve.example; dmarc=pass", "none"),
        (f"{EDGE}.eve.example; dmarc=pass", "none"),
    ],
)
def test_the_trusted_server_s_findings_count(results: str, verdict: str) -> None:
    headers = f"Authentication-Results: {results}\nFrom: anna@example.org\n"
    assert letter(headers, trusted_edge=EDGE).authentication == verdict
    assert letter(headers).authentication == "none"


def test_only_the_outermost_of_them_counts() -> None:
    headers = (
        f"Authentication-Results: other.example; dmarc=pass\nAuthentication-Results: {EDGE}; dmarc=fail\n"
        f"Authentication-Results: {EDGE}; dmarc=pass\nFrom: anna@example.org\n"
    )
    assert letter(headers, trusted_edge=EDGE).authentication == "fail"


# --- anything at all ---
PIECES = st.sampled_from(
    [
        *(
            b"From: a@b.example\n",
            b"Content-Type: multipart/mixed; boundary=b\n",
            b"Content-Type: text/html; charset=koi8-r\n",
        ),
        *(
            b"\n",
            b"\n--b\n",
            b"--b--\n",
            b"Content-Transfer-Encoding: base64\n",
            b"<p>3</p>",
            b"3\n",
            b"=?utf-8?b?x?=",
            b"\xff\xfe",
        ),
        *(
            b"Content-Type: multipart/alternative; boundary*=utf-8''b\n",
            b"Content-Type: text/plain; charset=utf-16\n",
            b"> 4\n",
        ),
        *(
            b"Subject: ",
            b"Date: ",
            b"\r",
            b"\x00",
            b"&#9;",
            b"<!--",
            b"Content-Type: message/rfc822\n",
            b"charset=\xd0\xb0",
        ),
    ]
)


@given(st.binary(max_size=400) | st.lists(PIECES, max_size=30).map(b"".join))
@settings(deadline=None)
def test_any_bytes_are_read_or_refused(raw: bytes) -> None:
    try:
        found = read_letter(raw, envelope_to=["r-1@play.example"], trusted_edge=EDGE)
    except Unreadable:
        return
    assert "\r" not in found.text and "\x00" not in found.text
    assert not any("\ud800" <= sign <= "\udfff" for sign in found.text + found.subject + found.sender)
    read_reply(found.text)


# --- two forms that say different things ---
def in_two_forms(plain: str, page: str) -> Reply:
    """Return what is asked by a letter of plain text and HTML."""
    parts = f"--b\nContent-Type: text/plain\n\n{plain}\n--b\nContent-Type: text/html\n\n{page}\n--b--\n"
    found = letter('Content-Type: multipart/alternative; boundary="b"\n', parts)
    return read_letter_forms(found.text, found.other)


@pytest.mark.parametrize(
    ("plain", "page"),
    [("3", "<p>4</p>"), ("resign", "<p>draw</p>"), ("3", "<p>or 4</p>"), ("5S d7", "<div>5S d8</div>"), ("12", "1 2"),
     ("3", "<p><s>3</s> 4</p>"), ("12", "<bdo dir=rtl>12</bdo>"), ("3", "<p>2<sup>3</sup></p>"), ("hello", "3")],
)  # fmt: skip
def test_forms_that_begin_differently_are_doubtful(plain: str, page: str) -> None:
    reply = in_two_forms(plain, page)
    assert reply.kind == "several"
    assert reply.value[0] == plain


@pytest.mark.parametrize(
    ("plain", "page"),
    [("3", "<p>3</p>"), ("3.", "<ol><li>3</li></ol>"), ("*3*\n\nthanks", "<b>3</b><p>thank you</p>"), ("3", ""),
     ("3", "<p style=display:none>4</p>"), ("3\n\n> 4", "<p>3</p><blockquote>4</blockquote>"),
     ("Сдаюсь", "<p>сдаюсь</p>"), ("chat: so long a line that it was wrapped by the mail\nprogram of the sender",
      "chat: so long a line that it was wrapped by the mail program of the sender")],
)  # fmt: skip
def test_forms_that_begin_alike_are_read_by_the_plain_one(plain: str, page: str) -> None:
    assert in_two_forms(plain, page) == read_reply(plain)


def test_a_form_within_a_container_counts_too() -> None:
    inside = "--c\nContent-Type: text/html\n\n<p>4</p>\n--c--"
    parts = f"--b\nContent-Type: text/plain\n\n3\n--b\nContent-Type: multipart/related; boundary=c\n\n{inside}\n--b--"
    found = letter("Content-Type: multipart/alternative; boundary=b\n", parts)
    assert (found.text.strip(), found.other.strip()) == ("3", "4")


# --- parameters in pieces ---
@pytest.mark.parametrize(
    ("value", "charset"),
    [
        ("charset*0=koi; charset*1=8-r", "koi8-r"),
        ('charset*1=8-r; charset*0="koi"', "koi8-r"),
        ("charset*=us-ascii'en'koi8%2Dr", "koi8-r"),
        ("charset*0*=''koi%38; charset*1=-r", "koi8-r"),
        ("charset=koi8-r; charset*0=utf-8", "koi8-r"),
        ("charset*0=koi8-r; charset*2=x", "koi8-r"),
        ("charset*0=utf; charset*0*=koi8-r", "utf"),
        ("charset*1=koi8-r", None),
        ("charset*01=koi8-r", None),
        ("charset*99999999999999999999=koi8-r; *=x; *0=y", None),
        ("charset*=no'quotes", "no'quotes"),
        ("charset*=zlib'x'koi8-r", "koi8-r"),
    ],
)
def test_a_parameter_may_come_in_pieces_and_coded(value: str, charset: str | None) -> None:
    assert parameters_of(f"text/plain; {value}")[1].get("charset") == charset


def test_a_boundary_in_pieces_parts_a_letter() -> None:
    head = 'Content-Type: multipart/mixed;\n boundary*0="one-";\n boundary*1="two"'
    assert text_of(head, "--one-two\n\n3\n--one-two\nContent-Type: image/png\n\nx\n--one-two--").strip() == "3"


@pytest.mark.parametrize("name", ["filename*=utf-8''%D1%85.txt", "filename*0=x; filename*1=.txt", "filename*0*=''x"])
def test_what_has_a_name_in_any_form_is_attached(name: str) -> None:
    assert (
        text_of("Content-Type: multipart/mixed; boundary=b", f"--b\nContent-Disposition: inline; {name}\n\n4\n--b--")
        == ""
    )
