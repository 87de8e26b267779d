"""HTML as a reader sees it, what it hides and what it quotes, in time that is in proportion to its length."""

from __future__ import annotations

import time

import pytest

from games.mail.reading.html_text import html_text
from games.mail.reading.replies import read_reply


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<div>3</div><div><br></div><div>Thanks &amp; bye</div>", "3\n\nThanks & bye"),
        ("<p>3<p>4", "3\n\n4"),
        ("3<br/>4<br>\n5", "3\n4\n5"),
        ("<html><head><title>1</title><style>2</style></head><body>3<script>'</b>4'</script></body></html>", "3"),
        ("<head><meta><body>3", "3"),
        ("3<!-- 4 --><![if !mso]> <![endif]><?xml 5 ?>", "3"),
        ("<!--> 3", "3"),
        ('3<div style="display: none">4</div><p hidden>5</p>', "3"),
        ("3<span style='visibility:hidden'>4</span><i style=\"FONT-SIZE:0px\">5</i><b style=mso-hide:all>6</b>", "3"),
        ('<span style="font-size:0.9em">3</span><b style="font-size: 0.0pt; x:y">4</b>', "3"),
        ("<p hidden>4<p>3", "3"),
        ("<style>@media x{.a, p.b{Display: none}}</style><p class='c b'>4</p><p id=A>5</p><p class=c>3", "3"),
        ("<style>.a{color:red}</style><p class=a>3</p><noscript>4</noscript>", "3"),
        ('<font color="#FFFFFF">4</font><i style="color: white">5</i><i style="color:#fff;background:red">3</i>', "3"),
        ('<i style="border-color:#fff">3</i><i style="x:y; color:rgb(255, 255, 255); background:#ffffff">4</i>', "3"),
        ("3<blockquote>4<br>5</blockquote>6", "3\n\n> 4\n> 5\n>\n6"),
        ('3<div class="x gmail_quote y">4</div>', "3\n\n> 4"),
        ("<table><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></table>", "1 2\n3"),
        ("<pre>3\n4</pre>", "3\n4"),
        ("1 < 2, 3<4, a &lt; b", "1 < 2, 3<4, a < b"),
        ('<a title="x > y">3</a>', "3"),
        ("<s>3</s> 5", "~3 5"),
        ("<ol><li>3<li>4</ol>1<sup>2</sup>", "- 3\n- 4\n\n1^2"),
        ("<bdo dir=rtl>12</bdo>", "\u202e12"),
        ("&#51;&nbsp;&#x33;", "3\u00a03"),
        (f"3&#{'9' * 5000};", "3\ufffd"),
        ("3</3>4", "34"),
        ("3<div", "3"),
        ("3<!-- 4", "3"),
        ("3<script>4", "3"),
    ],
)
def test_html_is_read_as_a_browser_shows_it(html: str, text: str) -> None:
    assert html_text(html).replace("> \n", ">\n").rstrip("\n> ") == text


@pytest.mark.parametrize(
    "after",
    [
        '<div id="appendonsend"></div><hr><div>4</div>',
        '<div id="x_divRplyFwdMsg">Quintet</div><div>4</div>',
        '<div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt"><p>Quintet</p></div><p>4</p>',
        '<hr id="stopSpelling">4',
        '<div class="moz-cite-prefix">On x, y wrote:</div><blockquote type="cite">4</blockquote>',
        '<div class="yahoo_quoted">4</div>',
        '<div class="OutlookMessageHeader">4</div>',
        '<div class="gmail_quote x"><div class="gmail_attr">4</div><blockquote>4</blockquote></div>',
    ],
)
def test_what_html_quotes_is_not_read(after: str) -> None:
    assert read_reply(html_text(f"<div>3</div>{after}")).kind == "choice"
    assert read_reply(html_text(after)).kind == "nothing"


SLOW_HTML = [
    *(
        "<!--",
        "<a ",
        '<a b="',
        "<a b='",
        "<!",
        "<?",
        "</",
        "<",
        "<div>",
        "<p>x",
        "<a b=\"x' c='y\" ",
        "<script>",
        "</script",
    ),
    *(
        "&#",
        "&",
        "<div></p>",
        "<blockquote>x",
        "<style></style",
        "a",
        "a{",
        "/*",
        "<pre>\n",
        "<![if ",
        "<div style='/*'>",
        '="',
        "<a =",
        "<br>",
    ),
]


@pytest.mark.parametrize("before", ["", "<style>", "<p style='", "<p class='"])
@pytest.mark.parametrize("unit", SLOW_HTML)
def test_html_takes_time_in_proportion_to_its_length(unit: str, before: str) -> None:
    start = time.process_time()
    html_text(before + unit * (190_000 // len(unit)) + "</style>'>")
    assert time.process_time() - start < 2
