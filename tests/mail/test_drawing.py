"""Pictures of mails are drawn in a process of their own: nobody waits for one, and it outlives nobody."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from config.embedded import Crew
from games.bots.thinkers import Child, ChildFailed
from games.log.storing import load
from games.mail.outgoing import boards, drawing, pictures
from games.mail.outgoing.writing import compose
from rules.svg import Sheet
from tests.games.conftest import to_move
from tests.games.test_thinkers import gone
from tests.stack import ROOT

SECONDS = 30.0
pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_lane]


@pytest.fixture(autouse=True)
def _pictures() -> None:
    """Here they are drawn."""


@pytest.fixture
def child(monkeypatch: pytest.MonkeyPatch) -> Iterator[Child]:
    found = Child(SECONDS, "games.mail.outgoing.pictures")
    monkeypatch.setattr(drawing, "_child", found)
    drawing.picture.cache_clear()
    yield found
    found.stop()
    drawing.picture.cache_clear()


def drawn(number: int = 10) -> str:
    return Sheet({}).svg(number)


def test_a_mail_has_the_picture_that_another_process_has_drawn(child, match, monkeypatch):
    monkeypatch.setattr(pictures, "_rendered", lambda *_: pytest.fail("drawn where people are served"))
    user = to_move(match)[0]
    message = compose(load(match.id), user, kind="turn", number=1)
    assert message.attachments[0].get_payload(decode=True).startswith(b"\x89PNG")
    assert child.pid not in (None, os.getpid())


def test_it_draws_as_this_process_would_however_long_the_sketch_is(child):
    long = drawn().replace("</svg>", "<!-- " + "long " * 60_000 + "--></svg>")
    assert drawing.picture(long) == pictures.board_png(long)


def test_what_was_drawn_is_kept_and_another_sketch_is_not_taken_for_it(child, monkeypatch):
    first, second = drawing.picture(drawn(10)), drawing.picture(drawn(20))
    assert first != second
    monkeypatch.setattr(child, "ask", lambda question: pytest.fail("asked again"))
    assert [drawing.picture(drawn(10)), drawing.picture(drawn(20))] == [first, second]


def test_a_fault_is_told_and_the_next_picture_is_drawn(child):
    with pytest.raises(ChildFailed, match="ValueError"):
        drawing.picture("no svg")
    assert drawing.picture(drawn())


@pytest.mark.parametrize("fault", [signal.SIGSTOP, None])
def test_where_it_fails_the_mail_goes_without_a_picture_and_the_fault_is_logged(
    child, match, monkeypatch, caplog, fault
):
    drawing.picture(drawn())
    if fault:
        os.kill(child.pid, fault)
        child._patience = 0.3
    else:
        monkeypatch.setattr(child, "_module", "games.mail.none")
        child._end()
    message = compose(load(match.id), to_move(match)[0], kind="turn", number=1)
    assert message.attachments == []
    assert "cid:" not in str(message.alternatives[0].content)
    assert [record.name for record in caplog.records if record.exc_info] == [boards.__name__]


def test_one_that_does_not_read_a_long_sketch_is_ended_too(child):
    drawing.picture(drawn())
    stopped = child.pid
    os.kill(stopped, signal.SIGSTOP)
    child._patience = 0.3
    with pytest.raises(TimeoutError):
        drawing.picture("x" * 500_000)
    assert gone(stopped)


def test_it_ends_when_the_embedded_site_is_told_to_stop(child):
    drawing.picture(drawn())
    before = child.pid
    Crew().stop()
    assert gone(before)


PARENT = """
import sys
from games.mail.outgoing import drawing
from rules.svg import Sheet
drawing.picture(Sheet({}).svg(10))
print(drawing._child.pid, flush=True)
sys.stdin.read()
"""


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM, None])
def test_it_ends_with_its_parent_however_that_ends(end):
    options = {"cwd": ROOT, "stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    parent = subprocess.Popen([sys.executable, "-c", PARENT], env=os.environ | {"PYTHONPATH": str(ROOT)}, **options)
    pid = int(parent.stdout.readline())
    if end:
        parent.send_signal(end)
    parent.stdin.close()
    parent.wait(SECONDS)
    assert gone(pid)
