"""What a reply asks: the first line of one's own, alone; whatever is doubtful is not guessed."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import strict_json
from games.mail.reading.replies import Reply, own_words, read_reply, settled

ATTRIBUTIONS = [
    "On Thu, Nov 26, 2026 at 10:12 AM Quintet <r-1@play.example> wrote:",
    "On Thu, Nov 26, 2026 at 10:12 AM A Very Long Name Of A Site\n<r-1@play.example> wrote:",
    "On Thu, Nov 26, 2026 at 10:12 AM Quintet <\nr-1@play.example>\nwrote:",
    "On 26/11/2026 10:12, Quintet wrote:",
    "Quintet <r-1@play.example> wrote on 26.11.2026 10:12:",
    "Quintet <r-1@play.example> writes:",
    "Quoting Quintet <r-1@play.example>:",
    "26 Nov 2026, 10:12 by r-1@play.example:",
    "On Thu, 26 Nov 2026, Quintet wrote:",
    "В письме от четверг, 26 ноября 2026 г. 10:12:00 MSK пользователь Quintet написал:",
    "  ב-יום חמישי, 26 בנובמבר 2026, 10:12:00 GMT+2, Quintet <r-1@play.example> כתב/ה:",
    "чт, 26 нояб. 2026 г. в 10:12, Quintet <r-1@play.example>:",
    "26.11.2026 10:12, Quintet пишет:",
    "26.11.2026, 10:12, \u00abQuintet\u00bb <r-1@play.example>:",
    "Четверг, 26 ноября 2026, 10:12 +03:00 от Quintet <r-1@play.example>:",
    "Вы писали 26 ноября 2026 г., 10:12:31:",
    "Quintet писал(а) 2026-11-26 10:12:",
    "26 нояб. 2026 г., в 10:12, Quintet <r-1@play.example> написал(а):",
    "\u202bבתאריך יום ה׳, 26 בנוב׳ 2026 ב-10:12 מאת Quintet\u200f <\u202ar-1@play.example\u202c\u200f>:\u202c",
    "ב-26 בנוב׳ 2026, בשעה 10:12, Quintet <r-1@play.example> כתב/ה:",
]
HEADERS = [
    "-----Original Message-----\nFrom: Quintet\nSent: Thursday\nTo: Anna",
    "________________________________\nFrom: Quintet <r-1@play.example>\nSent: Thursday\nSubject: Your move",
    "*From:* Quintet\n*Date:* Thursday\n*To:* Anna",
    "От: Quintet <r-1@play.example>\nОтправлено: 26 ноября\nКому: Анна\nТема: Ваш ход",
    "-------- Исходное сообщение --------\nОт: Quintet\nДата: 26.11.2026",
    "\u200fמאת: Quintet\u200f\n\u200fנשלח: יום חמישי\u200f\n\u200fאל: אנה",
    "-----הודעה מקורית-----\nמאת: Quintet",
    "---------- Forwarded message ---------\nFrom: Quintet",
    "---- On Thu, 26 Nov 2026 10:12:00 +0200 Quintet <r-1@play.example> wrote ----",
    "-----Quintet <r-1@play.example> wrote: -----\n=======================",
    "Subject: Your move\nDate: Thursday\nFrom: Quintet",
]
FOOTERS = [
    "Sent from my iPhone",
    "Get Outlook for iOS<https://aka.example/o0ukef>",
    "Отправлено с iPhone",
    "Отправлено из мобильной Почты Mail",
    "נשלח מה-iPhone שלי",
    "\u200fנשלח מהטלפון שלי",
    "-- \nAnna\n5",
    "--\n5",
    "____\n5",
]
MARKER = "##- Write your move above this line -##"


def quote(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))


@pytest.mark.parametrize(
    "line", ["3", "3.", "3)", "#3", "№3", "№ 3", " 3 ", "３", "３）", "\ufeff3", "\u200f3\u200f", "\u00a03"]
)
def test_a_number_alone_is_a_choice(line: str) -> None:
    assert read_reply(f"{line}\n\nThanks!\nAnna") == Reply("choice", "3", ("Thanks!", "Anna"))


@pytest.mark.parametrize(
    "line",
    [
        *(
            "3 or 4",
            "not 3",
            "3?",
            "3!",
            "3, 4",
            "3 4",
            "-3",
            "3-",
            "3L",
            "03",
            "1234",
            "3.5",
            "three",
            "٣",
            "³",
            "(3",
            "~3~",
        ),
        *("1\u200b2", "1\u200e2", "1\u20602", "\u202e12", "\u202d12", "12\u202e", "1\u202e2\u202c", "\u202e3\u202c"),
        *("1\u00002", "1\ufffd2", "3\ufe0f\u20e3", "%33", "3;4", "3/4", "1\u00ad2"),
    ],
)
def test_what_is_not_a_number_alone_is_no_choice(line: str) -> None:
    assert read_reply(line).kind == "line"


def test_a_line_with_signs_shown_in_another_order_is_no_notation_a_game_would_read() -> None:
    assert read_reply("5S \u202ed7").value == "5S \N{REPLACEMENT CHARACTER}d7"


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        *(
            ("resign", "resign"),
            ("I resign.", "resign"),
            ("Сдаюсь!", "resign"),
            ("נכנע", "resign"),
            ("אני נכנעת", "resign"),
        ),
        *(("Draw", "draw"), ("ничья", "draw"), ("\u200fתיקו\u200f", "draw")),
        *(("BOARD", "board"), ("доска", "board"), ("לוח", "board")),
        *(("help", "help"), ("Помощь", "help"), ("עזרה", "help")),
    ],
)
def test_a_word_alone_is_a_command_and_is_kept_as_it_was_written(line: str, kind: str) -> None:
    reply = read_reply(f"\n{line}\n\nAnna")
    assert (reply.kind, str(reply.value).strip("\u200f")) == (kind, line.strip("\u200f"))


@pytest.mark.parametrize("line", ["I will not resign", "resign?", "draw 3", "don't resign", "helpful", "the board"])
def test_a_word_among_others_is_no_command(line: str) -> None:
    assert read_reply(line).kind == "line"


@pytest.mark.parametrize("word", ["chat", "Chat", "чат", "צ'אט", "צ׳אט", "צ’אט", "צאט"])
def test_chat_is_what_follows_it_to_the_end_of_its_paragraph(word: str) -> None:
    reply = read_reply(f"{word}: well played,\nmy friend\n\nAnna")
    assert (reply.kind, reply.value) == ("chat", "well played, my friend")


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("good \u202elive", "good \N{REPLACEMENT CHARACTER}live"),
        ("good\n\u202dlive", "good \N{REPLACEMENT CHARACTER}live"),
        ("\u2067שלום\u2069 Anna", "שלום Anna"),  # as phones set Hebrew apart
        ("\u202bשלום\u202c, \u2068Anna", "שלום, Anna"),
        ("\u200fשלום 👩\u200d🔧\u200e!", "\u200fשלום 👩\u200d🔧\u200e!"),
    ],
)
def test_a_chat_turns_nothing_at_the_table_round(said: str, heard: str) -> None:
    """No other door lets such signs in (games.strict_json); by mail they come without anybody's doing."""
    assert read_reply(f"chat: {said}").value == heard
    assert strict_json.read(json.dumps({"text": heard})) == {"text": heard}


