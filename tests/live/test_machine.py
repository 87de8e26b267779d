"""Limits in seconds on a shared machine: stalls are seen, and what was too slow is measured again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from tests.live.machine import TooSlow, Window, in_time
from tests.live.stalls import Stalls
from tests.stack import ROOT

FLAKY = """
from tests.live.machine import TooSlow, in_time

tries = []

def test_slow_at_first():
    tries.append(1)
    in_time("it", 3.0 - len(tries), 1.5)

def test_always_slow():
    in_time("it", 2.0, 1.5)

def test_wrong():
    assert False
"""


GOES_FIRST = [sys.executable, "-c", "from tests.live.stalls import goes_first; raise SystemExit(not goes_first())"]
may_go_first = subprocess.run(GOES_FIRST, cwd=ROOT, check=False).returncode == 0


@pytest.mark.skipif(not may_go_first, reason="no process may go before all others here")
def test_what_keeps_the_whole_machine_from_running_is_seen():
    stalls, begun = Stalls(), time.monotonic()
    time.sleep(0.4)
    os.kill(stalls.process.pid, signal.SIGSTOP)  # as a host does to a machine
    time.sleep(0.4)
    os.kill(stalls.process.pid, signal.SIGCONT)
    time.sleep(0.1)
    share = stalls.share()
    assert 0.3 <= share <= 0.5 / (time.monotonic() - begun) + 0.1


@pytest.mark.skipif(not may_go_first, reason="no process may go before all others here")
def test_our_own_work_is_no_stall():
    stalls, until = Stalls(), time.monotonic() + 0.5
    while time.monotonic() < until:
        pass
    assert stalls.share() < 0.3


def test_a_window_that_nobody_asks_ends_with_its_owner():
    window = Window()
    pid = window.stalls.process.pid
    os.kill(pid, 0)
    del window
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_a_figure_is_compared_with_its_limit():
    in_time("it", 1.5, 1.5)
    with pytest.raises(TooSlow, match=r"it: 1\.6, and 1\.5 is allowed"):
        in_time("it", 1.6, 1.5)


def test_only_what_was_too_slow_is_measured_again(tmp_path):
    (tmp_path / "test_flaky.py").write_text(FLAKY)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", str(ROOT / "pyproject.toml")]
    wish = ["--rootdir", str(ROOT), "--reruns-delay", "0", "--noconftest", str(tmp_path)]
    told = subprocess.run([*command, *wish], cwd=ROOT, capture_output=True, text=True, check=False)
    assert "2 failed, 1 passed, 3 rerun" in told.stdout  # one for the first, two for the second