def test_a_chat_without_words_asks_for_nothing() -> None:
    assert read_reply("chat:").kind == "nothing"


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("3\n4", ("3", "4")),
        ("3\n3", ("3", "3")),
        ("5S d7\n\n12.", ("5S d7", "12.")),
        ("Hello\n\n3", ("Hello", "3")),
        ("3\nresign", ("3", "resign")),
        ("3\nor 4", ("3", "or 4")),
        ("3\nНет, 4!", ("3", "Нет, 4!")),
        ("3\n\n(4)", ("3", "(4)")),
        ("3\n4?", ("3", "4?")),
        ("resign\n3", ("resign", "3")),
        ("chat: hi\n3", ("chat: hi", "3")),
        ("3\nchat: hi", ("3", "chat: hi")),
        (f"3\n> 1. 5S d7\n\n4\n\n{MARKER}\n5", ("3", "4")),
    ],
)
def test_a_second_line_that_may_be_meant_makes_it_several(text: str, lines: tuple[str, ...]) -> None:
    reply = read_reply(text)
    assert (reply.kind, reply.value) == ("several", lines)


def test_other_lines_are_handed_on_for_the_game_to_look_at() -> None:
    assert read_reply("3\n5S d7\n\nbye\n-- \n2S a1") == Reply("choice", "3", ("5S d7", "bye"))


def test_what_the_game_says_of_the_lines_settles_the_reply() -> None:
    moves = {"5S d7", "2S a1"}.__contains__
    for text, expected in {
        "3\n5S d7\nbye": Reply("several", ("3", "5S d7")),
        "5S d7\n2S a1": Reply("several", ("5S d7", "2S a1")),
        "5S d7\n3": Reply("several", ("5S d7", "3")),
        "5S d7\nbye": Reply("line", "5S d7", ("bye",)),
        "Hello\n3": Reply("line", "Hello", ("3",)),
        "Hello\n5S d7": Reply("line", "Hello", ("5S d7",)),
    }.items():
        assert settled(read_reply(text), moves) == expected


def test_more_lines_than_anybody_reads_are_several() -> None:
    assert read_reply("3\n" + "5S d7\n" * 101).kind == "several"


def test_half_of_a_wrapped_move_is_no_move() -> None:
    start = "pay " + "diamond " * 8
    assert read_reply(f"{start}\npink\n\nAnna").value == f"{start}pink"
    assert f"{start}pink" in read_reply(f"3\n{start}\npink").rest


def test_a_number_below_a_long_line_is_still_seen() -> None:
    assert read_reply(f"3\n\n{'On second thoughts I would rather have this one: ' * 2}\n5").kind == "several"


def test_a_first_line_longer_than_any_notation_is_nothing() -> None:
    assert read_reply("5S d7" + " ," * 100 + " nonsense").kind == "nothing"


@pytest.mark.parametrize(
    "text", ["", "\n \n", "> 3", "-- \n3", "Sent from my iPhone", "Sent from my iPhone\n\n3", MARKER + "\n3", "\u200f"]
)
def test_what_has_no_words_of_its_own_is_nothing(text: str) -> None:
    assert read_reply(text) == Reply("nothing")


@pytest.mark.parametrize("attribution", ATTRIBUTIONS)
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_nothing_below_an_attribution_is_read(attribution: str, gap: str) -> None:
    for quoted in (quote("4\n5S d7"), "4\n5S d7"):
        assert read_reply(f"3{gap}{attribution}{gap}{quoted}") == Reply("choice", "3")
        assert read_reply(f"{attribution}{gap}{quoted}") == Reply("nothing")


@pytest.mark.parametrize("attribution", ATTRIBUTIONS)
def test_a_reply_below_the_quotation_is_read(attribution: str) -> None:
    assert read_reply(f"{attribution}\n{quote('4' + chr(10) + MARKER)}\n\n3\n-- \nAnna") == Reply("choice", "3")


@pytest.mark.parametrize("headers", HEADERS)
def test_nothing_below_the_headers_of_the_quoted_mail_is_read(headers: str) -> None:
    assert read_reply(f"3\n\n{headers}\n\n4\n5S d7") == Reply("choice", "3")
    assert read_reply(f"{headers}\n\n4") == Reply("nothing")


@pytest.mark.parametrize("footer", FOOTERS)
def test_footers_and_signatures_are_not_read(footer: str) -> None:
    assert read_reply(f"3\n\n{footer}") == Reply("choice", "3")
    assert read_reply(footer) == Reply("nothing")


def test_the_end_of_a_quoted_line_that_was_wrapped_is_not_ones_own() -> None:
    wrapped = "> " + "these are all the moves that you might make in this position " + "and one is\n4\n> and so on"
    assert read_reply(wrapped) == Reply("nothing")
    assert read_reply(f"3\n\n{wrapped}") == Reply("choice", "3")


def test_initials_before_lines_quote_only_if_they_come_again() -> None:
    assert read_reply("Q> 4\n\nQ> 5\n\n3") == Reply("choice", "3")
    assert read_reply("JS>d7") == Reply("line", "JS>d7")


words = st.text(st.sampled_from("35# .\u200f\u202eaSd7жш\n:>-_@"), max_size=60)
answers = st.sampled_from(
    ["3", "5S d7", "сдаюсь", "תיקו", "chat: hello", "3 or 4", "3\n4", "", "3\n\nThanks\n-- \nAnna"]
)


@given(answers, st.lists(st.sampled_from(ATTRIBUTIONS), min_size=1, max_size=6))
def test_quoting_again_and_again_never_changes_what_is_read(answer: str, attributions: list[str]) -> None:
    mail = f"{MARKER}\nYour moves:\n1. 5S d7\n2. JSxd7\n4\nresign"
    for attribution in attributions:
        mail = f"{answer}\n\n{attribution}\n\n{quote(mail)}"
        assert read_reply(mail) == read_reply(answer)


@given(words, words)
def test_what_is_quoted_does_not_matter(own: str, quoted: str) -> None:
    own = own.replace(">", "")
    assert own_words(f"{own}\n\n{quote(quoted)}") == own_words(own)


@given(st.text(max_size=300) | words)
def test_any_text_is_read_as_something_and_a_choice_stands_alone_on_its_line(text: str) -> None:
    reply = read_reply(text)
    if reply.kind == "choice":
        assert any(
            str(int(line.strip(" .)#№\u200e\u200f"))) == reply.value for line in text.split("\n") if _is_number(line)
        )


def _is_number(line: str) -> bool:
    return line.strip(" .)#№\u200e\u200f").isdecimal()


@given(words)
def test_own_words_are_all_ones_own(text: str) -> None:
    once = own_words(text)
    assert read_reply(once) == read_reply(text)


@pytest.mark.parametrize(
    "unit",
    [
        *(
            ">",
            "> ",
            ">\n",
            "> x\n",
            "On ",
            "On 1:1\n",
            "On 1:1 ",
            "From: x\n",
            "----",
            "---- a",
            "##-",
            "##- ",
            "A>\n",
            "wrote:\n",
        ),
        *(
            "3\n",
            "3",
            "a@",
            "a@b ",
            "\u200f",
            "chat: ",
            "chat: x\n",
            "x" * 60 + "\n",
            "-",
            "_",
            "1.1.11",
            "1 abc ",
            "יום ",
            "*",
            "a:\n",
        ),
    ],
)
def test_time_is_in_proportion_to_the_length(unit: str) -> None:
    start = time.process_time()
    read_reply(unit * (256 * 1024 // len(unit)))
    assert time.process_time() - start < 2
